"""One game at several machines: they must agree in every word after every answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from nightreel.machine import seat
from nightreel.machine.modes import Machine
from nightreel.record import layout as L
from nightreel.record.log import clear
from nightreel.reel.program import Program

LOG_WORDS = 4096


class Seat(seat.Seat):
    """One machine with its own record and buffers."""

    def __init__(self, machine: Machine, program: Program, mode: int = 0) -> None:
        """A machine that will play a program."""
        super().__init__(machine, program.code, program.table, LOG_WORDS)
        self.mode = mode
        self.record: Any = None

    def begin(self, record: list[int]) -> None:
        """Play a record as far as the first question."""
        self.record = self.row(record)
        self.answer(-1)

    def answer(self, action: int) -> None:
        """Answer the open question."""
        clear(self.log)
        self.run(self.record, action, self.mode)

    def words(self) -> list[int]:
        """The record, packed."""
        words: list[int] = np.array(self.record, dtype=np.int32).tolist()
        return words

    @property
    def stop(self) -> int:
        """Why the machine stands still."""
        return int(self.record[L.STOP])

    def said(self) -> tuple[list[int], ...]:
        """All that a machine says besides its record: answers, numbers, log."""
        logged = L.FIRST_LOGGED + int(self.log[L.LOG_USED])
        return (
            [int(n) for n in self.answers],
            [int(n) for n in self.touched[: L.FIRST_ASKED]],
            self.found,
            [int(n) for n in self.numbers],
            [int(n) for n in self.log[:logged]],
        )


def differences(one: list[int], other: list[int]) -> str:
    """The words in which two records differ, by the names of their fields."""
    names = sorted((offset, name) for name, offset in L.OFFSETS.items())
    found = []
    for at, (a, b) in enumerate(zip(one, other, strict=True)):
        if a != b:
            offset, name = max(pair for pair in names if pair[0] <= at)
            found.append(f"{name}[{at - offset}]: {a} and {b}")
    return ", ".join(found[:20])


def assert_equal(one: list[int], other: list[int], where: str) -> None:
    """Two records are equal in every word."""
    assert one == other, f"{where}: {differences(one, other)}"
