"""What the player may see of a game, as plain JSON values: for terminals, programs, the web.

It is made of the record by names.  What nobody has seen has no place in the record, and
generator and secret states are left out (SET-7); so nothing hidden can be in a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from nightreel.films.box import DECKS, HELD, IN_PLAY, PHASES, TOKENS, ZONES
from nightreel.record import layout as L
from nightreel.reel.once import once
from nightreel.reel.program import Program
from nightreel.table import wording
from nightreel.table.dice import PARTIAL, SUCCESS
from nightreel.table.state import CHANCE, State, Words
from nightreel.translation import gettext

View: TypeAlias = dict[str, Any]
Group: TypeAlias = dict[tuple[str, int, str], int]
"""Titles, healths and classes of pieces in one place, and how many are so."""

RESULTS: Final = {L.VICTORY: "victory", L.DEFEAT: "defeat"}
PILES: Final = {
    "terror": "terror_discard",
    "events": "event_discard",
    "items": "item_discard",
    "others": "discarded_zone",
}


def phase_id(state: State) -> str:
    """The phase that is played: setup, action, planning, killer, panic or upkeep (TURN-1)."""
    return PHASES[state.get("phase")]


def result_id(state: State) -> str:
    """``victory``, ``defeat``, or nothing while the game runs (TURN-2)."""
    return RESULTS.get(int(state.words[L.RESULT]), "")


def view(state: State, wanted: Iterable[str] | None = None) -> View:
    """Everything the player may see, the open question included; or only the parts wanted."""
    parts = _Viewer(state).parts()
    return {name: parts[name]() for name in (parts if wanted is None else wanted)}


class _Viewer:
    """Reads one record by names."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.program: Program = state.program
        self.words: list[int] = state.words.tolist()
        self.facts: dict[str, Any] = state.program.facts
        self.zones = _zones_of(self.program)
        self.names: dict[tuple[str, int], str] = {}

    # ------------------------------------------------------------ small helps

    def get(self, name: str) -> int:
        """The value of a state."""
        return self.program.value(self.words, name)

    def row(self, name: str, index: int) -> int:
        """A number of a row of the program's table."""
        address, length = self.facts["rows"][name]
        return self.program.table[address + index] if 0 <= index < length else 0

    def name(self, type_: str, number: int) -> str:
        """The name of a thing for people."""
        found = self.names.get((type_, number))
        if found is None:
            found = self.names[type_, number] = wording.thing_name(self.program, type_, number)
        return found

    def constant(self, name: str) -> int:
        """A name of the film or rulebook as its number."""
        return int(self.facts["constants"].get(name, 0))

    # ------------------------------------------------------------ the parts

    def parts(self) -> dict[str, Callable[[], Any]]:
        """All parts by their names; each is made when it is wanted."""
        return {
            "title": lambda: self.program.title,
            "options": self.options,
            "turn": lambda: self.get("turn"),
            "phase": lambda: phase_id(self.state),
            "over": self.state.is_terminal,
            "result": lambda: result_id(self.state),
            "question": self.question,
            "tracks": self.tracks,
            "girl": self.girl,
            "killers": lambda: [self.killer(p) for p in self.of_class(L.CLASS_KILLER)],
            "map": self.spaces,
            "elsewhere": self.elsewhere,
            "victims": self.victims,
            "hand": lambda: self.acts(L.HAND),
            "tableau": lambda: self.acts(L.TABLEAU),
            "discard": lambda: self.acts(L.DISCARD),
            "items": self.items,
            "decks": self.decks,
            "in_play": lambda: {name: self.cards_in(zone) for name, zone in IN_PLAY.items()},
            "piles": lambda: {name: self.titles_in(zone) for name, zone in PILES.items()},
            "film_zones": self.film_zones,
            "states": self.states,
        }

    def items(self) -> View:
        """The Items in hands and backpack (ITEM-1)."""
        return {name: self.cards_in(zone) for name, zone in HELD.items()}

    def options(self) -> View:
        """The options of this game."""
        bits = self.words[L.OPTIONS]
        return {
            "extreme": bool(bits & L.OPTION_EXTREME),
            "infinite_evil": bool(bits & L.OPTION_EVIL),
            "epic": bool(bits & L.OPTION_EPIC),
        }

    def question(self) -> View:
        """The open question with its legal answers and with those refused, and why."""
        state = self.state
        if state.is_terminal() or state.current_player() == CHANCE:
            return {"text": wording.question_text(state), "actions": [], "refused": []}
        legal = wording.action_texts(state)
        refused = wording.refusals(state)
        return {
            "text": wording.question_text(state),
            "actions": [{"action": a, "text": t} for a, t in legal.items()],
            "refused": [
                {"action": a, "text": t, "why": wording.why_not(state, a)}
                for a, t in refused.items()
            ],
        }

    def tracks(self) -> View:
        """Time, Horror and Bloodlust."""
        horror = self.get("horror")
        track = "extreme_track" if self.options()["extreme"] else "normal_track"
        row = self.get("bloodlust")
        address, length = self.facts["rows"][track]
        return {
            "time": self.get("time"),
            "horror": horror,
            "horror_dice": self.row(track, horror),
            "horror_track": list(self.program.table[address : address + length]),
            "roll": self.roll(),
            "bloodlust": row,
            "bloodlust_rows": self.bloodlust_rows(),
            "final_effect": gettext(self.facts["boards"]["killer"]["final_effect"]),
        }

    def roll(self) -> View | None:
        """The Horror Roll that lies open (ROLL-5).

        Each face is a success or not (ROLL-3); beside them lie dice turned into successes.
        """
        if not self.get("rolling"):
            return None
        at = self.program.states["dice"].address
        faces = [face for face in range(1, 7) for _ in range(self.words[at + face])]
        least = PARTIAL if self.get("partials_now") else SUCCESS
        converted = self.get("converted")
        return {
            "dice": faces,
            "faces": [[face, face >= least] for face in faces],
            "converted": converted,
            "successes": converted + sum(1 for face in faces if face >= least),
        }

    def bloodlust_rows(self) -> list[View]:
        """The Bloodlust track from the bottom row up (BLOOD-2)."""
        rows = self.facts["boards"]["killer"]["rows"]
        return [{**row, "text": gettext(row["text"])} for row in rows]

    def of_class(self, classes: int) -> list[int]:
        """The pieces of some classes that are in play."""
        table = self.program.table
        return [
            p
            for p in range(1, L.PIECES)
            if self.words[L.KIND + p]
            and table[L.T_KIND_CLASS + self.words[L.KIND + p]] & classes
            and self.words[L.PLACE + p] not in (L.PLACE_SUPPLY, L.PLACE_GONE)
        ]

    def place(self, piece: int) -> str:
        """The name of the place of a piece."""
        at = self.words[L.PLACE + piece]
        if L.PLACE_CARD < at < L.PLACES:
            return self.name("card", at - L.PLACE_CARD)
        if L.PLACE_PIECE < at < L.PLACE_CARD:
            return self.piece(at - L.PLACE_PIECE)
        if L.PLACE_WAY < at < L.PLACE_DEAD:
            return self.way(at - L.PLACE_WAY)
        return self.name("space", at)

    def way(self, way: int) -> str:
        """The name of a way: the two spaces that it joins."""
        ends = (self.program.table[at + way] for at in (L.T_WAY_A, L.T_WAY_B))
        return " - ".join(self.name("space", end) for end in ends)

    def piece(self, piece: int) -> str:
        """The name of a piece."""
        return self.name("kind", self.words[L.KIND + piece])

    def living(self, piece: int) -> View:
        """Place, health and Final Health token of a piece."""
        mark = self.words[L.MARK + piece]
        return {
            "place": self.place(piece),
            "health": self.words[L.HEALTH + piece],
            "token": TOKENS.get(mark, ""),
        }

    def girl(self) -> View:
        """The Final Girl and her card (SAV-2, SAV-3)."""
        board = self.facts["boards"]["girl"]
        covered, waiting = self.get("covered"), self.get("waiting")
        slots = [
            {
                "reward": gettext(text),
                "covered": bool(covered >> n & 1),
                "waiting": bool(waiting >> n & 1),
            }
            for n, text in enumerate(board["slots"], start=1)
        ]
        return {
            "title": gettext(board["title"]),
            **self.living(1),
            "max_health": board["health"],
            "slots": slots,
            "back": gettext(board["back"]),
            "back_waiting": self.get("waiting_back"),
            "flipped": bool(self.get("flipped")),
            "ultimate": {"title": gettext(board["ultimate"]["title"]), **said(board["ultimate"])},
        }

    def killer(self, piece: int) -> View:
        """A Killer."""
        kind = self.facts["kinds"][self.words[L.KIND + piece] - 1]
        return {
            "title": self.piece(piece),
            **self.living(piece),
            "max_health": kind["health"],
            "action": gettext(self.facts["boards"]["killer"]["action"]),
        }

    # ------------------------------------------------------------ the map

    def spaces(self) -> list[View]:
        """The spaces of the map in the order of their numbers."""
        here = self.by_place()
        return [self.space(space, here.get(space.number, {})) for space in _map_of(self.program)]

    def space(self, space: Space, here: Group) -> View:
        """One space: who is there, where ways and panic lead, its Item deck."""
        open_ = self.words[L.NEAR + L.WALK_GIRL * L.SPACES + space.number]
        return {
            **space.printed,
            "pieces": [
                {"title": title, "health": health, "class": cls, "count": count}
                for (title, health, cls), count in here.items()
            ],
            "ways": [
                {"to": title, "number": goal, "open": bool(open_ >> goal & 1)}
                for goal, title in space.near
            ],
            "panic": dict(space.panic),
            "deck": self.deck(space.deck) if space.deck else None,
        }

    def by_place(self) -> dict[int, Group]:
        """Who and what is in each place: equal pieces together with their number."""
        found: dict[int, Group] = {}
        for piece in self.of_class(L.CLASSES - 1):
            here = found.setdefault(self.words[L.PLACE + piece], {})
            key = self.shown(piece)
            here[key] = here.get(key, 0) + 1
        return found

    def shown(self, piece: int) -> tuple[str, int, str]:
        """Title, health and class of a piece."""
        kind = self.facts["kinds"][self.words[L.KIND + piece] - 1]
        health = self.words[L.HEALTH + piece] if kind["class"] != "victim" else 0
        return self.piece(piece), health, kind["class"]

    def elsewhere(self) -> list[View]:
        """Pieces that are neither in a space nor saved nor dead: carried, on ways, on cards."""
        here = {*range(1, L.PLACE_WAY), L.PLACE_DEAD, L.PLACE_SAVED, L.PLACE_AWAY}
        pieces = [p for p in self.of_class(L.CLASSES - 1) if self.words[L.PLACE + p] not in here]
        return [{"title": self.piece(p), "place": self.place(p)} for p in pieces]

    def victims(self) -> View:
        """How many Victims are in play, saved and dead (COMP-6)."""
        places = [self.words[L.PLACE + p] for p in self.of_class(L.CLASS_VICTIM)]
        return {
            "in_play": sum(map(on_the_way, places)),
            "saved": places.count(L.PLACE_SAVED),
            "dead": places.count(L.PLACE_DEAD),
        }

    # ------------------------------------------------------------ cards

    def acts(self, row: int) -> list[View]:
        """The Action cards of hand, Tableau or discard pile, with their result lines."""
        return [
            {**act_view(act), "number": n, "count": self.words[row + n]}
            for n, act in enumerate(self.facts["acts"], start=1)
            if self.words[row + n] > 0
        ]

    @cached_property
    def lying(self) -> dict[int, list[int]]:
        """The cards that have been seen, by the numbers of the zones in which they lie."""
        found: dict[int, list[int]] = {}
        for card in range(1, L.CARDS):
            found.setdefault(self.words[L.CARD_ZONE + card], []).append(card)
        return found

    def numbers_in(self, zone: str) -> list[int]:
        """The cards that lie in a zone and have been seen."""
        number = self.zones.get(zone, 0)
        return self.lying.get(number, []) if number else []

    def cards_in(self, zone: str) -> list[View]:
        """The cards of a zone without order, with all they say."""
        return [self.card(number) for number in self.numbers_in(zone)]

    def titles_in(self, zone: str) -> list[str]:
        """The titles of the cards of a zone."""
        return [self.name("card", number) for number in self.numbers_in(zone)]

    def card(self, number: int) -> View:
        """A card that lies face up."""
        return card_of(self.program, self.words, number)

    def decks(self) -> View:
        """The decks: how many cards, and those in them that have been seen."""
        titles = {
            "terror": gettext("Terror deck"),
            "events": gettext("Event deck"),
            "finale": gettext("Finale, face down"),
            "dark": gettext("Dark Power, face down"),
        }
        decks = {name: self.deck(self.zones[zone], titles[name]) for name, zone in DECKS.items()}
        return {**decks, "items": [self.deck(n) for n in item_decks(self.program)]}

    def deck(self, zone: int, title: str = "") -> View:
        """An ordered zone: the top card, and all seen ones from the top down (None: unseen)."""
        cards = cards_in(self.program, self.words, zone)
        titles = [self.name("card", c) if c > 0 else None for c in cards]
        return {
            "title": title or self.name("zone", zone),
            "count": len(cards),
            "top": titles[0] if titles else None,
            "cards": titles,
        }

    def film_zones(self) -> View:
        """Zones that the film brought along."""
        items = item_decks(self.program)
        return {
            self.name("zone", number): self.zone_of_film(name, number)
            for name, number in self.zones.items()
            if number and name not in ZONES and number not in items
        }

    def zone_of_film(self, name: str, number: int) -> View:
        """A zone of the film: a deck, or cards without order."""
        if self.program.table[L.T_ZONE_SIZE + number]:
            return self.deck(number)
        titles = self.titles_in(name)
        return {"title": self.name("zone", number), "count": len(titles), "cards": titles}

    def states(self) -> dict[str, int | list[int]]:
        """Every state of rulebook and film by its name, but for secret ones."""
        return {
            name: self.words[info.address]
            if info.length == 1
            else self.words[info.address : info.address + info.length]
            for name, info in sorted(self.program.states.items())
            if not info.secret
        }


