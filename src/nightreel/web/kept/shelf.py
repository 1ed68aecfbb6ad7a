"""A player's games at a glance: listed, counted; no record is looked at."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import defer

from nightreel.web.kept.models import GameRow, SeatRow, seated
from nightreel.web.kept.store import Store

GLANCE: Final = (defer(GameRow.opening), defer(GameRow.record))
"""What of a game is left in the database when it is only listed."""


def games_of(store: Store, player: int, most: int | None = None, first: int = 0) -> list[GameRow]:
    """The games of a player: those that run first, of each kind those saved last.

    ``most`` of them from one on; ``first`` counts from 0.
    """
    query = (
        seated(player)
        .order_by(GameRow.result != "", GameRow.saved.desc(), GameRow.id)
        .options(*GLANCE)
        .limit(most)
        .offset(first)
    )
    with store.database.reading() as session:
        return list(session.scalars(query))


def count_of(store: Store, player: int) -> int:
    """How many games a player has."""
    query = select(func.count()).select_from(SeatRow).where(SeatRow.player == player)
    with store.database.reading() as session:
        return session.scalar(query) or 0
