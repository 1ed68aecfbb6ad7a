"""What a rule case can expect of a game: one small check for each field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from nightreel.films.box import TOKENS
from nightreel.films.source import Fields, listed, where_of
from nightreel.machine import cards
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.table.lookup import Lookup, counted, fields, whole, words
from nightreel.table.state import State
from nightreel.table.view import phase_id, result_id
from nightreel.table.wording import action_texts, question_text


class Mismatch(Exception):
    """Something that a case expects does not hold: where, what was expected, what was found."""

    def __init__(self, where: Where, expected: object, found: object) -> None:
        """Keep the three apart."""
        super().__init__(where, expected, found)


def named_by(words: str, texts: Collection[str]) -> list[str]:
    """The texts of actions that words name: exactly, else those that begin with them."""
    wanted = words.casefold()
    exact = [text for text in texts if text.casefold() == wanted]
    return exact or [text for text in texts if text.casefold().startswith(wanted)]


class Expectations:
    """Compares a state with what is expected of it."""

    def __init__(self, state: State, sentences: list[str]) -> None:
        """Look at a state, and at the log since the last step that acted."""
        self.state = state
        self.sentences = sentences
        self.g: list[int] = state.words.tolist()
        self.tab = state.program.table
        self.find = Lookup(state.program)

    def check(self, data: Fields) -> None:
        """Check every field.  Raises Mismatch, SourceError."""
        checks = self.checks()
        for key, value in data.items():
            where = data.keys_at[key]
            if key in checks:
                checks[key](value, where)
            elif key in self.find.program.states:
                self.state_is(key, value, where)
            else:
                known = [*checks, *self.find.program.states]
                raise SourceError(where, f"nothing is called {key!r}", nearest_word(key, known))

    def checks(self) -> dict[str, Callable[[Any, Where], None]]:
        """What each field of ``expect`` compares."""
        return {
            "question": self.question,
            "rule": self.rule,
            "legal": self.legal,
            "illegal": self.illegal,
            "only": self.only,
            "log": self.log,
            "no_log": self.no_log,
            "over": self.over,
            "phase": self.phase,
            "hand": lambda v, w: self.acts("hand", L.HAND, v, w),
            "discard": lambda v, w: self.acts("discard", L.DISCARD, v, w),
            "hand_size": self.hand_size,
            "tableau": self.tableau,
            "map": self.map,
            "girl": lambda v, w: self.piece_at("girl", v, w),
            "killer": lambda v, w: self.piece_at("killer", v, w),
            "dead": lambda v, w: self.off_map("dead", L.PLACE_DEAD, v, w),
            "saved": lambda v, w: self.off_map("saved", L.PLACE_SAVED, v, w),
            "supply": self.supply,
            "health": self.health,
            "token": self.token,
            "zones": self.zones,
            "marks": self.marks,
            "active": lambda v, w: self.are_active(v, w, 1),
            "inactive": lambda v, w: self.are_active(v, w, 0),
            "covered": self.covered,
        }

    def same(self, what: str, expected: object, found: object, where: Where) -> None:
        """Two values must be equal."""
        if expected != found:
            raise Mismatch(where, f"{what} {expected}", str(found))

    # ------------------------------------------------------------ the question

    def question(self, value: Any, where: Where) -> None:
        """Words of the open question."""
        found = question_text(self.state)
        if str(value).casefold() not in found.casefold():
            raise Mismatch(where, f"the question {str(value)!r}", repr(found))

    def rule(self, value: Any, where: Where) -> None:
        """The rule that asks, by its name or one of its ids."""
        program = self.state.program
        if self.state.is_terminal():
            raise Mismatch(where, f"a question of {value}", question_text(self.state))
        name = program.questions[self.g[L.QUESTION]].rule
        ids = program.facts["rules"].get(name, [[]])[0]
        if str(value) not in (name, *ids):
            raise Mismatch(where, f"a question of {value}", f"{name} ({', '.join(ids)})")

    def texts(self) -> list[str]:
        """The legal actions in words."""
        return list(action_texts(self.state).values())

    def fits(self, wanted: Any) -> bool:
        """Whether a legal action begins with these words."""
        return any(t.casefold().startswith(str(wanted).casefold()) for t in self.texts())

    def legal(self, value: Any, where: Where) -> None:
        """Each of these begins a legal action."""
        for wanted in listed(value):
            if not self.fits(wanted):
                raise Mismatch(where_of(wanted, where), f"{str(wanted)!r} legal", self.texts())

    def illegal(self, value: Any, where: Where) -> None:
        """None of these begins a legal action."""
        for wanted in listed(value):
            if self.fits(wanted):
                raise Mismatch(where_of(wanted, where), f"{str(wanted)!r} not legal", self.texts())

    def only(self, value: Any, where: Where) -> None:
        """Each of these names a legal action, and there are no others."""
        wanted, texts = listed(value), self.texts()
        named = [named_by(str(words), texts) for words in wanted]
        if sorted(named) != sorted([text] for text in texts):
            raise Mismatch(where, f"only {sorted(map(str, wanted))}", str(sorted(texts)))

    # ------------------------------------------------------------ the log and the end

    def log(self, value: Any, where: Where) -> None:
        """Words that stand in the log since the last action, in this order."""
        rest = list(self.sentences)
        for wanted in listed(value):
            while rest and str(wanted).casefold() not in rest[0].casefold():
                rest.pop(0)
            if not rest:
                at = where_of(wanted, where)
                raise Mismatch(at, f"{str(wanted)!r} in the log", " | ".join(self.sentences))
            rest.pop(0)

    def no_log(self, value: Any, where: Where) -> None:
        """Words that do not stand in the log since the last action."""
        for wanted in listed(value):
            for sentence in self.sentences:
                if str(wanted).casefold() in sentence.casefold():
                    raise Mismatch(where_of(wanted, where), f"no {str(wanted)!r}", repr(sentence))

    def over(self, value: Any, where: Where) -> None:
        """Victory, defeat, or no end yet."""
        wanted = "no" if value is False else str(value)
        self.same("over:", wanted, result_id(self.state) or "no", where)

    def phase(self, value: Any, where: Where) -> None:
        """The phase that is played."""
        self.same("phase", str(value), phase_id(self.state), where)

    # ------------------------------------------------------------ states and cards

    def state_is(self, name: str, value: Any, where: Where) -> None:
        """A state of the rulebook or film has this value."""
        info = self.find.state(name, where)
        if info.length > 1:
            for index, number in fields(value, where).items():
                found = self.g[info.address + self.find.index(name, info.length, index, where)]
                self.same(f"{name} {index}", whole(number, where), found, where)
            return
        found = self.g[info.address]
        if info.type in self.find.program.things and not isinstance(value, int):
            things = self.find.program.things[info.type]
            number = 0 if str(value) == "none" else self.find.thing(info.type, value, where)
            there = things[found].name if 0 <= found < len(things) else found
            self.same(name, things[number].name, there, where)
        else:
            self.same(name, whole(value, where), found, where)

    def covered(self, value: Any, where: Where) -> None:
        """Which Victim spaces are covered."""
        info = self.find.state("covered", where)
        found = [n for n in range(1, 16) if self.g[info.address] >> n & 1]
        wanted = sorted(whole(number, where) for number in listed(value))
        self.same("covered", wanted, found, where)

    def named_acts(self, row: int) -> Counter[str]:
        """The Action cards of a place by name."""
        things = self.find.program.things["act"]
        return Counter({t.name: self.g[row + n] for n, t in enumerate(things) if self.g[row + n]})

    def acts(self, what: str, row: int, value: Any, where: Where) -> None:
        """Exactly these Action cards, a name for each copy."""
        things = self.find.program.things["act"]
        wanted: Counter[str] = Counter()
        for word in words(value):
            number, name = counted(word)
            wanted[things[self.find.act(name, where_of(word, where))].name] += number
        found = self.named_acts(row)
        self.same(what, _spelled(wanted), _spelled(found), where)

    def hand_size(self, value: Any, where: Where) -> None:
        """So many cards in hand."""
        self.same("hand_size", whole(value, where), cards.hand_size(self.g), where)

    def tableau(self, value: Any, where: Where) -> None:
        """So many copies of each of these in the Tableau."""
        data = fields(value, where)
        for name, number in data.items():
            found = self.g[L.TABLEAU + self.find.act(name, data.keys_at[name])]
            self.same(f"tableau {name}", whole(number, where), found, data.keys_at[name])

    def zones(self, value: Any, where: Where) -> None:
        """Decks from the top down (``?`` for an unseen card), piles in any order, or a number."""
        data = fields(value, where)
        for name, wanted in data.items():
            at = data.keys_at[name]
            zone = self.find.zone(name, at)
            if isinstance(wanted, int):
                self.same(name, wanted, cards.count_in(self.g, self.tab, zone), at)
            else:
                self.zone_holds(name, zone, wanted, at)

    def zone_holds(self, name: str, zone: int, value: Any, where: Where) -> None:
        """A zone holds exactly these cards."""
        things = self.find.program.things["card"]
        size = self.g[L.ZONE_COUNT + zone]
        wanted: list[str] = []
        for word in words(value):
            number, card = counted(word)
            unseen = card in ("?", "unseen")
            wanted += ["?" if unseen else things[self.find.card(card, where)].name] * number
        if self.tab[L.T_ZONE_SIZE + zone]:
            base = L.SLOT + self.tab[L.T_ZONE_BASE + zone]
            slots = [self.g[base + i] for i in range(size - 1, -1, -1)]
            found = [things[c].name if c else "?" for c in slots]
        else:
            inside = [c for c in range(1, len(things)) if self.g[L.CARD_ZONE + c] == zone]
            found = sorted(things[c].name for c in inside)
            wanted.sort()
        self.same(name, wanted, found, where)

    def marks(self, value: Any, where: Where) -> None:
        """Markers on cards."""
        data = fields(value, where)
        for name, number in data.items():
            found = self.g[L.CARD_MARK + self.find.card(name, where)]
            self.same(f"marks on {name}", whole(number, where), found, data.keys_at[name])

    def are_active(self, value: Any, where: Where, wanted: int) -> None:
        """Whether what these cards say holds now."""
        for word in words(value):
            found = cards.is_active(self.g, self.find.card(word, where))
            self.same(f"{word} active", wanted, found, where_of(word, where))

    # ------------------------------------------------------------ pieces

    def kinds_at(self, place: int) -> Counter[str]:
        """The pieces of a place by their kind."""
        things = self.find.program.things["kind"]
        pieces = range(1, L.PIECES)
        return Counter(
            things[self.g[L.KIND + p]].name
            for p in pieces
            if self.g[L.KIND + p] and self.g[L.PLACE + p] == place
        )

    def wanted_kinds(self, value: Any, where: Where) -> Counter[str]:
        """Kinds of pieces as they are written down."""
        things = self.find.program.things["kind"]
        wanted: Counter[str] = Counter()
        for word in words(value):
            number, name = counted(word)
            wanted[things[self.find.kind(name, where_of(word, where))].name] += number
        return wanted

    def map(self, value: Any, where: Where) -> None:
        """Exactly these stand in each of these spaces."""
        data = fields(value, where)
        for name, content in data.items():
            at = data.keys_at[name]
            wanted = self.wanted_kinds(content, at)
            found = self.kinds_at(self.find.space(name, at))
            self.same(name, _spelled(wanted), _spelled(found), at)

    def off_map(self, what: str, place: int, value: Any, where: Where) -> None:
        """So many, or exactly these, are dead or saved."""
        found = self.kinds_at(place)
        if isinstance(value, int):
            self.same(what, value, found.total(), where)
        else:
            self.same(what, _spelled(self.wanted_kinds(value, where)), _spelled(found), where)

    def supply(self, value: Any, where: Where) -> None:
        """So many of each kind are in the supply."""
        data = fields(value, where)
        inside = self.kinds_at(L.PLACE_SUPPLY)
        for name, number in data.items():
            kind = self.find.kind(name, data.keys_at[name])
            found = inside[self.find.program.things["kind"][kind].name]
            self.same(f"supply of {name}", whole(number, where), found, data.keys_at[name])

    def pieces(self, name: Any, where: Where) -> list[int]:
        """All pieces of a kind."""
        kind = self.find.kind(name, where)
        found = [p for p in range(1, L.PIECES) if self.g[L.KIND + p] == kind]
        if not found:
            raise SourceError(where_of(name, where), f"there is no piece {str(name)!r} in play")
        return found

    def piece_at(self, name: str, value: Any, where: Where) -> None:
        """Final Girl or Killer stands in this space."""
        spaces = self.find.program.things["space"]
        place = self.g[L.PLACE + self.pieces(name, where)[0]]
        found = spaces[place].name if 0 < place < len(spaces) else "nowhere"
        wanted = str(value)
        if wanted != "nowhere":
            wanted = spaces[self.find.space(value, where)].name
        self.same(name, wanted, found, where)

    def health(self, value: Any, where: Where) -> None:
        """Health: a number, for several pieces on the map a list in any order."""
        data = fields(value, where)
        for name, wanted in data.items():
            pieces = self.pieces(name, data.keys_at[name])
            if isinstance(wanted, int):
                found: Any = self.g[L.HEALTH + pieces[0]]
            else:
                on_map = [p for p in pieces if 0 < self.g[L.PLACE + p] < L.PLACE_DEAD]
                found = sorted(self.g[L.HEALTH + p] for p in on_map)
            at = data.keys_at[name]
            many = sorted(whole(number, at) for number in listed(wanted))
            expected = wanted if isinstance(wanted, int) else many
            self.same(f"health of {name}", expected, found, data.keys_at[name])

    def token(self, value: Any, where: Where) -> None:
        """The colour of the Final Health token."""
        data = fields(value, where)
        for name, colour in data.items():
            found = TOKENS.get(self.g[L.MARK + self.pieces(name, where)[0]], "none")
            self.same(f"token of {name}", str(colour), found, data.keys_at[name])


def _spelled(counts: Counter[str]) -> str:
    """Names with their numbers, in order."""
    parts = [f"{n} {name}" if n > 1 else name for name, n in sorted(counts.items()) if n]
    return ", ".join(parts) or "nothing"
