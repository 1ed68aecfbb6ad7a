"""A game as somebody who may see it finds it, and why somebody cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from nightreel.reel.program import Program
from nightreel.table.errors import TableError
from nightreel.table.state import State
from nightreel.table.steps import Step
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.packing import Told, log_of, told_of

RECENT: Final = 1
"""How many turns before the one at hand the log shows."""


class NoGame(TableError):
    """There is no such game, or it is somebody else's."""


def no_game() -> NoGame:
    """What is said of a game that is not there for whoever asks."""
    return NoGame(gettext("There is no such game, or it is somebody else's."))


class Overtaken(TableError):
    """The game went on elsewhere since it was looked at."""


def overtaken() -> Overtaken:
    """What is said of an answer to a question that is not at hand any more."""
    return Overtaken(gettext("The game went on elsewhere; here is how it stands."))


@dataclass(frozen=True)
class Sitting:
    """A game as somebody who may see it finds it."""

    game: GameRow
    state: State
    told: tuple[Told, ...]
    """Answers, the oldest first: at least those that are recent."""
    watched: tuple[Step, ...] = field(default=(), compare=False)
    """An answer that can be followed, with the record at every sentence: mostly the last one."""
    watched_answer: int = field(default=0, compare=False)
    """Which answer of the player that was."""

    @property
    def program(self) -> Program:
        """The cast, compiled."""
        return self.state.program

    @property
    def recent(self) -> tuple[Told, ...]:
        """The answers of the last turns, the oldest first."""
        return tuple(told for told in self.told if told.turn >= self.game.turn - RECENT)

    @property
    def opening(self) -> tuple[LogEntry, ...]:
        """What was told before the first answer, while that is recent."""
        return log_of(self.game.opening) if self.game.turn - RECENT <= 1 else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended (TURN-2)."""
        return self.game.over

    @property
    def log(self) -> list[LogEntry]:
        """What has happened in the last turns."""
        return [*self.opening, *(entry for told in self.recent for entry in told.log)]

    def gone_on(self, game: GameRow, state: State, steps: Sequence[Step]) -> Sitting:
        """The same after an answer and what came of it."""
        told = (*self.recent, *told_of(steps, self.game.turn))
        return replace(self, game=game, state=state, told=told)

    def watching(self, steps: Iterable[Step], answer: int) -> Sitting:
        """The same with an answer that can be followed."""
        return replace(self, watched=tuple(steps), watched_answer=answer)
