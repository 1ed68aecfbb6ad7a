"""What a name in Reel can mean, and the types of things."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from lark import Token, Tree

from nightreel.machine.table import LANGUAGE, OPERATIONS, Operation
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where, nearest_word

Type: TypeAlias = str
Node: TypeAlias = Tree[Token]

TYPES: Final = frozenset(
    {
        "number",
        "piece",
        "space",
        "spaces",
        "card",
        "act",
        "way",
        "kind",
        "zone",
        "meter",
        "entry",
        "any",
    }
)
"""``any`` is the type of ``none``; a place off the map has the type ``space`` too."""

_BY_ANNOTATION: Final[dict[str, Type]] = {
    "Piece": "piece",
    "Space": "space",
    "Spaces": "spaces",
    "Place": "space",
    "Card": "card",
    "Act": "act",
    "Zone": "zone",
    "Kind": "kind",
    "Way": "way",
    "Source": "any",
}
_RESULTS: Final[dict[str, Type]] = {
    "supply": "piece",
    "kind_at": "piece",
    "spaces_of": "spaces",
    "spaces_of_kind": "spaces",
    "around_set": "spaces",
    "within": "spaces",
    "nearest": "spaces",
    "farthest": "spaces",
    "toward": "spaces",
    "most_victims": "spaces",
    "first": "space",
    "panic_space": "space",
    "top": "card",
    "way_between": "way",
    "on_way": "space",
    "in_piece": "space",
    "on_card": "space",
}


@dataclass(frozen=True)
class Constant:
    """A name for a number."""

    value: int
    type: Type = "number"


@dataclass(frozen=True)
class Word:
    """A word of the record."""

    address: int
    type: Type = "number"
    secret: bool = False
    start: int = 0


@dataclass(frozen=True)
class Row:
    """A row of words: of the record, or of the film's table."""

    address: int
    length: int
    index: Type = "number"
    type: Type = "number"
    in_table: bool = False
    secret: bool = False


@dataclass(frozen=True)
class PieceClass:
    """A class of pieces, or several: what ``for v in victims`` goes through."""

    mask: int


@dataclass(frozen=True)
class Things:
    """All things of a type, from 1 to the last: what ``choose m in meters`` goes through."""

    type: Type
    last: int


@dataclass(frozen=True)
class Local:
    """A local word or argument of the routine, or (``outer``) of the moment it listens to."""

    slot: int
    type: Type
    outer: bool = False


@dataclass(frozen=True)
class Primitive:
    """An operation of the machine that Reel may call by its name."""

    operation: Operation
    parameters: tuple[Type, ...]
    result: Type | None


@dataclass(frozen=True)
class RuleDecl:
    """A rule of the rulebook or of a film."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type | None
    body: tuple[Node, ...]
    where: Where
    ids: tuple[str, ...] = ()
    doc: str = ""
    any_order: bool = False


@dataclass(frozen=True)
class ValueDecl:
    """A layered value."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    base: Node
    where: Where
    ids: tuple[str, ...] = ()
    doc: str = ""


Symbol: TypeAlias = Constant | Word | Row | PieceClass | Things | Primitive | RuleDecl | ValueDecl

FIELDS: Final[dict[str, tuple[Type, int, int, Type]]] = {
    "kind": ("piece", L.KIND, L.PIECES, "kind"),
    "space": ("piece", L.PLACE, L.PIECES, "space"),
    "health": ("piece", L.HEALTH, L.PIECES, "number"),
    "mark": ("piece", L.MARK, L.PIECES, "number"),
    "zone": ("card", L.CARD_ZONE, L.CARDS, "zone"),
    "marks": ("card", L.CARD_MARK, L.CARDS, "number"),
}
"""``x.name``: the type of x, the row of the record, its length, the type of the field."""

RESULTS: Final = ("killed", "hurt", "lost", "dealt", "attacks", "discarded", "spawned", "healed")
"""What a block reports: each is counted by the state ``count_NAME`` of the rulebook."""


def primitives() -> dict[str, Symbol]:
    """The operations that Reel may call: those that take and leave plain words."""
    language = {module.__name__.rsplit(".", 1)[-1] for module in LANGUAGE}
    found: dict[str, Symbol] = {}
    for name, operation in OPERATIONS.items():
        plain = operation.result in ("None", "Result") and not operation.inline
        if not plain or operation.module in language:
            continue
        types = tuple(_BY_ANNOTATION.get(kind, "number") for _, kind in operation.takes)
        result = _RESULTS.get(name, "number") if operation.result == "Result" else None
        found[name] = Primitive(operation, types, result)
    for name, classes in (
        ("lesser", ("number", "number")),
        ("greater", ("number", "number")),
    ):
        found["min" if name == "lesser" else "max"] = Primitive(OPERATIONS[name], classes, "number")
    return found


@dataclass
class Names:
    """All names that a program knows, each with one meaning."""

    table: dict[str, Symbol] = field(default_factory=primitives)
    missing: set[str] = field(default_factory=set)
    """Names of what the other half of this cast lacks (EFF-1)."""
    named_in: dict[str, str] = field(default_factory=dict)
    """The file that gave each name its meaning."""
    own: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    """By file and name: what a film calls by a name that another film of this cast has too."""

    def add(self, name: str, symbol: Symbol, where: Where, replace: bool = False) -> None:
        """Give a name its meaning; a second one is an error unless it replaces the first.

        Two films of a cast may use the same name for a thing, each means its own (COMP-1).
        """
        if name not in self.table or replace:
            self.table[name] = symbol
            self.named_in[name] = where.file
        elif self.is_of_another_film(name, symbol, where):
            self.own[where.file, name] = symbol
        else:
            raise SourceError(where, f"the name {name!r} is taken", "choose another name")

    def is_of_another_film(self, name: str, symbol: Symbol, where: Where) -> bool:
        """Whether a name that is taken may have a second meaning in this file."""
        files = (self.named_in.get(name, "<core>"), where.file)
        films = all(file.endswith((".yaml", ".yml")) for file in files)
        second = (where.file, name) in self.own or isinstance(symbol, RuleDecl | ValueDecl)
        return films and files[0] != files[1] and not second

    def meaning(self, name: str, file: str) -> Symbol | None:
        """The meaning of a name in a file, None when it is unknown."""
        return self.own.get((file, name)) or self.table.get(name)

    def find(self, name: str, where: Where) -> Symbol:
        """The meaning of a name; an unknown one is an error with the nearest known name."""
        symbol = self.meaning(name, where.file)
        if symbol is None:
            raise SourceError(where, f"unknown name {name!r}", nearest_word(name, self.table))
        return symbol


def called(type_: Type) -> str:
    """A type in words, for messages."""
    return {
        "act": "an Action card",
        "spaces": "a set of spaces",
        "entry": "an effect",
        "zone": "a deck or zone",
        "any": "something",
    }.get(type_, f"a {type_}")


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where another is wanted."""
    return given == wanted or "any" in (given, wanted)
