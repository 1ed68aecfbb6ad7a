"""Compiled casts in the database: a game goes on with the rules that it was begun with."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from nightreel import __version__
from nightreel.films.shape import check_shape
from nightreel.machine.table import BY_NUMBER
from nightreel.machine.verify import verified
from nightreel.memory import Memory
from nightreel.reel.program import Program, from_bytes
from nightreel.table.errors import BadSave
from nightreel.table.save_form import machine_of
from nightreel.translation import gettext, put
from nightreel.web.kept.models import ProgramRow

OPERATIONS: Final = max(BY_NUMBER)
"""The operations that this release knows."""
KEPT: Final = 64
"""How many programs a process keeps in memory."""


@dataclass(frozen=True)
class Packed:
    """A program as it lies in the database."""

    program: Program
    data: bytes
    digest: str
    """What differs in a word only, or asks another thing of the machine, is another program."""


def packed(program: Program) -> Packed:
    """Pack a program."""
    data = program.to_bytes()
    return Packed(program, data, sha256(machine_of(OPERATIONS).encode() + data).hexdigest())


class OtherRelease(BadSave):
    """A game that this release cannot play."""


class Programs:
    """Programs by their digest; those used last are in memory."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known = Memory[str, Program](KEPT)
        self._packed = Memory[int, Packed](KEPT)
        """By the ``id`` of the program, which stays its own as long as that is kept."""

    def packed(self, program: Program) -> Packed:
        """A program as it is stored: packing takes a while, and no database should wait for it."""
        return self._packed.get(id(program), lambda: packed(program))

    def put(self, session: Session, program: Program) -> str:
        """Keep a program in the database; returns its digest."""
        ready = self.packed(program)
        digest = ready.digest
        if session.get(ProgramRow, digest) is None:
            row = ProgramRow(
                digest=digest,
                data=ready.data,
                release=__version__,
                operations=OPERATIONS,
                machine=machine_of(OPERATIONS),
            )
            try:
                with session.begin_nested():
                    session.add(row)
            except IntegrityError:  # another process was faster
                pass
        return digest

    def get(self, session: Session, digest: str) -> Program:
        """A program from the database.  Raises OtherRelease."""
        return self._known.get(digest, lambda: _read(session.get_one(ProgramRow, digest)))


def _read(row: ProgramRow) -> Program:
    if row.machine != machine_of(row.operations):
        text = gettext("only Nightreel {release} can play this game")
        raise OtherRelease(put(text, release=row.release))
    program = from_bytes(row.data)
    check_shape(program)
    return verified(program).program
