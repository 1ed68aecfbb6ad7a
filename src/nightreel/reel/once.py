"""What is worked out of a program once, and kept for those used last."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

from nightreel.reel.program import Program

KEPT: Final = 64
"""Of how many programs something is kept."""
Found = TypeVar("Found")


class _Same:
    """A program as a key: that very one, since comparing two takes long."""

    __slots__ = ("program",)

    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.program is other.program


def once(work: Callable[[Program], Found]) -> Callable[[Program], Found]:
    """A function of a program that works once for each; nobody may change what it gives."""

    @lru_cache(maxsize=KEPT)
    def kept(key: _Same) -> Found:
        return work(key.program)

    @wraps(work)
    def found(program: Program) -> Found:
        return kept(_Same(program))

    return found
