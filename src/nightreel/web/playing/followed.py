"""The Killer phase that was followed last, to be seen again after a page was left."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from nightreel.reel.program import Program
from nightreel.table.following import FOLLOWED, chapter
from nightreel.table.steps import Step, stepped
from nightreel.web.kept.models import AnswerRow
from nightreel.web.kept.packing import state_of, steps_of
from nightreel.web.kept.sitting import RECENT, Sitting
from nightreel.web.kept.store import Store


def to_follow(store: Store, sitting: Sitting) -> Sitting:
    """A game with what came of the last answer in which the Killer acted, worked out again."""
    with store.database.reading() as session:
        row = _last(session, sitting)
    if row is None:
        return sitting
    return sitting.watching(_again(sitting.program, row), row.number)


def _again(program: Program, row: AnswerRow) -> Iterator[Step]:
    """An answer once more, with what chance said then: in a save that may be something else."""
    state = state_of(program, row.before)
    for told in steps_of(row.steps, row.turn):
        step, state = stepped(state, told.answer, watch=True)
        yield step


def _last(session: Session, sitting: Sitting) -> AnswerRow | None:
    """The last answer of the turns at hand in which the Killer acted."""
    game = sitting.game
    query = (
        select(AnswerRow)
        .where(AnswerRow.game == game.id, AnswerRow.turn >= game.turn - RECENT)
        .order_by(AnswerRow.number.desc())
    )
    return next((row for row in session.scalars(query) if _acted(row)), None)


def _acted(row: AnswerRow) -> bool:
    entries = (entry for told in steps_of(row.steps, row.turn) for entry in told.log)
    return any(chapter(entry) in FOLLOWED for entry in entries)
