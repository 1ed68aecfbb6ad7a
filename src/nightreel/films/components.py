"""What films add to the board game: facts of things, tables, meters, routes, secrets, endings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from nightreel.films.source import Fields, Items, listed, where_of
from nightreel.record import layout as L
from nightreel.reel.compiler import Ending
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.info import Thing
from nightreel.reel.reader import Reader
from nightreel.reel.symbols import TYPES, Constant, Row, Type, ValueDecl
from nightreel.reel.symbols import Things as AllThings
from nightreel.reel.trees import as_tree
from nightreel.reel.words import shown

if TYPE_CHECKING:
    from nightreel.films.casting import Foundation

METERS_MAX: Final = 15
MOMENTS: Final = ("moment", "value")
"""What ``elsewhere`` can declare besides the types: what only hooks and modifiers name."""


@dataclass(frozen=True)
class Owner:
    """A thing with facts: its type, number, title and fields."""

    type: Type
    number: int
    title: str
    data: Fields


class Components:
    """Adds to a cast what its films bring along."""

    def __init__(self, assembler: Foundation) -> None:
        """Add to the program that this assembler builds."""
        self.a = assembler
        cast = assembler.cast
        self.halves: tuple[Fields, ...] = (cast.killer, cast.location, cast.girl)
        self.facts: dict[str, Row] = {}
        self.facts_at: dict[str, Where] = {}

    def add(self) -> None:
        """All that needs the names of things but no rules."""
        self.sets_of_things()
        self.meters()
        self.routes()
        for owner in self.owners():
            for name, value in (owner.data.get("facts") or {}).items():
                self.fact(owner, str(name), value, owner.data["facts"].keys_at[name])
        for half in self.halves:
            for name, values in (half.get("tables") or {}).items():
                self.table(str(name), values, half["tables"].keys_at[name])
        self.secret_deals()

    # ------------------------------------------------------------ things

    def sets_of_things(self) -> None:
        """Names for all things of a type, and how pieces are noted in three words."""
        core = Where("<core>")
        for name, type_ in (
            ("kinds", "kind"),
            ("zones", "zone"),
            ("all_acts", "act"),
            ("all_cards", "card"),
        ):
            self.a.names.add(name, AllThings(type_, len(self.a.things[type_]) - 1), core)
        pieces = range(L.PIECES)
        self.a.rows.add("word_of_piece", "piece", "number", [p // 30 for p in pieces])
        self.a.rows.add("bit_of_piece", "piece", "spaces", [1 << p % 30 for p in pieces])
        sizes = self.a.rows.numbers[L.T_ZONE_SIZE : L.T_ZONE_SIZE + L.ZONES]
        self.a.rows.add("zone_slots", "zone", "number", sizes)

    def owners(self) -> Iterator[Owner]:
        """Everything that can have facts."""
        location = self.a.cast.location
        for number, (name, space) in enumerate(location["spaces"].items(), start=1):
            yield Owner("space", number, str(name), space)
        for number, way in enumerate(location.get("ways") or [], start=1):
            if isinstance(way, Fields):
                yield Owner("way", number, f"way {number}", way)
        for number, (_, title, data) in enumerate(self.a.kinds, start=1):
            if data is not None:
                yield Owner("kind", number, title, data)
        for number, act in enumerate(self.a.acts, start=1):
            yield Owner("act", number, str(act["title"]), act)
        for number, (_, card) in enumerate(self.a.cards, start=1):
            yield Owner("card", number, str(card["title"]), card)

    # ------------------------------------------------------------ facts and tables

    def fact(self, owner: Owner, name: str, value: Any, where: Where) -> None:
        """``floor: 2``: a number, the name of a thing, or a text, kept in a row of that name."""
        type_, number = self.meaning(value)
        row = self.facts.get(name)
        if row is None:
            size = len(self.a.things[owner.type]) if owner.type != "way" else L.WAYS
            row = self.a.rows.add(name, owner.type, type_, [0] * size)
            self.facts[name] = row
            self.facts_at[name] = where
        if (row.index, row.type) != (owner.type, type_):
            raise SourceError(
                where,
                f"{name!r} is the {type_} of a {owner.type} here",
                f"at {self.facts_at[name]} it is the {row.type} of a {row.index}",
            )
        if type_ == "entry":
            this = Constant(owner.number, owner.type)
            self.a.texts.append((row, owner.number, value, owner.title, this))
        else:
            self.a.rows.put(row, owner.number, number)

    def table(self, name: str, values: Items, where: Where) -> None:
        """``faces: [0, 0, 1]``: numbers, names or texts by their number, from 1."""
        found = [self.meaning(value) for value in values]
        types = {type_ for type_, _ in found}
        if len(types) != 1:
            raise SourceError(where, f"{name!r} mixes {', '.join(sorted(types)) or 'nothing'}")
        type_ = types.pop()
        row = self.a.rows.add(name, "number", type_, [0, *(number for _, number in found)])
        if type_ == "entry":
            for number, text in enumerate(values, start=1):
                self.a.texts.append((row, number, text, name, None))

    def meaning(self, value: Any) -> tuple[Type, int]:
        """Type and number of a value in a film: a text in Reel is an entry."""
        if not isinstance(value, str):
            return "number", int(value or 0)
        symbol = self.a.names.table.get(str(value))
        if isinstance(symbol, Constant):
            return symbol.type, symbol.value
        declared = self.declared(str(value))
        return (declared, 0) if declared is not None else ("entry", 0)

    def declared(self, name: str) -> Type | None:
        """The type under which a half says that a name may be missing here."""
        for half in self.halves:
            found = (half.get("elsewhere") or {}).get(name)
            if found is not None:
                return str(found["is"] if isinstance(found, Fields) else found)
        return None

    # ------------------------------------------------------------ meters and routes

    def meters(self) -> None:
        """Meters with the effects of their levels."""
        meters: list[Fields] = [m for half in self.halves for m in half.get("meters") or []]
        if len(meters) > METERS_MAX:
            raise SourceError(meters[-1].where, "too many meters", f"at most {METERS_MAX}")
        size = len(meters) + 1
        columns = {name: [0] * size for name in ("start", "bottom", "top", "first", "quiet")}
        self.a.things["meter"] = [Thing("nothing", "nothing")]
        texts: list[tuple[int, Any, str]] = []
        used = 1
        for number, meter in enumerate(meters, start=1):
            title = str(meter.get("title") or str(meter["id"]).replace("_", " ").capitalize())
            self.a.constant(meter["id"], number, "meter", where_of(meter["id"], meter.where))
            self.a.things["meter"].append(Thing(str(meter["id"]), title))
            low, high = int(meter.get("least") or 0), int(meter["most"])
            columns["start"][number] = int(meter.get("start") or low)
            columns["bottom"][number], columns["top"][number] = low, high
            columns["quiet"][number] = int(bool(meter.get("quiet")))
            columns["first"][number] = used
            for level, text in (meter.get("levels") or {}).items():
                if not low <= int(level) <= high:
                    raise SourceError(
                        where_of(text, meter.where), f"no level {level}", f"{low} to {high}"
                    )
                texts.append((used + int(level) - low, text, title))
            used += high - low + 1
        for name, numbers in columns.items():
            self.a.rows.add("meter_" + name, "meter", "number", numbers)
        row = self.a.rows.add("meter_text", "number", "entry", [0] * used)
        for at, text, title in texts:
            self.a.texts.append((row, at, text, title, None))
        core = Where("<core>")
        address = self.a.states.room(size, core)
        self.a.names.add("meter_level", Row(address, size, "meter", "number"), core)
        self.a.names.add("meters", AllThings("meter", len(meters)), core)

    def routes(self) -> None:
        """Routes of carriers, and how many ride on each."""
        size = len(self.a.things["kind"])
        room, route = [0] * size, [0] * size
        ahead, behind = [0] * L.SPACES, [0] * L.SPACES
        for number, (_, _, data) in enumerate(self.a.kinds, start=1):
            if data is None or data.get("route") is None and not data.get("carries"):
                continue
            room[number] = int(data.get("carries") or 0)
            stops = [
                self.a.number_of(stop, "space", data.where) for stop in data.get("route") or []
            ]
            route[number] = len(ahead) // L.SPACES
            circle = bool(data.get("circle"))
            ahead += _steps(stops, circle)
            behind += _steps(stops[::-1], circle)
        self.a.rows.add("kind_room", "kind", "number", room)
        self.a.rows.add("kind_route", "kind", "number", route)
        self.a.rows.add("route_ahead", "number", "space", ahead)
        self.a.rows.add("route_behind", "number", "space", behind)

    # ------------------------------------------------------------ states, secrets, endings

    def secret_deals(self) -> None:
        """How secrets are dealt in setup, and dealt anew for those who may not know them."""
        deals = [
            (secret["deal"], str(name))
            for half in self.halves
            for name, secret in (half.get("secrets") or {}).items()
            if isinstance(secret, Fields) and secret.get("deal") is not None
        ]
        row = self.a.rows.add("secret_deal", "number", "entry", [0] * (len(deals) + 1))
        for number, (text, name) in enumerate(deals, start=1):
            self.a.texts.append((row, number, text, name, None))
        self.a.constant("secret_deals", len(deals), "number", Where("<core>"))

    def read_states(self, reader: Reader) -> None:
        """The states and secrets of the films."""
        for half in self.halves:
            for field, secret in (("states", False), ("secrets", True)):
                for name, data in (half.get(field) or {}).items():
                    where = half[field].keys_at[name]
                    if not isinstance(data, Fields):
                        reader.state(str(name), 0, "number", secret, int(data or 0), where)
                        continue
                    reader.state(
                        str(name),
                        int(data.get("length") or 0),
                        reader.type(data.get("type"), where),
                        secret,
                        int(data.get("start") or 0),
                        where,
                    )

    def read_elsewhere(self) -> None:
        """Names that only some pairings have: where this one lacks it, it is nothing (EFF-1)."""
        for half in self.halves:
            for name, data in (half.get("elsewhere") or {}).items():
                where = half["elsewhere"].keys_at[name]
                if str(name) not in self.a.names.table:
                    self.missing(str(name), data, where)

    def missing(self, name: str, data: Any, where: Where) -> None:
        """A name that this cast lacks, with what stands for it if the film says so."""
        type_ = str(data["is"] if isinstance(data, Fields) else data)
        if type_ not in (*TYPES, *MOMENTS):
            right = nearest_word(type_, (*TYPES, *MOMENTS)) or ", ".join(sorted(TYPES))
            raise SourceError(where, f"unknown type {type_!r}", right)
        instead = data.get("or") if isinstance(data, Fields) else None
        if instead is not None:
            base = self.a.tree("expression", instead)
            value = ValueDecl(name, (), type_, base, where_of(instead, where), ("EFF-1",))
            self.a.names.add(name, value, where)
            return
        self.a.names.missing.add(name)
        if type_ not in MOMENTS:
            self.a.names.add(name, Constant(0, type_), where)

    def endings(self) -> Iterator[Ending]:
        """The conditions of ``win`` and ``lose`` of Killer, Location and Final Girl."""
        for half in self.halves:
            for field, result in (("win", L.VICTORY), ("lose", L.DEFEAT)):
                for data in listed(half.get(field)):
                    text = data["if"] if isinstance(data, Fields) else data
                    words = str(data["words"]) if isinstance(data, Fields) else _WORDS[result]
                    tree = self.a.tree("condition", text)
                    where = where_of(text, half.where)
                    yield Ending(result, as_tree(tree.children[0]), words, where)


_WORDS: Final = {
    L.VICTORY: shown("What the film asks for is done: victory."),
    L.DEFEAT: shown("What must not happen has happened: defeat."),
}


def _steps(stops: list[int], circle: bool) -> list[int]:
    """For each space the next stop, 0 where there is none."""
    steps = [0] * L.SPACES
    for here, there in itertools.pairwise(stops):
        steps[here] = there
    if circle and stops:
        steps[stops[-1]] = stops[0]
    return steps


def left_out(a: Foundation, card: Fields) -> bool:
    """Whether a half leaves a card out, by its id or by a rule that its text uses."""
    halves = (a.cast.killer, a.cast.location, a.cast.girl)
    names = {str(name) for half in halves for name in half.get("leave_out") or []}
    if str(card["id"]) in names:
        return True
    if not names or card.get("text") is None:
        return False
    rules = {p.label: p.rule for p in a.phrases}
    nodes = list(a.tree("text", card["text"]).iter_subtrees())
    used = {rules.get(str(n.data), "") for n in nodes}
    used |= {str(n.children[0]) for n in nodes if n.data == "call"}
    return bool(used & names)
