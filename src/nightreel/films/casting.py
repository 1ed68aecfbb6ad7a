"""A cast, and what every part of its program is put together from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from lark import Lark

from nightreel.films.check import check_phrases
from nightreel.films.rulebook import core_data, rulebook_phrases
from nightreel.films.source import Fields, Text, titles_in, where_of
from nightreel.record import layout as L
from nightreel.reel.actions import ACTORS, AIMS
from nightreel.reel.compiler import PERIODS, Listeners
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.grammar import parse, parser_with, phrases_in
from nightreel.reel.info import Thing
from nightreel.reel.reader import States
from nightreel.reel.symbols import Constant, Names, Node, PieceClass, Row, Type, Word

CLASSES: Final = {
    "girls": L.CLASS_GIRL,
    "victims": L.CLASS_VICTIM,
    "killers": L.CLASS_KILLER,
    "minions": L.CLASS_MINION,
    "enemies": L.CLASS_KILLER | L.CLASS_MINION,
    "tokens": L.CLASS_TOKEN,
    "carriers": L.CLASS_CARRIER,
    "others": L.CLASS_VICTIM | L.CLASS_TOKEN,
    "everything": L.CLASSES - 1,
    "everyone": L.CLASS_GIRL | L.CLASS_VICTIM | L.CLASS_KILLER | L.CLASS_MINION,
}
ACT_GROUPS: Final = {"plain": 0, "reaction": 1, "after_roll": 2, "search": 3, "attack": 4}
"""Groups of Action cards, by what is asked before they are played: ``group_plain`` and so on."""
NUMBERS: Final = {
    **{f"group_{name}": number for name, number in ACT_GROUPS.items()},
    **{f"by_{name}": number for name, number in ACTORS.items()},
    **{f"aim_{name.replace(' ', '_')}": number for name, number in AIMS.items()},
    **{f"once_a_{name}": number for name, number in PERIODS.items()},
    "option_extreme": L.OPTION_EXTREME.bit_length() - 1,
    "option_evil": L.OPTION_EVIL.bit_length() - 1,
    "option_epic": L.OPTION_EPIC.bit_length() - 1,
    "in_hand": 0,
    "in_tableau": (L.TABLEAU - L.HAND) // L.ACTS,
    "in_discard": (L.DISCARD - L.HAND) // L.ACTS,
    "way_back": 1 << L.WALKS,
    "both_ways": 1 + (1 << L.WALKS),
    "stops_of_route": L.SPACES,
    "walk_girl": L.WALK_GIRL,
    "walk_victim": L.WALK_VICTIM,
    "walk_killer": L.WALK_KILLER,
    "walk_minion": L.WALK_MINION,
    "class_killer": L.CLASS_KILLER,
    "class_minion": L.CLASS_MINION,
    "class_victim": L.CLASS_VICTIM,
}
"""Numbers of the record, the compiler and the cards that the rulebook knows by names."""
SOURCE_FIRST: Final = L.CARDS
"""Cards are sources by their number; boards, cards of Final Girls and roles follow."""


@dataclass(frozen=True)
class Cast:
    """Who plays: the Killer's, Location's and Final Girl's fields of their films."""

    killer: Fields
    location: Fields
    girl: Fields

    @property
    def title(self) -> str:
        """``Killer / Location / Final Girl``."""
        return f"{self.killer['title']} / {self.location['title']} / {self.girl['title']}"


@dataclass
class Rows:
    """Rows of the program's table as they are laid out."""

    names: Names
    numbers: list[int] = field(default_factory=lambda: [0] * L.T_ROWS)

    def add(self, name: str, index: Type, type_: Type, numbers: Iterable[int]) -> Row:
        """A new row with its numbers."""
        row = Row(len(self.numbers), 0, index, type_, in_table=True)
        self.numbers.extend(numbers)
        row = Row(row.address, len(self.numbers) - row.address, index, type_, in_table=True)
        self.names.add(name, row, Where("<table>"))
        return row

    def put(self, row: Row, index: int, number: int) -> None:
        """Write one number of a row."""
        self.numbers[row.address + index] = number


