"""Games that their player wants no more."""

from __future__ import annotations

from nightreel.table.errors import TableError
from nightreel.translation import gettext
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.store import Store


class Stays(TableError):
    """A game that cannot be deleted."""


def removable(store: Store, player: int, id_: str) -> GameRow:
    """A game of a player, also one that this release cannot play.  Raises NoGame."""
    with store.database.reading() as session:
        return store.owned(session, player, id_)


def remove(store: Store, player: int, id_: str) -> None:
    """Delete a game of a player for good.  Raises NoGame, and Stays for a daily game.

    A daily game would else be played until it is won.
    """
    with store.database.writing() as session:
        game = store.owned(session, player, id_, change=True)
        if game.day is not None:
            raise Stays(gettext("A daily game stays: it can be played once only."))
        session.delete(game)
