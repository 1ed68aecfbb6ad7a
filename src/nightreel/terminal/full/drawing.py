"""The drawn map: blocks for spaces, lines for ways, panic numbers where each way begins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from nightreel.table.view import View
from nightreel.terminal.full.blocks import Block, blocks_of
from nightreel.terminal.full.lines import Line, Span, cut
from nightreel.terminal.full.pieces import Lit, told
from nightreel.terminal.full.routes import DOWN, LEFT, RIGHT, UP, Cell, Route, Router

Pair: TypeAlias = tuple[int, int]
"""The numbers of the two spaces that a way joins, the lower one first."""

SIGNS: Final = {
    frozenset((UP, DOWN)): "│",
    frozenset((LEFT, RIGHT)): "─",
    frozenset((UP, LEFT)): "╯",
    frozenset((UP, RIGHT)): "╰",
    frozenset((DOWN, LEFT)): "╮",
    frozenset((DOWN, RIGHT)): "╭",
}
CLOSED: Final = {"│": "┆", "─": "┄"}
CROSSED: Final = "┼"
ROUNDS: Final = 4
"""How often ways are laid anew to make room for panic numbers."""
WIDE: Final = 3
"""A way down or up counts for so many across, when it is decided which is laid first."""


@dataclass
class Chart:
    """What does not change on a drawn map: blocks, ways and panic numbers."""

    width: int
    height: int
    blocks: list[Block]
    routes: dict[Pair, Route] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    """Cells with a panic number in them."""


def chart_of(spaces: Sequence[View], width: int, height: int) -> Chart | None:
    """The chart of a map in so many columns and rows; None when there is too little room."""
    blocks = blocks_of([space["at"] for space in spaces], width, height)
    if not blocks:
        return None
    kept_free: set[Pair] = set()
    for _ in range(ROUNDS):
        chart = Chart(width, height, blocks)
        crowded = Laying(chart, spaces, kept_free).all()
        if not crowded:
            break
        kept_free |= crowded
    return chart


def pairs_of(spaces: Iterable[View]) -> list[Pair]:
    """The ways of a map, each once."""
    found = {
        (min(space["number"], way["number"]), max(space["number"], way["number"]))
        for space in spaces
        for way in space["ways"]
    }
    return sorted(found)


def _distance(blocks: Sequence[Block], pair: Pair) -> tuple[int, Pair]:
    a, b = (blocks[n - 1] for n in pair)
    return abs(a.left - b.left) + WIDE * abs(a.top - b.top), pair


class Laying:
    """Lays the ways of a map, and puts panic numbers to their beginnings (PANIC-2)."""

    def __init__(self, chart: Chart, spaces: Sequence[View], kept_free: Collection[Pair]) -> None:
        """``kept_free``: ways out of a space beside whose numbers later ways run around."""
        self.chart = chart
        self.kept_free = kept_free
        self.ways = sorted(pairs_of(spaces), key=lambda pair: _distance(chart.blocks, pair))
        self.router = Router(chart.width, chart.height, chart.blocks)
        names = {space["title"]: space["number"] for space in spaces}
        self.faces: dict[Pair, str] = {}
        for space in spaces:
            for face, goal in sorted(space["panic"].items()):
                pair = space["number"], names.get(goal, 0)
                self.faces[pair] = self.faces.get(pair, "") + face

    def all(self) -> set[Pair]:
        """Lay everything; returns the ways out of spaces whose numbers found no good place."""
        for a, b in self.ways:
            route = self.router.lay(self.chart.blocks[a - 1], self.chart.blocks[b - 1])
            if route is not None:
                self.chart.routes[a, b] = route
                for pair in {(a, b), (b, a)} & set(self.kept_free):
                    self.number(pair)
        ends = (pair for a, b in self.chart.routes for pair in ((a, b), (b, a)))
        return {pair for pair in ends if pair not in self.kept_free and not self.number(pair)}

    def number(self, pair: Pair) -> bool:
        """Put the numbers of one way out of a space; returns whether there was a good place."""
        start, goal = pair
        text = self.faces.get(pair, "")
        route = self.chart.routes[min(pair), max(pair)]
        cells = [(cell, {entered, left}) for cell, entered, left in route.cells]
        if start > goal:
            cells.reverse()
        for found in self._candidates(start, cells, len(text)):
            if all(self._open(cell, along) for cell, along in found):
                self._put([cell for cell, _ in found], text)
                return True
        self._put(sorted(cell for cell, _ in cells[: len(text)]), text)
        return False

    def _put(self, cells: Sequence[Cell], text: str) -> None:
        placed = dict(zip(cells, text, strict=False))
        self.chart.numbers |= placed
        self.router.walls |= placed.keys()

    def _candidates(
        self, start: int, cells: Sequence[tuple[Cell, set[int]]], length: int
    ) -> Iterable[list[tuple[Cell, bool]]]:
        """Where a number can stand, the best first: cells, and whether they are of the way."""
        (x, y), _ = cells[0]
        block = self.chart.blocks[start - 1]
        if block.top <= y < block.bottom:
            run = _run(cells)
            if len(run) > length or len(run) == len(cells) >= length:
                yield [(cell, True) for cell in sorted(run[:length])]
            behind = x + len(run) + 1 if x >= block.right else x - len(run) - length
            yield [((behind + n, y), False) for n in range(length)]
            begin = x if x >= block.right else x - length + 1
            rows = sorted((y - 1, y + 1), key=lambda row: not block.top <= row < block.bottom)
        else:
            yield from ([((at + n, y), False) for n in range(length)] for at in (x + 1, x - length))
            begin, rows = x + 1, [y + (1 if y >= block.bottom else -1)]
        yield from ([((begin + n, row), False) for n in range(length)] for row in rows)

    def _open(self, cell: Cell, along: bool) -> bool:
        x, y = cell
        if cell in self.chart.numbers or cell in self.router.walls:
            return False
        inside = 0 <= x < self.chart.width and 0 <= y < self.chart.height
        return inside and (along or cell not in self.router.taken)


def _run(cells: Sequence[tuple[Cell, set[int]]]) -> list[Cell]:
    """The cells with which a way leads straight across from its beginning."""
    run = []
    for cell, sides in cells:
        if sides != {LEFT, RIGHT}:
            break
        run.append(cell)
    return run


# ---------------------------------------------------------------- drawing


def drawn(chart: Chart, spaces: Sequence[View], lit: Mapping[int, Lit]) -> list[Line]:
    """The map with everybody on it."""
    grid: list[list[Span]] = [[(" ", "")] * chart.width for _ in range(chart.height)]
    shut = _shut(spaces)
    for pair, route in chart.routes.items():
        _draw_way(grid, route, pair in shut)
    for (x, y), letter in chart.numbers.items():
        grid[y][x] = (letter, "number")
    rows = [list(row) for row in grid]
    for space, block in zip(spaces, chart.blocks, strict=True):
        _draw_space(rows, space, block, lit.get(space["number"]))
    return [_joined(row) for row in rows]


def _shut(spaces: Iterable[View]) -> set[Pair]:
    """The ways that the Final Girl cannot go now, neither forth nor back."""
    open_ = {
        (space["number"], way["number"]) for space in spaces for way in space["ways"] if way["open"]
    }
    return {(a, b) for a, b in pairs_of(spaces) if not open_ & {(a, b), (b, a)}}


def _draw_way(grid: list[list[Span]], route: Route, shut: bool) -> None:
    for (x, y), entered, left in route.cells:
        sign = SIGNS[frozenset((entered, left))]
        if grid[y][x][0] != " ":
            sign = CROSSED
        grid[y][x] = (CLOSED.get(sign, sign) if shut else sign, "dim" if shut else "way")


def _draw_space(rows: list[list[Span]], space: View, block: Block, lit: Lit | None) -> None:
    title = [(cut(f" {space['title']}", block.width), "lit" if lit else "space-strong")]
    if len(space["title"]) >= block.width:
        title = [(cut(space["title"], block.width), title[0][1])]
    for y, spans in ((block.top, title), (block.top + 1, told(space, block.width, lit))):
        cells = [(letter, role) for words, role in spans for letter in words]
        rows[y][block.left : block.right] = cells[: block.width]


def _joined(row: Iterable[Span]) -> Line:
    """A row with neighbours of one role put together."""
    spans: list[Span] = []
    for letter, role in row:
        if spans and spans[-1][1] == role:
            spans[-1] = (spans[-1][0] + letter, role)
        else:
            spans.append((letter, role))
    return tuple(spans)
