"""Where the spaces of a map lie in a number of columns and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from nightreel.films.placing import FULL

HEIGHT: Final = 2
"""Rows of a block: its title, and who is there."""
SHAPES: Final = ((24, 12), (20, 8), (16, 6), (15, 5), (14, 4), (13, 3), (12, 3), (11, 3), (10, 3))
"""Widths of blocks with the gap that they want beside them, the best first."""
GAP: Final = 1
"""Rows that blocks want between them."""


@dataclass(frozen=True)
class Block:
    """A space on the canvas."""

    left: int
    top: int
    width: int

    @property
    def right(self) -> int:
        """The first column behind it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + HEIGHT

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def clears(self, other: Block, gap: int) -> bool:
        """Whether another block is far enough away."""
        beside = self.right + gap <= other.left or other.right + gap <= self.left
        return beside or self.bottom + GAP <= other.top or other.bottom + GAP <= self.top


def blocks_of(points: Sequence[Sequence[int]], width: int, height: int) -> list[Block]:
    """A block for each space, as wide as there is room for; none when there is too little."""
    for size, gap in SHAPES:
        if width < size or height < HEIGHT:
            continue
        blocks = [
            Block(_share(x, width - size), _share(y, height - HEIGHT), size) for x, y in points
        ]
        if all(one.clears(other, gap) for one, other in combinations(blocks, 2)):
            return blocks
    return []


def _share(part: int, whole: int) -> int:
    return (part * whole + FULL // 2) // FULL
