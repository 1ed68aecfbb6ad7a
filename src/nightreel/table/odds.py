"""Exact chances of a Horror Roll, before a card is played and while the dice lie (ROLL-1, ROLL-5).

``Odds(program)`` answers for any state of a program: ``kept`` is the chance of every number of
successes when the roll is kept as soon as it can be, ``best`` the chance of at least so many
when conversions, re-rolls and what else changes a roll are used as well as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.rolls import CHANCE, COUNTS, ENDED, PLAYER, Rolls, Spot, TooMuch, Walk
from nightreel.table.state import State
from nightreel.table.wording import place_among

Counts: TypeAlias = dict[int, Fraction]
"""The chance of each number of successes."""

NEVER: Final = -1
"""In place of successes: the roll is cut short and never counts."""
BUDGET: Final = 20_000
"""Answers that ``kept`` may try: about two seconds, and far more than six dice need."""
BEST_BUDGET: Final = 6_000
"""Answers that ``best`` may try unless it is told otherwise: about half a second."""
THRESHOLDS: Final = {"none": 0, "one": 1, "two": 2, "three": 3}
"""Successes from which the lines printed on an Action card hold (ACT-2)."""
WINDOW: Final = "roll_window"
"""The rule of the rulebook that asks while a roll lies open (ROLL-5)."""
TIME: Final = "time"
"""The state that answers which help no roll may change (TIME-1)."""

Busy: TypeAlias = frozenset[int] | None
"""Action cards that are good for more than to be discarded; None while that is unknown."""


@dataclass(frozen=True)
class Chances:
    """The chance of every number of successes of one roll; they add up to one."""

    card: int
    """The Action card that is rolled for, 0 when there is none."""
    counts: Mapping[int, Fraction]
    """By successes; NEVER for a roll that does not come to count."""

    def at_least(self, successes: int) -> Fraction:
        """The chance of at least so many successes."""
        return sum((p for n, p in self.counts.items() if n >= successes), Fraction(0))

    def lines(self, program: Program) -> list[tuple[str, Fraction]]:
        """The printed result lines of the card from the best down, each with its chance (ACT-2)."""
        names = line_names(program, self.card)
        above = Fraction(0)
        found = []
        for name in names:
            reached = self.at_least(THRESHOLDS[name])
            found.append((name, reached - above))
            above = reached
        return found


def line_names(program: Program, card: int) -> list[str]:
    """The result lines of an Action card from the best down; of a roll without one, all."""
    printed = program.facts["acts"][card - 1]["lines"] if card else THRESHOLDS
    return [
        name for name in sorted(THRESHOLDS, key=THRESHOLDS.__getitem__)[::-1] if name in printed
    ]


class Odds:
    """The chances in the states of one program.  One thread at a time uses it."""

    def __init__(self, program: Program) -> None:
        """Ready for any state of this program; it never changes a state."""
        self.program = program
        self.rolls = Rolls(program)

    def kept(self, state: State, action: int) -> Chances | None:
        """The chances after an action when the roll is kept as soon as it can be.

        None when the action leads to no Horror Roll, or to more than can be counted.  What
        has to be decided before or during the roll, such as for a weapon, is decided for the
        most successes.
        """
        return Kept(self.rolls, state).chances(action)

    def best(
        self, state: State, action: int, wanted: Iterable[int] = (1, 2), budget: int = BEST_BUDGET
    ) -> dict[int, Fraction] | None:
        """For each number of successes the greatest chance of at least so many after an action.

        None when there is no roll or it takes more answers than the budget.  On the way are
        not tried: answers that change nothing but hand and Time and bring no new answer, such
        as discarding for Time.  Cards that are good for no more than that count as alike.
        """
        best = Best(self.rolls, state, budget)
        try:
            found = {n: best.chance(action, n) for n in wanted}
        except (TooMuch, RecursionError):
            return None
        return {n: p for n, p in found.items() if p is not None} or None

    def table(self, state: State) -> dict[int, Chances]:
        """The chances after every legal action of the player that leads to a roll."""
        if state.is_terminal() or state.is_chance_node():
            return {}
        found = {action: self.kept(state, action) for action in state.legal_actions()}
        return {action: chances for action, chances in found.items() if chances is not None}


class Kept:
    """The roll is kept as soon as it can be."""

    def __init__(self, rolls: Rolls, state: State) -> None:
        """Walk from a state of the player or of chance."""
        self.walk = Walk(rolls, state, BUDGET)
        self.known: dict[int, Counts | None] = {}
        self.card = 0

    def chances(self, action: int) -> Chances | None:
        """The chances after an action."""
        try:
            counts = self.counts(self.walk.after(self.walk.first, action))
        except (TooMuch, RecursionError):
            return None
        if counts is None or not self.walk.begun:
            return None
        return Chances(self.card, dict(sorted(counts.items())))

    def counts(self, spot: Spot) -> Counts | None:
        """The chance of each number of successes; None where a way goes round in a circle."""
        if id(spot) not in self.known:
            self.known[id(spot)] = None
            self.known[id(spot)] = self._counts(spot)
        return self.known[id(spot)]

    def _counts(self, spot: Spot) -> Counts | None:
        if spot.kind == COUNTS:
            assert spot.roll is not None
            self.card = spot.roll.card
            return {spot.successes: Fraction(1)}
        if spot.kind == ENDED:
            return {NEVER: Fraction(1)}
        return self.mixed(spot) if spot.kind == CHANCE else self.decided(spot)

    def mixed(self, spot: Spot) -> Counts | None:
        """Every outcome of chance with its weight."""
        total = sum(spot.weights)
        counts: Counts = {}
        for answer, weight in zip(spot.answers, spot.weights, strict=True):
            found = self.counts(self.walk.after(spot, answer)) or {NEVER: Fraction(1)}
            for n, p in found.items():
                counts[n] = counts.get(n, Fraction(0)) + p * Fraction(weight, total)
        return counts

    def decided(self, spot: Spot) -> Counts | None:
        """The answer that keeps the roll, which stands last; else the best one."""
        found = []
        for answer in reversed(spot.answers):
            after = self.walk.after(spot, answer)
            if after.kind == COUNTS:
                return self.counts(after)
            found.append(after)
        counts = [c for c in map(self.counts, found) if c is not None]
        return max(counts, key=expected, default=None)


def expected(counts: Counts) -> Fraction:
    """How many successes to expect."""
    return sum((p * n for n, p in counts.items()), Fraction(0))


class Best:
    """The roll is changed as well as possible to reach so many successes."""

    def __init__(self, rolls: Rolls, state: State, budget: int) -> None:
        """Walk from a state of the player or of chance."""
        self.walk = Walk(rolls, state, budget)
        self.compared = parts_compared(rolls.program)
        self.questions = rolls.program.questions
        self.known: dict[tuple[int, Busy, int], Fraction] = {}
        self.windows: dict[int, tuple[Busy, list[int]]] = {}

    def chance(self, action: int, successes: int) -> Fraction | None:
        """The greatest chance after an action.  Raises TooMuch."""
        first = self.walk.first
        busy = self.looked_at(first)[0] if self.is_window(first) else None
        found = self.reach(self.walk.after(first, action), busy, successes)
        return found if self.walk.begun else None

    def reach(self, spot: Spot, busy: Busy, successes: int) -> Fraction:
        """The greatest chance from a spot on; nothing where a way goes round in a circle."""
        key = (id(spot), busy, successes)
        if key not in self.known:
            self.known[key] = Fraction(0)
            self.known[key] = self._reach(spot, busy, successes)
        return self.known[key]

    def _reach(self, spot: Spot, busy: Busy, successes: int) -> Fraction:
        if spot.kind == CHANCE:
            return self.mixed(spot, busy, successes)
        if spot.kind == PLAYER:
            return self.greatest(spot, busy, successes)
        return Fraction(spot.kind == COUNTS and spot.successes >= successes)

    def mixed(self, spot: Spot, busy: Busy, successes: int) -> Fraction:
        """Every outcome of chance with its weight."""
        found = Fraction(0)
        for answer, weight in zip(spot.answers, spot.weights, strict=True):
            found += weight * self.reach(self.walk.after(spot, answer), busy, successes)
        return found / sum(spot.weights)

    def greatest(self, spot: Spot, busy: Busy, successes: int) -> Fraction:
        """The best answer; keeping the roll is tried first, and nothing after what is certain."""
        kept = self.walk.after(spot, spot.answers[-1])
        if kept.kind == COUNTS and kept.successes >= successes:
            return Fraction(1)
        answers = self.without_alike(spot, busy)
        if self.is_window(spot):
            busy, answers = self.looked_at(spot)
        best = Fraction(0)
        for answer in answers:
            best = max(best, self.reach(self.walk.after(spot, answer), busy, successes))
            if best == 1:
                break
        return best

    def is_window(self, spot: Spot) -> bool:
        """Whether the question is the one of the rulebook about a roll that lies open (ROLL-5)."""
        if spot.kind != PLAYER or spot.roll is None:
            return False
        return self.questions[spot.words[L.QUESTION]].rule == WINDOW

    def act_of(self, spot: Spot, answer: int) -> int:
        """The Action card that an answer names, 0 when it names none."""
        options = self.questions[spot.words[L.QUESTION]].options
        place = place_among(options, answer)
        if place < len(options) and options[place].type == "act":
            return answer - options[place].first
        return 0

    def without_alike(self, spot: Spot, busy: Busy) -> list[int]:
        """The answers to a question inside of one: of the cards that are not busy, the first."""
        if busy is None:
            return list(spot.answers)
        found: list[int] = []
        spare = False
        for answer in spot.answers:
            act = self.act_of(spot, answer)
            if act == 0 or act in busy or not spare:
                found.append(answer)
            spare = spare or (act != 0 and act not in busy)
        return found

    def looked_at(self, spot: Spot) -> tuple[Busy, list[int]]:
        """At a window: the cards that are good for more than to be discarded, and what to try."""
        if id(spot) not in self.windows:
            useful = [a for a in spot.answers if not self.is_idle(spot, a)]
            busy = frozenset(self.act_of(spot, a) for a in useful) - {0}
            self.windows[id(spot)] = busy, useful
        return self.windows[id(spot)]

    def is_idle(self, spot: Spot, answer: int) -> bool:
        """Whether an answer changes nothing but hand and Time, and brings no new answer."""
        after = self.walk.after(spot, answer)
        if not self.is_window(after) or not set(after.answers) <= set(spot.answers):
            return False
        return all(after.words[part] == spot.words[part] for part in self.compared)


def parts_compared(program: Program) -> tuple[slice, ...]:
    """The record but for hand, discard pile and Time."""
    time = program.states[TIME].address
    assert L.HAND < L.DISCARD < time
    return (
        slice(L.HAND),
        slice(L.HAND + L.ACTS, L.DISCARD),
        slice(L.DISCARD + L.ACTS, time),
        slice(time + 1, None),
    )
