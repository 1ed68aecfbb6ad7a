"""Games looked at without a seat: as they stand, and step by step from their beginning.

A step is what stood at a question: the record lies beside each answer, so nothing is played
again.  What chance answered is never told but by the log, which tells no secret (SET-7).
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from nightreel.table.errors import TableError
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext
from nightreel.web.kept.links import shared
from nightreel.web.kept.models import AnswerRow, GameRow
from nightreel.web.kept.packing import log_of, state_of, steps_of
from nightreel.web.kept.sitting import NoGame, Sitting
from nightreel.web.kept.store import Store


class StillRuns(TableError):
    """Others see a game step by step only when it is over."""


@dataclass(frozen=True)
class Frame:
    """A step of a game: how it stood after so many answers."""

    sitting: Sitting
    number: int
    """How many answers were given."""
    last: str
    """The answer that led there, in words; nothing at the first step."""
    came: tuple[LogEntry, ...]
    """What came of it."""
    given: str
    """The answer that was given then; nothing at the last step."""
    turns: tuple[tuple[int, int], ...]
    """For every turn its number, and the first step in it."""

    @property
    def count(self) -> int:
        """How many steps there are behind the first one."""
        return self.sitting.game.answers


def looked_at(store: Store, word: str) -> Sitting:
    """A shared game as it stands.  Raises NoGame, Closed."""
    with store.database.reading() as session:
        return store.sitting_of(session, shared(store, session, word))


def own_frame(store: Store, player: int, id_: str, number: int) -> Frame:
    """A step of one's own game, also of one that runs.  Raises NoGame."""
    with store.database.reading() as session:
        return _frame(store, session, store.owned(session, player, id_), number)


def shared_frame(store: Store, word: str, number: int) -> Frame:
    """A step of a shared game that is over.  Raises NoGame, Closed, StillRuns."""
    with store.database.reading() as session:
        game = shared(store, session, word)
        if not game.over:
            raise StillRuns(
                gettext("The game still runs: step by step it is seen when it is over.")
            )
        return _frame(store, session, game, number)


def _frame(store: Store, session: Session, game: GameRow, number: int) -> Frame:
    if not 0 <= number <= game.answers:
        raise NoGame(gettext("The game has no such step."))
    program = store.programs.get(session, game.program)
    before = session.get(AnswerRow, (game.id, number))
    following = session.get(AnswerRow, (game.id, number + 1))
    record = game.record if following is None else following.before
    return Frame(
        Sitting(game, state_of(program, record), ()),
        number,
        _answer(before),
        log_of(game.opening) if before is None else _log(before),
        _answer(following),
        _turns(session, game),
    )


def _answer(row: AnswerRow | None) -> str:
    """An answer of the player in words."""
    return "" if row is None else steps_of(row.steps, row.turn)[0].text


def _log(row: AnswerRow) -> tuple[LogEntry, ...]:
    """All that came of an answer."""
    return tuple(entry for told in steps_of(row.steps, row.turn) for entry in told.log)


def _turns(session: Session, game: GameRow) -> tuple[tuple[int, int], ...]:
    query = (
        select(AnswerRow.turn, func.min(AnswerRow.number))
        .where(AnswerRow.game == game.id)
        .group_by(AnswerRow.turn)
        .order_by(AnswerRow.turn)
    )
    return tuple((turn, number - 1) for turn, number in session.execute(query))
