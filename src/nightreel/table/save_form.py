"""The form of the files in which games are kept; docs/saves.md describes it.

A save is a line that names the form, a line of JSON that anyone may read, the program, so
that a newer release plays an old game on its own rulebook, and then the journal: a line
for everything that was answered.  Each line has a check that rests on all before it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from nightreel.machine.table import BY_NUMBER
from nightreel.record import layout as L

FORM: Final = b"nightreel-save "
MAGIC: Final = FORM + b"2\n"
SEAL: Final = b"nightreel seal 2"
FILE_MAX: Final = 1 << 24
"""Most bytes of a file."""
ANSWERS_MAX: Final = 100_000
"""Most answers of a game."""
CHECK: Final = 32
"""Digits of the check of a line."""


@dataclass(frozen=True)
class Place:
    """Where the next line of a file goes: behind so many bytes, the last line being this."""

    size: int
    last: bytes

    @property
    def check(self) -> bytes:
        """The check of the last line."""
        return self.last[:CHECK]

    def after(self, line: bytes) -> Place:
        """The place after one more line."""
        return Place(self.size + len(line), line)


def checked_line(before: bytes, told: dict[str, Any], more: bytes = b"") -> bytes:
    """A line: its check, how long its JSON is, and that."""
    body = json.dumps(told, separators=(",", ":")).encode()
    return b"%s %d %s\n" % (check_after(before, body, more), len(body), body)


def check_after(before: bytes, body: bytes, more: bytes = b"") -> bytes:
    """The check of a line: it rests on that of the line before."""
    return hashlib.sha256(before + body + more).hexdigest()[:CHECK].encode()


def seal(data: bytes, nonce: bytes) -> bytes:
    """Make bytes unreadable at a glance, and readable when they were so: no secret is safe here."""
    key = hashlib.shake_256(SEAL + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")


@cache
def machine_of(operations: int) -> str:
    """What a program asks of the machine: the record's layout and the first operations."""
    known = [
        (number, o.name, o.inline, o.takes, o.result)
        for number, o in sorted(BY_NUMBER.items())
        if number <= operations
    ]
    layout = [L.OFFSETS, L.WORDS, L.T_ROWS, L.ACTIONS]
    text = json.dumps([layout, known])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
