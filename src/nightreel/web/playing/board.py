"""The map of a running game as it is drawn, wide and tall: everybody's place on it.

A screen shows one of the two drawings, whichever fits it; so everything that stands somewhere has
a place in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, floor
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from nightreel.pages.plan import Frame, Plan, Point, plan_of
from nightreel.record import layout as L
from nightreel.reel.once import once
from nightreel.reel.program import Program
from nightreel.table.state import Words
from nightreel.table.view import View
from nightreel.table.wording import thing_name
from nightreel.translation import gettext
from nightreel.web.playing.parts import print_of

if TYPE_CHECKING:
    from nightreel.films.facts import Facts

Record: TypeAlias = Words | Sequence[int]
Rows: TypeAlias = list[list[float]]
Spots: TypeAlias = tuple[int, int, int, int]
"""A place in the wide drawing and in the tall one."""

WIDE: Final = Frame(1060, 700, (180, 94), (98, 58), bow=(140, 104), beside=15)
TALL: Final = Frame(650, 760, (122, 108), (66, 62), bow=(100, 90), beside=14)
GAP: Final = 8
"""Least room between two spaces."""
MOST: Final = 4.0
"""How far a map is stretched at most, so that its spaces do not cover each other."""
LETTERS: Final = (20, 11)
"""Most letters of a title in one line, wide and tall."""
STEP: Final = 40
"""From one piece to the next in a space, where there is room."""
BELOW: Final = 8
"""From the middle of a space down to its pieces."""
MARK: Final = 15
"""Radius of the sign at the corner of a space."""
LINE: Final = 2
"""Half of what a way is wide."""
CROWD: Final = 4
"""Victims in a space from which on their number is told."""
PLACES: Final = 5000
"""Spaces in words that are kept: most are the same again and again."""
RANKS: Final = {
    kind: rank
    for rank, kind in enumerate(("girl", "killer", "minion", "carrier", "token", "piece", "victim"))
}
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
    view: str
    """Left, top, width and height of all of it, as SVG has them."""

    @property
    def below(self) -> int:
        """From the middle of a space down to its pieces."""
        return BELOW

    def middle(self, space: int) -> tuple[int, int]:
        """The middle of a space, by its number."""
        x, y = self.plan.middles[space - 1]
        return round(x), round(y)


Drawings: TypeAlias = tuple[Drawing, Drawing]


class Place(NamedTuple):
    """A space in words."""

    title: str
    words: str
    """What there is to be said of it behind its title."""
    print: str


@dataclass(frozen=True)
class Board:
    """All of the map."""

    drawings: Drawings
    spaces: Sequence[View]
    shut: frozenset[int]
    """Ways (from 0) that she cannot go now, neither forth nor back."""
    pieces: tuple[Piece, ...]
    places: Sequence[Place]

    @property
    def crowds(self) -> dict[int, int]:
        """The spaces with many Victims, and how many."""
        here = [piece.space for piece in self.pieces if piece.kind == "victim"]
        return {space: here.count(space) for space in here if here.count(space) >= CROWD}


@once
def drawings_of(program: Program) -> Drawings:
    """The map of a program as it is drawn, wide and tall."""
    facts = program.facts["map"]
    numbers = range(1, len(facts["spaces"]) + 1)
    return drawn(facts, [thing_name(program, "space", n) for n in numbers])


def drawn(facts: Facts, titles: Sequence[str]) -> Drawings:
    """A map with the titles of its spaces as it is drawn."""
    ways = [False] * len(facts["ways"])
    points = [space["at"] for space in facts["spaces"]]
    plans = [plan_of(facts, ways, _fitting(frame, points)) for frame in (WIDE, TALL)]
    wide, tall = (
        Drawing(name, plan, tuple(tuple(wrap(title, most)) for title in titles), _view(plan))
        for name, plan, most in zip(("wide", "tall"), plans, LETTERS, strict=True)
    )
    return wide, tall


def _view(plan: Plan) -> str:
    """What a map covers with the ways that swing out and with signs at the corners of spaces."""
    frame = plan.frame
    width, height = (side / 2 + MARK for side in frame.box)
    signs = [(x - width, y - height) for x, y in plan.middles]
    curves = [way.at(n / 40) for way in plan.ways for n in range(41)]
    lines = [(x + by, y + by) for x, y in curves for by in (-LINE, LINE)]
    xs, ys = zip((0, 0), (frame.width, frame.height), *signs, *lines, strict=True)
    left, top = floor(min(xs)), floor(min(ys))
    return f"{left} {top} {ceil(max(xs)) - left} {ceil(max(ys)) - top}"


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


def board_of(program: Program, words: Record, spaces: Sequence[View]) -> Board:
    """The map as it stands: ``spaces`` are those of the view."""
    drawings = drawings_of(program)
    shut = _shut(drawings[0].plan, spaces)
    places = [_place_of(space) for space in spaces]
    return Board(drawings, spaces, shut, pieces_of(program, words), places)


def _shut(plan: Plan, spaces: Sequence[View]) -> frozenset[int]:
    open_ = {
        frozenset((space["number"] - 1, way["number"] - 1))
        for space in spaces
        for way in space["ways"]
        if way["open"]
    }
    return frozenset(n for n, way in enumerate(plan.ways) if frozenset(way.ends) not in open_)


def _place_of(space: View) -> Place:
    deck = (space["deck"]["title"], space["deck"]["count"]) if space["deck"] else ()
    pieces = tuple((piece["title"], piece["count"]) for piece in space["pieces"])
    ways = tuple((way["to"], way["open"]) for way in space["ways"])
    return _told(space["title"], space["exit"], deck, pieces, ways)


@lru_cache(maxsize=PLACES)
def _told(
    title: str,
    exit_: bool,
    deck: tuple[str, int] | tuple[()],
    pieces: tuple[tuple[str, int], ...],
    ways: tuple[tuple[str, bool], ...],
) -> Place:
    """A space in words: what it is, who is there, whereto its ways lead."""
    told = f" ({gettext('Exit')})" if exit_ else ""
    if deck:
        told += f" ({gettext('Search space')}: {deck[0]} {deck[1]})"
    if pieces:
        here = (
            title if count == 1 else f"{title} \N{MULTIPLICATION SIGN}{count}"
            for title, count in pieces
        )
        told += f": {', '.join(here)}"
    closed = gettext("closed")
    near = ", ".join(to if open_ else f"{to} ({closed})" for to, open_ in ways)
    words = f"{told}. {gettext('Ways')}: {near}."
    return Place(title, words, print_of(title, words))


def pieces_of(program: Program, words: Record) -> tuple[Piece, ...]:
    """Everybody on the map, each in a place of their own, in the order of their numbers."""
    places, kinds, healths = standing(words)
    classes, drawings = _classes_of(program), drawings_of(program)
    there: dict[int, list[int]] = {}
    for piece in range(1, L.PIECES):
        place = _place(places, piece)
        if kinds[piece] and 0 < place <= len(drawings[0].plan.middles):
            there.setdefault(place, []).append(piece)
    found = []
    for place, pieces in there.items():
        pieces.sort(key=lambda piece: classes[kinds[piece]].rank)
        rows = [_spots(d.plan.frame, d.plan.middles[place - 1], len(pieces)) for d in drawings]
        for piece, wide, tall in zip(pieces, *rows, strict=True):
            kind, title, _ = classes[kinds[piece]]
            health = 0 if kind == "victim" else healths[piece]
            found.append(Piece(piece, kind, title, health, place, (*wide, *tall)))
    return tuple(sorted(found, key=lambda piece: piece.number))


class _Class(NamedTuple):
    """What a kind of piece is."""

    name: str
    title: str
    rank: int
    """Who stands first in a space."""


@once
def _classes_of(program: Program) -> list[_Class]:
    """What the kinds of pieces are, by their numbers."""
    names = ["", *(kind["class"] for kind in program.facts["kinds"])]
    titles = [thing_name(program, "kind", n) for n in range(len(names))]
    ranks = [RANKS.get(name, len(RANKS)) for name in names]
    return [_Class(*found) for found in zip(names, titles, ranks, strict=True)]


def standing(words: Record) -> tuple[list[int], ...]:
    """Of every piece its place, kind and health."""
    rows = (words[at : at + L.PIECES] for at in (L.PLACE, L.KIND, L.HEALTH))
    return tuple(row.tolist() if isinstance(row, np.ndarray) else list(row) for row in rows)


def _place(places: Sequence[int], piece: int) -> int:
    """Where a piece is; of one that is carried, where its carrier is."""
    place = places[piece]
    while L.PLACE_PIECE < place < L.PLACE_CARD:
        place = places[place - L.PLACE_PIECE]
    return place


def _step(frame: Frame, count: int) -> float:
    """From one piece to the next in a space: many stand closer together."""
    return min(STEP, (frame.box[0] - STEP - 8) / max(1, count - 1))


def _spots(frame: Frame, middle: Point, count: int) -> list[tuple[int, int]]:
    """Places side by side below the middle of a space."""
    step = _step(frame, count)
    left = middle[0] - step * (count - 1) / 2
    return [(round(left + n * step), round(middle[1] + BELOW)) for n in range(count)]


def moves(drawings: Drawings, before: Sequence[Piece], after: Sequence[Piece]) -> Rows:
    """Who stands elsewhere than before: a row for each space in which somebody does.

    Its number, from one piece to the next in the wide drawing and in the tall one, and all who
    stand there, from left to right.  Who is on the map no more has a row with the number 0.
    """
    old: Mapping[int, Spots] = {piece.number: piece.spots for piece in before}
    rows: dict[int, list[Piece]] = {}
    for piece in sorted(after, key=lambda piece: piece.spots):
        rows.setdefault(piece.space, []).append(piece)
    gone: list[float] = sorted(set(old) - {piece.number for piece in after})
    found = [[0, 0, 0, *gone]] if gone else []
    return found + [
        _row(drawings, space, pieces)
        for space, pieces in rows.items()
        if any(old.get(piece.number) != piece.spots for piece in pieces)
    ]


def _row(drawings: Drawings, space: int, pieces: Sequence[Piece]) -> list[float]:
    steps = (round(_step(drawing.plan.frame, len(pieces)), 1) for drawing in drawings)
    return [space, *map(_whole, steps), *(piece.number for piece in pieces)]


def _whole(number: float) -> float:
    """The same as an integer where it is one: that is shorter."""
    return int(number) if number == int(number) else number
