"""The form of the files in which games are kept; docs/saves.md describes it.

A save is a line that names the form, a line of JSON that anyone may read, the program, so
that a newer release plays an old game on its own rulebook, and then the journal: a line
for everything that was answered.  Each line has a check that rests on all before it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from nightreel import __version__
from nightreel.files import why
from nightreel.films.shape import check_shape
from nightreel.machine.table import BY_NUMBER
from nightreel.machine.verify import Verified
from nightreel.record import layout as L
from nightreel.reel.program import Program, from_bytes
from nightreel.table.dice import FACES, Dice
from nightreel.table.errors import BadSave
from nightreel.table.state import CHANCE, PLAYER, Options, seed_hash
from nightreel.translation import gettext, put

FORM: Final = b"nightreel-save "
MAGIC: Final = FORM + b"2\n"
SEAL: Final = b"nightreel seal 2"
FILE_MAX: Final = 1 << 24
HEADER_MAX: Final = 1 << 16
PART_MAX: Final = 1 << 25
"""Most bytes of the answers of a line when they are unpacked."""
ANSWERS_MAX: Final = 100_000
SEED_MAX: Final = 1 << 256
CHECK: Final = 32
"""Digits of the check of a line."""
ID_BYTES: Final = 4
ROLES: Final = ("killer", "location", "girl")
T = TypeVar("T")


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


def cast_of(program: Program) -> dict[str, dict[str, str]]:
    """Id and title of Killer, Location and Final Girl."""
    boards = program.facts["boards"]
    return {role: {name: boards[role][name] for name in ("id", "title")} for role in ROLES}


# ---------------------------------------------------------------- writing


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
    line = _line(SEAL, told, program)
    head = MAGIC + line + program + b"\n"
    return head, nonce, Place(len(head), line)


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
    return _line(place.check, told)


def _line(before: bytes, told: dict[str, Any], more: bytes = b"") -> bytes:
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


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class _Parts:
    """A file taken apart: nobody changed it, nothing else is proved yet."""

    head: dict[str, Any]
    program: bytes
    lines: tuple[tuple[bytes, dict[str, Any]], ...]
    """The journal: before each line the check on which it rests."""
    place: Place


def read(path: Path) -> Save:
    """Read a file and prove all that can be proved without playing it.  Raises BadSave."""
    with _told(path):
        parts = _parts(_bytes_of(path))
        return _save(path, parts)


def glance(path: Path) -> Glance:
    """What a file tells at a glance.  Raises BadSave."""
    with _told(path):
        return _glance(path, _parts(_bytes_of(path)))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Name the file in what is said of it."""
    try:
        yield
    except BadSave as error:
        raise BadSave(f"{path}: {error}") from None
    except ValueError as error:
        text = gettext("{path}: the save is damaged: {why}")
        raise BadSave(put(text, path=path, why=error)) from None


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(FILE_MAX + 1)
    except (OSError, ValueError) as error:
        raise BadSave(why(error)) from None


def _parts(data: bytes) -> _Parts:
    """Take a file apart and compare all checks.  Raises BadSave, ValueError."""
    line, rest = _header(data)
    body = line.split(b" ", 2)[-1]
    try:
        head = _mapping(body if len(body) < HEADER_MAX else b"")
    except ValueError:
        raise BadSave(gettext("the save has no header")) from None
    size = _field(head, "size", int)
    if not 0 <= size < len(rest):
        raise _changed()
    program = rest[:size]
    _body(line, SEAL, program)
    if rest[size : size + 1] != b"\n":
        raise _changed()
    place = Place(len(data) - len(rest) + size + 1, line + b"\n")
    return _journal(head, program, rest[size + 1 :], place)


def _header(data: bytes) -> tuple[bytes, bytes]:
    """The line with the header, and what comes behind it.  Raises BadSave."""
    if data.lstrip().startswith(b"{"):
        raise BadSave(gettext("this is what somebody saw of a game: nobody can go on with it"))
    if not data.startswith(FORM) or len(data) > FILE_MAX:
        raise BadSave(gettext("this is no save of Nightreel"))
    if not data.startswith(MAGIC):
        text = gettext("the save has another form than this release reads (Nightreel {release})")
        raise BadSave(put(text, release=__version__))
    line, _, rest = data[len(MAGIC) :].partition(b"\n")
    return line, rest


def _journal(head: dict[str, Any], program: bytes, data: bytes, place: Place) -> _Parts:
    *whole, tail = data.split(b"\n")
    if not _is_torn(tail):
        raise _changed()
    lines = []
    for line in whole:
        lines.append((place.check, _mapping(_body(line, place.check))))
        place = place.after(line + b"\n")
    if not lines:
        raise BadSave(gettext("the save is cut off before its first line"))
    return _Parts(head, program, tuple(lines), place)


def _body(line: bytes, before: bytes, more: bytes = b"") -> bytes:
    """The JSON of a line, whose check has been compared.  Raises BadSave."""
    body = line.split(b" ", 2)[-1]
    if line != b"%s %d %s" % (check_after(before, body, more), len(body), body):
        raise _changed()
    return body


