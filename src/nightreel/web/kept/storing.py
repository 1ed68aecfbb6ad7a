"""How an answer is stored: two statements, which fail when the game is not as it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from sqlalchemy import Connection, Table, bindparam, exists, insert, update

from nightreel.table.cause import cause_of
from nightreel.table.dice import Dice
from nightreel.table.state import State
from nightreel.table.steps import Step
from nightreel.table.view import phase_id, result_id, view
from nightreel.web.kept.database import stale
from nightreel.web.kept.models import AnswerRow, GameRow, SeatRow
from nightreel.web.kept.packing import Told, packed_record, packed_steps

GAMES: Final = cast(Table, GameRow.__table__)
SEATS: Final = cast(Table, SeatRow.__table__)
CHANGE: Final = update(GAMES).where(
    GAMES.c.id == bindparam("seen_id"),
    GAMES.c.version == bindparam("seen_version"),
    GAMES.c.record == bindparam("seen_record"),  # a database put in its place has versions, too
    exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.player == bindparam("seen_by")),
)
"""Changes a game that is as it was seen, and still of who saw it."""
ADD: Final = insert(cast(Table, AnswerRow.__table__))
"""Adds an answer."""
COLUMNS: Final = tuple(column.key for column in GAMES.columns)
Values = dict[str, Any]
"""Values of a row by the names of its columns."""


def standing(state: State, now: str) -> Values:
    """What a row says of how a game stands at a time."""
    victims = view(state, ["victims"])["victims"]
    return {
        "record": packed_record(state),
        "turn": state.get("turn"),
        "phase": phase_id(state),
        "result": result_id(state),
        "cause": cause_of(state),
        "rescued": victims["saved"],
        "fallen": victims["dead"],
        "saved": now,
    }


def dice_of(steps: Sequence[Step] | Sequence[Told]) -> Dice:
    """The dice that were rolled in some steps."""
    return Dice.of(step.face for step in steps)


def add_answer(
    connection: Connection, player: int, game: GameRow, steps: Sequence[Step], after: Values
) -> GameRow:
    """Store a player's answer to a game as it was seen, and how it stands after; returns its row.

    Raises Stale when the game has changed since, or is not the player's any more.
    """
    changes = after | {
        "answers": game.answers + 1,
        "version": game.version + 1,
        "dice": list((game.standing.dice + dice_of(steps)).faces),
    }
    _change(connection, player, game, changes)  # first: of two at once one may add an answer
    connection.execute(ADD, _answer_row(game, steps))
    return GameRow(**{name: getattr(game, name) for name in COLUMNS} | changes)


def _change(connection: Connection, player: int, game: GameRow, changes: Values) -> None:
    seen = {
        "seen_id": game.id,
        "seen_version": game.version,
        "seen_record": game.record,
        "seen_by": player,
    }
    if connection.execute(CHANGE, seen | changes).rowcount != 1:
        raise stale()


def _answer_row(game: GameRow, steps: Sequence[Step]) -> Values:
    """The row of an answer to a game as it stands."""
    return {
        "game": game.id,
        "number": game.answers + 1,
        "at": game.version,
        "turn": game.turn,
        "action": steps[0].answer.action,
        "steps": packed_steps(steps),
        "before": game.record,
    }
