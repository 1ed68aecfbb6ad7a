"""Walks what can become of one Horror Roll: the engine plays, no rule is told again here.

The machine runs on copies of the record until the rule of the roll returns to whoever called
it: there, and before anything comes of it, stands how many successes count.  The generator and
secrets are no part of the copies, so nothing that the player cannot know has any influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from nightreel.machine import modes, questions
from nightreel.machine.liveness import Liveness
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.frames import begins_of, frames, routine_at
from nightreel.table.state import State
from nightreel.table.wording import place_among

ROLL: Final = "horror_roll"
"""The rule of the rulebook that makes a Horror Roll (ROLL-1)."""
CLOCK: Final = ("turn", "phase")
"""States that tell that an answer is done with: no roll after them belongs to it."""
BEFORE: Final = 3
"""Questions of the player before the dice fall that are followed, such as that for a weapon."""
NOWHERE: Final = 0
"""No operation has this number: the machine stops where it stands in the code."""

CHANCE, PLAYER, COUNTS, ENDED = "chance", "player", "counts", "ended"
"""What a spot is: chance or the player is asked; the roll counts; it will never count."""


class TooMuch(Exception):
    """More outcomes than the budget allows."""


@dataclass(frozen=True)
class Roll:
    """A roll that has begun: its frame, and how the stack is when it has returned."""

    frame: int
    back: int
    """Where the code goes on after the roll."""
    caller: int
    top: int
    """The word of the stack with the result."""
    card: int
    """The Action card that is rolled for, 0 when there is none."""


@dataclass
class Spot:
    """A record on the way, without what makes no difference any more."""

    kind: str
    words: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    """Of the answers of chance."""
    roll: Roll | None = None
    successes: int = 0
    asked_before: int = 0
    """Questions of the player since the walk began, as long as no dice have fallen."""
    after: dict[int, Spot] = field(default_factory=dict)


class Rolls:
    """What is needed to walk the rolls of one program; one thread at a time uses it."""

    def __init__(self, program: Program) -> None:
        """Ready for any state of this program."""
        self.program = program
        self.begins = begins_of(program)
        self.liveness = Liveness(program.code, self.begins)
        self.makers = {r.at: r.arguments for r in program.routines if r.name == ROLL}
        self.seat = self.seat_of(program.code)
        self.seats: dict[int, Seat] = {}

    def seat_of(self, code: Sequence[int]) -> Seat:
        """An interpreted machine for a code."""
        return Seat(modes.interpreted(), code, self.program.table)

    def stopping_at(self, place: int) -> Seat:
        """A machine that stops at a place in the code."""
        if place not in self.seats:
            code = list(self.program.code)
            code[place] = NOWHERE
            self.seats[place] = self.seat_of(code)
        return self.seats[place]

    def going_on(self, words: Sequence[int]) -> list[Roll]:
        """The rolls that are going on, from the innermost outwards."""
        return [
            self.roll_of(words, frame)
            for frame, pc in frames(words)
            if routine_at(self.begins, pc) in self.makers
        ]

    def goes_on(self, words: Sequence[int], roll: Roll) -> bool:
        """Whether a roll that has begun is still going on."""
        places = (pc for frame, pc in frames(words) if frame == roll.frame)
        pc = next(places, 0)
        return routine_at(self.begins, pc) in self.makers and roll.back == words[roll.frame - 2]

    def roll_of(self, words: Sequence[int], frame: int) -> Roll:
        """The roll whose frame this is; the card is its argument."""
        top = frame - 2 - max(self.makers.values())
        return Roll(frame, words[frame - 2], words[frame - 1], top, words[top])


class Walk:
    """The outcomes from one state on; equal records are one spot."""

    def __init__(self, rolls: Rolls, state: State, budget: int) -> None:
        """``budget``: how many answers the machine may be given."""
        self.rolls = rolls
        self.left = budget
        words: list[int] = state.view().words.tolist()
        self.base = words[L.FP]
        self.window = words[L.QUESTION_PC]
        self.clock = [rolls.program.states[name].address for name in CLOCK]
        self.now = [words[address] for address in self.clock]
        going_on = rolls.going_on(words)
        self.older = {roll.frame for roll in going_on}
        kind = CHANCE if state.is_chance_node() else PLAYER
        roll = going_on[0] if going_on else None
        self.first = Spot(kind, tuple(words), tuple(state.legal_actions()), roll=roll)
        self.spots: dict[tuple[int, ...], Spot] = {}
        self.begun = bool(going_on)

    def after(self, spot: Spot, answer: int) -> Spot:
        """Where an answer leads.  Raises TooMuch."""
        if answer not in spot.after:
            self.left -= 1
            if self.left < 0:
                raise TooMuch
            spot.after[answer] = self._after(spot, answer)
        return spot.after[answer]

    def _after(self, spot: Spot, answer: int) -> Spot:
        roll = spot.roll
        seat = self.rolls.seat if roll is None else self.rolls.stopping_at(roll.back)
        g = [*spot.words, *([0] * (L.WORDS - len(spot.words)))]
        questions.clear(seat.answers, seat.touched)
        questions.note(seat.answers, seat.touched, answer, L.ANSWER_LEGAL)
        seat.run(g, answer, L.MODE_QUICK)
        if g[L.STOP] == L.STOP_FAULT and roll is not None and g[L.PC] == roll.back:
            return self._counted(g, roll)
        if g[L.STOP] >= L.STOP_OVER:
            return Spot(ENDED, roll=roll)
        return self._asked(g, seat, spot)

    def _counted(self, g: Sequence[int], roll: Roll) -> Spot:
        """The rule of the roll has returned; if to another call of it, nothing is known."""
        if g[L.FP] == roll.caller and g[L.SP] == roll.top + 1:
            return Spot(COUNTS, roll=roll, successes=max(g[roll.top], 0))
        return Spot(ENDED, roll=roll)

    def _asked(self, g: list[int], seat: Seat, before: Spot) -> Spot:
        """The machine asks again."""
        chance = g[L.STOP] == L.STOP_CHANCE
        asked = before.asked_before + 1 - chance
        roll = self._roll_on(g, before)
        if roll is None and (chance or asked > BEFORE or self._done(g)):
            return Spot(ENDED, roll=before.roll)
        key = self._plain(g)
        if key not in self.spots:
            answers = tuple(seat.legal) if chance else self.in_order(g, seat.legal)
            weights = tuple(seat.numbers[2 * a] for a in answers) if chance else ()
            kind = CHANCE if chance else PLAYER
            self.spots[key] = Spot(kind, key, answers, weights, roll, asked_before=asked)
        return self.spots[key]

    def in_order(self, g: Sequence[int], answers: Sequence[int]) -> tuple[int, ...]:
        """Answers of the player in the order of the options that they belong to."""
        options = self.rolls.program.questions[g[L.QUESTION]].options
        return tuple(sorted(answers, key=lambda answer: place_among(options, answer)))

    def _roll_on(self, g: Sequence[int], before: Spot) -> Roll | None:
        """The roll that is going on: the one that is walked, or the first that has begun."""
        if before.roll is not None:
            return before.roll if self.rolls.goes_on(g, before.roll) else None
        begun = [roll for roll in self.rolls.going_on(g) if roll.frame not in self.older]
        self.begun |= bool(begun)
        return begun[-1] if begun else None

    def _done(self, g: Sequence[int]) -> bool:
        """Whether the answer is done with: the old question again, an outer one, another phase."""
        if g[L.FP] < self.base or g[L.QUESTION_PC] == self.window:
            return True
        return [g[address] for address in self.clock] != self.now

    def _plain(self, g: list[int]) -> tuple[int, ...]:
        """A record without what makes no difference: counters, words that nobody reads again."""
        g[L.PERIOD] = 0
        g[L.STREAM : L.STREAM + L.STREAMS] = [0] * L.STREAMS
        for frame, pc in frames(g):
            if frame <= self.base:
                break
            self.rolls.liveness.clear_dead(g, frame, pc)
        return tuple(g[: g[L.SP]])
