"""Counts all lines from a position: two engines, or two releases, must count the same.

A line is what the player and chance answer in turn; every outcome of chance is a line of its
own, however likely it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nightreel.machine.modes import Machine, compiled, interpreted
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
    counter = _Counter(state.program, compiled() if fast else interpreted())
    node = counter.root(state)
    return {action: counter.after(node, action, depth) for action in node.legal}


class _Node:
    """A record with the buffers of its open question."""

    def __init__(self, record: Any, answers: Any, touched: Any, numbers: Any) -> None:
        """A record at a question, or at the end of the game."""
        self.record = record
        self.answers = answers
        self.touched = touched
        self.numbers = numbers

    def copy(self) -> _Node:
        """A node that shares nothing."""
        parts = (self.record, self.answers, self.touched, self.numbers)
        return _Node(*(part.copy() for part in parts))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record[L.STOP] == L.STOP_OVER)

    @property
    def legal(self) -> list[int]:
        """The legal answers of the player or of chance, in rising order."""
        if self.over:
            return []
        actions = [int(a) for a in self.touched[4 : 4 + int(self.touched[0])]]
        return sorted(a for a in actions if self.answers[a] == L.ANSWER_LEGAL)


class _Counter:
    """A machine that counts."""

    def __init__(self, program: Program, machine: Machine) -> None:
        """Ready to count the lines of a program."""
        self.program = program
        self.machine = machine
        self.code = self.row(program.code)
        self.table = self.row(program.table)
        self.log = self.row([])

    def row(self, words: Any) -> Any:
        """A row of words as this machine wants it."""
        return np.array(words, dtype=np.int32) if self.machine.compiled else list(words)

    def root(self, state: State) -> _Node:
        """The node of a state."""
        node = _Node(
            self.row(state.words.tolist()),
            self.row([0] * L.ACTIONS),
            self.row([0] * (L.ACTIONS + 4)),
            self.row([0] * L.NUMBERS),
        )
        if not node.over:
            self.run(node, -1)
        return node

    def run(self, node: _Node, answer: int) -> None:
        """Give an answer."""
        self.machine.run(
            node.record,
            self.code,
            self.table,
            node.answers,
            node.touched,
            node.numbers,
            self.log,
            answer,
            L.MODE_QUICK,
        )
        if node.record[L.FAULT]:
            file, line = self.program.source_of(int(node.record[L.PC]))
            raise BrokenGame(f"{file}:{line}: {L.FAULTS[int(node.record[L.FAULT])]}")

    def after(self, node: _Node, action: int, depth: int) -> int:
        """The lines that begin with an answer."""
        if depth == 1:
            return 1
        child = node.copy()
        self.run(child, action)
        if child.over or depth == 2:
            return len(child.legal) or 1
        return sum(self.after(child, a, depth - 1) for a in child.legal)
