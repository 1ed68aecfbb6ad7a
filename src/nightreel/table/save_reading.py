"""Reading the file of a game: nothing in it is believed before it is proved."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

from nightreel.files import read_regular, why
from nightreel.films.box import ROLES
from nightreel.films.shape import check_shape
from nightreel.machine.verify import verify
from nightreel.reel.program import OtherVersion, Program, from_bytes
from nightreel.table.dice import FACES, Dice
from nightreel.table.errors import BadSave
from nightreel.table.save_form import ANSWERS_MAX, FILE_MAX, machine_of, seal
from nightreel.table.save_parts import Parts, field, json_of, taken_apart
from nightreel.table.saves import Answer, Beginning, Glance, Save, Standing, cast_of
from nightreel.table.state import CHANCE, PLAYER, Options, seed_hash
from nightreel.translation import gettext, put

PART_MAX: Final = 1 << 25
"""Most bytes of the answers of a line when they are unpacked."""
SEED_MAX: Final = 1 << 256


def read(path: Path) -> Save:
    """Read a file and prove all that can be proved without playing it.  Raises BadSave."""
    with _told(path):
        return _save(path, taken_apart(_bytes_of(path)))


def read_bytes(path: Path, data: bytes) -> Save:
    """The same for a file that somebody brought; ``path`` is its name.  Raises BadSave."""
    with _told(path):
        return _save(path, taken_apart(data))


def glance(path: Path) -> Glance:
    """What a file tells at a glance.  Raises BadSave."""
    with _told(path):
        return _glance(path, taken_apart(_bytes_of(path)))


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
        return read_regular(path, FILE_MAX + 1)
    except (OSError, ValueError) as error:
        raise BadSave(why(error)) from None


def _glance(path: Path, parts: Parts) -> Glance:
    head, last = parts.head, parts.lines[-1][1]
    return Glance(
        path,
        field(head, "id", str),
        _cast(field(head, "cast", dict)),
        asdict(_options(field(head, "options", dict))),
        field(head, "practice", bool),
        field(head, "begun", str),
        field(head, "seed_hash", str),
        _standing(last),
    )


def _cast(told: dict[str, Any]) -> dict[str, dict[str, str]]:
    parts = {role: field(told, role, dict) for role in ROLES}
    return {
        role: {name: field(part, name, str) for name in ("id", "title")}
        for role, part in parts.items()
    }


def _standing(told: dict[str, Any]) -> Standing:
    faces = field(told, "dice", list)
    if len(faces) != FACES or any(type(n) is not int or n < 0 for n in faces):
        raise ValueError("dice: six numbers are wanted")
    return Standing(
        field(told, "turn", int),
        field(told, "phase", str),
        field(told, "result", str),
        Dice(tuple(faces)),
        field(told, "saved", str),
    )


def _save(path: Path, parts: Parts) -> Save:
    head = parts.head
    if head.get("machine") != machine_of(field(head, "operations", int)):
        raise _of_another_release(head)
    seen = _glance(path, parts)
    nonce = bytes.fromhex(field(head, "nonce", str))
    beginning = Beginning(
        _program(head, parts.program),
        _seed(head, nonce, parts.lines[-1][1]),
        Options(**seen.options),
        seen.practice,
        seen.id,
        seen.begun,
    )
    if seen.cast != cast_of(beginning.program):
        raise ValueError("cast: it is another one in the program")
    return Save(beginning, _answers(parts.lines, nonce), seen, nonce, parts.place)


def _program(head: dict[str, Any], data: bytes) -> Program:
    try:
        program = from_bytes(data)
    except OtherVersion:
        raise _of_another_release(head) from None
    verify(program)
    check_shape(program)
    if program.digest != head.get("program"):
        raise BadSave(gettext("the program is not the one that the game was played on"))
    return program


def _of_another_release(head: dict[str, Any]) -> BadSave:
    text = gettext("only Nightreel {release} can play this game")
    return BadSave(put(text, release=field(head, "release", str)))


def _seed(head: dict[str, Any], nonce: bytes, last: dict[str, Any]) -> int:
    seed = int(seal(bytes.fromhex(field(head, "seed", str)), nonce))
    if abs(seed) > SEED_MAX or seed_hash(seed) != head["seed_hash"]:
        raise ValueError("the seed is another one")
    if last.get("seed") != (str(seed) if last["result"] else None):
        raise ValueError("the seed is told when the game is over")
    return seed


def _options(told: dict[str, Any]) -> Options:
    known = {option.name for option in fields(Options)}
    if not set(told) <= known:
        raise ValueError("options: there are unknown ones")
    return Options(**{name: field(told, name, bool) for name in told})


def _answers(lines: Iterable[tuple[bytes, dict[str, Any]]], nonce: bytes) -> tuple[Answer, ...]:
    """The answers that stand in the end, when those taken back are gone."""
    kept: list[Answer] = []
    for before, told in lines:
        back = told.get("back", 0)
        if type(back) is not int or not 0 <= back <= len(kept):
            raise ValueError("back: so many answers there are not")
        del kept[len(kept) - back :]
        kept += _answers_of(field(told, "answers", str), nonce + before)
        if len(kept) > ANSWERS_MAX:
            raise ValueError("there are too many answers")
    return tuple(kept)


def _answers_of(text: str, nonce: bytes) -> Iterator[Answer]:
    try:
        sealed = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"answers: {error}") from None
    rows = json_of(_unpack(seal(sealed, nonce)))
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
