"""A compiled game: code, table and words, as one value that can be kept in a file."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from nightreel.reel.info import (
    AbilityInfo,
    ClauseInfo,
    QuestionInfo,
    SentenceInfo,
    Thing,
)
from nightreel.reel.plain import built, typed

FORMAT: Final = 1
SIZE_MAX: Final = 1 << 25
"""Bytes that a program may have once it is unpacked: forty times those of a large film."""


class OtherVersion(ValueError):
    """A program in a form that this release does not read."""


@dataclass(frozen=True)
class StateInfo:
    """A state of the rulebook or film: its word in the record."""

    address: int
    length: int
    type: str
    secret: bool
    start: int


@dataclass(frozen=True)
class RoutineInfo:
    """A routine: where it begins, its arguments, whether it leaves a result."""

    at: int
    arguments: int
    result: bool
    name: str


@dataclass(frozen=True)
class Program:
    """A cast, compiled: all that is needed to play it."""

    title: str
    code: tuple[int, ...]
    table: tuple[int, ...]
    starts: dict[str, int]
    """Places in the code where it can begin: ``game``, ``position``, ``deal`` (of secrets)."""
    routines: tuple[RoutineInfo, ...]
    entries: tuple[int, ...]
    questions: tuple[QuestionInfo, ...]
    clauses: tuple[ClauseInfo, ...]
    sentences: tuple[SentenceInfo, ...]
    abilities: tuple[AbilityInfo, ...]
    streams: tuple[str, ...]
    states: dict[str, StateInfo]
    things: dict[str, tuple[Thing, ...]]
    """For each type (space, way, kind, piece, card, act, zone, meter) the name and title of all."""
    places: tuple[tuple[int, str, int], ...]
    """From which place in the code on it comes from which file (without its folder) and line."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What screens need of the film: map, cards, boards, in plain values."""

    @property
    def digest(self) -> str:
        """SHA-256 of code and table, in hexadecimal."""
        words = json.dumps([self.code, self.table], separators=(",", ":"))
        return hashlib.sha256(words.encode()).hexdigest()

    @property
    def secret_words(self) -> list[int]:
        """The words of the record that hold secret states (SET-7)."""
        secret = (info for info in self.states.values() if info.secret)
        return [info.address + i for info in secret for i in range(info.length)]

    def source_of(self, pc: int) -> tuple[str, int]:
        """File and line from which the code at a place comes."""
        found = ("?", 0)
        for at, file, line in self.places:
            if at > pc:
                break
            found = (file, line)
        return found

    def value(self, words: Sequence[int], name: str) -> int:
        """What a state of the rulebook or film, such as ``time``, holds in a record."""
        return int(words[self.states[name].address])

    def fault_at(self, pc: int, what: str) -> str:
        """What is said of a fault at a place in the code: ``file:line: what``."""
        file, line = self.source_of(pc)
        return f"{file}:{line}: {what}"

    def to_bytes(self) -> bytes:
        """The program as a file."""
        plain = {"format": FORMAT, **vars(self)}
        text = json.dumps(plain, default=vars, separators=(",", ":"))
        return zlib.compress(text.encode())


def from_bytes(data: bytes) -> Program:
    """A program from its file; the caller verifies it before it runs.

    Raises ValueError when the file is none, OtherVersion when another release wrote it.
    """
    try:
        plain = typed(_unpacked(data), dict, "program")
        form = typed(plain.get("format"), int, "format")
    except (zlib.error, ValueError, RecursionError) as error:
        raise ValueError(f"no compiled film: {error}") from None
    if form != FORMAT:
        raise OtherVersion("a compiled film in another form than this release reads")
    return built(Program, plain, "program")


def _unpacked(data: bytes) -> Any:
    """The plain values in a file.  Raises ValueError, zlib.error, RecursionError."""
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(data, SIZE_MAX)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"cut off, or larger than {SIZE_MAX} bytes")
    return json.loads(unpacked)
