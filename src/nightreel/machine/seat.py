"""What the machine writes while it asks, and a machine with all that it needs for one program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nightreel.machine.modes import Machine
from nightreel.machine.words import Rows
from nightreel.record import layout as L
from nightreel.record.log import fixed_log


class Asked:
    """What the machine says of every action of the open question."""

    def __init__(self, row: Callable[[list[int]], Any] = list) -> None:
        """Nothing is asked yet; ``row`` makes rows as the machine wants them."""
        self.answers = row([0] * L.ACTIONS)
        self.touched = row([0] * L.TOUCHED)
        self.numbers = row([0] * L.NUMBERS)

    def with_program(self, code: Any, table: Any, log: Any) -> Rows:
        """Code, table, this and a log as the machine's functions take them."""
        return code, table, self.answers, self.touched, self.numbers, log

    @property
    def found(self) -> list[int]:
        """Every action that the question names, in the order in which they were found."""
        end = L.FIRST_ASKED + int(self.touched[L.ASKED])
        return [int(action) for action in self.touched[L.FIRST_ASKED : end]]

    @property
    def actions(self) -> list[int]:
        """The same, legal or refused, in rising order."""
        return sorted(self.found)

    @property
    def legal(self) -> list[int]:
        """The legal ones, in rising order."""
        return [action for action in self.actions if self.answers[action] == L.ANSWER_LEGAL]

    def copy(self) -> Self:
        """The same at rows of its own."""
        other = copy(self)
        other.answers = self.answers.copy()
        other.touched = self.touched.copy()
        other.numbers = self.numbers.copy()
        return other


class Seat(Asked):
    """One machine and its buffers; the records that it plays are its user's."""

    def __init__(
        self, machine: Machine, code: Sequence[int], table: Sequence[int], log_words: int = 0
    ) -> None:
        """Ready to play a program; ``log_words``: room for sentences, 0 when nobody wants them."""
        self.machine = machine
        super().__init__(self.row)
        self.code = self.row(code)
        self.table = self.row(table)
        self.log = self.row(fixed_log(log_words))

    def row(self, words: Iterable[int]) -> Any:
        """A row of words of 32 bits as this machine wants it."""
        return np.array(words, dtype=np.int32) if self.machine.compiled else list(words)

    def wide(self, words: Iterable[int]) -> Any:
        """A row of words of 64 bits as this machine wants it."""
        return np.array(words, dtype=np.int64) if self.machine.compiled else list(words)

    def rows(self, rows: NDArray[np.int32] | NDArray[np.int64]) -> Any:
        """Rows of one length, one behind the other, as this machine wants them."""
        return rows if self.machine.compiled else rows.tolist()

    @property
    def buffers(self) -> Rows:
        """Code, table and buffers as the machine's functions take them."""
        return self.with_program(self.code, self.table, self.log)

    def run(self, record: Any, answer: int, mode: int = 0) -> int:
        """Give an answer, -1 to begin or to ask again; returns how many operations ran."""
        return self.machine.run(record, self.buffers, answer, mode)
