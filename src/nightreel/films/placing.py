"""Where the spaces of a map are drawn when the film does not say so: on a grid, ways short."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil, gcd, sqrt
from random import Random
from typing import Final, TypeAlias

Point: TypeAlias = tuple[int, int]
Way: TypeAlias = tuple[int, int]
"""The two spaces that a way joins, counted from 0."""

FULL: Final = 100
"""The width and the height of a drawn map."""
TRIES: Final = 4
CROSSING: Final = 6
"""What two ways that cross cost, measured in squares of the grid."""
COVERED: Final = 12
"""What a way costs that runs across a space."""


def places(count: int, ways: Sequence[Way]) -> list[Point]:
    """A place for each space, from (0, 0) in one corner to (FULL, FULL) in the other.

    The same map always gets the same places.
    """
    columns, rows = _grid(count)
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    random = Random(count)
    tries = [_settled(random.sample(cells, len(cells)), count, ways) for _ in range(TRIES)]
    best = min(tries, key=lambda found: _cost(found, count, ways))
    return [(_share(x, columns), _share(y, rows)) for x, y in best[:count]]


def _grid(count: int) -> Point:
    """Columns and rows with room for all spaces, higher than wide: a space is wide itself."""
    columns = max(1, round(sqrt(count * 0.8)))
    return columns, ceil(count / columns)


def _share(at: int, length: int) -> int:
    return FULL // 2 if length == 1 else at * FULL // (length - 1)


def _settled(cells: list[Point], count: int, ways: Sequence[Way]) -> list[Point]:
    """Exchange places as long as that makes the map better; the first ones are the spaces'."""
    cost = _cost(cells, count, ways)
    better = True
    while better:
        better = False
        for i, j in combinations(range(len(cells)), 2):
            if i >= count:
                break
            cells[i], cells[j] = cells[j], cells[i]
            now = _cost(cells, count, ways, cost)
            if now < cost:
                cost, better = now, True
            else:
                cells[i], cells[j] = cells[j], cells[i]
    return cells


def _cost(cells: Sequence[Point], count: int, ways: Sequence[Way], most: int | None = None) -> int:
    """How hard to read a map is; what exceeds ``most`` is not worked out to the end."""
    lines = [(cells[a], cells[b]) for a, b in ways]
    cost = sum((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in lines)
    if most is not None and cost >= most:
        return cost
    taken = set(cells[:count])
    cost += COVERED * sum(not taken.isdisjoint(_between(a, b)) for a, b in lines)
    return cost + CROSSING * sum(_cross(*one, *other) for one, other in combinations(lines, 2))


def _between(a: Point, b: Point) -> list[Point]:
    """The cells on a straight line, without its ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = gcd(dx, dy)
    return [(a[0] + dx // steps * n, a[1] + dy // steps * n) for n in range(1, steps)]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross; lines that meet at their ends do not."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    """On which side of the line from a to b something lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
