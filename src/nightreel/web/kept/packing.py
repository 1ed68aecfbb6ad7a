"""How answers and records lie in the database: packed, and never read from anybody else."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nightreel.reel.program import Program
from nightreel.table.saves import Answer
from nightreel.table.state import CHANCE, State
from nightreel.table.steps import Step
from nightreel.table.wording import LogEntry


@dataclass(frozen=True)
class Told:
    """A step as it was told when it was taken."""

    answer: Answer
    question: str
    text: str
    log: tuple[LogEntry, ...]
    face: int
    turn: int
    """The turn of the player's answer."""

    @property
    def by_chance(self) -> bool:
        """Whether chance gave the answer."""
        return self.answer.by == CHANCE


def packed_record(state: State) -> bytes:
    """A record, packed."""
    return zlib.compress(state.serialize(), 1)


def state_of(program: Program, data: bytes) -> State:
    """The state on a packed record."""
    words = np.frombuffer(zlib.decompress(data), dtype="<i4").astype(np.int32)
    return State(program, words, explicit_chance=True)


def packed_steps(steps: Iterable[Step | Told]) -> bytes:
    """Steps, packed."""
    return _packed([[s.answer, s.question, s.text, _log(s.log), s.face] for s in steps])


def steps_of(data: bytes, turn: int) -> list[Told]:
    """Packed steps, answered in a turn."""
    return [
        Told(Answer(*answer), question, text, _entries(log), face, turn)
        for answer, question, text, log, face in _unpacked(data)
    ]


def told_of(steps: Iterable[Step], turn: int) -> list[Told]:
    """Steps as they are told, without their records."""
    return [Told(s.answer, s.question, s.text, s.log, s.face, turn) for s in steps]


def packed_log(entries: Sequence[LogEntry]) -> bytes:
    """Sentences, packed."""
    return _packed(_log(entries))


def log_of(data: bytes) -> tuple[LogEntry, ...]:
    """Packed sentences."""
    return _entries(_unpacked(data))


def _log(entries: Iterable[LogEntry]) -> list[Any]:
    return [[entry.text, entry.rules, entry.things] for entry in entries]


def _entries(log: Iterable[Any]) -> tuple[LogEntry, ...]:
    return tuple(
        LogEntry(text, tuple(rules), tuple((type_, number) for type_, number in things))
        for text, rules, things in log
    )


def _packed(data: Any) -> bytes:
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 1)


def _unpacked(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))
