"""What is written into the file of a game: its head, and a line for everything answered."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from nightreel.machine.table import BY_NUMBER
from nightreel.table.save_form import MAGIC, SEAL, Place, checked_line, machine_of, seal
from nightreel.table.saves import Answer, Beginning, Standing, cast_of
from nightreel.table.state import seed_hash
from nightreel.version import __version__


def head_of(beginning: Beginning) -> tuple[bytes, bytes, Place]:
    """The beginning of a file, the nonce that seals what is secret in it, and what follows where.

    The seed is sealed; once the game is over a line of the journal tells it.
    """
    nonce = os.urandom(16)
    program = beginning.program.to_bytes()
    operations = max(BY_NUMBER)
    told = {
        "id": beginning.id,
        "begun": beginning.begun,
        "cast": cast_of(beginning.program),
        "release": __version__,
        "options": asdict(beginning.options),
        "practice": beginning.practice,
        "seed_hash": seed_hash(beginning.seed),
        "seed": seal(str(beginning.seed).encode(), nonce).hex(),
        "nonce": nonce.hex(),
        "program": beginning.program.digest,
        "operations": operations,
        "machine": machine_of(operations),
        "size": len(program),
    }
    line = checked_line(SEAL, told, program)
    head = MAGIC + line + program + b"\n"
    return head, nonce, Place(len(head), line)


def whole_save(beginning: Beginning, answers: Sequence[Answer], standing: Standing) -> bytes:
    """A file of a game, all of it."""
    head, nonce, place = head_of(beginning)
    return head + line_of(place, nonce, 0, answers, standing, beginning.seed)


def line_of(
    place: Place, nonce: bytes, back: int, answers: Sequence[Answer], standing: Standing, seed: int
) -> bytes:
    """A line of the journal: ``back`` answers taken back, further ones given, how the game stands.

    The seed is told when the game is over.
    """
    told: dict[str, Any] = {
        "turn": standing.turn,
        "phase": standing.phase,
        "result": standing.result,
        "dice": standing.dice.faces,
        "saved": standing.saved,
    }
    if standing.result:
        told["seed"] = str(seed)
    if back:
        told["back"] = back
    packed = zlib.compress(json.dumps(answers, separators=(",", ":")).encode(), 1)
    told["answers"] = base64.b64encode(seal(packed, nonce + place.check)).decode()
    return checked_line(place.check, told)
