"""How the ways of a map run between its blocks: around them, with few bends and crossings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, TypeAlias

from nightreel.terminal.full.blocks import Block

Cell: TypeAlias = tuple[int, int]
Spot: TypeAlias = tuple[int, int, int]
"""A cell, and the side on which it is left."""

UP, DOWN, LEFT, RIGHT = range(4)
STEPS: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
BACK: Final = (DOWN, UP, RIGHT, LEFT)
ACROSS: Final = ({LEFT, RIGHT}, {LEFT, RIGHT}, {UP, DOWN}, {UP, DOWN})
"""By sides: the way one came from, and the sides of a way that can be crossed."""
STEP: Final = 2
BEND: Final = 5
CROSSING: Final = 24
CLOSE: Final = 3
"""What a step costs; what more it costs to bend, to cross a way, to run close beside one."""


@dataclass(frozen=True)
class Route:
    """The cells of a way from one block to another, each with the sides that it joins."""

    cells: tuple[tuple[Cell, int, int], ...]
    """A cell, the side from which it is entered, the side on which it is left."""


@dataclass
class Router:
    """Lays ways on a canvas, one after the other."""

    width: int
    height: int
    blocks: Sequence[Block]
    taken: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    """Cells with a way in them, and the sides that it joins."""
    walls: set[Cell] = field(default_factory=set)
    """Cells of blocks."""

    def __post_init__(self) -> None:
        """Note where blocks lie."""
        self.walls = {
            (x, y)
            for block in self.blocks
            for x in range(block.left, block.right)
            for y in range(block.top, block.bottom)
        }

    def lay(self, start: Block, goal: Block) -> Route | None:
        """Lay a way between two blocks; None when there is no room for it."""
        path = self._search(start, goal)
        if path is None:
            return None
        for cell, entered, left in path.cells:
            self.taken.setdefault(cell, (entered, left))
        return path

    def _search(self, start: Block, goal: Block) -> Route | None:
        """The cheapest path (Dijkstra's, with the distance that is left at least)."""
        queue: list[tuple[int, int, Spot]] = []
        cost: dict[Spot, int] = {}
        came: dict[Spot, Spot | None] = {}
        for x, y, side in self._doors(start):
            spot = (x, y, side)
            cost[spot], came[spot] = self._entering((x, y)), None
            heappush(queue, (cost[spot] + _far(x, y, goal), cost[spot], spot))
        while queue:
            _, so_far, spot = heappop(queue)
            if so_far > cost[spot]:
                continue
            x, y, side = spot
            if goal.holds(x + STEPS[side][0], y + STEPS[side][1]):
                return self._traced(spot, came, start)
            for after, more in self._next(spot):
                if so_far + more < cost.get(after, 1 << 30):
                    cost[after], came[after] = so_far + more, spot
                    heappush(
                        queue,
                        (so_far + more + _far(after[0], after[1], goal), so_far + more, after),
                    )
        return None

    def _doors(self, block: Block) -> Iterator[Spot]:
        """The cells around a block from which a way can start, away from it or along it."""
        for x in range(block.left + 1, block.right - 1):
            yield from self._door(x, block.top - 1, UP)
            yield from self._door(x, block.bottom, DOWN)
        for y in range(block.top, block.bottom):
            yield from self._door(block.left - 1, y, LEFT)
            yield from self._door(block.right, y, RIGHT)

    def _door(self, x: int, y: int, away: int) -> Iterator[Spot]:
        if self._free(x, y) and (x, y) not in self.taken:
            yield from ((x, y, side) for side in range(4) if side != BACK[away])

    def _free(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height and (x, y) not in self.walls

    def _next(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        """Where a spot leads, and what it costs."""
        x, y, side = spot
        cell = (x + STEPS[side][0], y + STEPS[side][1])
        if not self._free(*cell):
            return
        crossed = self.taken.get(cell)
        if crossed is not None:
            if {*crossed} == ACROSS[side]:
                yield (*cell, side), STEP + CROSSING
            return
        more = self._entering(cell)
        for turn in range(4):
            if turn != BACK[side]:
                yield (*cell, turn), more + (BEND if turn != side else 0)

    def _entering(self, cell: Cell) -> int:
        x, y = cell
        return STEP + CLOSE * sum((x + dx, y + dy) in self.taken for dx, dy in STEPS)

    def _traced(self, last: Spot, came: dict[Spot, Spot | None], start: Block) -> Route:
        spots = [last]
        while (before := came[spots[-1]]) is not None:
            spots.append(before)
        spots.reverse()
        x, y, _ = spots[0]
        entered = next(s for s in range(4) if start.holds(x + STEPS[s][0], y + STEPS[s][1]))
        cells = []
        for x, y, side in spots:
            cells.append(((x, y), entered, side))
            entered = BACK[side]
        return Route(tuple(cells))


def _far(x: int, y: int, goal: Block) -> int:
    """What the way to a block costs at least."""
    across = max(goal.left - 1 - x, x - goal.right, 0)
    down = max(goal.top - 1 - y, y - goal.bottom, 0)
    return STEP * (across + down)
