"""The tables of the database.

A game has its record as it stands now, so that opening it replays nothing, and a row for each
answer of the player with what chance said behind it.  Times are text in ISO 8601, UTC.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Select,
    String,
    Text,
    UniqueConstraint,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from nightreel.table.dice import Dice
from nightreel.table.saves import Standing
from nightreel.table.state import seed_hash

TIME: Final = String(32)
SECRET: Final = String(64)
"""A SHA-256 in hexadecimal: of keys nothing else is kept."""
NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What all tables have in common."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = dict.fromkeys((dict[str, Any], dict[str, bool], list[int]), JSON)


class PlayerRow(Base):
    """Somebody who plays: a browser, or a program with a key."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(SECRET, unique=True)
    """The SHA-256 of the key that nobody else has."""
    begun: Mapped[str] = mapped_column(TIME)
    name: Mapped[str] = mapped_column(String(40), default="")
    """The name in tables of results."""
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)


class ProgramRow(Base):
    """A cast, compiled: games go on with the rules they were begun with."""

    __tablename__ = "programs"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    release: Mapped[str] = mapped_column(String(32))
    operations: Mapped[int]
    machine: Mapped[str] = mapped_column(String(16))
    """What it asks of the machine: ``save_form.machine_of`` its operations."""


class DailyRow(Base):
    """The game of a day: the same cast and secret seed for everybody."""

    __tablename__ = "dailies"

    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    program: Mapped[str] = mapped_column(ForeignKey("programs.digest"))
    seed: Mapped[str] = mapped_column(Text)


class GameRow(Base):
    """A game as it stands."""

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("player", "day"),
        CheckConstraint("result in ('', 'victory', 'defeat')", name="result"),
        Index("ix_games_player_saved", "player", "saved"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("players.id"))
    """Who began it; in ``seats`` stands who may go on."""
    program: Mapped[str] = mapped_column(ForeignKey("programs.digest"))
    killer: Mapped[str] = mapped_column(String(80))
    location: Mapped[str] = mapped_column(String(80))
    girl: Mapped[str] = mapped_column(String(80))
    title: Mapped[str] = mapped_column(Text)
    kept_id: Mapped[str] = mapped_column(String(32))
    """The id that the game has in files."""
    seed: Mapped[str] = mapped_column(Text)
    options: Mapped[dict[str, bool]]
    practice: Mapped[bool]
    day: Mapped[str | None] = mapped_column(ForeignKey("dailies.day"), index=True)
    begun: Mapped[str] = mapped_column(TIME)
    saved: Mapped[str] = mapped_column(TIME)
    version: Mapped[int] = mapped_column()
    """Grows with every change; whoever answers says which one was seen.

    A row is changed only as it was read: else it is Stale.
    """
    __mapper_args__ = {  # noqa: RUF012
        "version_id_col": version,
        "version_id_generator": False,
    }
    answers: Mapped[int]
    """How many answers of the player stand."""
    turn: Mapped[int]
    phase: Mapped[str] = mapped_column(String(16))
    result: Mapped[str] = mapped_column(String(8), index=True)
    cause: Mapped[str] = mapped_column(String(16), default="")
    """Why it ended, as ``table.cause`` has it."""
    rescued: Mapped[int] = mapped_column(default=0)
    """How many Victims are saved."""
    fallen: Mapped[int] = mapped_column(default=0)
    """How many Victims are dead."""
    dice: Mapped[list[int]]
    """How often her dice showed each face."""
    opening: Mapped[bytes] = mapped_column(LargeBinary)
    record: Mapped[bytes] = mapped_column(LargeBinary)
    link: Mapped[str] = mapped_column(Text, unique=True)
    """The secret of the link by which its owner comes back on another device."""
    share: Mapped[str | None] = mapped_column(Text, unique=True)
    """The word of the link by which others may look on, if there is one."""

    @property
    def over(self) -> bool:
        """Whether the game has ended (TURN-2)."""
        return bool(self.result)

    @property
    def seed_hash(self) -> str:
        """What is shown of the seed while the game runs (SET-11)."""
        return seed_hash(int(self.seed))

    @property
    def standing(self) -> Standing:
        """How it stands, as files tell it."""
        return Standing(self.turn, self.phase, self.result, Dice(tuple(self.dice)), self.saved)


class SeatRow(Base):
    """Who may act in a game and see its view."""

    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[int] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )


def seated(player: int) -> Select[GameRow]:
    """The games at which a player has a seat."""
    return select(GameRow).join(SeatRow, SeatRow.game == GameRow.id).where(SeatRow.player == player)


class AnswerRow(Base):
    """An answer of the player, with what chance said behind it."""

    __tablename__ = "answers"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 1 on."""
    at: Mapped[int]
    """The version of the game that was answered."""
    turn: Mapped[int]
    action: Mapped[int]
    steps: Mapped[bytes] = mapped_column(LargeBinary)
    before: Mapped[bytes] = mapped_column(LargeBinary)
    """The record before it."""
