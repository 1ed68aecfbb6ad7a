"""The files in which games are kept; docs/saves.md describes them.

A save is a line that names the format, a header in JSON that anyone may read, and two
parts: what is sealed while the game runs (seed, answers, record), and the program, so
that a newer release plays an old game on its own rulebook.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from nightreel import __version__
from nightreel.films.library import write_whole
from nightreel.machine.table import BY_NUMBER
from nightreel.machine.verify import Verified
from nightreel.record import layout as L
from nightreel.reel.program import Program, from_bytes
from nightreel.table.errors import BadSave
from nightreel.table.state import CHANCE, PLAYER, Options, seed_hash, verified_words
from nightreel.translation import gettext, put

MAGIC: Final = b"nightreel-save 1\n"
SEAL: Final = b"nightreel seal 1"
FILE_MAX: Final = 1 << 24
HEADER_MAX: Final = 1 << 16
PART_MAX: Final = 1 << 25
"""Most bytes of a part when it is unpacked."""
ANSWERS_MAX: Final = 100_000
SEED_MAX: Final = 1 << 256
DAMAGE: Final = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    zlib.error,
)
"""What reading a file raises that holds other things than it should."""


@dataclass(frozen=True)
class Answer:
    """One answer: whose, what was meant, what came out, and a check of the record after it.

    For chance, what was meant is what the generator had next; for the player both agree.
    """

    by: int
    meant: int
    action: int
    check: int


@dataclass(frozen=True)
class Save:
    """All that a save holds."""

    program: Program
    seed: int
    options: Options
    practice: bool
    answers: tuple[Answer, ...]
    record: bytes
    summary: dict[str, Any]
    """What the header tells of the game: title, turn, result ..."""


def check_of(record: bytes) -> int:
    """A short check of a record, kept with each answer."""
    return zlib.crc32(record)


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


# ---------------------------------------------------------------- writing


@dataclass(frozen=True)
class ProgramFile:
    """A program as it lies in a save: made once for the many saves of a game."""

    data: bytes
    digest: str


def file_of(program: Program) -> ProgramFile:
    """A program as it lies in a save."""
    return ProgramFile(program.to_bytes(), program.digest)


def write(path: Path, save: Save, program: ProgramFile) -> None:
    """Write a save whole or not at all.  Raises OSError."""
    nonce = os.urandom(16)
    over = bool(save.summary.get("result"))
    hidden = zlib.compress(json.dumps(_hidden(save)).encode(), 1)
    parts = (hidden if over else seal(hidden, nonce), program.data)
    header = _header(save, nonce, sealed=not over)
    header |= {"program": program.digest, "sizes": [len(part) for part in parts]}
    header["check"] = _digest(header, parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, MAGIC + json.dumps(header).encode() + b"\n" + b"".join(parts))


def _hidden(save: Save) -> dict[str, Any]:
    return {
        "seed": str(save.seed),
        "answers": [[a.by, a.meant, a.action, a.check] for a in save.answers],
        "record": base64.b64encode(save.record).decode(),
    }


def _header(save: Save, nonce: bytes, sealed: bool) -> dict[str, Any]:
    """What anyone may read; the seed only when the game is over."""
    operations = max(BY_NUMBER)
    header = {
        **save.summary,
        "release": __version__,
        "options": asdict(save.options),
        "practice": save.practice,
        "answers": len(save.answers),
        "seed_hash": seed_hash(save.seed),
        "operations": operations,
        "machine": machine_of(operations),
        "sealed": sealed,
        "nonce": nonce.hex(),
    }
    return header if sealed else {**header, "seed": str(save.seed)}


def _digest(header: dict[str, Any], parts: Iterable[bytes]) -> str:
    """Digest of the whole file but for the digest itself."""
    told = {name: value for name, value in header.items() if name != "check"}
    digest = hashlib.sha256(SEAL + json.dumps(told, sort_keys=True).encode())
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def seal(data: bytes, nonce: bytes) -> bytes:
    """Make bytes unreadable at a glance, and readable when they were so: no secret is safe here."""
    key = hashlib.shake_256(SEAL + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(len(data), "big")


# ---------------------------------------------------------------- reading


def read(path: Path) -> Save:
    """Read a save and prove all that can be proved without playing it.  Raises BadSave."""
    header, rest = _open(path)
    try:
        return _read(header, rest)
    except BadSave as error:
        raise BadSave(f"{path}: {error}") from None
    except DAMAGE as error:
        raise BadSave(
            put(gettext("{path}: the save is damaged: {why}"), path=path, why=error)
        ) from None


def read_header(path: Path) -> dict[str, Any]:
    """What a save tells at a glance.  Raises BadSave."""
    return _open(path)[0]


def _open(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header of a save, and what comes behind it."""
    try:
        with path.open("rb") as file:
            data = file.read(FILE_MAX + 1)
    except OSError as error:
        raise BadSave(f"{path}: {error.strerror or error}") from None
    if not data.startswith(MAGIC) or len(data) > FILE_MAX:
        raise BadSave(put(gettext("{path}: this is no save of Nightreel"), path=path))
    line, end, rest = data[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(line) if end and len(line) < HEADER_MAX else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise BadSave(put(gettext("{path}: the save has no header"), path=path))
    return header, rest


def _read(header: dict[str, Any], rest: bytes) -> Save:
    sizes = header["sizes"]
    parts = (rest[: sizes[0]], rest[sizes[0] :])
    if [len(part) for part in parts] != sizes or header["check"] != _digest(header, parts):
        raise BadSave(gettext("the save was changed after it was written"))
    if header["machine"] != machine_of(header["operations"]):
        release = header["release"]
        raise BadSave(put(gettext("only Nightreel {release} can play this game"), release=release))
    packed = seal(parts[0], bytes.fromhex(header["nonce"])) if header["sealed"] else parts[0]
    hidden = json.loads(_unpack(packed))
    _unpack(parts[1])
    verified = Verified(from_bytes(parts[1]))
    if verified.program.digest != header["program"]:
        raise BadSave(gettext("the program is not the one that the game was played on"))
    return _save(header, hidden, verified)


def _save(header: dict[str, Any], hidden: dict[str, Any], verified: Verified) -> Save:
    options = Options(**{name: _truth(value) for name, value in header["options"].items()})
    told = ("title", "turn", "phase", "result", "saved")
    return Save(
        verified.program,
        _seed(hidden["seed"]),
        options,
        _truth(header["practice"]),
        _answers(hidden["answers"]),
        read_record(verified, hidden["record"]),
        {name: header[name] for name in told},
    )


def read_record(verified: Verified, text: str) -> bytes:
    """A record out of a save, verified.  Raises ValueError."""
    try:
        record = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"record: {error}") from None
    verified_words(verified, record)
    return record


def _unpack(data: bytes) -> bytes:
    """Unpack a part, up to a size that no save of ours has."""
    packer = zlib.decompressobj()
    plain = packer.decompress(data, PART_MAX)
    if not packer.eof or packer.unused_data:
        raise ValueError("a part is cut off or too large")
    return plain


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _seed(text: object) -> int:
    seed = int(str(text))
    if abs(seed) > SEED_MAX:
        raise ValueError("the seed is too large")
    return seed


def _answers(rows: list[list[int]]) -> tuple[Answer, ...]:
    if len(rows) > ANSWERS_MAX:
        raise ValueError("there are too many answers")
    answers = tuple(Answer(*row) for row in rows)
    for answer in answers:
        numbers = (answer.by, answer.meant, answer.action, answer.check)
        if any(type(n) is not int for n in numbers) or answer.by not in (PLAYER, CHANCE):
            raise ValueError("an answer is no answer")
    return answers
