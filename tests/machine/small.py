"""A small map and a few cards, to try primitives on without any film.

The map: 1 - 2 - 3 - 4 - 5 in a row, and 2 - 6 - 4 beside it; 7 stands alone.
"""

from __future__ import annotations

from nightreel.machine import board, cards
from nightreel.record import layout as L

WAYS = ((1, 2), (2, 3), (3, 4), (4, 5), (2, 6), (6, 4))
GIRL, VICTIM, KILLER, MINION = 1, 2, 3, 4
"""Kinds of pieces."""
KINDS = {
    GIRL: L.CLASS_GIRL,
    VICTIM: L.CLASS_VICTIM,
    KILLER: L.CLASS_KILLER,
    MINION: L.CLASS_MINION,
}
PIECES = (GIRL, KILLER, VICTIM, VICTIM, VICTIM, MINION, MINION)
"""Kind of the pieces 1, 2, 3 ..."""
DECK, DISCARD, OTHER = 1, 2, 3
"""Zones: an ordered one for six cards, a plain one, an ordered one for two cards."""
DECK_CARDS = range(1, 7)


def table() -> list[int]:
    """The table of this game."""
    tab = [0] * (L.T_ROWS + 16)
    tab[L.T_WAYS], tab[L.T_SPACES] = len(WAYS), 7
    for way, (a, b) in enumerate(WAYS, start=1):
        tab[L.T_WAY_A + way], tab[L.T_WAY_B + way] = a, b
    for kind, cls in KINDS.items():
        tab[L.T_KIND_CLASS + kind] = cls
    for card in DECK_CARDS:
        tab[L.T_POOL + card] = DECK
    tab[L.T_ZONE_POOL + DECK] = DECK
    tab[L.T_ZONE_BASE + DECK], tab[L.T_ZONE_SIZE + DECK] = 0, len(DECK_CARDS)
    tab[L.T_ZONE_BASE + OTHER], tab[L.T_ZONE_SIZE + OTHER] = len(DECK_CARDS), 2
    tab[L.T_PANIC + 8 * 2 + 4] = 6
    return tab


def game(tab: list[int]) -> list[int]:
    """The record: all pieces in the supply, the map worked out, an unseen deck of four."""
    g = [0] * L.WORDS
    for piece, kind in enumerate(PIECES, start=1):
        g[L.KIND + piece] = kind
    board.refresh_map(g, tab)
    cards.deal(g, tab, DECK, 4)
    return g


def spaces(*members: int) -> int:
    """A set of spaces."""
    return sum(1 << space for space in members)
