"""The routines that are running in a record: their frames and where each goes on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from nightreel.record import layout as L
from nightreel.reel.once import once
from nightreel.reel.program import Program


def frames(words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Frame and place in the code of each running routine, from the innermost outwards."""
    frame, pc = int(words[L.FP]), int(words[L.PC])
    yield frame, pc
    while L.STACK + 2 <= frame < L.WORDS:
        pc = int(words[frame - 2])
        outer = int(words[frame - 1])
        frame = outer if outer < frame else L.STACK
        yield frame, pc


@once
def begins_of(program: Program) -> Sequence[int]:
    """Where the start of a game and the routines begin in the code, in rising order."""
    return sorted({0, *(routine.at for routine in program.routines)})


def routine_at(begins: Sequence[int], pc: int) -> int:
    """Where the routine begins to which a place in the code belongs."""
    return begins[bisect_right(begins, pc) - 1]
