"""The films at hand, and any Killer with any Location and any Final Girl as a program.

Compiled programs and the list of casts are kept in the cache, named after a digest of
everything they were made from.  What comes from there needs neither parser nor compiler.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nightreel.files import cache_folder, keep_proved, read_proved, read_regular, why
from nightreel.films.box import FILM_MAX, ROLES
from nightreel.memory import Memory
from nightreel.reel.errors import SourceError, nearest_word
from nightreel.reel.plain import built
from nightreel.reel.program import Program, from_bytes
from nightreel.translation import gettext, put

if TYPE_CHECKING:
    from nightreel.films.check import Film
    from nightreel.films.source import Fields

PACKAGE: Final = Path(__file__).parent.parent
SHIPPED: Final = Path(__file__).parent
MORE_FILMS: Final = "NIGHTREEL_FILMS"
"""The environment variable with folders of further films."""
COMPILERS: Final = ("reel", "films", "machine", "record", "rulebook")
"""Folders of the package that hold all that programs are made by."""
SOURCES: Final = (".py", ".json", ".txt", ".reel", ".yaml")
"""Their files that count, but for the films that are shipped."""
KEPT: Final = 64
"""How many compiled programs stay in the cache."""
FAULTS: Final = 1000
"""How many casts that do not go together a process remembers."""
UNKEPT: Final = 16
"""How many programs a process keeps where its cache takes none."""
LISTS: Final = ("killers", "locations", "girls")
"""The lists of all who can play each of ROLES."""


_faults: Final = Memory[tuple[str, ...], SourceError](FAULTS)
"""Why casts do not go together, by a digest of them and the paths of their films."""
_unkept: Final = Memory[str, Program](UNKEPT)
"""Programs that the cache could not take, by the digests of their casts."""


class LibraryError(Exception):
    """A film, Killer, Location or Final Girl that is not there; the message says which."""


class NoFolder(LibraryError):
    """A folder of films that cannot be read."""


@dataclass(frozen=True)
class Member:
    """A Killer, Location or Final Girl: id, title, and the film it is from."""

    id: str
    title: str
    film: str
    path: str
    flavour: str = ""
    film_title: str = ""


@dataclass(frozen=True)
class Casts:
    """All that can be combined (COMP-1)."""

    killers: tuple[Member, ...]
    locations: tuple[Member, ...]
    girls: tuple[Member, ...]
    left_out: tuple[str, ...] = ()
    """What is wrong with films of one's own that cannot be used."""

    def of(self, role: str) -> tuple[Member, ...]:
        """Everybody who can play a role: ``killer``, ``location`` or ``girl``."""
        return dict(zip(ROLES, (self.killers, self.locations, self.girls), strict=True))[role]

    def member(self, role: str, name: str) -> Member:
        """Who plays a role, by id.  Raises LibraryError."""
        known = {member.id: member for member in self.of(role)}
        if name not in known:
            raise not_there(role_title(role), name, known)
        return known[name]

    def killer(self, name: str) -> Member:
        """The Killer with this id.  Raises LibraryError."""
        return self.member("killer", name)

    def location(self, name: str) -> Member:
        """The Location with this id.  Raises LibraryError."""
        return self.member("location", name)

    def girl(self, name: str) -> Member:
        """The Final Girl with this id.  Raises LibraryError."""
        return self.member("girl", name)


def role_title(role: str) -> str:
    """What a role is called."""
    titles = {
        "killer": gettext("Killer"),
        "location": gettext("Location"),
        "girl": gettext("Final Girl"),
    }
    return titles[role]


def role_plural(role: str) -> str:
    """What all are called who can play a role."""
    titles = {
        "killer": gettext("Killers"),
        "location": gettext("Locations"),
        "girl": gettext("Final Girls"),
    }
    return titles[role]


def not_there(what: str, name: str, known: Iterable[str]) -> LibraryError:
    """What is said of a Killer, Location, Final Girl or film that is not there."""
    there = put(gettext("there are: {names}"), names=", ".join(sorted(known)))
    text = gettext("There is no {what} {name} ({right}).")
    right = nearest_word(name, known) or there
    return LibraryError(put(text, what=what, name=repr(name), right=right))


# ---------------------------------------------------------------- files


def film_files() -> tuple[Path, ...]:
    """The shipped films, and those in the folders of NIGHTREEL_FILMS.  Raises LibraryError."""
    folders = [SHIPPED, *(Path(f) for f in os.environ.get(MORE_FILMS, "").split(os.pathsep) if f)]
    return tuple(path for folder in folders for path in _films_in(folder))


def _films_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except (OSError, ValueError) as error:
        text = gettext("{folder}: no folder with films ({variable} names it): {why}")
        told = put(text, folder=folder, variable=MORE_FILMS, why=why(error))
        raise NoFolder(told) from None


