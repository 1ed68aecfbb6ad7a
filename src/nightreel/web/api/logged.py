"""The log of a game, page by page."""

from __future__ import annotations

from sqlalchemy import select

from nightreel.web.api.exchanged import Entry, Log
from nightreel.web.api.replies import logged, sentence
from nightreel.web.kept.models import AnswerRow, GameRow
from nightreel.web.kept.packing import log_of, steps_of
from nightreel.web.kept.store import Store


def log_of_game(store: Store, player: int, id_: str, first: int, most: int) -> Log:
    """Some entries of the log of a player's game, from one on.  Raises NoGame."""
    with store.database.reading() as session:
        game = store.owned(session, player, id_)
        rows = session.scalars(
            select(AnswerRow)
            .where(AnswerRow.game == game.id, AnswerRow.number >= first)
            .order_by(AnswerRow.number)
            .limit(most)
        )
        entries = [_opening(game)] if first == 0 else []
        entries += [_entry(row) for row in rows]
        return Log(total=game.answers + 1, entries=entries[:most])


def _opening(game: GameRow) -> Entry:
    told = [sentence(entry) for entry in log_of(game.opening)]
    return Entry(number=0, question="", answer="", happened=told)


def _entry(row: AnswerRow) -> Entry:
    told = steps_of(row.steps, row.turn)
    happened = [sentence(entry) for entry in logged(told)]
    return Entry(
        number=row.number, question=told[0].question, answer=told[0].text, happened=happened
    )
