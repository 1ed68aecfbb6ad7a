"""What mattered in a game, read from its records: deaths, rescues, wounds, powers, the Finale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from nightreel.films.box import HELD, WHITE
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.game import Game
from nightreel.table.state import Words
from nightreel.table.view import on_the_way

GRAVE: Final = 3
"""Damage from which a wound or blow is a grave one."""
LUCKY: Final = 3
"""Successes from which a roll is worth telling."""
FRENZY: Final = 3 / 4
"""The part of the Bloodlust track above which it is a frenzy."""


@dataclass(frozen=True)
class Moment:
    """Something worth telling: what it is, when, how much it weighs, who, where and how many."""

    kind: str
    turn: int
    weight: int
    number: int = 1
    who: str = ""
    """The name in Reel of a Special Victim or a card."""
    place: str = ""
    """The name in Reel of a space."""
    at: int = 0
    """The answer at which it began, so that moments of a turn have an order."""


@dataclass
class Count:
    """How often something happened in a turn, where mostly, and at which answer first."""

    places: Counter[str] = field(default_factory=Counter)
    at: int = 0

    def add(self, n: int, place: str, at: int) -> None:
        """Count some more, if any."""
        if n:
            self.at = self.at or at
            self.places[place] += n


@dataclass
class Turn:
    """What happened in one turn: what is counted, and what is told by itself."""

    number: int
    deaths: Count = field(default_factory=Count)
    """Of ordinary Victims."""
    rescues: Count = field(default_factory=Count)
    wounds: Count = field(default_factory=Count)
    lost: Count = field(default_factory=Count)
    """Health that the Final Girl lost otherwise."""
    blows: Count = field(default_factory=Count)
    """Damage to Killers."""
    single: list[Moment] = field(default_factory=list)

    def moments(self) -> list[Moment]:
        """The moments of this turn in their order."""
        counted = (
            self.told(self.deaths, ("death", "deaths"), 2, 4),
            self.told(self.rescues, ("rescue", "rescues"), 2, 4),
            self.told(self.wounds, ("wound", "heavy_wound"), GRAVE, 2),
            self.told(self.blows, ("strike", "heavy_strike"), GRAVE, 2),
            self.told(self.lost, ("misfortune", "misfortune"), GRAVE, 1),
        )
        found = [moment for moment in counted if moment is not None]
        return sorted([*found, *self.single], key=lambda moment: moment.at)

    def told(self, count: Count, kinds: tuple[str, str], many: int, weight: int) -> Moment | None:
        """What was counted as one moment: of the second kind from so many on."""
        n = count.places.total()
        if not n:
            return None
        place = count.places.most_common(1)[0][0]
        kind = kinds[n >= many]
        return Moment(kind, self.number, weight + n, n, place=place, at=count.at)


def moments_of(game: Game) -> list[Moment]:
    """The moments of a game in the order in which they happened, from its first turn on."""
    chronicle = Chronicle(game.program)
    records = [*(step.before for step in game.steps), game.state.words]
    for before, after in pairwise(records):
        chronicle.see(before, after)
    return [moment for turn in chronicle.turns.values() for moment in turn.moments()]


class Chronicle:
    """What mattered in each turn, noted record after record."""

    def __init__(self, program: Program) -> None:
        """Know the names that are needed."""
        self.program = program
        self.classes = program.table[L.T_KIND_CLASS : L.T_KIND_CLASS + L.KINDS]
        self.zones = {thing.name: n for n, thing in enumerate(program.things["zone"])}
        self.roles = {kind["id"] for kind in program.facts["kinds"][1:] if is_role(kind)}
        self.turns: dict[int, Turn] = {}
        self.told: set[str] = set()
        self.at = 0

    def see(self, before: Words, after: Words) -> None:
        """Note what one answer changed; the setup is no part of the story."""
        self.at += 1
        old, new = before.tolist(), after.tolist()
        if not self.program.value(old, "phase"):
            return
        number = self.program.value(old, "turn")
        turn = self.turns.setdefault(number, Turn(number))
        self.see_victims(turn, old, new)
        self.see_wounds(turn, old, new)
        self.see_cards(turn, old, new)
        self.see_roll(turn, old, new)
        self.see_tracks(turn, old, new)

    # ------------------------------------------------------------ small helps

    def rise(self, old: list[int], new: list[int], name: str) -> int:
        """How far a state has risen."""
        return max(self.program.value(new, name) - self.program.value(old, name), 0)

    def name(self, type_: str, number: int) -> str:
        """The name of a thing in Reel, nothing when there is none."""
        things = self.program.things[type_]
        return things[number].name if 0 < number < len(things) else ""

    def pieces(self, words: list[int], cls: int) -> Iterator[int]:
        """The pieces of a class."""
        kinds = words[L.KIND : L.KIND + L.PIECES]
        return (p for p, kind in enumerate(kinds) if kind and self.classes[kind] & cls)

    def note(
        self, turn: Turn, kind: str, weight: int, who: str = "", place: str = "", once: bool = False
    ) -> None:
        """Note a moment that is told by itself, some kinds only once a game."""
        if not once or kind not in self.told:
            turn.single.append(Moment(kind, turn.number, weight, 1, who, place, self.at))
        self.told.add(kind)

    # ------------------------------------------------------------ what is seen

    def see_victims(self, turn: Turn, old: list[int], new: list[int]) -> None:
        """Victims that died or were saved."""
        for piece in self.pieces(old, L.CLASS_VICTIM):
            was, now = old[L.PLACE + piece], new[L.PLACE + piece]
            if was == now or now not in (L.PLACE_DEAD, L.PLACE_SAVED):
                continue
            died = now == L.PLACE_DEAD
            place = self.name("space", was if was < L.PLACE_WAY else old[L.PLACE + L.GIRL])
            who = self.name("kind", old[L.KIND + piece])
            if who in self.roles:
                kind = "named_death" if died else "named_rescue"
                self.note(turn, kind, 8, who, place)
            else:
                (turn.deaths if died else turn.rescues).add(1, place, self.at)
        if not self.left(new) and self.left(old):
            self.note(turn, "alone", 7, once=True)

    def left(self, words: list[int]) -> int:
        """How many Victims are on the map or carried."""
        victims = self.pieces(words, L.CLASS_VICTIM)
        return sum(on_the_way(words[L.PLACE + piece]) for piece in victims)

    def see_wounds(self, turn: Turn, old: list[int], new: list[int]) -> None:
        """Damage to the Final Girl and to the Killers, and who came back."""
        here = self.name("space", new[L.PLACE + L.GIRL])
        turn.wounds.add(self.rise(old, new, "count_hurt"), here, self.at)
        turn.lost.add(self.rise(old, new, "count_lost"), here, self.at)
        for piece in (L.GIRL, *self.pieces(old, L.CLASS_KILLER)):
            blow = max(old[L.HEALTH + piece] - new[L.HEALTH + piece], 0)
            if piece != L.GIRL:
                turn.blows.add(blow, self.name("space", old[L.PLACE + piece]), self.at)
            if new[L.MARK + piece] == WHITE != old[L.MARK + piece]:
                self.note(turn, "return" if piece == L.GIRL else "killer_return", 10, once=True)

    def see_cards(self, turn: Turn, old: list[int], new: list[int]) -> None:
        """Powers and the Finale that were revealed, and the first weapon."""
        for zone, kind, weight in (
            ("dark_zone", "power", 8),
            ("minors_zone", "power", 5),
            ("finale_zone", "finale", 10),
        ):
            for card in self.come(old, new, (zone,)):
                self.note(turn, kind, weight, self.name("card", card))
        for card in self.come(old, new, HELD.values()):
            if self.program.facts["cards"][card - 1]["weapon"]:
                self.note(turn, "find", 5, self.name("card", card), once=True)

    def come(self, old: list[int], new: list[int], zones: Iterable[str]) -> list[int]:
        """The cards that came into some zones from elsewhere."""
        numbers = {self.zones[zone] for zone in zones}
        return [
            card
            for card in range(1, len(self.program.facts["cards"]) + 1)
            if new[L.CARD_ZONE + card] in numbers and old[L.CARD_ZONE + card] not in numbers
        ]

    def see_roll(self, turn: Turn, old: list[int], new: list[int]) -> None:
        """A roll that went very well."""
        counted = self.program.value(old, "rolling") and not self.program.value(new, "rolling")
        if counted and self.program.value(new, "successes") >= LUCKY:
            self.note(turn, "luck", 4, once=True)

    def see_tracks(self, turn: Turn, old: list[int], new: list[int]) -> None:
        """Bloodlust near its end, and the Final Girl's Ultimate Ability."""
        rows = len(self.program.facts["boards"]["killer"]["rows"])
        if (
            self.program.value(new, "bloodlust")
            > FRENZY * rows
            >= self.program.value(old, "bloodlust")
        ):
            self.note(turn, "frenzy", 6, once=True)
        if self.rise(old, new, "flipped"):
            self.note(turn, "unbound", 7, once=True)


def is_role(kind: Mapping[str, object]) -> bool:
    """Whether a kind of piece is a Special Victim."""
    return kind["class"] == "victim" and kind["id"] != "victim"
