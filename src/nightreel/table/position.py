"""Sets up a position by hand, as a rule case or puzzle writes it down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nightreel.films.box import (
    BLACK,
    DECKS,
    HELD,
    IN_PLAY,
    PHASES,
    START_TIME,
    START_TIME_EXTREME,
    TOKENS,
)
from nightreel.films.source import Fields, listed, where_of
from nightreel.machine import board, cards
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.program import Program, StateInfo
from nightreel.table.lookup import Lookup, counted, digits, fields, whole, within, words
from nightreel.table.state import Options, first_record

MARKS: Final = {colour: mark for mark, colour in TOKENS.items()}
NUMBER_MAX: Final = 99
"""Most that a track or marker can show: nobody has more tokens."""
NUMBERS_MAX: Final = 1_000_000
UNSEEN: Final = ("?", "unseen")
ZONE_FIELDS: Final = {**HELD, **IN_PLAY, "out": "out_of_game"}


class Position:
    """A record that is filled in step by step."""

    def __init__(self, program: Program, options: Options, where: Where) -> None:
        """The record of a game in which nothing has been set up."""
        self.program = program
        self.find = Lookup(program)
        self.where = where
        self.g = first_record(program, 0, options)
        self.g[L.PC] = program.starts["position"]
        self.options = options
        self.placed: set[int] = set()

    def set_state(self, name: str, number: int) -> None:
        """Set a state of the rulebook or film."""
        self.g[self.find.state(name, self.where).address] = number

    def activate(self, source: int) -> None:
        """From now on the rules of a source hold."""
        cards.activate(self.g, self.program.table, source)

    def fill(self, data: Fields) -> list[int]:
        """The record of a position.  Raises SourceError."""
        self.boards()
        self.start_values()
        handlers = self.handlers()
        for key, handle in handlers.items():
            if key in data:
                handle(data[key], data.keys_at[key])
        for key, value in data.items():
            if key not in handlers:
                self.state_field(key, value, data.keys_at[key])
        self.decks(data)
        self.tableau(data)
        self.health_of_the_rest()
        board.refresh_map(self.g, self.program.table)
        return self.g

    def handlers(self) -> dict[str, Callable[[Any, Where], None]]:
        """What each field of a position does, in the order in which it is done."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "map": self.map,
            "dead": lambda v, w: self.off_map(v, w, L.PLACE_DEAD),
            "saved": lambda v, w: self.off_map(v, w, L.PLACE_SAVED),
            "health": self.health,
            "token": self.token,
            "revealed": self.revealed,
            "hand": lambda v, w: self.acts(L.HAND, v, w),
            "discard": lambda v, w: self.acts(L.DISCARD, v, w),
            "tableau": lambda v, w: None,
            **{name: self.zone_field(zone) for name, zone in ZONE_FIELDS.items()},
            "finale_up": self.finale_up,
            "covered": self.covered,
            "flipped": self.flipped,
            "closed": self.closed,
            "piles": self.piles,
            **dict.fromkeys((*DECKS, "items"), lambda v, w: None),
        }

    # ------------------------------------------------------------ what always is

    def boards(self) -> None:
        """Boards and kinds of pieces are in play, as after setup (SET-1)."""
        known = self.find.constants
        for name in ("source_killer", "source_location", "source_girl"):
            self.activate(known[name])
        for kind in range(1, known["last_kind"] + 1):
            self.activate(self.find.data("source_of_kind", kind))
        self.set_state("killer", known["first_killer"])

    def start_values(self) -> None:
        """Tracks as at the start of a game (SET-9)."""
        extreme = self.options.extreme
        self.set_state("time", START_TIME_EXTREME if extreme else START_TIME)
        self.set_state("horror", self.find.constants["start_horror"])
        self.set_state("bloodlust", 1)
        self.phase("action", self.where)

    def health_of_the_rest(self) -> None:
        """Whoever has no health yet has that of the card; nobody's token is missing (SET-8)."""
        for piece in range(1, L.PIECES):
            kind = self.g[L.KIND + piece]
            if kind and piece not in self.placed:
                self.g[L.HEALTH + piece] = self.find.data("kind_health", kind)
            if kind and self.find.data("kind_token", kind) and not self.g[L.MARK + piece]:
                self.g[L.MARK + piece] = BLACK

    # ------------------------------------------------------------ fields

    def phase(self, value: Any, where: Where) -> None:
        """The phase with whose beginning play goes on."""
        if str(value) not in PHASES[1:]:
            raise SourceError(where, f"there is no phase {value!r}", ", ".join(PHASES[1:]))
        number = PHASES.index(str(value))
        self.set_state("resume_at", number)
        self.set_state("turn", 0 if number == 1 else 1)

    def turn(self, value: Any, where: Where) -> None:
        """The number of the turn; the Action phase counts it up."""
        resume = self.g[self.find.state("resume_at", where).address]
        self.set_state("turn", within(value, where, 0, NUMBER_MAX, "turn") - (resume == 1))

    def state_field(self, name: str, value: Any, where: Where) -> None:
        """A state by its name; a row of them by the numbers in it."""
        info = self.find.state(name, where)
        if info.length > 1:
            for index, number in fields(value, where).items():
                place = self.find.index(name, info.length, index, where)
                self.g[info.address + place] = whole(number, where)
        elif info.type in ("piece", "spaces"):
            raise SourceError(where, f"{name} cannot be set", "set what it follows from")
        elif info.type in self.program.things and not isinstance(value, int):
            self.g[info.address] = self.find.thing(info.type, value, where)
        else:
            low, high = self.range_of(name, info)
            self.g[info.address] = within(value, where, low, high, name)

    def range_of(self, name: str, info: StateInfo) -> tuple[int, int]:
        """From where to where the value of a state may go."""
        if info.type in self.program.things:
            return 0, len(self.program.things[info.type]) - 1
        track = "extreme_track" if self.options.extreme else "normal_track"
        ranges = {
            "time": (-NUMBER_MAX, NUMBER_MAX),
            "horror": (0, self.find.rows[track][1] - 1),
            "bloodlust": (1, len(self.program.facts["boards"]["killer"]["rows"])),
        }
        return ranges.get(name, (-NUMBERS_MAX, NUMBERS_MAX))

    def map(self, value: Any, where: Where) -> None:
        """Who stands where: ``gate: girl, 3 victims, imp/1``."""
        data = fields(value, where)
        for name, content in data.items():
            space = self.find.space(name, data.keys_at[name])
            for entry in words(content):
                self.place_entry(entry, space, where)

    def place_entry(self, entry: Any, place: int, where: Where) -> None:
        """Pieces of one kind, with ``/n`` their health."""
        at = where_of(entry, where)
        name, _, health = str(entry).partition("/")
        number, kind_name = counted(name)
        kind = self.find.kind(kind_name, at)
        for _ in range(number):
            piece = board.supply(self.g, kind)
            if piece == 0:
                raise SourceError(at, f"no {kind_name} is left to place")
            board.put(self.g, self.program.table, piece, place)
            if health:
                self.g[L.HEALTH + piece] = digits(health, at, 0, NUMBER_MAX, "health")
                self.placed.add(piece)

    def off_map(self, value: Any, where: Where, place: int) -> None:
        """Victims in the Dead space or saved: a number of plain ones, or kinds."""
        entries = [f"{value} victims"] if isinstance(value, int) else words(value)
        for entry in entries:
            self.place_entry(entry, place, where)

    def piece(self, name: Any, where: Where) -> int:
        """The first piece of a kind."""
        kind = self.find.kind(name, where)
        for piece in range(1, L.PIECES):
            if self.g[L.KIND + piece] == kind:
                return piece
        raise SourceError(where_of(name, where), f"there is no piece {str(name)!r}")

    def health(self, value: Any, where: Where) -> None:
        """Health of Final Girl and Killer, the token counted as one."""
        for name, number in fields(value, where).items():
            piece = self.piece(name, where)
            most = self.find.data("kind_health", self.g[L.KIND + piece]) or NUMBER_MAX
            self.g[L.HEALTH + piece] = within(number, where, 0, most, f"health of {name}")
            self.placed.add(piece)

    def token(self, value: Any, where: Where) -> None:
        """The Final Health token, black or white."""
        for name, colour in fields(value, where).items():
            if str(colour) not in MARKS:
                raise SourceError(where_of(colour, where), "black or white is wanted")
            self.g[L.MARK + self.piece(name, where)] = MARKS[str(colour)]

    def revealed(self, value: Any, where: Where) -> None:
        """Black tokens that were revealed before, by their hearts (COMP-5)."""
        self.set_state("tokens_laid_out", 1)
        hearts = self.find.state("hearts", where).address
        for number in (1, 2, 3):
            self.g[hearts + number] = 1
        for token in listed(value):
            found = whole(token, where)
            if not 0 <= found <= 3:
                raise SourceError(where, f"no token shows {found} hearts", "0 to 3")
            place = self.find.state("blanks", where).address if found == 0 else hearts + found
            self.g[place] -= 1

    def acts(self, row: int, value: Any, where: Where) -> None:
        """Action cards in hand or discard pile, a name for each copy."""
        for word in words(value):
            number, name = counted(word)
            self.g[row + self.find.act(name, where_of(word, where))] += number

    def tableau(self, data: Fields) -> None:
        """All other copies of the Action cards lie in the Tableau, unless it is given (SET-2)."""
        if "tableau" in data:
            self.acts(L.TABLEAU, data["tableau"], data.keys_at["tableau"])
            return
        for act in range(1, self.find.constants["last_act"] + 1):
            held = self.g[L.HAND + act] + self.g[L.DISCARD + act]
            self.g[L.TABLEAU + act] = max(self.find.data("act_copies", act) - held, 0)

    def zone_field(self, zone: str) -> Callable[[Any, Where], None]:
        """Cards that lie open in a zone, with ``/n`` their markers."""

        def lay(value: Any, where: Where) -> None:
            for word in words(value):
                self.lay(word, self.find.constants[zone], where_of(word, where))

        return lay

    def piles(self, value: Any, where: Where) -> None:
        """Cards in any other zone by its name, without their rules being in play."""
        data = fields(value, where)
        for name, content in data.items():
            zone = self.find.zone(name, data.keys_at[name])
            for word in words(content):
                card = self.find.card(word, where)
                self.no_epic(card, zone, where)
                cards.lay(self.g, card, zone)

    def lay(self, word: Any, zone: int, where: Where) -> None:
        """Lay a card into a zone; what it says holds, as the rulebook would have it (ITEM-1)."""
        name, _, marks = str(word).partition("/")
        card = self.find.card(name, where)
        known = self.find.constants
        self.no_epic(card, zone, where)
        cards.lay(self.g, card, zone)
        kind_of_marks = "card_minor" if zone == known["minors_zone"] else "card_uses"
        usual = self.find.data(kind_of_marks, card)
        self.g[L.CARD_MARK + card] = digits(marks, where, 0, NUMBER_MAX, name) if marks else usual
        in_backpack = zone == known["backpack_zone"] and self.find.data("card_hands", card)
        if zone != known["out_of_game"] and not in_backpack:
            self.activate(card)

    def no_epic(self, card: int, zone: int, where: Where) -> None:
        """Without the option an Epic Dark Power is out of the game (SET-3)."""
        outside = zone == self.find.constants["out_of_game"]
        if self.find.data("card_epic", card) and not (self.options.epic or outside):
            title = self.program.things["card"][card].title
            raise SourceError(where, f"{title} is an Epic Dark Power", "options: {epic: true}")

    def finale_up(self, value: Any, where: Where) -> None:
        """The Finale that was revealed in an earlier turn."""
        self.lay(value, self.find.constants["finale_zone"], where)
        self.set_state("finale_up", self.find.card(value, where))

    def covered(self, value: Any, where: Where) -> None:
        """Covered Victim spaces of the Final Girl card, by their numbers."""
        spaces = 0
        for number in listed(value):
            spaces |= 1 << within(number, where, 1, self.find.constants["girl_slots"], "covered")
        self.set_state("covered", spaces)

    def flipped(self, value: Any, where: Where) -> None:
        """The Final Girl card is flipped (SAV-3)."""
        if value:
            self.set_state("flipped", 1)
            self.set_state("covered", (2 << self.find.constants["girl_slots"]) - 2)
            self.activate(self.find.constants["source_ultimate"])

    def closed(self, value: Any, where: Where) -> None:
        """Ways that are closed for everybody, each by its two spaces."""
        for pair in listed(value):
            ends = [self.find.space(end, where) for end in words(pair)]
            way = board.way_between(self.program.table, *ends) if len(ends) == 2 else 0
            if way == 0:
                raise SourceError(where_of(pair, where), "no way joins these", "name two spaces")
            board.close_way(self.g, way, 255)

    # ------------------------------------------------------------ decks

    def decks(self, data: Fields) -> None:
        """Decks: as after setup unless the position says otherwise; Item decks are empty."""
        where = self.where
        for field, zone in DECKS.items():
            at = data.keys_at.get(field, where)
            self.deck(self.find.constants[zone], data.get(field, self.usual(field)), at)
        if "items" in data:
            decks = fields(data["items"], data.keys_at["items"])
            for name, content in decks.items():
                at = decks.keys_at[name]
                self.deck(self.find.zone(name, at), content, at)
        if "setup" not in data:
            self.leave_setup_cards()

    def usual(self, field: str) -> int:
        """How many unseen cards a deck has when nothing is said of it."""
        rest = cards.unseen(self.g, self.program.table, self.find.constants[DECKS[field]])
        if field == "terror":
            return min(self.find.constants["terror_size"], rest)
        if field == "finale":
            return min(1, rest) * (self.g[self.find.state("finale_up", self.where).address] == 0)
        if field == "dark":
            dark = self.find.constants["dark_zone"]
            shown = cards.count_in(self.g, self.program.table, dark)
            return min(1, rest) * (shown == 0)
        return rest

    def deck(self, zone: int, content: Any, where: Where) -> None:
        """A deck: so many unseen cards, or from the top down names and ``3 unseen`` or ``?``."""
        if isinstance(content, int):
            entries: list[Any] = [f"{content} unseen"]
        else:
            entries = words(content)
        for entry in reversed(entries):
            number, name = counted(entry)
            card = 0 if name in UNSEEN else self.find.card(name, where_of(entry, where))
            self.no_epic(card, zone, where)
            for _ in range(number):
                cards.push(self.g, self.program.table, zone, card)
        if self.g[L.FAULT]:
            raise SourceError(where, "the deck has no room for so many cards")
        self.check_unseen(zone, where)

    def check_unseen(self, zone: int, where: Where) -> None:
        """As many cards must be unseen as lie unseen in decks."""
        tab = self.program.table
        pool = tab[L.T_ZONE_POOL + zone]
        hidden = 0
        for other in range(1, L.ZONES):
            if tab[L.T_ZONE_SIZE + other] and tab[L.T_ZONE_POOL + other] == pool:
                base = L.SLOT + tab[L.T_ZONE_BASE + other]
                hidden += self.g[base : base + self.g[L.ZONE_COUNT + other]].count(0)
        if hidden > cards.unseen(self.g, tab, pool):
            raise SourceError(where, "more cards lie unseen than there are", "put fewer in decks")

    def leave_setup_cards(self) -> None:
        """Setup cards have left the game (SET-6)."""
        setup = self.find.constants["type_setup"]
        for card in range(1, self.find.constants["last_card"] + 1):
            if self.find.data("card_type", card) == setup:
                cards.lay(self.g, card, self.find.constants["out_of_game"])


def set_up(program: Program, data: Fields, options: Options) -> list[int]:
    """The record of a position that is written down in a file.  Raises SourceError."""
    return Position(program, options, data.where).fill(data)
