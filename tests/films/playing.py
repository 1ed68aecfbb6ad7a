"""Plays tiny films as a test wants: chosen answers, forced outcomes of chance."""

from __future__ import annotations

import random
from collections import deque
from functools import cache
from pathlib import Path

from nightreel.films.assemble import assemble
from nightreel.films.check import load_film
from nightreel.record import layout as L
from nightreel.record.log import Log
from nightreel.reel.program import Program
from nightreel.table.state import Options, State, new_initial_state
from nightreel.table.wording import action_texts, question_text, read_log
from tests import small

TINY = Path(__file__).parent / "tiny"
QUIET = (
    "End the Action phase",
    "Done",
    "Keep the roll",
    "Play no card",
    "Nobody",
    "Stop here",
    "No more",
    "None",
    "No",
)
"""Answers that let the game go on without doing anything."""


@cache
def program_of(name: str) -> Program:
    """The program of a tiny film; halves that it lacks come from the small film, made quiet."""
    film = load_film(next(TINY.glob(f"*{name}*.yaml")))
    return assemble(small.completed(film, quiet=True))


class Play:
    """A game of a tiny film, played by a test."""

    def __init__(self, name: str, seed: int = 1) -> None:
        """Set up as far as the first Action phase: chance takes its first outcome.

        So later, unless a test says otherwise.
        """
        self.program = program_of(name)
        self.chances: dict[str, deque[int | str]] = {}
        self.answers: list[tuple[str, str]] = []
        self.log: list[str] = []
        self.asked: list[str] = []
        buffer = self.buffer()
        self.state = new_initial_state(self.program, seed, Options(), True, buffer)
        self.note(buffer)
        self.until("Your Action phase")

    # ------------------------------------------------------------ what is to happen

    def chance(self, stream: str, *outcomes: int | str) -> Play:
        """The next outcomes of a source of chance: faces, or names of things."""
        self.chances.setdefault(stream, deque()).extend(outcomes)
        return self

    def answer(self, question: str, answer: str) -> Play:
        """From now on a question with these words is answered so; the last said goes first."""
        self.answers.insert(0, (question, answer))
        return self

    def until(self, question: str) -> Play:
        """Go on until a question with these words is open."""
        for _ in range(500):
            if self.state.is_terminal():
                break
            if not self.state.is_chance_node() and question in question_text(self.state):
                return self
            self.step()
        assert question == "the end", f"never asked: {question}; asked: {self.asked[-8:]}"
        return self

    def terror(self, card: str) -> Play:
        """Go on to the end of the Killer phase in which this Terror card is drawn."""
        self.until("Your Action phase")
        self.log.clear()
        self.asked.clear()
        self.shuffle_back(card)
        self.chance("terror", card)
        self.take("End the Action phase")
        return self.until_phase(upkeep=5)

    def set(self, at: int, *words: int) -> Play:
        """Write words of the record; the open question is then asked anew."""
        record = self.state.words.copy()
        record[at : at + len(words)] = words
        self.state = State(self.program, record, explicit_chance=True)
        return self

    def set_state(self, name: str, *words: int) -> Play:
        """Write a state of the rulebook or film."""
        return self.set(self.program.states[name].address, *words)

    def killer_at(self, space: str) -> Play:
        """Let the only Killer stand in a space."""
        at = self.number(space)
        self.set(L.PLACE + self.number("first_killer"), at)
        return self.set(L.KILLERS_AT, *(int(s == at) for s in range(L.SPACES)))

    def shuffle_back(self, card: str) -> None:
        """Make a Terror card one that nobody has seen, in a deck of two."""
        deck = self.number("terror_deck")
        self.set(L.CARD_ZONE + self.number(card), 0)
        self.set(L.ZONE_COUNT + deck, 2)
        self.set(L.SLOT + self.program.table[L.T_ZONE_BASE + deck], 0, 0)

    def until_phase(self, upkeep: int) -> Play:
        """Go on until Upkeep, or the next question of the Action phase."""
        turn = self.state.get("turn")
        for _ in range(500):
            over = self.state.is_terminal() or self.state.get("turn") > turn
            if over or self.state.get("phase") >= upkeep:
                return self
            self.step()
        raise AssertionError("the phase does not end")

    def until_chance(self, stream: str) -> Play:
        """Go on until chance is asked from this source."""
        for _ in range(500):
            if self.state.is_chance_node() and self.state.stream() == stream:
                return self
            self.step()
        raise AssertionError(f"no {stream} comes; asked: {self.asked[-8:]}")

    def take(self, words: str) -> Play:
        """Give the answer with these words to the open question."""
        texts = action_texts(self.state)
        found = [a for a, text in texts.items() if words in text]
        assert found, f"{words!r} is not among {sorted(texts.values())}"
        self.apply(found[0])
        return self

    # ------------------------------------------------------------ steps

    def step(self) -> None:
        """Answer the open question."""
        self.apply(self.outcome() if self.state.is_chance_node() else self.choice())

    def outcome(self) -> int:
        """The outcome of chance that the test wants, else the first."""
        legal = self.state.legal_actions()
        waiting = self.chances.get(self.state.stream())
        if not waiting:
            return legal[0]
        wanted = waiting.popleft()
        if isinstance(wanted, str):
            number = self.number(wanted)
            found = [a for a in legal if a - L.CARD_ACTION == number or a == number]
            assert found, f"{wanted} is not possible"
            return found[0]
        assert wanted in legal, f"{wanted} is not among {legal}"
        return wanted

    def choice(self) -> int:
        """The answer that the test wants, else one that does nothing, else the first."""
        words = question_text(self.state)
        self.asked.append(words)
        texts = action_texts(self.state)
        for question, wanted in self.answers:
            found = [a for a, text in texts.items() if question in words and wanted in text]
            if found:
                return found[0]
        for quiet in QUIET:
            for action, text in texts.items():
                if text == quiet:
                    return action
        return min(texts)

    def apply(self, action: int) -> None:
        """Give an answer and read the log."""
        buffer = self.buffer()
        self.state.apply_action(action, buffer)
        self.note(buffer)

    def buffer(self) -> list[int]:
        """An empty log."""
        return Log()

    def note(self, buffer: list[int]) -> None:
        """Keep the sentences of a log."""
        self.log += [entry.text for entry in read_log(self.state, buffer)]

    # ------------------------------------------------------------ what is there

    def number(self, name: str) -> int:
        """The number behind a name."""
        number = self.program.facts["constants"][name]
        assert isinstance(number, int)
        return number

    def get(self, name: str, index: int | str = 0) -> int:
        """A state, or a word of a row of states."""
        at = self.number(index) if isinstance(index, str) else index
        return int(self.state.words[self.program.states[name].address + at])

    def level(self, meter: str) -> int:
        """The level of a meter."""
        return self.get("meter_level", meter)

    def places(self, kind: str) -> list[int]:
        """Where the pieces of a kind are, those in the supply left out."""
        words, number = self.state.words, self.number(kind)
        found = [
            int(words[L.PLACE + p]) for p in range(L.PIECES) if int(words[L.KIND + p]) == number
        ]
        return sorted(place for place in found if place != L.PLACE_SUPPLY)

    def at(self, kind: str, space: str) -> int:
        """How many pieces of a kind stand in a space."""
        return self.places(kind).count(self.number(space))

    def health(self, kind: str = "final_girl") -> int:
        """The health of the first piece of a kind that is in play."""
        words, number = self.state.words, self.number(kind)
        return next(
            int(words[L.HEALTH + p])
            for p in range(L.PIECES)
            if int(words[L.KIND + p]) == number and int(words[L.PLACE + p]) != L.PLACE_SUPPLY
        )

    def zone(self, card: str) -> int:
        """The zone in which a card lies."""
        return int(self.state.words[L.CARD_ZONE + self.number(card)])

    def in_hand(self, act: str) -> int:
        """Copies of an Action card in hand."""
        return int(self.state.words[L.HAND + self.number(act)])

    def victory(self) -> bool:
        """Whether the game ended in victory."""
        return self.state.is_terminal() and self.state.returns() == [1.0]

    def defeat(self) -> bool:
        """Whether the game ended in defeat."""
        return self.state.is_terminal() and self.state.returns() == [-1.0]


def random_game(program: Program, seed: int) -> tuple[State, int]:
    """Play a game with random legal answers; legal actions are never empty before its end."""
    dice = random.Random(seed)
    state = new_initial_state(program, seed)
    answers = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal
        state.apply_action(dice.choice(legal))
        answers += 1
    return state, answers
