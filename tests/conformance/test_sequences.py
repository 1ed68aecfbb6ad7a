"""Any sequence of answers, undos, saves and forced outcomes at the table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nightreel.table.errors import CannotUndo, IllegalAction
from nightreel.table.game import Game, load
from nightreel.table.saves import Answer
from nightreel.table.state import CHANCE, Options
from tests.conformance import casts, kit

NAMES = ("small", "proving_ground", "01_veils", "03_replacing", "08_hidden", "09_offers")
STEPS = 30
GAMES = min(settings().max_examples // 3, 200)


class Table(RuleBasedStateMachine):
    """A game for people, beside the records it has gone through."""

    def __init__(self) -> None:
        """A folder for its saves."""
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "game.save"

    @initialize(
        name=st.sampled_from(NAMES),
        seed=st.integers(0, 2**40),
        practice=st.booleans(),
        evil=st.booleans(),
        single=st.booleans(),
    )
    def begin(self, name: str, seed: int, practice: bool, evil: bool, single: bool) -> None:
        """Set a game up."""
        options = Options(infinite_evil=evil, ask_single=single)
        self.game = Game(casts.program(name), seed, options, practice)
        self.past: list[tuple[bytes, int, bool]] = []
        """Before each answer: record, sentences logged, whether chance has answered since."""

    def now(self) -> tuple[bytes, int]:
        """What undo has to bring back."""
        return self.game.state.serialize(), len(self.game.log)

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.floats(0, 1, exclude_max=True))
    def answer(self, pick: float) -> None:
        """Give a legal answer."""
        legal = self.game.state.legal_actions()
        before, steps = self.now(), len(self.game.steps)
        entries = self.game.answer(legal[int(pick * len(legal))])
        assert self.game.log[before[1] :] == entries
        chance = any(step.by_chance for step in self.game.steps[steps:])
        self.past.append((*before, chance))

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.floats(0, 1, exclude_max=True))
    def refuse(self, pick: float) -> None:
        """Try what is refused."""
        state = self.game.state
        refused = sorted(set(state.asked.actions) - set(state.legal_actions()))
        if refused:
            before = self.now()
            with pytest.raises(IllegalAction):
                self.game.answer(refused[int(pick * len(refused))])
            assert self.now() == before

    @rule()
    def undo(self) -> None:
        """Take the last answer back, if that may be."""
        before = self.now()
        if not self.past or (self.past[-1][2] and not self.game.practice):
            with pytest.raises(CannotUndo):
                self.game.undo()
            assert self.now() == before
            return
        self.game.undo()
        assert self.now() == self.past.pop()[:2]

    @precondition(lambda self: not self.game.over and self.game.practice)
    @rule(pick=st.floats(0, 1, exclude_max=True))
    def repeat(self, pick: float) -> None:
        """An answer that was taken back leads to the same when it is given again."""
        legal = self.game.state.legal_actions()
        action = legal[int(pick * len(legal))]
        before = self.now()
        self.game.answer(action)
        after = self.now()
        self.game.undo()
        assert self.now() == before
        self.game.answer(action)
        assert self.now() == after
        self.past.append((*before, True))

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.floats(0, 1, exclude_max=True), outcome=st.floats(0, 1, exclude_max=True))
    def force(self, pick: float, outcome: float) -> None:
        """Answer, and let the table, not the generator, say what chance does (SET-11)."""
        before, steps = self.now(), len(self.game.steps)
        legal = self.game.state.legal_actions()
        action = legal[int(pick * len(legal))]
        self.game.take(Answer(0, action, action, 0))
        given: list[tuple[int, int]] = [(action, action)]
        while self.game.state.is_chance_node():
            possible = self.game.state.legal_actions()
            forced = possible[int(outcome * len(possible))]
            drawn = self.game.state.drawn_outcome()
            self.game.take(Answer(CHANCE, drawn, forced, 0))
            given.append((drawn, forced))
        recorded = [(s.answer.meant, s.answer.action) for s in self.game.steps[steps:]]
        assert recorded == given
        self.past.append((*before, len(given) > 1))

    @rule()
    def save_and_load(self) -> None:
        """A loaded game is the game that was saved, with its log and its past; it goes on there."""
        self.game.save(self.path)
        again = load(self.path)
        assert again.state.serialize() == self.game.state.serialize()
        assert again.state.program.digest == self.game.state.program.digest
        assert again.log == self.game.log
        assert [s.answer for s in again.steps] == [s.answer for s in self.game.steps]
        assert again.state.legal_actions() == self.game.state.legal_actions()
        self.game = again

    @invariant()
    def holds(self) -> None:
        """What must hold at every state."""
        game: Any = getattr(self, "game", None)
        if game is not None:
            kit.check_machine(game.state)
            kit.check_conserved(game.state)
            assert not game.state.is_chance_node()
            assert bool(game.state.legal_actions()) is not game.over

    def teardown(self) -> None:
        """Remove the saves."""
        self.folder.cleanup()


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=GAMES,
    stateful_step_count=STEPS,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
