"""The map of a running game as it is drawn: spaces, ways, panic numbers, everybody's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from nightreel.pages.plan import BOX, HEIGHT, WIDTH, Plan, Point
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.state import Words
from nightreel.table.view import View
from nightreel.table.wording import piece_name

STEP: Final = 30
"""From one piece to the next in a space, where there is room."""
BELOW: Final = 30
"""From the middle of a space down to its pieces."""
RANKS: Final = ("girl", "killer", "minion", "victim", "carrier", "token")
"""Who stands first in a space."""
TITLE: Final = 18
"""Most letters of a title in one line."""


@dataclass(frozen=True)
class Piece:
    """A piece on the map."""

    number: int
    kind: str
    """Its class: girl, killer, minion, victim, carrier, token or piece."""
    title: str
    health: int
    x: int
    y: int


@dataclass(frozen=True)
class Space:
    """A space: where it is drawn, and what is told of it."""

    number: int
    x: int
    y: int
    title: tuple[str, ...]
    """Its lines."""
    notes: tuple[str, ...]
    view: View


@dataclass(frozen=True)
class Board:
    """All of the map."""

    plan: Plan
    spaces: tuple[Space, ...]
    shut: frozenset[int]
    """Ways (from 0) that she cannot go now, neither forth nor back."""
    pieces: tuple[Piece, ...]
    size: tuple[int, int] = (WIDTH, HEIGHT)
    box: tuple[int, int] = BOX


def board_of(program: Program, plan: Plan, words: Words, spaces: Sequence[View]) -> Board:
    """The map as it stands: ``spaces`` are those of the view."""
    drawn = tuple(_space(plan.middles[n], space) for n, space in enumerate(spaces))
    return Board(plan, drawn, _shut(plan, spaces), pieces_of(program, plan, words))


def _space(middle: Point, space: View) -> Space:
    notes = [] if not space["deck"] else [f"{space['deck']['title']} · {space['deck']['count']}"]
    title = tuple(wrap(space["title"], TITLE))
    return Space(space["number"], round(middle[0]), round(middle[1]), title, tuple(notes), space)


def _shut(plan: Plan, spaces: Sequence[View]) -> frozenset[int]:
    open_ = {
        frozenset((space["number"] - 1, way["number"] - 1))
        for space in spaces
        for way in space["ways"]
        if way["open"]
    }
    return frozenset(n for n, way in enumerate(plan.ways) if frozenset(way.ends) not in open_)


def pieces_of(program: Program, plan: Plan, words: Words) -> tuple[Piece, ...]:
    """Everybody on the map, each in a place of their own, in the order of their numbers."""
    kinds = program.facts["kinds"]
    middles = plan.middles
    there: dict[int, list[int]] = {}
    for piece in range(1, L.PIECES):
        place = int(words[L.PLACE + piece])
        if words[L.KIND + piece] and 0 < place <= len(middles):
            there.setdefault(place, []).append(piece)
    found = []
    for place, pieces in there.items():
        ranked = sorted(pieces, key=lambda p: (_rank(kinds[words[L.KIND + p] - 1]["class"]), p))
        for at, piece in zip(_spots(middles[place - 1], len(pieces)), ranked, strict=True):
            kind = kinds[words[L.KIND + piece] - 1]
            health = 0 if kind["class"] == "victim" else int(words[L.HEALTH + piece])
            title = piece_name(program, words, piece)
            found.append(Piece(piece, kind["class"], title, health, *at))
    return tuple(sorted(found, key=lambda piece: piece.number))


def _rank(kind: str) -> int:
    return RANKS.index(kind) if kind in RANKS else len(RANKS)


def _spots(middle: Point, count: int) -> list[tuple[int, int]]:
    """Places side by side below the middle of a space; many stand closer together."""
    step = min(STEP, (BOX[0] - STEP) / max(1, count - 1))
    left = middle[0] - step * (count - 1) / 2
    return [(round(left + n * step), round(middle[1] + BELOW)) for n in range(count)]


def moves(before: Sequence[Piece], after: Sequence[Piece]) -> list[tuple[int, int, int]]:
    """The pieces that are elsewhere, with where they are now; those gone are nowhere (-1)."""
    old: Mapping[int, Piece] = {piece.number: piece for piece in before}
    new = {piece.number: piece for piece in after}
    gone = [(number, -1, -1) for number in old if number not in new]
    changed = [
        (n, piece.x, piece.y)
        for n, piece in new.items()
        if n not in old or (old[n].x, old[n].y) != (piece.x, piece.y)
    ]
    return gone + changed
