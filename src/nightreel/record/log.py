"""The log of the machine: a row of words that takes sentences and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any, Final

from nightreel.record import layout as L

ROOM: Final = 1 << 16
"""Words for what one answer may bring."""


def fixed_log(room: int) -> list[int]:
    """An empty log with so many words for sentences; with none nobody keeps a log."""
    log = [0] * (L.FIRST_LOGGED + room)
    log[L.LOG_ROOM] = room
    return log


class Log(list[int]):
    """The same for the interpreted machine: it grows as it is written."""

    def __init__(self, room: int = ROOM) -> None:
        """An empty log that takes so many words."""
        super().__init__(fixed_log(0))
        super().__setitem__(L.LOG_ROOM, room)

    def __setitem__(self, at: Any, value: Any) -> None:
        """Write into the log."""
        if at >= len(self):
            self.extend([0] * (at + 1 - len(self)))
        super().__setitem__(at, value)


class Watch(Log):
    """A log that also keeps a copy of the record at every sentence.

    It is the record of the interpreted machine when the sentence is written: what the sentence
    tells has happened.
    """

    def __init__(self) -> None:
        """An empty log, for one answer."""
        super().__init__()
        self.record: Sequence[int] = ()
        """The record that is watched; who runs the machine puts it here."""
        self.records: list[list[int]] = []

    def __setitem__(self, at: Any, value: Any) -> None:
        """Write into the log; a sentence is there when it is counted."""
        super().__setitem__(at, value)
        if at == L.LOG_USED:
            self.records.append(list(self.record))


def clear(log: MutableSequence[int]) -> None:
    """Forget what was logged."""
    log[L.LOG_USED] = 0


def sentences(log: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """The number of each sentence, in order, and the numbers in it."""
    at, end = L.FIRST_LOGGED, L.FIRST_LOGGED + log[L.LOG_USED]
    while at < end:
        numbers = at + 2
        yield log[at], log[numbers : numbers + log[at + 1]]
        at = numbers + log[at + 1]
