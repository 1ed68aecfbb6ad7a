"""Puts a Killer, a Location and a Final Girl together with the rulebook into a program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from lark import Lark, Tree

from nightreel.films import facts
from nightreel.films.check import check_cast, check_phrases
from nightreel.films.components import Components, left_out
from nightreel.films.rulebook import core_data, rulebook_phrases, rulebook_sources
from nightreel.films.source import Fields, Items, Text, where_of
from nightreel.machine.verify import VerifyError, verify
from nightreel.record import layout as L
from nightreel.reel.compiler import (
    PERIODS,
    Ability,
    Compiler,
    Hook,
    Listeners,
    Modifier,
    Requirement,
    Source,
)
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.grammar import parse, parser_with, phrases_in
from nightreel.reel.info import Thing
from nightreel.reel.program import Program, StateInfo
from nightreel.reel.reader import Reader, States
from nightreel.reel.symbols import (
    Constant,
    Names,
    Node,
    PieceClass,
    Row,
    RuleDecl,
    Type,
    ValueDecl,
    Word,
)
from nightreel.reel.trees import as_tree
from nightreel.reel.words import shown, words_of

STREAMS: Final = (
    "horror",
    "panic",
    "terror",
    "items",
    "events",
    "finale",
    "dark",
    "setup",
    "tokens",
    "cards",
    "film",
)
ZONES: Final = (
    "terror_deck",
    "event_deck",
    "finale_deck",
    "dark_deck",
    "setup_deck",
    "terror_discard",
    "event_discard",
    "item_discard",
    "discarded_zone",
    "hands_zone",
    "backpack_zone",
    "searched",
    "kept_items",
    "minors_zone",
    "lasting_zone",
    "finale_zone",
    "dark_zone",
    "setup_zone",
    "out_of_game",
)
"""Zones of cards, numbered from 1; the Item decks and those of the film follow."""
TYPES_OF_CARDS: Final = ("terror", "event", "finale", "dark", "setup", "item", "side")
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
GROUPS: Final = {"action": 0, "reaction": 1, "after_roll": 2}
"""Groups of Action cards by their use; see ``_group_of`` for what some of the first group need."""
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
        """``Killer at Location with Final Girl``."""
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


def texts_of(value: Any) -> list[Text]:
    """A field that may hold one text or a list of them."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


