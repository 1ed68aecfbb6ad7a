"""A screen that works out chances beside what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from nightreel.table.game import Game
from nightreel.table.reckoning import PAUSE, Lines, Reckoner
from nightreel.table.state import State


class ReckonedScreen(Screen[Game]):
    """Knows the chances of the answers at hand, as soon as they are worked out."""

    def __init__(self, game: Game) -> None:
        """A screen for a game."""
        super().__init__()
        self.game = game
        self.reckoner = Reckoner(game.program)
        self.chances: dict[int, Lines] = {}
        """By actions."""

    def reckon(self, actions: Sequence[int], chosen: int) -> None:
        """Work out the chances of some actions, the best ones only of the one that is chosen."""
        known, state = dict(self.chances), self.game.state
        missing = [action for action in actions if action not in known]
        if missing or (chosen in known and not known[chosen].best):
            self.run_worker(
                lambda: self._reckon(state, missing, known, chosen),
                thread=True,
                exclusive=True,
                group="chances",
            )

    def _reckon(
        self, state: State, missing: Sequence[int], known: dict[int, Lines], chosen: int
    ) -> None:
        worker: Worker[None] = get_current_worker()
        sleep(PAUSE)
        known = {**known, **self.reckoner.kept(state, missing, lambda: worker.is_cancelled)}
        self._tell(worker, state, known)
        if chosen in known and not worker.is_cancelled:
            best = self.reckoner.best(state, chosen, known[chosen])
            self._tell(worker, state, {**known, chosen: best})

    def _tell(self, worker: Worker[None], state: State, known: dict[int, Lines]) -> None:
        if known and not worker.is_cancelled:
            self.app.call_from_thread(self._take, state, known)

    def _take(self, state: State, known: dict[int, Lines]) -> None:
        """Take chances, unless the question is another one by now."""
        if state is self.game.state:
            self.chances = {**known, **{a: c for a, c in self.chances.items() if c.best}}
            self.show_chances()

    def show_chances(self) -> None:
        """Show what is known."""
        raise NotImplementedError