class Space(NamedTuple):
    """What never changes about a space, in the player's language."""

    number: int
    printed: View
    near: tuple[tuple[int, str], ...]
    """The spaces to which a way leads, open or closed, with their titles."""
    panic: Mapping[str, str]
    deck: int


@once
def _map_of(program: Program) -> list[Space]:
    """The map of a program."""
    near: dict[int, set[int]] = {n: set() for n in range(L.SPACES)}
    for way in program.facts["map"]["ways"]:
        a, b = way["between"]
        near[a].add(b)
        near[b].add(a)
    spaces = enumerate(program.facts["map"]["spaces"], start=1)
    return [_space_of(program, number, space, sorted(near[number])) for number, space in spaces]


def _space_of(program: Program, number: int, space: View, near: Iterable[int]) -> Space:
    titles = [gettext(thing.title) for thing in program.things["space"]]
    printed = {
        "number": number,
        "title": titles[number],
        "at": space["at"],
        "exit": "exit" in space["tags"],
        "search": "search" in space["tags"],
        "tags": space["tags"],
    }
    panic = {face: titles[goal] for face, goal in space["panic"].items()}
    return Space(
        number, printed, tuple((goal, titles[goal]) for goal in near), panic, space["deck"]
    )


@once
def _zones_of(program: Program) -> Mapping[str, int]:
    return {thing.name: n for n, thing in enumerate(program.things["zone"])}


