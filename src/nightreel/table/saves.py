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
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from nightreel import __version__
from nightreel.files import write_whole
from nightreel.films.shape import check_shape
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
TOLD: Final = {"title": str, "turn": int, "phase": str, "result": str, "saved": str}
"""What the header tells of the game."""
T = TypeVar("T")


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


# ---------------------------------------------------------------- which game it is

IDENTITY: Final = ("title", "program", "seed_hash", "options", "practice")
"""Fields of a header that tell which game it is, however far it was played."""


def identity(
    title: str, program: str, seed: int, options: Options, practice: bool
) -> dict[str, Any]:
    """What tells a game from others; ``program`` is the digest of its program."""
    told = (title, program, seed_hash(seed), asdict(options), practice)
    return dict(zip(IDENTITY, told, strict=True))


def identity_in(header: dict[str, Any]) -> dict[str, Any]:
    """The identity of the game whose header this is."""
    return {name: header.get(name) for name in IDENTITY}


# ---------------------------------------------------------------- reading


def read(path: Path) -> Save:
    """Read a save and prove all that can be proved without playing it.  Raises BadSave."""
    header, rest = _open(path)
    try:
        return _read(header, rest)
    except BadSave as error:
        raise BadSave(f"{path}: {error}") from None
    except ValueError as error:
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
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadSave(f"{path}: {why}") from None
    if not data.startswith(MAGIC) or len(data) > FILE_MAX:
        raise BadSave(put(gettext("{path}: this is no save of Nightreel"), path=path))
    line, end, rest = data[len(MAGIC) :].partition(b"\n")
    try:
        return _mapping(line if end and len(line) < HEADER_MAX else b""), rest
    except ValueError:
        raise BadSave(put(gettext("{path}: the save has no header"), path=path)) from None


def _mapping(data: bytes) -> dict[str, Any]:
    """A mapping in JSON.  Raises ValueError."""
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if type(found) is not dict:
        raise ValueError("no mapping")
    return found


def _field(data: dict[str, Any], name: str, wanted: type[T]) -> T:
    """A field of a mapping that must be of a type.  Raises ValueError."""
    value = data.get(name)
    if type(value) is not wanted:
        raise ValueError(f"{name}: {wanted.__name__} is wanted")
    return value


def _read(header: dict[str, Any], rest: bytes) -> Save:
    parts = _parts(header, rest)
    if header.get("check") != _digest(header, parts):
        raise BadSave(gettext("the save was changed after it was written"))
    if header.get("machine") != machine_of(_field(header, "operations", int)):
        release = _field(header, "release", str)
        raise BadSave(put(gettext("only Nightreel {release} can play this game"), release=release))
    nonce = bytes.fromhex(_field(header, "nonce", str))
    packed = seal(parts[0], nonce) if _field(header, "sealed", bool) else parts[0]
    hidden = _mapping(_unpack(packed))
    verified = Verified(from_bytes(parts[1]))
    check_shape(verified.program)
    if verified.program.digest != header.get("program"):
        raise BadSave(gettext("the program is not the one that the game was played on"))
    return _save(header, hidden, verified)


def _parts(header: dict[str, Any], rest: bytes) -> tuple[bytes, bytes]:
    """The two parts of a save, of the sizes that its header tells."""
    sizes = _field(header, "sizes", list)
    if len(sizes) != 2 or any(type(size) is not int or size < 0 for size in sizes):
        raise ValueError("sizes: two numbers are wanted")
    if sum(sizes) != len(rest):
        raise BadSave(gettext("the save was changed after it was written"))
    return rest[: sizes[0]], rest[sizes[0] :]


def _save(header: dict[str, Any], hidden: dict[str, Any], verified: Verified) -> Save:
    return Save(
        verified.program,
        _seed(_field(hidden, "seed", str)),
        _options(_field(header, "options", dict)),
        _field(header, "practice", bool),
        _answers(_field(hidden, "answers", list)),
        read_record(verified, _field(hidden, "record", str)),
        {name: _field(header, name, type_) for name, type_ in TOLD.items()},
    )


def _options(told: dict[str, Any]) -> Options:
    known = {field.name for field in fields(Options)}
    if not set(told) <= known:
        raise ValueError("options: there are unknown ones")
    return Options(**{name: _field(told, name, bool) for name in told})


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
    try:
        plain = packer.decompress(data, PART_MAX)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packer.eof or packer.unused_data:
        raise ValueError("a part is cut off or too large")
    return plain


def _seed(text: str) -> int:
    seed = int(text)
    if abs(seed) > SEED_MAX:
        raise ValueError("the seed is too large")
    return seed


def _answers(rows: list[Any]) -> tuple[Answer, ...]:
    if len(rows) > ANSWERS_MAX:
        raise ValueError("there are too many answers")
    return tuple(_answer(row) for row in rows)


def _answer(row: Any) -> Answer:
    if type(row) is not list or len(row) != 4 or any(type(number) is not int for number in row):
        raise ValueError("an answer is no answer")
    if row[0] not in (PLAYER, CHANCE):
        raise ValueError("an answer is nobody's")
    return Answer(*row)
