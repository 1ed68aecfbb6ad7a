"""A machine with what it needs to play one program: code, table and the buffers it writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nightreel.machine.modes import Machine
from nightreel.machine.words import Rows
from nightreel.record import layout as L
from nightreel.record.log import new_log


class Seat:
    """One machine and its buffers; the records that it plays are its user's."""

    def __init__(
        self, machine: Machine, code: Sequence[int], table: Sequence[int], log_words: int = 0
    ) -> None:
        """Ready to play a program; ``log_words``: room for sentences, 0 when nobody wants them."""
        self.machine = machine
        self.code = self.row(code)
        self.table = self.row(table)
        self.answers = self.row([0] * L.ACTIONS)
        self.touched = self.row([0] * L.TOUCHED)
        self.numbers = self.row([0] * L.NUMBERS)
        self.log = self.row(new_log(log_words))

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
        return self.code, self.table, self.answers, self.touched, self.numbers, self.log

    def run(self, record: Any, answer: int, mode: int = 0) -> int:
        """Give an answer, -1 to begin or to ask again; returns how many operations ran."""
        return self.machine.run(record, self.buffers, answer, mode)

    @property
    def asked(self) -> list[int]:
        """The actions that the question names, in the order in which they were found."""
        end = L.FIRST_ASKED + int(self.touched[L.ASKED])
        return [int(action) for action in self.touched[L.FIRST_ASKED : end]]

    @property
    def legal(self) -> list[int]:
        """The legal ones, in rising order."""
        return sorted(a for a in self.asked if self.answers[a] == L.ANSWER_LEGAL)

    def copy(self) -> Self:
        """A seat at the same question, which can go on by itself."""
        other = copy(self)
        other.answers = self.answers.copy()
        other.touched = self.touched.copy()
        other.numbers = self.numbers.copy()
        return other