def on_the_way(place: int) -> bool:
    """Whether a Victim in a place is still to be saved: on the map, carried or on a card."""
    return 0 < place < L.PLACE_DEAD or place >= L.PLACE_PIECE


def act_view(act: View) -> View:
    """An Action card in the player's language."""
    lines = {name: gettext(text) for name, text in act["lines"].items()}
    return {**act, "title": gettext(act["title"]), "lines": lines}


def item_decks(program: Program) -> list[int]:
    """The zones of the Item decks, in the order of the view (SET-5)."""
    return sorted({s["deck"] for s in program.facts["map"]["spaces"] if s["deck"]})


def cards_in(program: Program, words: Words | Sequence[int], zone: int) -> list[int]:
    """The cards of an ordered zone from the top down; those that nobody has seen have no number."""
    base = L.SLOT + program.table[L.T_ZONE_BASE + zone]
    return [int(words[base + i]) for i in range(int(words[L.ZONE_COUNT + zone]) - 1, -1, -1)]


def tops_of(state: State) -> list[View | None]:
    """What lies face up on each Item deck, with all it says, in the order of the view (SET-5)."""
    program, words = state.program, state.words
    tops = [next(iter(cards_in(program, words, zone)), 0) for zone in item_decks(program)]
    return [card_of(program, words, card) if card > 0 else None for card in tops]


def card_of(program: Program, words: Words | Sequence[int], number: int) -> View:
    """A card that has been seen, with all it says and the markers on it."""
    return {
        **card_view(program.facts["cards"][number - 1]),
        "number": number,
        "markers": int(words[L.CARD_MARK + number]),
    }


def card_view(card: View) -> View:
    """A card in the player's language."""
    told = {name: gettext(card[name]) for name in ("title", "text", "action", "flavour")}
    return {**card, **told, **said(card)}


def said(data: View) -> View:
    """What a card or board says besides its effect, in the player's language."""
    abilities: Iterable[View] = data["abilities"]
    tell: Callable[[str], str] = gettext
    return {
        "rules": [tell(rule) for rule in data["rules"]],
        "abilities": [{**ability, "text": tell(ability["text"])} for ability in abilities],
    }