class Assembler:
    """Builds one program."""

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
        self.acts: list[Fields] = []
        self.cards: list[tuple[str, Fields]] = []
        self.kinds: list[tuple[str, str, Fields | None]] = []
        self.things: dict[str, list[Thing]] = {}
        self.texts: list[tuple[Row, int, Text, str, Constant | None]] = []
        self.zone_sizes: dict[str, tuple[int, str | None]] = {}
        self.next_source = SOURCE_FIRST

    # ------------------------------------------------------------ names

    def constant(self, name: str, value: int, type_: Type, where: Where) -> None:
        """A name for a number."""
        self.names.add(str(name), Constant(value, type_), where)

    def build(self) -> Program:
        """The program."""
        self.core_names()
        self.map()
        self.make_kinds()
        self.make_acts()
        self.make_cards()
        self.make_zones()
        self.boards()
        self.components = Components(self)
        self.components.add()
        self.read_rules()
        self.listen()
        return self.compile()

    def core_names(self) -> None:
        """Names of the record and of the machine."""
        core = Where("<core>")
        for name, mask in CLASSES.items():
            self.names.add(name, PieceClass(mask), core)
        for name, value, type_ in (
            ("none", 0, "any"),
            ("nobody", 0, "spaces"),
            ("girl", 1, "piece"),
            ("dead", L.PLACE_DEAD, "space"),
            ("saved", L.PLACE_SAVED, "space"),
            ("away", L.PLACE_AWAY, "space"),
            ("gone", L.PLACE_GONE, "space"),
            ("supply_place", L.PLACE_SUPPLY, "space"),
            ("with_girl", L.PLACE_PIECE + 1, "space"),
            ("first_way", L.PLACE_WAY, "space"),
            ("walk_girl", L.WALK_GIRL, "number"),
            ("walk_victim", L.WALK_VICTIM, "number"),
            ("walk_killer", L.WALK_KILLER, "number"),
            ("walk_minion", L.WALK_MINION, "number"),
            ("class_killer", L.CLASS_KILLER, "number"),
            ("class_minion", L.CLASS_MINION, "number"),
            ("class_victim", L.CLASS_VICTIM, "number"),
            ("no_zone", 0, "zone"),
            ("act_nothing", 0, "entry"),
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

    # ------------------------------------------------------------ the map

    def map(self) -> None:
        """Spaces, ways, tags and panic numbers."""
        spaces: Fields = self.cast.location["spaces"]
        if len(spaces) > L.SPACES - 2:
            raise SourceError(spaces.where, "too many spaces", f"at most {L.SPACES - 2}")
        self.things["space"] = [Thing("nowhere", "nowhere")]
        tags: dict[str, int] = {"exits": 0, "search_spaces": 0}
        for number, (name, space) in enumerate(spaces.items(), start=1):
            self.constant(name, number, "space", spaces.keys_at[name])
            self.things["space"].append(Thing(name, str(space.get("title") or _title(name))))
            for tag in space.get("tags") or []:
                set_name = {"exit": "exits", "search": "search_spaces"}.get(tag, str(tag))
                tags[set_name] = tags.get(set_name, 0) | 1 << number
        tags["all_spaces"] = (1 << len(spaces) + 1) - 2
        for name, members in tags.items():
            self.constant(name, members, "spaces", spaces.where)
        self.rows.numbers[L.T_SPACES] = len(spaces)
        self.ways()
        self.panic_numbers(spaces)

    def number_of(self, name: Any, type_: Type, where: Where) -> int:
        """The number of a thing by its name."""
        symbol = self.names.find(str(name), where_of(name, where))
        if not isinstance(symbol, Constant) or symbol.type != type_:
            raise SourceError(where_of(name, where), f"{name} is no {type_}")
        return symbol.value

    def ways(self) -> None:
        """The ways between spaces."""
        ways: Items = self.cast.location.get("ways") or Items(self.cast.location.where)
        if len(ways) >= L.WAYS:
            raise SourceError(ways.where, "too many ways", f"at most {L.WAYS - 1}")
        self.rows.numbers[L.T_WAYS] = len(ways)
        for number, way in enumerate(ways, start=1):
            ends = way["between"] if isinstance(way, Fields) else way
            a, b = (self.number_of(end, "space", ways.where) for end in ends)
            self.rows.numbers[L.T_WAY_A + number] = a
            self.rows.numbers[L.T_WAY_B + number] = b
            closed = self.closed_bits(way) if isinstance(way, Fields) else 0
            self.rows.numbers[L.T_WAY_BASE + number] = closed
            if isinstance(way, Fields) and way.get("id"):
                self.constant(str(way["id"]), number, "way", where_of(way["id"], ways.where))

    def closed_bits(self, way: Fields) -> int:
        """For which classes a way is closed at the start, forwards and backwards."""
        walks = {"girl": 1, "victims": 2, "killer": 4, "minions": 8}
        mask = 0
        only = way.get("only")
        if only:
            mask = 15 - sum(walks[str(w)] for w in texts_of(only))
        if way.get("closed"):
            mask = 15
        backwards = 15 if way.get("one_way") else mask
        return mask | backwards << 4

    def panic_numbers(self, spaces: Fields) -> None:
        """Where each panic number leads."""
        for number, space in enumerate(spaces.values(), start=1):
            for face, goal in (space.get("panic") or {}).items():
                place = self.number_of(goal, "space", where_of(goal, spaces.where))
                self.rows.numbers[L.T_PANIC + 8 * number + int(face)] = place

    # ------------------------------------------------------------ pieces

    def make_kinds(self) -> None:
        """Kinds of pieces, and the pieces themselves."""
        killer, location, girl = self.cast.killer, self.cast.location, self.cast.girl
        kinds: list[tuple[str, str, Fields, int, int]] = [
            ("final_girl", shown("Final Girl"), girl, L.CLASS_GIRL, 1)
        ]
        killers = killer.get("killers") or ([killer] if killer.get("health") is not None else [])
        kinds += [
            (f"the_{one['id']}", str(one["title"]), one, L.CLASS_KILLER, 1) for one in killers
        ]
        victims = Fields(Where("<core>"))
        count = int(self.box["victims"])
        kinds.append(("victim", shown("Victim"), victims, L.CLASS_VICTIM, count))
        kinds += [
            (role["id"], str(role["title"]), role, L.CLASS_VICTIM, int(role.get("count", 1)))
            for half in (killer, location, girl)
            for role in half.get("roles") or []
        ]
        kinds += [
            (minion["id"], str(minion["title"]), minion, L.CLASS_MINION, int(minion["count"]))
            for half in (killer, location)
            for minion in half.get("minions") or []
        ]
        for half in (killer, location, girl):
            for token in half.get("tokens") or []:
                cls = L.CLASS_CARRIER if token.get("carries") else L.CLASS_TOKEN
                kinds.append((token["id"], str(token["title"]), token, cls, int(token["count"])))
        self.lay_out_kinds(kinds)

    def lay_out_kinds(self, kinds: list[tuple[str, str, Fields, int, int]]) -> None:
        """Number kinds and pieces, write their rows."""
        where = self.cast.location.where
        if len(kinds) >= L.KINDS:
            raise SourceError(where, "too many kinds of pieces", f"at most {L.KINDS - 1}")
        self.things["kind"] = [Thing("nothing", "nobody")]
        self.things["piece"] = [Thing("nobody", "nobody")]
        columns: dict[str, list[int]] = {
            name: [0] * L.KINDS
            for name in ("health", "attack", "move", "class", "token", "supply", "dread")
        }
        first: dict[int, int] = {}
        piece = 1
        for number, (name, title, data, cls, count) in enumerate(kinds, start=1):
            self.constant(name, number, "kind", where_of(data.get("id"), where))
            self.things["kind"].append(Thing(str(name), title))
            self.kinds.append((str(name), title, data))
            first.setdefault(cls, piece)
            self.rows.numbers[L.T_KIND_CLASS + number] = cls
            columns["class"][number] = cls
            for column in ("health", "attack", "move"):
                columns[column][number] = int(data.get(column) or 0)
            columns["dread"][number] = int(data.get("dread") or 0)
            columns["supply"][number] = count
            has_token = cls == L.CLASS_GIRL or (cls == L.CLASS_KILLER and data.get("token", True))
            columns["token"][number] = int(bool(has_token) and columns["health"][number] > 0)
            for _ in range(count):
                if piece >= L.PIECES:
                    raise SourceError(where, "too many pieces", f"at most {L.PIECES - 1}")
                self.rows.numbers[L.T_PIECE_KIND + piece] = number
                self.things["piece"].append(Thing(str(name), title))
                piece += 1
        columns["walk"] = [_walk_of(cls) for cls in columns["class"]]
        for column, numbers in columns.items():
            self.rows.add("kind_" + column, "kind", "number", numbers)
        core = Where("<core>")
        self.constant("last_piece", piece - 1, "number", core)
        self.constant("last_kind", len(kinds), "number", core)
        self.constant("first_minion", first.get(L.CLASS_MINION, 0), "piece", core)
        killers = sum(1 for k in kinds if k[3] == L.CLASS_KILLER)
        self.constant("last_killer", 1 + killers, "number", core)
        self.constant("first_killer", first.get(L.CLASS_KILLER, 0), "piece", core)

    # ------------------------------------------------------------ cards

    def make_acts(self) -> None:
        """Action cards: those of the core box and of the film."""
        self.acts = list(self.actions["actions"])
        for half in (self.cast.killer, self.cast.location, self.cast.girl):
            self.acts += half.get("actions") or []
        where = self.cast.killer.where
        if len(self.acts) >= L.ACTS:
            raise SourceError(where, "too many Action cards", f"at most {L.ACTS - 1} names")
        self.things["act"] = [Thing("nothing", "nothing")]
        size = len(self.acts) + 1
        cost, copies, group = [0] * size, [0] * size, [0] * size
        for number, act in enumerate(self.acts, start=1):
            self.constant(str(act["id"]), number, "act", where_of(act["id"], where))
            self.things["act"].append(Thing(str(act["id"]), str(act["title"])))
            cost[number] = int(act["cost"])
            copies[number] = int(act.get("copies", 1))
            group[number] = GROUPS[str(act.get("use") or "action")]
        self.rows.add("act_cost", "act", "number", cost)
        self.rows.add("act_copies", "act", "number", copies)
        self.rows.add("act_group", "act", "number", group)
        for line in ("act_line3", "act_line2", "act_line1", "act_line0"):
            self.rows.add(line, "act", "entry", [0] * size)
        for fact in ("act_damages", "act_moves", "act_searches"):
            self.rows.add(fact, "act", "number", [0] * size)
        self.constant("last_act", len(self.acts), "number", where)
        self.constant("first_act", 1, "act", where)
        self.act_lines()

    def act_lines(self) -> None:
        """The lines of the Action cards, and what stands on them."""
        lines = {"three": "act_line3", "two": "act_line2", "one": "act_line1", "none": "act_line0"}
        for number, act in enumerate(self.acts, start=1):
            words: set[str] = set()
            for key, name in {**lines, "effect": "act_line2"}.items():
                if act.get(key) is None:
                    continue
                self.texts.append((self.row(name), number, act[key], str(act["title"]), None))
                words |= {t.data for t in self.tree("text", act[key]).iter_subtrees()}
            rules = {p.rule for p in self.phrases if p.label in words}
            for fact, rule in (
                ("act_damages", "deal_damage"),
                ("act_moves", "move_girl"),
                ("act_searches", "search"),
            ):
                self.rows.put(self.row(fact), number, int(rule in rules))
            if act.get("use") in (None, "action"):
                self.rows.put(self.row("act_group"), number, _group_of(rules))

    def row(self, name: str) -> Row:
        """A row of the table by its name."""
        row = self.names.table[name]
        assert isinstance(row, Row)
        return row

    def tree(self, start: str, text: Any) -> Node:
        """The parsed form of a text of the film."""
        where = where_of(text, self.cast.killer.where)
        return parse(self.parser, start, str(text), where)

    def make_cards(self) -> None:
        """All cards that lie in zones: Terror cards, Events, Items ..."""
        killer, location, girl = self.cast.killer, self.cast.location, self.cast.girl
        for type_, lists in (
            ("terror", (killer.get("terror"), location.get("terror"))),
            ("event", (killer.get("events"), location.get("events"))),
            ("finale", (killer.get("finales"),)),
            ("dark", (killer.get("dark_powers"),)),
            ("setup", (location.get("setup"),)),
            ("item", (location.get("items"), killer.get("items"), girl.get("items"))),
            ("side", (killer.get("side_deck"), location.get("side_deck"))),
        ):
            for cards in lists:
                self.cards += [(type_, card) for card in cards or [] if not left_out(self, card)]
        where = killer.where
        if len(self.cards) >= L.CARDS:
            raise SourceError(where, "too many cards", f"at most {L.CARDS - 1}")
        self.things["card"] = [Thing("nothing", "nothing")]
        for number, type_ in enumerate(TYPES_OF_CARDS, start=1):
            self.constant("type_" + type_, number, "number", where)
            numbers = [i for i, (t, _) in enumerate(self.cards, start=1) if t == type_]
            self.constant("first_" + type_, min(numbers, default=1), "number", where)
            self.constant("last_" + type_, max(numbers, default=0), "number", where)
        self.card_rows()
        self.constant("last_card", len(self.cards), "number", where)

    def card_rows(self) -> None:
        """The rows of the cards."""
        size = len(self.cards) + 1
        numbers: dict[str, list[int]] = {
            name: [0] * size
            for name in (
                "type",
                "hands",
                "weapon",
                "rolls",
                "low",
                "high",
                "damage",
                "uses",
                "minor",
                "lasting",
                "epic",
            )
        }
        for number, (type_, card) in enumerate(self.cards, start=1):
            self.constant(str(card["id"]), number, "card", where_of(card["id"], card.where))
            self.things["card"].append(Thing(str(card["id"]), str(card["title"])))
            numbers["type"][number] = TYPES_OF_CARDS.index(type_) + 1
            for name in ("hands", "uses", "minor", "lasting", "epic"):
                numbers[name][number] = int(card.get(name) or 0)
            weapon = card.get("weapon")
            if weapon is not None:
                low, high = _range_of(weapon["range"])
                numbers["weapon"][number] = 1
                numbers["rolls"][number] = int(bool(weapon.get("changes_roll")))
                numbers["low"][number], numbers["high"][number] = low, high
                numbers["damage"][number] = int(weapon.get("damage") or 0)
        for name, column in numbers.items():
            self.rows.add("card_" + name, "card", "number", column)
        self.rows.add("card_text", "card", "entry", [0] * size)
        self.rows.add("card_action", "card", "entry", [0] * size)
        for number, (_, card) in enumerate(self.cards, start=1):
            this = Constant(number, "card")
            title = str(card["title"])
            if card.get("text") is not None:
                self.texts.append((self.row("card_text"), number, card["text"], title, this))
            if card.get("action") is not None:
                self.texts.append((self.row("card_action"), number, card["action"], title, this))

    def make_zones(self) -> None:
        """Zones, their slots and pools."""
        location = self.cast.location
        decks = [str(d["id"]) for d in location.get("decks") or []]
        names = [*ZONES, *decks, *self.film_zones()]
        where = location.where
        if len(names) >= L.ZONES:
            raise SourceError(where, "too many decks and zones", f"at most {L.ZONES - 1}")
        self.things["zone"] = [Thing("nowhere", "nowhere"), *(Thing(n, _title(n)) for n in names)]
        for number, name in enumerate(names, start=1):
            self.constant(name, number, "zone", where)
        sizes = self.sizes_of_decks(decks)
        at = 0
        for number, name in enumerate(names, start=1):
            size, pool = sizes.get(name, (0, name))
            self.rows.numbers[L.T_ZONE_BASE + number] = at
            self.rows.numbers[L.T_ZONE_SIZE + number] = size
            self.rows.numbers[L.T_ZONE_POOL + number] = names.index(pool) + 1
            at += size
        if at > L.SLOTS:
            raise SourceError(where, "the decks hold too many cards", f"at most {L.SLOTS} together")
        self.pools(decks, names)
        self.decks_of_spaces(decks)

    def film_zones(self) -> list[str]:
        """Zones that a film adds for cards of its own."""
        return [
            str(zone["id"])
            for half in (self.cast.killer, self.cast.location)
            for zone in half.get("zones") or []
        ]

    def count(self, type_: str) -> int:
        """How many cards there are of a type."""
        return sum(1 for t, _ in self.cards if t == type_)

    def sizes_of_decks(self, decks: list[str]) -> dict[str, tuple[int, str]]:
        """Slots and pool of every ordered zone."""
        sizes: dict[str, tuple[int, str]] = {
            "terror_deck": (max(self.count("terror"), 1), "terror_deck"),
            "event_deck": (max(self.count("event"), 1), "event_deck"),
            "finale_deck": (max(self.count("finale"), 1), "finale_deck"),
            "dark_deck": (max(self.count("dark"), 1), "dark_deck"),
            "setup_deck": (1, "setup_deck"),
        }
        for deck in decks:
            sizes[deck] = (int(self.box["item_deck"]) + 6, decks[0])
        for half in (self.cast.killer, self.cast.location):
            for zone in half.get("zones") or []:
                if zone.get("cards"):
                    sizes[str(zone["id"])] = (int(zone["cards"]), str(zone["id"]))
        return sizes

    def pools(self, decks: list[str], names: list[str]) -> None:
        """From which pool each unseen card is revealed."""
        pools = {
            "terror": "terror_deck",
            "event": "event_deck",
            "finale": "finale_deck",
            "dark": "dark_deck",
            "setup": "setup_deck",
            "item": decks[0] if decks else "item_discard",
        }
        for number, (type_, card) in enumerate(self.cards, start=1):
            if card.get("apart"):
                continue
            pool = str(card.get("zone") or pools.get(type_) or names[0])
            self.rows.numbers[L.T_POOL + number] = self.number_of(pool, "zone", card.where)

    def decks_of_spaces(self, decks: list[str]) -> None:
        """Which Item deck belongs to which space."""
        zones = [0] * L.SPACES
        for number, space in enumerate(self.cast.location["spaces"].values(), start=1):
            if space.get("deck"):
                where = where_of(space["deck"], self.cast.location.where)
                zones[number] = self.number_of(space["deck"], "zone", where)
        self.rows.add("deck_of", "space", "zone", zones)
        numbers = [self.number_of(d, "zone", self.cast.location.where) for d in decks]
        self.rows.add("item_zone", "number", "zone", [0, *numbers])
        self.constant("item_decks", len(decks), "number", self.cast.location.where)
        loose = sum(1 for t, card in self.cards if t == "item" and not card.get("apart"))
        items = loose // max(len(decks), 1)
        self.constant(
            "item_deck_size", min(int(self.box["item_deck"]), items), "number", Where("<core>")
        )
        terror = min(
            int(self.cast.killer.get("terror_deck") or self.box["terror_deck"]),
            self.count("terror"),
        )
        self.constant("terror_size", terror, "number", Where("<core>"))

    # ------------------------------------------------------------ boards

    def boards(self) -> None:
        """The Bloodlust track, the Final Girl card, the sources of rules."""
        killer, girl = self.cast.killer, self.cast.girl
        track = killer.get("bloodlust") or []
        self.rows.add(
            "row_attack", "number", "number", [0, *(int(r.get("attack") or 0) for r in track)]
        )
        self.rows.add(
            "row_move", "number", "number", [0, *(int(r.get("move") or 0) for r in track)]
        )
        self.rows.add(
            "row_dark", "number", "number", [0, *(int(bool(r.get("dark_power"))) for r in track)]
        )
        self.rows.add("row_text", "number", "entry", [0] * (len(track) + 1))
        self.constant("top_row", len(track), "number", killer.where)
        for number, row in enumerate(track, start=1):
            self.take_text("row_text", number, row.get("text"), "Bloodlust")
        self.take_text("row_text", 0, killer.get("final_effect"), "Final Effect")
        self.rows.add("killer_lines", "number", "entry", [0])
        self.take_text("killer_lines", 0, killer.get("action"), str(killer["title"]))
        self.constant("start_horror", int(killer.get("horror", 3)), "number", killer.where)
        slots = girl.get("slots") or []
        self.rows.add("girl_reward", "number", "entry", [0] * (len(slots) + 1))
        self.rows.add("girl_back_reward", "number", "entry", [0])
        self.constant("girl_slots", len(slots), "number", girl.where)
        for number, text in enumerate(slots, start=1):
            self.take_text("girl_reward", number, text, str(girl["title"]))
        self.take_text("girl_back_reward", 0, girl.get("back"), str(girl["title"]))
        self.rows.add("ability_entry", "number", "entry", [0] * L.ABILITIES)

    def take_text(self, row: str, index: int, text: Any, title: str) -> None:
        """Remember a text for a row."""
        if text is not None:
            self.texts.append((self.row(row), index, text, title, None))

    # ------------------------------------------------------------ rules

    def read_rules(self) -> None:
        """Read the rulebook and the film's own rules; add the sources of rules."""
        self.make_sources()
        reader = Reader(self.names, self.states, self.parser)
        for file, text in rulebook_sources():
            reader.read(text, Where("rulebook/" + file))
        self.components.read_states(reader)
        for half in (self.cast.killer, self.cast.location, self.cast.girl):
            rules = half.get("rules")
            if rules:
                reader.read(str(rules), where_of(rules, half.where), replace=True)
        self.components.read_elsewhere()

    def source(self, title: str, this: Constant, role: bool = False) -> Source:
        """A new source of rules that is no card."""
        number = self.next_source
        self.next_source += 1
        if number >= L.SOURCES:
            raise SourceError(self.cast.killer.where, "too many sources of rules")
        return Source(number, title, this, role)

    def make_sources(self) -> None:
        """Boards, the two sides of the Final Girl card, kinds of pieces."""
        nothing = Constant(0, "any")
        self.sources: list[tuple[Source, Fields]] = []
        girl = self.cast.girl
        ultimate: Fields = girl.get("ultimate") or Fields(girl.where)
        for name, title, data in (
            ("source_killer", str(self.cast.killer["title"]), self.cast.killer),
            ("source_location", str(self.cast.location["title"]), self.cast.location),
            ("source_girl", str(girl["title"]), girl),
            ("source_ultimate", str(ultimate.get("title") or girl["title"]), ultimate),
        ):
            source = self.source(title, nothing)
            self.sources.append((source, data))
            self.constant(name, source.number, "any", Where("<core>"))
        numbers = [0] * L.KINDS
        for number, (_, title, role) in enumerate(self.kinds, start=1):
            source = self.source(title, Constant(number, "kind"), role=True)
            numbers[number] = source.number
            if role is not None and role not in (self.cast.killer, girl):
                self.sources.append((source, role))
        self.rows.add("source_of_kind", "kind", "any", numbers)
        for number, (type_, card) in enumerate(self.cards, start=1):
            from_next = type_ == "finale"
            self.sources.append(
                (
                    Source(number, str(card["title"]), Constant(number, "card"), False, from_next),
                    card,
                )
            )

    def listen(self) -> None:
        """Read hooks, modifiers and abilities of everything, and the endings of the film."""
        self.listeners.endings = list(self.components.endings())
        for source, data in self.sources:
            for text in texts_of(data.get("when")):
                self.hook(source, text)
            for text in texts_of(data.get("while")):
                self.modifier(source, text)
            for ability in data.get("use") or []:
                self.ability(source, ability)

    def hook(self, source: Source, text: Text) -> None:
        """``before``, ``after`` or ``instead`` of a moment."""
        tree = self.tree("hook", text)
        when, moment, condition, once, price, block = tree.children
        if str(moment) in self.names.missing:
            return
        if once is not None and str(once) not in PERIODS:
            raise SourceError(
                where_of(text, Where("<film>")), f"once a {once}?", "phase, turn, game"
            )
        words = as_tree(price).children[0] if isinstance(price, Tree) else None
        self.listeners.hooks.append(
            Hook(
                source,
                str(when),
                str(moment),
                condition if isinstance(condition, Tree) else None,
                str(words)[1:-1] if words is not None else None,
                as_tree(block),
                where_of(text, Where("<film>")),
                str(once) if once is not None else None,
            )
        )

    def modifier(self, source: Source, text: Text) -> None:
        """A change of a value."""
        name, layer, amount, condition = self.tree("modifier", text).children
        if str(name) in self.names.missing:
            return
        self.listeners.modifiers.append(
            Modifier(
                source,
                str(name),
                str(layer),
                as_tree(amount),
                condition if isinstance(condition, Tree) else None,
                where_of(text, Where("<film>")),
            )
        )

    def ability(self, source: Source, data: Fields) -> None:
        """Something that the player may use."""
        requires = []
        for require in data.get("require") or []:
            condition = self.tree("condition", require["if"])
            requires.append(
                Requirement(
                    as_tree(condition.children[0]),
                    str(require.get("rule") or "ITEM-1"),
                    str(require["because"]),
                    where_of(require["if"], data.where),
                )
            )
        text = self.tree("text", data["text"])
        once = data.get("once")
        self.listeners.abilities.append(
            Ability(
                source,
                str(data.get("window") or "action"),
                str(once) if once else None,
                tuple(requires),
                text,
                f"{source.title}: {words_of(text, {p.label: p for p in self.phrases})}",
                where_of(data["text"], data.where),
            )
        )

    # ------------------------------------------------------------ the end

    def compile(self) -> Program:
        """Compile everything into a program."""
        streams = {name: i for i, name in enumerate(STREAMS)}
        compiler = Compiler(self.names, self.parser, self.phrases, streams, self.listeners)
        for row, index, text, title, this in self.texts:
            tree = self.tree("text", text)
            self.rows.put(
                row, index, compiler.text(tree, where_of(text, Where("<film>")), title, this)
            )
        starts = compiler.compile("play_game", "play_from", "resume_at", "deal_secrets")
        compiler.fill_row(self.rows.numbers, self.row("ability_entry"), compiler.ability_entries)
        self.check_sources(compiler)
        numbers = self.rows.numbers
        numbers[L.T_ENTRIES] = len(compiler.entries)
        for i, entry in enumerate(compiler.entries):
            numbers[L.T_ENTRIES + 1 + i] = entry.label.at
        has_secrets = self.row("secret_deal").length > 1
        numbers[L.T_DEAL] = starts["deal"] if has_secrets else 0
        return self.program(compiler, starts)

    def check_sources(self, compiler: Compiler) -> None:
        """Write for every source which moments and values it listens to."""
        numbers = self.rows.numbers
        empty = len(numbers)
        numbers.append(0)
        for number in range(L.SOURCES):
            numbers[L.T_SOURCE_HOOKS + number] = empty
        for source, _ in self.sources:
            hooks = compiler.hooks_of_source(source.number)
            if hooks:
                numbers[L.T_SOURCE_HOOKS + source.number] = len(numbers)
                numbers += [len(hooks), *hooks]

    def program(self, compiler: Compiler, starts: dict[str, int]) -> Program:
        """The finished program."""
        states: dict[str, StateInfo] = {}
        for name, symbol in self.names.table.items():
            match symbol:
                case Word(address, type_, secret, start) if address >= L.GLOBAL:
                    states[name] = StateInfo(address, 1, type_, secret, start)
                case Row(address, length, _, type_, False) if L.GLOBAL <= address < L.STACK:
                    states[name] = StateInfo(address, length, type_, symbol.secret, 0)
        self.things["way"] = [Thing(f"way_{i}", f"way {i}") for i in range(L.WAYS)]
        return Program(
            title=self.cast.title,
            code=tuple(compiler.out.finished()),
            table=tuple(self.rows.numbers),
            starts=starts,
            routines=compiler.routine_infos(),
            entries=tuple(e.label.at for e in compiler.entries),
            questions=tuple(compiler.book.questions),
            clauses=tuple(compiler.book.clauses),
            sentences=tuple(compiler.book.sentences),
            abilities=compiler.ability_infos(),
            streams=STREAMS,
            states=states,
            things={name: tuple(all_) for name, all_ in self.things.items()},
            places=tuple((at, where.file, where.line) for at, where in compiler.out.places),
            facts=self.all_facts(),
        )

    def all_facts(self) -> dict[str, Any]:
        """What screens need: names of rows and rules, boards, texts of cards."""
        rows = {
            name: [s.address, s.length]
            for name, s in self.names.table.items()
            if isinstance(s, Row) and s.in_table
        }
        rules = {
            name: [list(s.ids), s.doc]
            for name, s in self.names.table.items()
            if isinstance(s, RuleDecl | ValueDecl)
        }
        constants = {
            name: s.value for name, s in self.names.table.items() if isinstance(s, Constant)
        }
        return {"rows": rows, "rules": rules, "constants": constants, **self.film_facts()}

    def film_facts(self) -> dict[str, Any]:
        """Map, cards and boards in words."""
        cast = self.cast
        where = cast.location.where
        teller = facts.Teller(self.tree, {p.label: p for p in self.phrases})

        def number_of(name: str) -> int:
            symbol = self.names.find(name, where)
            return symbol.value if isinstance(symbol, Constant) else 0

        classes = self.rows.numbers[L.T_KIND_CLASS : L.T_KIND_CLASS + L.KINDS]
        return {
            "map": facts.map_facts(
                cast.location["spaces"], cast.location.get("ways") or [], number_of
            ),
            "acts": facts.act_facts(self.acts, teller),
            "cards": facts.card_facts(self.cards, teller),
            "kinds": facts.kind_facts(self.kinds, classes, teller),
            "boards": facts.board_facts(cast.killer, cast.location, cast.girl, teller),
        }


def _walk_of(cls: int) -> int:
    """How pieces of a class walk; those of no walking class go like Victims."""
    walks = {
        L.CLASS_GIRL: L.WALK_GIRL,
        L.CLASS_KILLER: L.WALK_KILLER,
        L.CLASS_MINION: L.WALK_MINION,
    }
    return walks.get(cls, L.WALK_VICTIM)


def _group_of(rules: set[str]) -> int:
    """The group of an Action card by what it needs (ATK-1): 3 a deck, 4 an Enemy in reach."""
    if "search" in rules:
        return 3
    return 4 if "deal_damage" in rules and "move_girl" not in rules else 0


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _range_of(value: Any) -> tuple[int, int]:
    """``0``, ``1-3``: the exact range of a weapon."""
    low, _, high = str(value).partition("-")
    return int(low), int(high or low)


def assemble(cast: Cast) -> Program:
    """The program of a cast, checked before and proved after.  Raises SourceError."""
    check_cast(cast.killer, cast.location, cast.girl)
    program = Assembler(cast).build()
    try:
        verify(program)
    except VerifyError as error:
        file, line = program.source_of(error.at)
        raise SourceError(
            Where(file, max(line, 1)), error.why, "the machine cannot run this"
        ) from None
    return program
