"""A game of the database from its first answer on: its log, its save, what may be shown around."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from nightreel.reel.program import Program
from nightreel.table.errors import TableError
from nightreel.table.game import Game, played
from nightreel.table.kept import ENDING
from nightreel.table.save_writing import whole_save
from nightreel.table.saves import Answer, Beginning
from nightreel.table.sharing import exported
from nightreel.table.state import Options, State
from nightreel.table.steps import opened, revealed
from nightreel.table.view import View
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext
from nightreel.web.kept.links import is_closed
from nightreel.web.kept.models import AnswerRow, GameRow
from nightreel.web.kept.packing import Told, log_of, state_of, steps_of
from nightreel.web.kept.store import Store


class NotYet(TableError):
    """Something is told only when a game, or the day of a daily one, is over."""


@dataclass(frozen=True)
class Whole:
    """A game with all its answers."""

    game: GameRow
    program: Program
    told: tuple[Told, ...]
    """All that was answered from the player's first answer on."""
    closed: bool
    """Whether others play with the same seed today."""

    @property
    def tells_seed(self) -> bool:
        """Whether everybody may know the seed: the game is over, and so is its day."""
        return self.game.over and not self.closed

    @property
    def state(self) -> State:
        """The game as it stands."""
        return state_of(self.program, self.game.record)

    @property
    def beginning(self) -> Beginning:
        """What was settled when it began."""
        game, options = self.game, Options(**self.game.options)
        seed = int(game.seed)
        return Beginning(self.program, seed, options, game.practice, game.kept_id, game.begun)

    @property
    def log(self) -> list[LogEntry]:
        """Everything that has happened."""
        return [*log_of(self.game.opening), *(entry for told in self.told for entry in told.log)]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers, those of chance among them, also before the player's first one."""
        beginning = self.beginning
        state, _ = opened(self.program, beginning.seed, beginning.options)
        dealt, _ = revealed(state)
        return (*(step.answer for step in dealt), *(told.answer for told in self.told))

    def export(self) -> View:
        """The game as anybody may see it, with all of its log."""
        return exported(self.beginning, self.state, self.log, self.tells_seed)

    @property
    def file_name(self) -> str:
        """The name of the file in which it is saved."""
        return f"nightreel-{self.game.kept_id}{ENDING}"

    def why_not_saved(self, own: bool) -> str:
        """Why it cannot be saved now; nothing when it can.  ``own``: as in the settings.

        Others play a daily game with the same seed until its day is over; and elsewhere than on a
        table of one's own no seed of a running game is given away.
        """
        if self.closed:
            return gettext("A daily game can be saved when its day is over (UTC).")
        if not (own or self.tells_seed):
            return gettext(
                "On this table a game can be saved when it is over: its seed is in the file."
            )
        return ""

    def save(self, own: bool) -> bytes:
        """A file with which the game goes on anywhere.  Raises NotYet, see ``why_not_saved``."""
        wrong = self.why_not_saved(own)
        if wrong:
            raise NotYet(wrong)
        return whole_save(self.beginning, self.answers, self.game.standing)

    def again(self) -> Game:
        """The game, played again, with the record before every answer.

        Raises TableError, ValueError.
        """
        return played(self.beginning, self.answers)


def whole(store: Store, player: int, id_: str) -> Whole:
    """A game of a player with all its answers.  Raises NoGame."""
    with store.database.reading() as session:
        return whole_of(store, session, store.owned(session, player, id_))


def whole_of(store: Store, session: Session, game: GameRow) -> Whole:
    """A game with all its answers, for somebody who may see it."""
    query = select(AnswerRow).where(AnswerRow.game == game.id).order_by(AnswerRow.number)
    told = tuple(told for row in session.scalars(query) for told in steps_of(row.steps, row.turn))
    program = store.programs.get(session, game.program)
    return Whole(game, program, told, is_closed(store, game))