class Foundation:
    """Names, rows and texts of a program that is being put together."""

    def __init__(self, cast: Cast) -> None:
        """Ready to build the program of a cast."""
        self.cast = cast
        self.names = Names()
        self.states = States()
        self.rows = Rows(self.names)
        self.listeners = Listeners()
        halves = (cast.killer, cast.location, cast.girl)
        more = [
            (phrase, half.at("rules"))
            for half in halves
            for phrase in phrases_in(half.get("rules") or "")
        ]
        check_phrases(more)
        self.phrases = rulebook_phrases() + tuple(phrase for phrase, _ in more)
        self.parser: Lark = parser_with(rulebook_phrases(), more)
        self.actions, self.box = core_data()
        self.titles = titles_in(self.actions, *halves)
        self.acts: list[Fields] = []
        self.cards: list[tuple[str, Fields]] = []
        self.kinds: list[tuple[str, str, Fields | None]] = []
        self.things: dict[str, list[Thing]] = {}
        self.texts: list[tuple[Row, int, Text, str, Constant | None]] = []
        self.next_source = SOURCE_FIRST

    def constant(self, name: str, value: int, type_: Type, where: Where) -> None:
        """A name for a number."""
        self.names.add(str(name), Constant(value, type_), where)

    def core_names(self) -> None:
        """Names of the record and of the machine."""
        core = Where("<core>")
        for name, mask in CLASSES.items():
            self.names.add(name, PieceClass(mask), core)
        for name, value, type_ in (
            ("none", 0, "any"),
            ("nobody", 0, "spaces"),
            ("girl", L.GIRL, "piece"),
            ("dead", L.PLACE_DEAD, "space"),
            ("saved", L.PLACE_SAVED, "space"),
            ("away", L.PLACE_AWAY, "space"),
            ("gone", L.PLACE_GONE, "space"),
            ("supply_place", L.PLACE_SUPPLY, "space"),
            ("with_girl", L.PLACE_PIECE + L.GIRL, "space"),
            ("first_way", L.PLACE_WAY, "space"),
            ("no_zone", 0, "zone"),
            ("act_nothing", 0, "entry"),
            *((name, number, "number") for name, number in NUMBERS.items()),
        ):
            self.constant(name, value, type_, core)
        self.names.add("options", Word(L.OPTIONS, "spaces"), core)
        self.names.add("period", Word(L.PERIOD), core)
        for name, address in (("hand", L.HAND), ("tableau", L.TABLEAU), ("discard", L.DISCARD)):
            self.names.add(name, Row(address, L.ACTS, "act"), core)
        for name, address in (
            ("victims_at", L.VICTIMS_AT),
            ("minions_at", L.MINIONS_AT),
            ("killers_at", L.KILLERS_AT),
        ):
            self.names.add(name, Row(address, L.SPACES, "space"), core)
        for i, walk in enumerate(("girl", "victim", "killer", "minion")):
            row = Row(L.NEAR + i * L.SPACES, L.SPACES, "space", "spaces")
            self.names.add("near_" + walk, row, core)
        self.rows.add("bit_of", "number", "spaces", [1 << i for i in range(31)])
        self.rows.add("every_card", "number", "card", range(L.CARDS))
        self.rows.add("every_act", "number", "act", range(L.ACTS))
        self.rows.add("every_piece", "number", "piece", range(L.PIECES))
        self.rows.add("every_kind", "number", "kind", range(L.KINDS))
        self.rows.add("normal_track", "number", "number", self.box["dice_normal"])
        self.rows.add("extreme_track", "number", "number", self.box["dice_extreme"])

    def number_of(self, name: Any, type_: Type, where: Where) -> int:
        """The number of a thing by its name."""
        symbol = self.names.find(str(name), where_of(name, where))
        if not isinstance(symbol, Constant) or symbol.type != type_:
            raise SourceError(where_of(name, where), f"{name} is no {type_}")
        return symbol.value

    def row(self, name: str) -> Row:
        """A row of the table by its name."""
        row = self.names.table[name]
        assert isinstance(row, Row)
        return row

    def tree(self, start: str, text: Any) -> Node:
        """The parsed form of a text of the film."""
        where = where_of(text, self.cast.killer.where)
        return parse(self.parser, start, str(text), where)

    def take_text(self, row: str, index: int, text: Any, title: str) -> None:
        """Remember a text for a row."""
        if text is not None:
            self.texts.append((self.row(row), index, text, title, None))
