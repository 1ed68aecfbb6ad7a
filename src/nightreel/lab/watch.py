"""Watches a game that was played: which cards came up in it, were gained and used, why it ended.

The player plays without words.  Here the same answers are given once more, with a log and
with single answers asked for, so that nothing of the game goes by unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.record.log import ROOM, clear, sentences
from nightreel.reel.info import OptionInfo
from nightreel.reel.program import Program
from nightreel.table.cause import cause_of
from nightreel.table.state import State

Thing = tuple[str, int]
"""``card``, ``act`` or ``ability``, and its number."""

DRAWN: Final = frozenset({"KILL-2", "EVT-1", "DP-1", "FIN-1", "SET-6", "SET-5", "SRCH-2"})
GAINED: Final = frozenset({"PLAN-1", "HAND-1", "ITEM-2"})
PLAYED: Final = frozenset({"ACT-2", "ROLL-5", "REACT-2"})
"""By which rules the log says that a card was drawn or revealed, gained, played."""
HELD: Final = frozenset({"ITEM-1"})
ARMING: Final = frozenset({"play_action", "play_reaction", "choose_weapon", "strike_back"})
"""Rules whose question for a card is the one for a weapon (ATK-2)."""


@dataclass
class Sighting:
    """What was seen of one game."""

    won: bool
    turns: int
    cause: str
    """Why it ended, as ``table.cause`` has it."""
    drawn: set[Thing] = field(default_factory=set)
    gained: set[Thing] = field(default_factory=set)
    used: set[Thing] = field(default_factory=set)


class Watcher:
    """Plays recorded answers again and watches."""

    def __init__(self, program: Program, fast: bool = True) -> None:
        """``fast``: compiled, else interpreted."""
        machine = compiled() if fast else interpreted()
        self.program = program
        self.seat = Seat(machine, program.code, program.table, ROOM)
        self.sources = {i: _named(program, info.source) for i, info in enumerate(program.abilities)}
        self.quiet = {
            number
            for number, card in enumerate(program.facts["cards"], start=1)
            if card["type"] == "item" and not card["weapon"] and not card["abilities"]
        }
        """Items that are at work without being used: once they are held, or need no hand."""

    def watch(self, g: Any, answers: Sequence[int]) -> Sighting:
        """Play a game that has not begun with the answers that were given to its questions.

        Questions with a single answer are not among ``answers``.
        """
        g[L.OPTIONS] |= L.OPTION_ASK_SINGLE
        seen = Sighting(False, 0, "")
        given = iter(answers)
        self._run(g, -1, seen)
        while g[L.STOP] < L.STOP_OVER:
            single = self.seat.touched[L.LEGAL_COUNT] == 1
            answer = int(self.seat.touched[L.LEGAL_LAST]) if single else next(given)
            self._note_answer(g, answer, seen)
            self._run(g, answer, seen)
        end = State(self.program, g)
        seen.won = bool(g[L.RESULT] == L.VICTORY)
        seen.turns, seen.cause = end.get("turn"), cause_of(end)
        return seen

    def _run(self, g: Any, answer: int, seen: Sighting) -> None:
        clear(self.seat.log)
        self.seat.run(g, answer, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
        for sentence, numbers in sentences(self.seat.log):
            info = self.program.sentences[sentence]
            if info.types and info.types[0] in ("card", "act"):
                self._note_told((info.types[0], int(numbers[0])), set(info.rules), seen)

    def _note_told(self, thing: Thing, rules: set[str], seen: Sighting) -> None:
        if rules & DRAWN:
            seen.drawn.add(thing)
        if rules & GAINED:
            seen.gained.add(thing)
        if rules & PLAYED or (thing[1] in self.quiet and self._works(thing[1], rules)):
            seen.used.add(thing)

    def _works(self, item: int, rules: set[str]) -> bool:
        """Whether a quiet Item is at work once this was told of it."""
        hands = self.program.facts["cards"][item - 1]["hands"]
        return bool(rules & (HELD if hands else GAINED))

    def _note_answer(self, g: Any, answer: int, seen: Sighting) -> None:
        question = self.program.questions[int(g[L.QUESTION])]
        option = next((o for o in question.options if o.first <= answer < o.last), None)
        if option is None:
            return
        seen.used.update(self._used_by(option, answer - option.first, question.rule))

    def _used_by(self, option: OptionInfo, thing: int, rule: str) -> Iterator[Thing]:
        if option.type == "ability":
            yield "ability", thing
            yield from self.sources[thing]
        elif option.type == "card" and rule in ARMING:
            yield "card", thing


def _named(program: Program, title: str) -> list[Thing]:
    """The card with a title, if one has it."""
    cards = program.things["card"]
    return [("card", i) for i, card in enumerate(cards) if i and card.title == title]
