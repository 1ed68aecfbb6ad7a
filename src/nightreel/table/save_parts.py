"""A file taken apart: nobody changed it after it was written, nothing else is proved."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from nightreel.reel.plain import typed
from nightreel.table.errors import BadSave
from nightreel.table.save_form import FILE_MAX, FORM, MAGIC, SEAL, Place, check_after
from nightreel.translation import gettext, put
from nightreel.version import __version__

HEADER_MAX: Final = 1 << 16
T = TypeVar("T")


@dataclass(frozen=True)
class Parts:
    """The parts of a file."""

    head: dict[str, Any]
    program: bytes
    lines: tuple[tuple[bytes, dict[str, Any]], ...]
    """The journal: before each line the check on which it rests."""
    place: Place


def taken_apart(data: bytes) -> Parts:
    """Take a file apart and compare all checks.  Raises BadSave, ValueError."""
    line, rest = _header(data)
    body = line.split(b" ", 2)[-1]
    try:
        head = _mapping(body if len(body) < HEADER_MAX else b"")
    except ValueError:
        raise BadSave(gettext("the save has no header")) from None
    size = field(head, "size", int)
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


def _journal(head: dict[str, Any], program: bytes, data: bytes, place: Place) -> Parts:
    *whole, tail = data.split(b"\n")
    if not _is_torn(tail):
        raise _changed()
    lines = []
    for line in whole:
        lines.append((place.check, _mapping(_body(line, place.check))))
        place = place.after(line + b"\n")
    if not lines:
        raise BadSave(gettext("the save is cut off before its first line"))
    return Parts(head, program, tuple(lines), place)


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
    return typed(json_of(data), dict, "JSON")


def json_of(data: bytes) -> Any:
    """What stands in JSON.  Raises ValueError."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deep") from None


def field(data: dict[str, Any], name: str, wanted: type[T]) -> T:
    """A field of a mapping that must be of a type.  Raises ValueError."""
    return typed(data.get(name), wanted, name)
