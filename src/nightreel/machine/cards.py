"""Cards in zones: ordered ones (decks, with unseen cards in them) and plain piles.

An unseen card of a deck is a 0 in its slot; which card it is, is asked of chance
when it is revealed: any unseen card of the deck's pool, all with equal chance.
"""

from __future__ import annotations

from nightreel.machine.words import (
    Ability,
    Card,
    Number,
    Record,
    Result,
    Source,
    Table,
    Zone,
)
from nightreel.record import layout as L


def unseen(g: Record, tab: Table, pool: Zone) -> Result:
    """How many cards of a pool nobody has seen."""
    n = 0
    for card in range(1, L.CARDS):
        if tab[L.T_POOL + card] == pool and g[L.CARD_ZONE + card] == 0:
            n += 1
    return n


def loose(g: Record, tab: Table, zone: Zone) -> Result:
    """How many cards are known to lie in an ordered zone, but nobody knows where."""
    n = 0
    if tab[L.T_ZONE_SIZE + zone] > 0:
        for card in range(1, L.CARDS):
            if g[L.CARD_ZONE + card] == zone:
                n += 1
        base = L.SLOT + tab[L.T_ZONE_BASE + zone]
        for i in range(g[L.ZONE_COUNT + zone]):
            if g[base + i] > 0:
                n -= 1
    return n


def hidden_in(g: Record, tab: Table, zone: Zone) -> Result:
    """How many cards of an ordered zone lie there unseen."""
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    n = 0
    for i in range(g[L.ZONE_COUNT + zone]):
        if g[base + i] == 0:
            n += 1
    return n


def set_aside(g: Record, tab: Table, pool: Zone) -> Result:
    """How many unseen cards of a pool lie in no deck (SET-3)."""
    n = unseen(g, tab, pool)
    for zone in range(1, L.ZONES):
        if tab[L.T_ZONE_POOL + zone] == pool and g[L.ZONE_COUNT + zone] > 0:
            n -= hidden_in(g, tab, zone) - loose(g, tab, zone)
    return n


def lies_in_slot(g: Record, tab: Table, zone: Zone, card: Card) -> int:
    """1 when it is known where in an ordered zone a card lies."""
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    for i in range(g[L.ZONE_COUNT + zone]):
        if g[base + i] == card:
            return 1
    return 0


def weight_in(g: Record, tab: Table, zone: Zone, card: Card) -> int:
    """How likely an unseen card of a zone is this one, as a weight among all cards.

    A card that was shuffled into the zone lies in one of its unseen slots; the other
    unseen slots hold cards of the pool that nobody has seen.
    """
    where = g[L.CARD_ZONE + card]
    pool = tab[L.T_ZONE_POOL + zone]
    shuffled_in = loose(g, tab, zone)
    others = max(hidden_in(g, tab, zone) - shuffled_in, 0)
    if where == 0 and tab[L.T_POOL + card] == pool:
        return others if shuffled_in > 0 else 1
    if where == zone and shuffled_in > 0 and lies_in_slot(g, tab, zone, card) == 0:
        return max(unseen(g, tab, pool), 1) if others > 0 else 1
    return 0


def nth_unseen(g: Record, tab: Table, pool: Zone, n: Number) -> Result:
    """The n-th (from 0) unseen card of a pool, 0 when there are not so many."""
    for card in range(1, L.CARDS):
        if tab[L.T_POOL + card] == pool and g[L.CARD_ZONE + card] == 0:
            if n == 0:
                return card
            n -= 1
    return 0


def deal(g: Record, tab: Table, zone: Zone, count: Number) -> None:
    """Put unseen cards on top of an ordered zone, as many as there are (SET-3, SET-4, SET-5)."""
    if zone == 0:
        return
    for _ in range(min(count, set_aside(g, tab, tab[L.T_ZONE_POOL + zone]))):
        push(g, tab, zone, 0)


def push(g: Record, tab: Table, zone: Zone, card: Card) -> None:
    """Put a card on top of an ordered zone; a full zone is a fault."""
    n = g[L.ZONE_COUNT + zone]
    if n >= tab[L.T_ZONE_SIZE + zone]:
        g[L.FAULT] = L.FAULT_ZONE
        return
    g[L.SLOT + tab[L.T_ZONE_BASE + zone] + n] = card
    g[L.ZONE_COUNT + zone] = n + 1
    if card > 0:
        g[L.CARD_ZONE + card] = zone


def slip_under(g: Record, tab: Table, zone: Zone, card: Card) -> None:
    """Put a card at the bottom of an ordered zone."""
    push(g, tab, zone, 0)
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    for i in range(g[L.ZONE_COUNT + zone] - 1, 0, -1):
        g[base + i] = g[base + i - 1]
    if g[L.ZONE_COUNT + zone] > 0:
        g[base] = card
        lay(g, card, zone)


def top(g: Record, tab: Table, zone: Zone) -> Result:
    """The top card of an ordered zone if it has been seen, else 0."""
    n = g[L.ZONE_COUNT + zone]
    if n <= 0:
        return 0
    return g[L.SLOT + tab[L.T_ZONE_BASE + zone] + n - 1]


