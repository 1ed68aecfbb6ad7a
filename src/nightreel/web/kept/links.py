"""Links of a game: its owner comes back by one on another device, others look on by another."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from nightreel.table.errors import TableError
from nightreel.translation import gettext
from nightreel.web.kept.daily import today
from nightreel.web.kept.models import GameRow, SeatRow
from nightreel.web.kept.sitting import NoGame
from nightreel.web.kept.store import Store, new_link

WORD_BYTES: Final = 18
"""Of the word of a link that can be given around."""


class Closed(TableError):
    """A game of a day that is not over: others play with the same seed."""


# ---------------------------------------------------------------- coming back


def coming(store: Store, link: str) -> GameRow:
    """The game that a link of its owner leads to.  Raises NoGame."""
    with store.database.reading() as session:
        return _linked(session, link)


def _linked(session: Session, link: str, change: bool = False) -> GameRow:
    query = select(GameRow).where(GameRow.link == link)
    game = session.scalar(query.with_for_update() if change else query)
    if game is None:
        raise NoGame(gettext("This link leads nowhere; perhaps a part of it is missing."))
    return game


def sit_down(store: Store, link: str, player: int) -> str:
    """Give a player who brings the link a seat at its game; returns its id.  Raises NoGame."""
    with store.database.writing() as session:
        game = _linked(session, link, change=True)
        if session.get(SeatRow, (game.id, player)) is None:
            session.add(SeatRow(game=game.id, player=player))
        return game.id


@dataclass(frozen=True)
class Seats:
    """The seats at a game besides one's own."""

    others: int
    removable: int
    """Those of them that can be taken away: never that of whoever began the game."""


def seats_beside(store: Store, player: int, game: GameRow) -> Seats:
    """Who else has a seat at a game of a player."""
    query = select(SeatRow.player).where(SeatRow.game == game.id, SeatRow.player != player)
    with store.database.reading() as session:
        others = list(session.scalars(query))
    return Seats(len(others), sum(other != game.player for other in others))


def renew(store: Store, player: int, id_: str) -> None:
    """Let another link lead to the game, and the one before nowhere.  Raises NoGame."""
    with store.database.writing() as session:
        store.owned(session, player, id_, change=True).link = new_link()


def clear_seats(store: Store, player: int, id_: str) -> None:
    """Take away all seats but the player's own and that of whoever began the game.

    Their link leads nowhere from then on, or they would come back by it.  Raises NoGame.
    """
    with store.database.writing() as session:
        game = store.owned(session, player, id_, change=True)
        game.link = new_link()
        kept = (player, game.player)
        session.execute(delete(SeatRow).where(SeatRow.game == game.id, SeatRow.player.not_in(kept)))


# ---------------------------------------------------------------- looking on


def share(store: Store, player: int, id_: str) -> None:
    """Let others look on by a link, from now on.  Raises NoGame."""
    with store.database.writing() as session:
        game = store.owned(session, player, id_, change=True)
        game.share = game.share or secrets.token_urlsafe(WORD_BYTES)


def unshare(store: Store, player: int, id_: str) -> None:
    """Let nobody look on any more: the link leads nowhere.  Raises NoGame."""
    with store.database.writing() as session:
        store.owned(session, player, id_, change=True).share = None


def shared(store: Store, session: Session, word: str) -> GameRow:
    """The game that others may look at by a word.

    Raises NoGame, and Closed for a game of a day that is not over.
    """
    game = session.scalar(select(GameRow).where(GameRow.share == word))
    if game is None:
        raise NoGame(gettext("Nobody shares a game by this link, or no more."))
    if is_closed(store, game):
        raise Closed(gettext("This is a daily game: others can see it when its day is over (UTC)."))
    return game


def is_closed(store: Store, game: GameRow) -> bool:
    """Whether only its owner may see a game, since others play with the same seed today."""
    return game.day is not None and game.day >= today(store)
