"""What is kept of a game in a file; docs/saves.md describes it.

``save_form`` has the form of the file, ``save_writing`` and ``save_reading`` do the rest,
and ``journal`` adds to the file of a running game.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from nightreel.films.box import ROLES
from nightreel.reel.program import Program
from nightreel.table.dice import Dice
from nightreel.table.save_form import Place
from nightreel.table.state import Options
from nightreel.translation import gettext

ID_BYTES: Final = 4


def new_id() -> str:
    """An id for a new game."""
    return secrets.token_hex(ID_BYTES)


def now() -> str:
    """The time, as saves tell it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Answer(NamedTuple):
    """One answer: whose, what was meant, what came out, and a check of the record after it.

    For chance, what was meant is what the generator had next; for the player both agree.
    """

    by: int
    meant: int
    action: int
    check: int


@dataclass(frozen=True)
class Beginning:
    """All that is settled when a game begins; two games never have the same id."""

    program: Program
    seed: int
    options: Options
    practice: bool = False
    id: str = field(default_factory=new_id)
    begun: str = field(default_factory=now)


@dataclass(frozen=True)
class Standing:
    """How a game stands, as every line of its file tells."""

    turn: int
    phase: str
    result: str
    """``victory``, ``defeat``, or nothing while the game runs."""
    dice: Dice
    saved: str


@dataclass(frozen=True)
class Glance:
    """What a file tells at a glance: nothing of it is proved but that nobody changed it."""

    path: Path
    id: str
    cast: dict[str, dict[str, str]]
    """Id and title of Killer, Location and Final Girl."""
    options: dict[str, bool]
    practice: bool
    begun: str
    seed_hash: str
    standing: Standing

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.standing.result)

    @property
    def title(self) -> str:
        """The cast in words."""
        return " / ".join(gettext(self.cast[role]["title"]) for role in ROLES)


@dataclass(frozen=True)
class Save:
    """All that a file holds."""

    beginning: Beginning
    answers: tuple[Answer, ...]
    glance: Glance
    nonce: bytes
    place: Place


def check_of(record: bytes) -> int:
    """A short check of a record, kept with each answer."""
    return zlib.crc32(record)


def cast_of(program: Program) -> dict[str, dict[str, str]]:
    """Id and title of Killer, Location and Final Girl."""
    boards = program.facts["boards"]
    return {role: {name: boards[role][name] for name in ("id", "title")} for role in ROLES}
