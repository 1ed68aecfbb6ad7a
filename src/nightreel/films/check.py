"""Checks films before anything is built from them: their form, names, maps, decks.

Every fault ends as one SourceError at the value that is wrong.  What is written in Reel is
checked when the film is compiled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError

from nightreel.films.look import check_look
from nightreel.films.rulebook import rulebook_names, rulebook_phrases
from nightreel.films.source import Fields, Items, Text, read_file
from nightreel.films.telling import check_telling
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.grammar import Phrase, reserved_in
from nightreel.reel.symbols import primitives

SCHEMA: Final = Path(__file__).with_name("schema.json")
SEARCH: Final = "search"
CARD_LISTS: Final = (
    "terror",
    "events",
    "finales",
    "dark_powers",
    "setup",
    "items",
    "side_deck",
)
NAMED_LISTS: Final = (
    *CARD_LISTS,
    "decks",
    "zones",
    "roles",
    "minions",
    "tokens",
    "actions",
    "meters",
)
PLACES_GIRL: Final = re.compile(r"\b(place\s+girl|put\s*\(\s*girl)\b")


@dataclass(frozen=True)
class Film:
    """A film that was read and checked: what it holds of Killers, Locations and Final Girls."""

    name: str
    title: str
    story: str
    killers: tuple[Fields, ...]
    locations: tuple[Fields, ...]
    girls: tuple[Fields, ...]
    fields: Fields


def load_film(path: Path) -> Film:
    """Read and check a film.  Raises SourceError."""
    return check_film(read_file(path))


def check_film(fields: Fields) -> Film:
    """Check the fields of a film.  Raises SourceError."""
    check_form(fields, "film")
    film = Film(
        str(fields["film"]),
        str(fields.get("title") or fields["film"]),
        " ".join(str(fields.get("story") or "").split()),
        (fields["killer"],) if "killer" in fields else (),
        (fields["location"],) if "location" in fields else (),
        tuple(fields.get("girls") or ()),
        fields,
    )
    for location in film.locations:
        check_location(location)
    for half in (*film.killers, *film.locations):
        check_look(half)
    check_members(film.girls)
    check_tellings([*film.killers, *film.locations, *film.girls])
    others = [*film.killers, *film.locations]
    check_names(others)
    for girl in film.girls:
        check_names([*others, girl])
    return film


def check_cast(killer: Fields, location: Fields, girl: Fields) -> None:
    """Check a Killer, Location and Final Girl that are put together.  Raises SourceError."""
    check_form(killer, "killer")
    check_form(location, "location")
    check_form(girl, "girl")
    check_location(location)
    check_names([killer, location, girl])
    check_tellings([killer, location, girl])
    check_look(killer)
    check_look(location)


# ---------------------------------------------------------------- the form


@cache
def schema() -> Mapping[str, Any]:
    """The published schema of films."""
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


@cache
def _validator(part: str) -> Draft202012Validator:
    whole = schema()
    if part == "film":
        return Draft202012Validator(whole)
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]})


def check_form(fields: Fields, part: str) -> None:
    """Check fields against the schema of a film or a part of one; tell the first fault."""
    faults = [_fault(fields, error) for error in _validator(part).iter_errors(fields)]
    if faults:
        raise min(faults, key=lambda fault: (fault.where.line, fault.where.column))


def place_in(fields: Fields, path: Iterable[object]) -> Where:
    """The place of the value to which a path of keys and numbers leads."""
    value: Any = fields
    where = fields.where
    for step in path:
        if isinstance(value, Fields) and isinstance(step, str):
            where, value = value.at(step), value.get(step)
        elif isinstance(value, Items) and isinstance(step, int):
            where, value = value.at(step), value[step]
    return where


@dataclass(frozen=True)
class Wrong:
    """A fault found by the schema: the value, the keyword that refuses it and what that wants."""

    value: Any
    keyword: str
    wanted: Any
    schema: Mapping[str, Any]

    @property
    def description(self) -> str:
        """What the schema says of the value."""
        return str(self.schema.get("description", ""))

    @property
    def known(self) -> Mapping[str, Any]:
        """The fields that the schema knows here."""
        found: Mapping[str, Any] = self.schema.get("properties", {})
        return found

    @property
    def unknown(self) -> str:
        """The first field that it does not know."""
        return next(str(key) for key in self.value if key not in self.known)


def _fault(fields: Fields, error: ValidationError) -> SourceError:
    """What a fault found by the schema means for whoever writes the film."""
    schema_here: Any = error.schema
    wrong = Wrong(error.instance, str(error.validator), error.validator_value, schema_here)
    what, right = _TELLERS.get(wrong.keyword, _other)(wrong)
    path = list(error.absolute_path)
    where = place_in(fields, path)
    if wrong.keyword == "additionalProperties":
        where = _key_place(fields, path, wrong.unknown)
    elif isinstance(wrong.value, str) and not isinstance(wrong.value, Text):
        where = _key_place(fields, path, wrong.value)
    return SourceError(where, what, right)


def _key_place(fields: Fields, path: Iterable[Any], key: str) -> Where:
    """The place of a key that is wrong itself."""
    value: Any = fields
    for step in path:
        value = value[step]
    return value.keys_at.get(key, value.where) if isinstance(value, Fields) else fields.where


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = repr(str(value)) if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _unknown_field(wrong: Wrong) -> tuple[str, str]:
    known = sorted(wrong.known)
    right = nearest_word(wrong.unknown, known) or "known are " + ", ".join(known)
    return f"unknown field {wrong.unknown!r}", right


def _missing(wrong: Wrong) -> tuple[str, str]:
    name = next(n for n in wrong.wanted if n not in wrong.value)
    return f"the field {name!r} is missing", str(wrong.known.get(name, {}).get("description", ""))


_KINDS: Final = {
    "string": "text",
    "integer": "whole number",
    "array": "list",
    "object": "mapping",
    "boolean": "yes or no",
    "null": "nothing",
}


def _wrong_type(wrong: Wrong) -> tuple[str, str]:
    kinds = [wrong.wanted] if isinstance(wrong.wanted, str) else list(wrong.wanted)
    words = " or ".join(_KINDS[kind] for kind in kinds)
    return f"{_shown(wrong.value)} is no {words}", wrong.description


def _wrong_word(wrong: Wrong) -> tuple[str, str]:
    known = [str(word) for word in wrong.wanted]
    near = nearest_word(str(wrong.value), known)
    return f"{_shown(wrong.value)} is not possible here", near or "one of " + ", ".join(known)


def _wrong_form(wrong: Wrong) -> tuple[str, str]:
    return f"{_shown(wrong.value)} has not the right form", wrong.description


def _too_small(wrong: Wrong) -> tuple[str, str]:
    return f"{_shown(wrong.value)} is too small", f"at least {wrong.wanted}"


def _too_large(wrong: Wrong) -> tuple[str, str]:
    return f"{_shown(wrong.value)} is too large", f"at most {wrong.wanted}"


def _too_few(wrong: Wrong) -> tuple[str, str]:
    more = f": {wrong.description}" if wrong.description else ""
    return f"{_shown(wrong.value)} is too short", f"at least {wrong.wanted}{more}"


def _too_many(wrong: Wrong) -> tuple[str, str]:
    return f"{_shown(wrong.value)} is too long", f"at most {wrong.wanted}"


def _holds_nothing(wrong: Wrong) -> tuple[str, str]:
    return "the film holds nobody", "add a killer, a location or girls"


def _other(wrong: Wrong) -> tuple[str, str]:
    return "this has not the right form", wrong.description


_TELLERS: Final[Mapping[str, Callable[[Wrong], tuple[str, str]]]] = {
    "additionalProperties": _unknown_field,
    "required": _missing,
    "type": _wrong_type,
    "enum": _wrong_word,
    "pattern": _wrong_form,
    "minimum": _too_small,
    "maximum": _too_large,
    **dict.fromkeys(("minLength", "minItems", "minProperties"), _too_few),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), _too_many),
    "anyOf": _holds_nothing,
}


# ---------------------------------------------------------------- names


@cache
def reserved_words() -> frozenset[str]:
    """The words of Reel: no thing of a film can be called so."""
    return reserved_in(rulebook_phrases())


def names_of(half: Fields) -> Iterator[tuple[str, Where]]:
    """The names that a Killer, Location or Final Girl gives to things, and where."""
    for key in ("spaces", "states", "secrets", "tables"):
        inner: Fields = half.get(key) or Fields(half.where)
        yield from ((name, inner.keys_at.get(name, inner.where)) for name in inner)
    for key in (*NAMED_LISTS, "ways"):
        for thing in half.get(key) or []:
            if isinstance(thing, Fields) and "id" in thing:
                yield str(thing["id"]), thing.at("id")


def check_phrases(added: Iterable[tuple[Phrase, Where]]) -> None:
    """No phrase of a film begins with a name that the rulebook calls."""
    names = {*rulebook_names(), *primitives()} - reserved_words()
    for phrase, where in added:
        if phrase.parts and phrase.parts[0] in names:
            what = f"a phrase begins with {phrase.parts[0]!r}, a name of Reel"
            raise SourceError(where, what, "begin with another word")


def check_names(halves: Iterable[Fields]) -> None:
    """No name is a word of Reel, none is given twice in one film."""
    known: dict[tuple[str, str], Where] = {}
    for half in halves:
        for name, where in names_of(half):
            if name in reserved_words():
                raise SourceError(where, f"{name!r} is a word of Reel", f"such as {name}_card")
            if name in rulebook_names():
                right = f"the rulebook has a {rulebook_names()[name]} of this name"
                raise SourceError(where, f"the name {name!r} is taken", right)
            first = known.setdefault((where.file, name), where)
            if first is not where:
                raise SourceError(where, f"the name {name!r} is taken", f"it is at {first}")


def check_tellings(halves: Iterable[Fields]) -> None:
    """What each half tells after a game names its own things alone."""
    for half in halves:
        check_telling(half, {name for name, _ in names_of(half)})


def check_members(members: Iterable[Fields]) -> None:
    """No two Final Girls of a film have the same id."""
    known: set[str] = set()
    for member in members:
        if member["id"] in known:
            raise SourceError(member.at("id"), f"the id {str(member['id'])!r} is taken")
        known.add(member["id"])


# ---------------------------------------------------------------- the Location


def check_location(location: Fields) -> None:
    """Check map, decks, panic numbers, Setup cards (COMP-7, PANIC-2, SET-5, SET-6)."""
    spaces: Fields = location["spaces"]
    pairs = _ways(location, spaces)
    _check_reach(spaces, pairs)
    for name, space in spaces.items():
        _check_panic(name, space, spaces, pairs)
    _check_decks(location, spaces)
    for card in location["setup"]:
        _check_setup(card)
    for card in location.get("items") or []:
        _check_weapon(card)


def _space(name: Any, where: Where, spaces: Fields) -> str:
    if name not in spaces:
        raise SourceError(where, f"there is no space {str(name)!r}", nearest_word(name, spaces))
    return str(name)


def _ways(location: Fields, spaces: Fields) -> set[frozenset[str]]:
    """The pairs of spaces that ways join."""
    pairs: set[frozenset[str]] = set()
    for way in location["ways"]:
        ends: Items = way["between"] if isinstance(way, Fields) else way
        a, b = (_space(end, ends.at(i), spaces) for i, end in enumerate(ends))
        if a == b:
            raise SourceError(ends.where, f"this way leads from {a} to itself", "name two spaces")
        if frozenset((a, b)) in pairs:
            raise SourceError(ends.where, f"{a} and {b} are joined already", "keep one way")
        pairs.add(frozenset((a, b)))
    return pairs


def _check_reach(spaces: Fields, pairs: set[frozenset[str]]) -> None:
    """Every space can be reached from the first."""
    reached = {next(iter(spaces))}
    while True:
        more = {s for pair in pairs if pair & reached for s in pair} - reached
        if not more:
            break
        reached |= more
    for name, space in spaces.items():
        if name not in reached and not space.get("apart"):
            where = spaces.keys_at.get(name, spaces.where)
            raise SourceError(where, f"no way leads to {name}", "add one under ways")


def _check_panic(name: str, space: Fields, spaces: Fields, pairs: set[frozenset[str]]) -> None:
    """A panic number leads along a way (PANIC-2)."""
    panic: Fields | None = space.get("panic")
    for face, goal in (panic or {}).items():
        where = panic.at(face) if panic is not None else space.where
        if frozenset((name, _space(goal, where, spaces))) not in pairs:
            near = sorted(s for pair in pairs if name in pair for s in pair - {name})
            right = "one step away are " + ", ".join(near)
            raise SourceError(where, f"no way leads from {name} to {goal}", right)


def _check_decks(location: Fields, spaces: Fields) -> None:
    """Each Item deck lies on a Search space, each Search space names a known deck (SET-5)."""
    decks = {str(deck["id"]): deck.at("id") for deck in location.get("decks") or []}
    used: set[str] = set()
    for space in spaces.values():
        deck = space.get("deck")
        if deck is None:
            continue
        if deck not in decks:
            right = nearest_word(deck, decks) or "name it under decks"
            raise SourceError(space.at("deck"), f"there is no deck {str(deck)!r}", right)
        if SEARCH not in (space.get("tags") or []):
            raise SourceError(space.at("deck"), "only a Search space has a deck", "tags: [search]")
        used.add(deck)
    for name, where in decks.items():
        if name not in used:
            raise SourceError(where, f"no space has the deck {name!r}", f"write deck: {name}")


def _check_setup(card: Fields) -> None:
    """A Setup card places the Final Girl (SET-6)."""
    if not PLACES_GIRL.search(card["text"]):
        raise SourceError(
            card.at("text"), "this Setup card does not place the Final Girl", "place girl at SPACE"
        )


def _check_weapon(card: Fields) -> None:
    """A range goes from the smaller to the larger number (ATK-1)."""
    weapon: Fields | None = card.get("weapon")
    if weapon is None:
        return
    low, _, high = str(weapon["range"]).partition("-")
    if high and int(low) > int(high):
        raise SourceError(
            weapon.at("range"), f"no range goes from {low} to {high}", f"{high}-{low}"
        )
