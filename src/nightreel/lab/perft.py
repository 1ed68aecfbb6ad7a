"""Counts all lines from a position: two engines, or two releases, must count the same.

A line is what the player and chance answer in turn; every outcome of chance is a line of its
own, however likely it is.
"""

from __future__ import annotations

from typing import Any

from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.errors import BrokenGame
from nightreel.table.state import State


def perft(state: State, depth: int, fast: bool = False) -> int:
    """How many lines of ``depth`` answers there are; those that end the game sooner count too.

    ``fast``: counted by the compiled machine.  Raises BrokenGame for a fault on the way.
    """
    if depth < 1 or state.is_terminal():
        return 1
    return sum(divide(state, depth, fast).values())


def divide(state: State, depth: int, fast: bool = False) -> dict[int, int]:
    """The same count for each answer to the open question, by its action.

    Where two counts differ, follow the answer that differs with ``depth - 1``.
    Raises ValueError for a depth below 1.
    """
    if depth < 1:
        raise ValueError("a line has at least one answer")
    node = _root(state, fast)
    return {action: _lines(node, action, depth) for action in node.legal}


class _Node:
    """A record at a question, or at the end of the game."""

    def __init__(self, program: Program, seat: Seat, record: Any) -> None:
        """A record with the machine that asks its question."""
        self.program = program
        self.seat = seat
        self.record = record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record[L.STOP] == L.STOP_OVER)

    @property
    def legal(self) -> list[int]:
        """The legal answers of the player or of chance, in rising order."""
        return [] if self.over else self.seat.legal

    def run(self, answer: int) -> None:
        """Give an answer."""
        self.seat.run(self.record, answer, L.MODE_QUICK)
        if self.record[L.FAULT]:
            what = L.FAULTS[int(self.record[L.FAULT])]
            raise BrokenGame(self.program.fault_at(int(self.record[L.PC]), what))

    def after(self, answer: int) -> _Node:
        """The node behind an answer, which shares nothing that changes."""
        child = _Node(self.program, self.seat.copy(), self.record.copy())
        child.run(answer)
        return child


def _root(state: State, fast: bool) -> _Node:
    """The node of a state."""
    program = state.program
    seat = Seat(compiled() if fast else interpreted(), program.code, program.table)
    node = _Node(program, seat, seat.row(state.words.tolist()))
    if not node.over:
        node.run(-1)
    return node


def _lines(node: _Node, action: int, depth: int) -> int:
    """The lines that begin with an answer."""
    if depth == 1:
        return 1
    child = node.after(action)
    if child.over or depth == 2:
        return len(child.legal) or 1
    return sum(_lines(child, a, depth - 1) for a in child.legal)