def show_top(g: Record, tab: Table, zone: Zone, card: Card) -> None:
    """Write down which card the top one was found to be."""
    n = g[L.ZONE_COUNT + zone]
    if n > 0:
        g[L.SLOT + tab[L.T_ZONE_BASE + zone] + n - 1] = card
        lay(g, card, zone)


def drop_top(g: Record, tab: Table, zone: Zone) -> None:
    """Take the top card off an ordered zone; where it goes, the caller says."""
    n = g[L.ZONE_COUNT + zone]
    if n > 0:
        g[L.ZONE_COUNT + zone] = n - 1
        g[L.SLOT + tab[L.T_ZONE_BASE + zone] + n - 1] = 0


def forget(g: Record, tab: Table, zone: Zone) -> None:
    """Shuffle an ordered zone: nobody knows any more which of its cards lies where."""
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    for i in range(g[L.ZONE_COUNT + zone]):
        card = g[base + i]
        if card > 0:
            g[base + i] = 0


def take_out(g: Record, tab: Table, zone: Zone, card: Card) -> None:
    """Take a card out of an ordered zone, 0 for an unseen one; of several the topmost."""
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    at = g[L.ZONE_COUNT + zone] - 1
    while at >= 0 and g[base + at] != card:
        at -= 1
    if at >= 0:
        for i in range(at, g[L.ZONE_COUNT + zone] - 1):
            g[base + i] = g[base + i + 1]
        drop_top(g, tab, zone)


def lay(g: Record, card: Card, zone: Zone) -> None:
    """Lay a card into a zone without order; no card lies nowhere (EFF-1)."""
    if card > 0:
        g[L.CARD_ZONE + card] = zone


def count_in(g: Record, tab: Table, zone: Zone) -> Result:
    """How many cards lie in a zone; in none there are none (EFF-1)."""
    if zone == 0:
        return 0
    if tab[L.T_ZONE_SIZE + zone] > 0:
        return g[L.ZONE_COUNT + zone]
    n = 0
    for card in range(1, L.CARDS):
        if g[L.CARD_ZONE + card] == zone:
            n += 1
    return n


def listen(g: Record, tab: Table, source: Source, change: Number) -> None:
    """Count a source in or out of everything it listens to."""
    at = tab[L.T_SOURCE_HOOKS + source]
    for i in range(tab[at]):
        g[L.HOOKS + tab[at + 1 + i]] += change


def activate(g: Record, tab: Table, source: Source) -> None:
    """From now on the rules of a source (card, board, role) hold."""
    word = L.ACTIVE + (source >> 4)
    bit = 1 << (source & 15)
    if g[word] & bit == 0:
        g[word] |= bit
        listen(g, tab, source, 1)


def deactivate(g: Record, tab: Table, source: Source) -> None:
    """From now on the rules of a source hold no more."""
    word = L.ACTIVE + (source >> 4)
    bit = 1 << (source & 15)
    if g[word] & bit:
        g[word] -= bit
        listen(g, tab, source, -1)


def is_active(g: Record, source: Source) -> Result:
    """1 while the rules of a source hold."""
    return (g[L.ACTIVE + (source >> 4)] >> (source & 15)) & 1


def use(g: Record, ability: Ability) -> None:
    """Note that an ability has been used in this phase, turn and game."""
    word = ability >> 4
    bit = 1 << (ability & 15)
    g[L.USED_PHASE + word] |= bit
    g[L.USED_TURN + word] |= bit
    g[L.USED_GAME + word] |= bit


def used(g: Record, ability: Ability, period: Number) -> Result:
    """1 when an ability was used in this phase (0), turn (1) or game (2)."""
    word = ability >> 4
    if period == 0:
        return (g[L.USED_PHASE + word] >> (ability & 15)) & 1
    if period == 1:
        return (g[L.USED_TURN + word] >> (ability & 15)) & 1
    return (g[L.USED_GAME + word] >> (ability & 15)) & 1


def renew(g: Record, period: Number) -> None:
    """Forget what was used in this phase (0), or in this turn too (1)."""
    for word in range(L.ABILITIES // L.BITS):
        g[L.USED_PHASE + word] = 0
        if period > 0:
            g[L.USED_TURN + word] = 0


def shift_acts(g: Record, source: Number, goal: Number) -> None:
    """Move every Action card of one place to another: 0 hand, 1 Tableau, 2 discard pile."""
    if source < 0 or source > 2 or goal < 0 or goal > 2 or source == goal:
        return
    for act in range(L.ACTS):
        n = g[L.HAND + source * L.ACTS + act]
        if n:
            g[L.HAND + goal * L.ACTS + act] += n
            g[L.HAND + source * L.ACTS + act] = 0


def hand_size(g: Record) -> Result:
    """How many Action cards are in hand (HAND-1)."""
    n = 0
    for act in range(L.ACTS):
        n += g[L.HAND + act]
    return n