def _contents() -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The films at hand: what each file holds, by its path, and why others cannot be read.

    Raises LibraryError.
    """
    found: dict[str, bytes] = {}
    unread: list[str] = []
    for path in film_files():
        name = _name(path)
        if name != str(path):
            unread.append(f"{name}: {gettext('the name is no text')}")
            continue
        try:
            found[name] = read_regular(path, FILM_MAX + 1)
        except OSError as error:
            unread.append(f"{name}: {why(error)}")
    return found, tuple(unread)


def _name(path: Path) -> str:
    """A path as it can be shown: on some systems it may have bytes that are no text."""
    return str(path).encode(errors="replace").decode()


@cache
def compiler_digest() -> str:
    """Digest of everything but the films that goes into a program."""
    parts = (
        str(p.relative_to(PACKAGE)).encode() + b"\0" + p.read_bytes() for p in sources(PACKAGE)
    )
    return _digest(parts)


def sources(package: Path) -> list[Path]:
    """All files but films that go into a program, in order."""
    found = [p for folder in COMPILERS for p in (package / folder).rglob("*")]
    films = {p for p in found if package / "films" in p.parents and p.suffix == ".yaml"}
    return sorted(p for p in {*found} - films if p.suffix in SOURCES and p.is_file())


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


# ---------------------------------------------------------------- casts


def casts() -> Casts:
    """All Killers, Locations and Final Girls.  Raises SourceError or LibraryError."""
    contents, unread = _contents()
    known = _casts(contents)
    return replace(known, left_out=known.left_out + unread)


def _casts(contents: Mapping[str, bytes]) -> Casts:
    """All that can be combined in some films."""
    parts = [path.encode() + b"\0" + data for path, data in contents.items()]
    key = _digest([compiler_digest().encode(), *parts])
    path = cache_folder() / "films" / f"{key[:32]}.casts"
    kept = _listing(read_proved(path))
    if kept is not None:
        return kept
    found = _casts_in(contents)
    keep_proved(path, json.dumps(asdict(found)).encode(), KEPT)
    return found


def _listing(data: bytes | None) -> Casts | None:
    """A list of casts from the cache; None when it is broken."""
    if data is None:
        return None
    try:
        return built(Casts, json.loads(data), "casts")
    except ValueError:
        return None


def _casts_in(contents: Mapping[str, bytes]) -> Casts:
    """Read all films."""
    found: dict[str, dict[str, Member]] = {role: {} for role in LISTS}
    left_out: list[str] = []
    for path, data in contents.items():
        try:
            members = list(_members(path, data, found))
        except SourceError as error:
            if Path(path).parent == SHIPPED:
                raise
            left_out.append(str(error))
            continue
        for role, member in members:
            found[role][member.id] = member
    lists = {role: tuple(members.values()) for role, members in found.items()}
    return Casts(**lists, left_out=tuple(left_out))


def _members(
    path: str, data: bytes, found: Mapping[str, Mapping[str, Member]]
) -> Iterator[tuple[str, Member]]:
    """What a film adds, with its role.  Raises SourceError for a film with mistakes."""
    from nightreel.films.source import where_of

    title = _film(path, data).title
    for role, half in _halves(path, data):
        name = str(half["id"])
        if name in found[role]:
            where = where_of(half["id"], half.where)
            raise SourceError(where, f"the id {name!r} is taken by {found[role][name].path}")
        flavour = " ".join(str(half.get("flavour") or "").split())
        yield role, Member(name, str(half["title"]), Path(path).stem, path, flavour, title)


@lru_cache(maxsize=KEPT)
def _film(path: str, data: bytes) -> Film:
    """A film, checked; each is read once.  Raises SourceError."""
    from nightreel.films.check import check_film
    from nightreel.films.source import read_bytes

    return check_film(read_bytes(data, path))


def _halves(path: str, data: bytes) -> Iterator[tuple[str, Fields]]:
    """The Killer, the Location and the Final Girls of a film, with their role."""
    film = _film(path, data)
    for role, members in zip(LISTS, (film.killers, film.locations, film.girls), strict=True):
        for half in members:
            yield role, half


# ---------------------------------------------------------------- programs


def load_program(killer: str, location: str, girl: str) -> Program:
    """The program of a cast, by ids: from the cache, or compiled.

    Raises LibraryError for an unknown id, SourceError for a broken film.
    """
    contents, _ = _contents()
    known = _casts(contents)
    members = (known.killer(killer), known.location(location), known.girl(girl))
    films = [m.id.encode() + b"\0" + contents[m.path] for m in members]
    key = _digest([compiler_digest().encode(), *films])
    path = cache_folder() / "films" / f"{key[:32]}.program"
    program = _kept_program(read_proved(path))
    if program is None:
        program = _unkept.find(key) or _compile_once(key, contents, *members)
        if not keep_proved(path, program.to_bytes(), KEPT):
            _unkept.put(key, program)
    return program


def _compile_once(key: str, contents: Mapping[str, bytes], *members: Member) -> Program:
    """The same, but what does not go together is not compiled again.  Raises SourceError."""
    tried = (key, *(member.path for member in members))
    fault = _faults.find(tried)
    if fault is not None:
        raise SourceError(fault.where, fault.what, fault.right)
    try:
        return _compile(contents, *members)
    except SourceError as error:
        _faults.put(tried, SourceError(error.where, error.what, error.right))
        raise


@lru_cache(maxsize=KEPT)
def _kept_program(data: bytes | None) -> Program | None:
    """A program from the cache, verified once; None when it is broken."""
    from nightreel.films.shape import check_shape
    from nightreel.machine.verify import verify

    if data is None:
        return None
    try:
        program = from_bytes(data)
        verify(program)
        check_shape(program)
    except ValueError:
        return None
    return program


def _compile(contents: Mapping[str, bytes], *members: Member) -> Program:
    """The program of a Killer, Location and Final Girl, in this order.  Raises SourceError."""
    from nightreel.films.assemble import assemble
    from nightreel.films.casting import Cast

    roles = zip(LISTS, members, strict=True)
    return assemble(Cast(*(_half(contents[m.path], role, m) for role, m in roles)))


def _half(data: bytes, role: str, member: Member) -> Fields:
    """The fields of a Killer, Location or Final Girl, read from its film."""
    halves = _halves(member.path, data)
    return next(half for found, half in halves if found == role and half["id"] == member.id)
