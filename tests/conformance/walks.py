"""Random games that the kit looks at: whoever answers, whatever chance likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.state import Options, State, begin, first_record
from nightreel.table.wording import LogEntry
from tests.conformance import kit

DRAWN, ANY, HEARTS = "drawn", "any", "hearts"
"""Chance: the game's own generator; any outcome; tokens always show their most hearts."""
OPTIONS = (
    Options(),
    Options(extreme=True, infinite_evil=True, ask_single=True),
    Options(epic=True),
    Options(infinite_evil=True, epic=True),
)


@dataclass(frozen=True)
class Plan:
    """How a random game is played."""

    seed: int
    options: Options
    chance: str
    fragile: bool = False
    """Whether everybody has one health from the start: tokens come soon, and with them cuts."""


def plans(first: int, count: int) -> list[Plan]:
    """Plans of every sort, one after the other."""
    chances = (DRAWN, HEARTS, ANY)
    return [
        Plan(n, OPTIONS[n % len(OPTIONS)], chances[n % 3], fragile=n % 3 == 1)
        for n in range(first, first + count)
    ]


@dataclass
class Walk:
    """A random game, state after state."""

    program: Program
    plan: Plan
    phases_cut: set[int] = field(default_factory=set)
    heights: set[tuple[int, ...]] = field(default_factory=set)
    states: int = 0

    def begin(self) -> State:
        """The state at the first question."""
        record = first_record(self.program, self.plan.seed, self.plan.options)
        return begin(self.program, record, explicit_chance=True)

    def pick(self, state: State, dice: Random) -> int:
        """The next answer."""
        legal = state.legal_actions()
        if not state.is_chance_node() or self.plan.chance == ANY:
            return legal[int(dice.random() * len(legal))]
        if self.plan.chance == HEARTS and state.stream() == "tokens":
            return legal[-1]
        return state.drawn_outcome()

    def weaken(self, state: State) -> State:
        """Leave everybody with the Final Health token alone."""
        words = state.words.copy()
        table = self.program.table
        for piece in range(L.PIECES):
            mortal = table[L.T_KIND_CLASS + words[L.KIND + piece]] & (L.CLASS_GIRL | L.CLASS_KILLER)
            if mortal and words[L.HEALTH + piece] > 0:
                words[L.HEALTH + piece] = 1
        return State(self.program, words, explicit_chance=True)

    def run(self, most: int, looks: int = 1) -> Iterator[State]:
        """Play and check up to so many states; the costly checks at every ``looks``-th one.

        Gives each state before it is answered, and the last one.
        """
        dice = Random(self.plan.seed)
        state = self.begin()
        weak = not self.plan.fragile
        while True:
            if not weak and state.get("phase") > 0 and not state.is_chance_node():
                state, weak = self.weaken(state), True
            self.look(state, closely=self.states % looks == 0)
            yield state
            self.states += 1
            if state.is_terminal() or self.states >= most:
                return
            before = state.get("phase")
            state, entries = kit.check_copies(state, self.pick(state, dice))
            self.note(before, entries)

    def look(self, state: State, closely: bool) -> None:
        """Check one state."""
        kit.check_machine(state)
        kit.check_conserved(state)
        if not state.is_terminal():
            kit.check_question(state)
        if closely:
            kit.check_hidden(state)
        height = kit.stack_at_window(state)
        if height is not None:
            self.heights.add(height)

    def note(self, phase: int, entries: list[LogEntry]) -> None:
        """Remember which phases were cut short (FHT-3)."""
        if any("FHT-3" in entry.rules for entry in entries):
            self.phases_cut.add(phase)


def play(program: Program, plan: Plan, most: int, looks: int = 1) -> Walk:
    """Play a walk to its end; a failure names cast, plan and place."""
    walk = Walk(program, plan)
    try:
        for _ in walk.run(most, looks):
            pass
    except Exception as error:
        error.add_note(f"{program.title}, {plan}, state {walk.states}")
        raise
    return walk