def _is_torn(tail: bytes) -> bool:
    """Whether what comes behind the last line is nothing, or the beginning of another one.

    A process that was killed while it wrote leaves such a beginning.
    """
    _, length, body = (*tail.split(b" ", 2), b"", b"")[:3]
    return not body or (length.isdigit() and len(body) <= int(length[:9]))


def _changed() -> BadSave:
    return BadSave(gettext("the save was changed after it was written"))


def _mapping(data: bytes) -> dict[str, Any]:
    """A mapping in JSON.  Raises ValueError."""
    found = _json(data)
    if type(found) is not dict:
        raise ValueError("no mapping")
    return found


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _field(data: dict[str, Any], name: str, wanted: type[T]) -> T:
    """A field of a mapping that must be of a type.  Raises ValueError."""
    value = data.get(name)
    if type(value) is not wanted:
        raise ValueError(f"{name}: {wanted.__name__} is wanted")
    return value


# ---------------------------------------------------------------- what it says


def _glance(path: Path, parts: _Parts) -> Glance:
    head, last = parts.head, parts.lines[-1][1]
    return Glance(
        path,
        _field(head, "id", str),
        _cast(_field(head, "cast", dict)),
        asdict(_options(_field(head, "options", dict))),
        _field(head, "practice", bool),
        _field(head, "begun", str),
        _field(head, "seed_hash", str),
        _standing(last),
    )


def _cast(told: dict[str, Any]) -> dict[str, dict[str, str]]:
    parts = {role: _field(told, role, dict) for role in ROLES}
    return {
        role: {name: _field(part, name, str) for name in ("id", "title")}
        for role, part in parts.items()
    }


def _standing(told: dict[str, Any]) -> Standing:
    faces = _field(told, "dice", list)
    if len(faces) != FACES or any(type(n) is not int or n < 0 for n in faces):
        raise ValueError("dice: six numbers are wanted")
    return Standing(
        _field(told, "turn", int),
        _field(told, "phase", str),
        _field(told, "result", str),
        Dice(tuple(faces)),
        _field(told, "saved", str),
    )


def _save(path: Path, parts: _Parts) -> Save:
    head = parts.head
    if head.get("machine") != machine_of(_field(head, "operations", int)):
        release = _field(head, "release", str)
        raise BadSave(put(gettext("only Nightreel {release} can play this game"), release=release))
    glance = _glance(path, parts)
    nonce = bytes.fromhex(_field(head, "nonce", str))
    beginning = Beginning(
        _program(head, parts.program),
        _seed(head, nonce, parts.lines[-1][1]),
        Options(**glance.options),
        glance.practice,
        glance.id,
        glance.begun,
    )
    if glance.cast != cast_of(beginning.program):
        raise ValueError("cast: it is another one in the program")
    return Save(beginning, _answers(parts.lines, nonce), glance, nonce, parts.place)


def _program(head: dict[str, Any], data: bytes) -> Program:
    program = Verified(from_bytes(data)).program
    check_shape(program)
    if program.digest != head.get("program"):
        raise BadSave(gettext("the program is not the one that the game was played on"))
    return program


def _seed(head: dict[str, Any], nonce: bytes, last: dict[str, Any]) -> int:
    seed = int(seal(bytes.fromhex(_field(head, "seed", str)), nonce))
    if abs(seed) > SEED_MAX or seed_hash(seed) != head["seed_hash"]:
        raise ValueError("the seed is another one")
    if last.get("seed") != (str(seed) if last["result"] else None):
        raise ValueError("the seed is told when the game is over")
    return seed


def _options(told: dict[str, Any]) -> Options:
    known = {field.name for field in fields(Options)}
    if not set(told) <= known:
        raise ValueError("options: there are unknown ones")
    return Options(**{name: _field(told, name, bool) for name in told})


def _answers(lines: Iterable[tuple[bytes, dict[str, Any]]], nonce: bytes) -> tuple[Answer, ...]:
    """The answers that stand in the end, when those taken back are gone."""
    kept: list[Answer] = []
    for before, told in lines:
        back = told.get("back", 0)
        if type(back) is not int or not 0 <= back <= len(kept):
            raise ValueError("back: so many answers there are not")
        del kept[len(kept) - back :]
        kept += _answers_of(_field(told, "answers", str), nonce + before)
        if len(kept) > ANSWERS_MAX:
            raise ValueError("there are too many answers")
    return tuple(kept)


def _answers_of(text: str, nonce: bytes) -> Iterator[Answer]:
    try:
        sealed = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"answers: {error}") from None
    rows = _json(_unpack(seal(sealed, nonce)))
    if type(rows) is not list:
        raise ValueError("answers: a list is wanted")
    return (_answer(row) for row in rows)


def _unpack(data: bytes) -> bytes:
    """Unpack answers, up to a size that no save of ours has."""
    packer = zlib.decompressobj()
    try:
        plain = packer.decompress(data, PART_MAX)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not packer.eof or packer.unused_data:
        raise ValueError("a part is cut off or too large")
    return plain


def _answer(row: Any) -> Answer:
    if type(row) is not list or len(row) != 4 or any(type(number) is not int for number in row):
        raise ValueError("an answer is no answer")
    if row[0] not in (PLAYER, CHANCE):
        raise ValueError("an answer is nobody's")
    return Answer(*row)
