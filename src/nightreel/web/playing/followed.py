"""The Killer phase that was followed last, to be seen again after a page was left."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from nightreel.table.following import FOLLOWED, chapter
from nightreel.table.steps import answered
from nightreel.web.kept.models import AnswerRow
from nightreel.web.kept.packing import state_of, steps_of
from nightreel.web.kept.sitting import Sitting
from nightreel.web.kept.store import Store


def to_follow(store: Store, sitting: Sitting) -> Sitting:
    """A game with what came of the last answer in which the Killer acted, worked out again."""
    with store.database.reading() as session:
        row = _last(session, sitting)
    if row is None:
        return sitting
    steps, _ = answered(state_of(sitting.program, row.before), row.action, watch=True)
    return replace(sitting, fresh=tuple(steps), fresh_answer=row.number)


def _last(session: Session, sitting: Sitting) -> AnswerRow | None:
    """The last answer of the turns at hand in which the Killer acted."""
    game = sitting.game
    query = (
        select(AnswerRow)
        .where(AnswerRow.game == game.id, AnswerRow.turn >= game.turn - 1)
        .order_by(AnswerRow.number.desc())
    )
    return next((row for row in session.scalars(query) if _acted(row)), None)


def _acted(row: AnswerRow) -> bool:
    entries = (entry for told in steps_of(row.steps, row.turn) for entry in told.log)
    return any(chapter(entry) in FOLLOWED for entry in entries)
