"""Finds things of a program by the names that people write in files."""

from __future__ import annotations

from typing import Any, Final

from nightreel.films.source import Fields, Text, listed, where_of
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.program import Program, StateInfo

DIGITS_MAX: Final = 3
"""Digits of a number in front of a name: nobody has a thousand of anything."""
SHOWN: Final = 40
KILLER_WORDS: Final = ("killer", "the killer")


class Lookup:
    """Names of one program: each search raises SourceError with the nearest known name."""

    def __init__(self, program: Program) -> None:
        """Look things up in this program."""
        self.program = program
        self.constants: dict[str, int] = program.facts["constants"]
        self.rows: dict[str, list[int]] = program.facts["rows"]

    def thing(self, type_: str, word: Any, where: Where) -> int:
        """The number of a thing by its name in Reel or its title, ignoring case."""
        at = where_of(word, where)
        wanted = str(word).strip().casefold()
        known = self.program.things[type_]
        for number, thing in enumerate(known[1:], start=1):
            if wanted in (thing.name.casefold(), thing.title.casefold()):
                return number
        names = [t.name for t in known[1:]]
        raise SourceError(at, f"there is no {type_} {str(word)!r}", nearest_word(wanted, names))

    def space(self, word: Any, where: Where) -> int:
        """A space of the map."""
        return self.thing("space", word, where)

    def card(self, word: Any, where: Where) -> int:
        """A Terror card, Event, Item ..."""
        return self.thing("card", word, where)

    def act(self, word: Any, where: Where) -> int:
        """An Action card."""
        return self.thing("act", word, where)

    def zone(self, word: Any, where: Where) -> int:
        """A deck or pile."""
        return self.thing("zone", word, where)

    def kind(self, word: Any, where: Where) -> int:
        """A kind of pieces; ``girl``, ``killer`` and plurals are understood."""
        name = str(word).strip().casefold()
        if name in ("girl", "final girl"):
            return self.program.table[L.T_PIECE_KIND + 1]
        killer = self.constants["first_killer"]
        if name in KILLER_WORDS and killer:
            return self.program.table[L.T_PIECE_KIND + killer]
        known = {n.casefold() for t in self.program.things["kind"] for n in (t.name, t.title)}
        if name not in known and name.endswith("s") and name[:-1] in known:
            name = name[:-1]
        return self.thing("kind", name, where_of(word, where))

    def data(self, row: str, index: int) -> int:
        """A number of a row of the table."""
        return self.program.table[self.rows[row][0] + index]

    def index(self, name: str, length: int, word: str, where: Where) -> int:
        """A place in a state that has several words."""
        if not word.isdecimal() or len(word) > DIGITS_MAX or int(word) >= length:
            raise SourceError(where, f"{name} has no place {word[:SHOWN]!r}", f"0 to {length - 1}")
        return int(word)

    def state(self, name: str, where: Where) -> StateInfo:
        """A state of the rulebook or film."""
        info = self.program.states.get(name)
        if info is None:
            right = nearest_word(name, self.program.states)
            raise SourceError(where, f"there is no state {name!r}", right)
        return info


def fields(value: Any, where: Where) -> Fields:
    """A mapping, or an error."""
    if not isinstance(value, Fields):
        raise SourceError(where_of(value, where), "a mapping is wanted", "write name: value")
    return value


def whole(value: Any, where: Where) -> int:
    """A whole number, or an error."""
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, int):
        raise SourceError(where_of(value, where), f"{value!r} is no whole number")
    return value


def within(value: Any, where: Where, low: int, high: int, what: str) -> int:
    """A whole number in a range, or an error that says which."""
    number = whole(value, where)
    if not low <= number <= high:
        right = f"{low} to {high}" if high > low else str(low)
        raise SourceError(where_of(value, where), f"{what} cannot be {number}", right)
    return number


def digits(text: str, where: Where, low: int, high: int, what: str) -> int:
    """A number that stands in a text behind a stroke, or an error."""
    if not text.isdecimal() or len(text) > DIGITS_MAX:
        raise SourceError(where, f"{text[:SHOWN]!r} is no whole number", f"{what}: {low} to {high}")
    return within(int(text), where, low, high, what)


def words(value: Any) -> list[Any]:
    """A list, or words parted by commas; ``nothing`` is an empty list."""
    if not isinstance(value, str):
        return listed(value)
    if value == "nothing":
        return []
    at = getattr(value, "where", None)
    parts = [p.strip() for p in value.split(",") if p.strip()]
    return [_placed(p, at) for p in parts]


def _placed(text: str, where: Where | None) -> Any:
    return text if where is None else Text(text, where)


def counted(word: Any) -> tuple[int, str]:
    """``3 victims`` as the number and the name."""
    number, _, name = str(word).strip().partition(" ")
    if number.isdecimal() and len(number) <= DIGITS_MAX and name:
        return int(number), name.strip()
    return 1, str(word).strip()


def known_keys(data: Fields, known: tuple[str, ...], what: str) -> None:
    """Refuse a key that is not known."""
    for key in data:
        if key not in known:
            right = nearest_word(key, known) or "known are " + ", ".join(known)
            raise SourceError(data.keys_at[key], f"unknown field {key!r} of {what}", right)
