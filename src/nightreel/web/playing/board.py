"""The map of a running game as it is drawn, wide and tall: everybody's place on it.

A screen shows one of the two drawings, whichever fits it; so everything that stands somewhere has
a place in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from textwrap import wrap
from typing import Final, TypeAlias

from nightreel.films.facts import Facts
from nightreel.pages.plan import Frame, Plan, Point, plan_of
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.state import Words
from nightreel.table.view import View
from nightreel.table.wording import piece_name

Spots: TypeAlias = tuple[int, int, int, int]
"""A place in the wide drawing and in the tall one."""

WIDE: Final = Frame(1060, 700, (180, 94), (98, 58), bow=(168, 104), beside=15)
TALL: Final = Frame(650, 760, (122, 108), (66, 62), bow=(112, 110), beside=14)
GAP: Final = 8
"""Least room between two spaces."""
MOST: Final = 4.0
"""How far a map is stretched at most, so that its spaces do not cover each other."""
LETTERS: Final = (20, 11)
"""Most letters of a title in one line, wide and tall."""
STEP: Final = 34
"""From one piece to the next in a space, where there is room."""
BELOW: Final = 8
"""From the middle of a space down to its pieces."""
CROWD: Final = 4
"""Victims in a space from which on their number is told."""
RANKS: Final = ("girl", "killer", "minion", "carrier", "token", "piece", "victim")
"""Who stands first in a space."""


@dataclass(frozen=True)
class Piece:
    """A piece on the map."""

    number: int
    kind: str
    """Its class: girl, killer, minion, victim, carrier, token or piece."""
    title: str
    health: int
    space: int
    spots: Spots


@dataclass(frozen=True)
class Drawing:
    """What of a map never changes with an answer, as it is drawn in one form."""

    name: str
    plan: Plan
    titles: tuple[tuple[str, ...], ...]
    """The lines of the titles of the spaces."""

    def middle(self, space: int) -> tuple[int, int]:
        """The middle of a space, by its number."""
        x, y = self.plan.middles[space - 1]
        return round(x), round(y)


@dataclass(frozen=True)
class Board:
    """All of the map."""

    drawings: tuple[Drawing, Drawing]
    spaces: Sequence[View]
    shut: frozenset[int]
    """Ways (from 0) that she cannot go now, neither forth nor back."""
    pieces: tuple[Piece, ...]

    @property
    def crowds(self) -> dict[int, int]:
        """The spaces with many Victims, and how many."""
        here = [piece.space for piece in self.pieces if piece.kind == "victim"]
        return {space: here.count(space) for space in here if here.count(space) >= CROWD}


Plans: TypeAlias = tuple[Plan, Plan]


def plans_of(facts: Facts) -> Plans:
    """Where the map of a program is drawn, wide and tall."""
    ways = [False] * len(facts["ways"])
    points = [space["at"] for space in facts["spaces"]]
    wide, tall = (plan_of(facts, ways, _fitting(frame, points)) for frame in (WIDE, TALL))
    return wide, tall


def _fitting(frame: Frame, points: Sequence[Sequence[int]]) -> Frame:
    """The frame, so large that no two spaces cover each other."""
    by, found = 1.0, frame
    while by < MOST and _crowded(found, points):
        by += 0.1
        found = frame.stretched(by)
    return found


def _crowded(frame: Frame, points: Sequence[Sequence[int]]) -> bool:
    width, height = (side + GAP for side in frame.box)
    pairs = combinations(map(frame.middle, points), 2)
    return any(abs(a[0] - b[0]) < width and abs(a[1] - b[1]) < height for a, b in pairs)


def board_of(program: Program, plans: Plans, words: Words, spaces: Sequence[View]) -> Board:
    """The map as it stands: ``spaces`` are those of the view."""
    wide, tall = (
        Drawing(name, plan, tuple(tuple(wrap(s["title"], most)) for s in spaces))
        for name, plan, most in zip(("wide", "tall"), plans, LETTERS, strict=True)
    )
    return Board((wide, tall), spaces, _shut(plans[0], spaces), pieces_of(program, plans, words))


def _shut(plan: Plan, spaces: Sequence[View]) -> frozenset[int]:
    open_ = {
        frozenset((space["number"] - 1, way["number"] - 1))
        for space in spaces
        for way in space["ways"]
        if way["open"]
    }
    return frozenset(n for n, way in enumerate(plan.ways) if frozenset(way.ends) not in open_)


def pieces_of(program: Program, plans: Plans, words: Words) -> tuple[Piece, ...]:
    """Everybody on the map, each in a place of their own, in the order of their numbers."""
    kinds = program.facts["kinds"]
    there: dict[int, list[int]] = {}
    for piece in range(1, L.PIECES):
        place = _place(words, piece)
        if words[L.KIND + piece] and 0 < place <= len(plans[0].middles):
            there.setdefault(place, []).append(piece)
    found = []
    for place, pieces in there.items():
        ranked = sorted(pieces, key=lambda p: (_rank(kinds[words[L.KIND + p] - 1]["class"]), p))
        rows = [_spots(plan.frame, plan.middles[place - 1], len(pieces)) for plan in plans]
        for piece, wide, tall in zip(ranked, *rows, strict=True):
            kind = kinds[words[L.KIND + piece] - 1]
            health = 0 if kind["class"] == "victim" else int(words[L.HEALTH + piece])
            title = piece_name(program, words, piece)
            found.append(Piece(piece, kind["class"], title, health, place, (*wide, *tall)))
    return tuple(sorted(found, key=lambda piece: piece.number))


def _place(words: Words, piece: int) -> int:
    """Where a piece is; of one that is carried, where its carrier is."""
    place = int(words[L.PLACE + piece])
    while L.PLACE_PIECE < place < L.PLACE_CARD:
        place = int(words[L.PLACE + place - L.PLACE_PIECE])
    return place


def _rank(kind: str) -> int:
    return RANKS.index(kind) if kind in RANKS else len(RANKS)


def _spots(frame: Frame, middle: Point, count: int) -> list[tuple[int, int]]:
    """Places side by side below the middle of a space; many stand closer together."""
    step = min(STEP, (frame.box[0] - STEP - 8) / max(1, count - 1))
    left = middle[0] - step * (count - 1) / 2
    return [(round(left + n * step), round(middle[1] + BELOW)) for n in range(count)]


def moves(before: Sequence[Piece], after: Sequence[Piece]) -> list[tuple[int, ...]]:
    """The pieces that are elsewhere, with where they are now; of those gone the number alone."""
    old: Mapping[int, Piece] = {piece.number: piece for piece in before}
    new = {piece.number: piece for piece in after}
    gone: list[tuple[int, ...]] = [(number,) for number in old if number not in new]
    changed = [
        (n, *piece.spots) for n, piece in new.items() if n not in old or old[n].spots != piece.spots
    ]
    return gone + changed
