"""The map of a Location as a picture (SVG), drawn from its data.

Whatever a colour tells is told in words too: Exits, Search spaces with their deck, closed ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import dist, hypot
from textwrap import wrap
from typing import TYPE_CHECKING, Final, TypeAlias

from nightreel.films.placing import FULL

if TYPE_CHECKING:
    from nightreel.films.facts import Facts

Point: TypeAlias = tuple[float, float]

LINE: Final = 16
"""Height of a line of words, and most letters of a title in one."""
COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "exit": ("#e3f1e4", "#2e7d32"),
    "search": ("#fdf0dc", "#b26a00"),
    "": ("#ffffff", "#4a4f55"),
}
"""What fills a space and what lines it, by what it is."""
STYLE: Final = (
    "text{font-family:sans-serif;fill:#1d2125;text-anchor:middle}"
    ".title{font-size:15px;font-weight:bold}.note{font-size:12px}"
    ".face{font-size:12px;font-weight:bold}"
    ".way{stroke:#4a4f55;stroke-width:2.5;fill:none}.closed{stroke-dasharray:7 6}"
)


@dataclass(frozen=True)
class Frame:
    """The measures of a picture."""

    width: int
    height: int
    box: tuple[int, int]
    """Width and height of a space."""
    edge: tuple[int, int]
    """From the border of the picture to the middle of the outermost spaces."""
    bow: tuple[int, int] = (190, 105)
    """How far a way that would run behind a space swings out, sideways and up or down."""
    beside: int = LINE
    """From the border of a space to the middle of the panic numbers beside it."""

    def middle(self, at: Sequence[int]) -> Point:
        """Where a space is drawn whose place is told from 0 to FULL."""
        width, height = self.width - 2 * self.edge[0], self.height - 2 * self.edge[1]
        return self.edge[0] + at[0] * width / FULL, self.edge[1] + at[1] * height / FULL

    def stretched(self, by: float) -> Frame:
        """The same with more room between the spaces."""
        (x, y), width, height = self.edge, self.width, self.height
        wider, higher = round((width - 2 * x) * by), round((height - 2 * y) * by)
        return replace(self, width=wider + 2 * x, height=higher + 2 * y)


PAGE: Final = Frame(960, 820, (158, 66), (100, 90))
"""Of a picture in a document."""


@dataclass(frozen=True)
class Way:
    """A way as it is drawn: a curve from one space over a third point to the other."""

    ends: tuple[int, int]
    start: Point
    over: Point
    goal: Point
    closed: bool

    @property
    def path(self) -> str:
        """The curve as SVG has it."""
        points = " ".join(f"{x:.0f} {y:.0f}" for x, y in (self.over, self.goal))
        return f"M{self.start[0]:.0f} {self.start[1]:.0f} Q{points}"

    def at(self, share: float) -> Point:
        """The point at a share of the curve, from 0 at its start to 1."""
        rest = 1 - share
        x, y = (
            rest * rest * a + 2 * share * rest * b + share * share * c
            for a, b, c in zip(self.start, self.over, self.goal, strict=True)
        )
        return x, y


@dataclass(frozen=True)
class Label:
    """The panic numbers that lead along a way, where the way leaves a space (PANIC-2)."""

    space: int
    """From 0 on."""
    faces: str
    at: Point
    way: Way

    @property
    def width(self) -> int:
        """How wide the numbers are at the most: digits with a gap between them."""
        return 9 * len(self.faces.split()) + 2 * self.faces.count(" ")


@dataclass(frozen=True)
class Plan:
    """Where everything of a map is drawn."""

    frame: Frame
    middles: tuple[Point, ...]
    """Of the spaces in their order."""
    ways: tuple[Way, ...]
    labels: tuple[Label, ...]


def plan_of(facts: Facts, closed: Sequence[bool], frame: Frame = PAGE) -> Plan:
    """Where a map is drawn: ``facts`` is that of a program, ``closed`` whether ways are closed."""
    middles = [frame.middle(space["at"]) for space in facts["spaces"]]
    ways = [
        _way(frame, way["between"], middles, shut)
        for way, shut in zip(facts["ways"], closed, strict=True)
    ]
    labels: list[Label] = []
    for number, space in enumerate(facts["spaces"]):
        labels += _labels(frame, number, space["panic"], ways, [label.at for label in labels])
    return Plan(frame, tuple(middles), tuple(ways), tuple(_apart(labels)))


def drawn(
    facts: Facts, titles: Sequence[str], decks: Mapping[int, str], closed: Sequence[bool], name: str
) -> str:
    """The picture of a map.

    ``facts`` is the map of a program, ``titles`` the names of its spaces in their order,
    ``decks`` the names of Item decks by number, ``closed`` whether each way begins closed,
    ``name`` what the picture shows.
    """
    plan = plan_of(facts, closed)
    width, height = PAGE.width, PAGE.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(name)}</title><style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" rx="14" fill="#f4f1ea"/>',
        *(_path(way) for way in plan.ways),
    ]
    for number, space in enumerate(facts["spaces"]):
        lines += _space(plan.middles[number], titles[number], space, decks)
        lines += [line for label in plan.labels if label.space == number for line in _face(label)]
    return "\n".join([*lines, "</svg>", ""])


# ---------------------------------------------------------------- ways


def _way(frame: Frame, between: Sequence[int], middles: Sequence[Point], closed: bool) -> Way:
    """The straightest way between two spaces of those that run least behind others."""
    one, other = between[0] - 1, between[1] - 1
    rest = [m for n, m in enumerate(middles) if n not in (one, other)]
    ways = [
        Way((one, other), middles[one], over, middles[other], closed)
        for over in _overs(frame, middles[one], middles[other])
    ]
    return min(ways, key=lambda way: sum(_hidden(frame.box, m, way) for m in rest))


def _overs(frame: Frame, start: Point, goal: Point) -> Iterator[Point]:
    """Third points of a way: first for a straight one, then for bows, outward before inward."""
    x, y = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2
    yield x, y
    sideways = abs(start[0] - goal[0]) <= abs(start[1] - goal[1])
    out = (x > frame.width / 2) if sideways else (y > frame.height / 2)
    for share in (1.0, 0.6, -0.6, -1.0, 1.5, -1.5):
        by = share if out else -share
        yield (x + by * frame.bow[0], y) if sideways else (x, y + by * frame.bow[1])


def _hidden(box: tuple[int, int], middle: Point, way: Way) -> int:
    """How much of a way runs behind a space, in points of 40."""
    steps = 40
    points = (way.at(n / steps) for n in range(steps + 1))
    return sum(
        abs(x - middle[0]) < box[0] / 2 and abs(y - middle[1]) < box[1] / 2 for x, y in points
    )


def _path(way: Way) -> str:
    css = "way closed" if way.closed else "way"
    return f'<path class="{css}" d="{way.path}"/>'


# ---------------------------------------------------------------- spaces


def _space(middle: Point, title: str, space: Facts, decks: Mapping[int, str]) -> Iterator[str]:
    x, y = middle
    kind = next((tag for tag in space["tags"] if tag in COLOURS), "")
    fill, line = COLOURS[kind]
    width, height = PAGE.box
    yield (
        f'<rect x="{x - width / 2:.0f}" y="{y - height / 2:.0f}" width="{width}" height="{height}"'
        f' rx="10" fill="{fill}" stroke="{line}" stroke-width="2.5"/>'
    )
    rows = [("title", part) for part in wrap(title, LINE)]
    rows += [("note", note) for note in _notes(space, decks)]
    top = y - (len(rows) - 1) * LINE / 2 + 5
    for n, (css, words) in enumerate(rows):
        yield f'<text class="{css}" x="{x:.0f}" y="{top + n * LINE:.0f}">{escape(words)}</text>'


def _notes(space: Facts, decks: Mapping[int, str]) -> Iterator[str]:
    if "exit" in space["tags"]:
        yield "Exit"
    if "search" in space["tags"]:
        yield f"Search: {decks[space['deck']]}" if space["deck"] else "Search"


# ---------------------------------------------------------------- panic


def _labels(
    frame: Frame, number: int, panic: Mapping[str, int], ways: Sequence[Way], taken: list[Point]
) -> Iterator[Label]:
    """The panic numbers of a space, each beside the way that they lead along (PANIC-2)."""
    goals: dict[int, list[str]] = {}
    for face, goal in sorted(panic.items()):
        goals.setdefault(goal - 1, []).append(face)
    for goal, faces in goals.items():
        way = next((w for w in ways if set(w.ends) == {number, goal}), None)
        if way is not None:
            at = _beside(frame, way, number, taken)
            taken.append(at)
            yield Label(number, " ".join(faces), at, way)


def _beside(frame: Frame, way: Way, number: int, taken: Sequence[Point]) -> Point:
    """The first point on a way well outside of a space at one of its ends, and of other labels."""
    shares = [n / 60 for n in range(1, 31)]
    points = [way.at(s if way.ends[0] == number else 1 - s) for s in shares]
    middle = way.start if way.ends[0] == number else way.goal
    outside = [p for p in points if _outside(frame, p, middle)] or points[-1:]
    return next((p for p in outside if all(dist(p, t) >= LINE for t in taken)), outside[0])


def _outside(frame: Frame, point: Point, middle: Point) -> bool:
    away = [abs(p - m) - side / 2 for p, m, side in zip(point, middle, frame.box, strict=True)]
    return hypot(max(away[0], 0), max(away[1], 0)) >= frame.beside


def _apart(labels: Sequence[Label]) -> Iterator[Label]:
    """The labels, those of a way so short that they run together on either side of it."""
    for label in labels:
        others = (other for other in labels if other.way is label.way and other is not label)
        yield label if not any(_touch(label, other) for other in others) else _aside(label)


def _touch(label: Label, other: Label) -> bool:
    """Whether two labels are read as one: in a line, with less than a letter or so between them."""
    x, y = (abs(a - b) for a, b in zip(label.at, other.at, strict=True))
    return x < (label.width + other.width) / 2 + LINE and y < 3 / 4 * LINE


def _aside(label: Label) -> Label:
    """The same to the left of its way, as one leaves its space."""
    (x, y), way = label.at, label.way
    start, goal = (way.start, way.goal) if way.ends[0] == label.space else (way.goal, way.start)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    by = (LINE if abs(dx) > abs(dy) else label.width + LINE / 2) / 2 / hypot(dx, dy)
    return replace(label, at=(x + by * dy, y - by * dx))


def _face(label: Label) -> Iterator[str]:
    x, y = label.at
    width = 14 + 5 * len(label.faces)
    yield (
        f'<rect x="{x - width / 2:.0f}" y="{y - 10:.0f}" width="{width}" height="20" rx="10"'
        ' fill="#f4f1ea" stroke="#8a8f95"/>'
    )
    yield f'<text class="face" x="{x:.0f}" y="{y + 4:.0f}">{label.faces}</text>'
