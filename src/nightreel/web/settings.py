"""How a server is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from nightreel.files import games_folder

DATABASE: Final = "NIGHTREEL_DATABASE"
"""The environment variable with the URL of the database."""
FILE: Final = "table.db"


def now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def usual_database() -> str:
    """The URL of the database when none is named: SQLite, in the folder of kept games."""
    return f"sqlite:///{games_folder() / FILE}"


@dataclass(frozen=True)
class Settings:
    """What is chosen when a server starts; nothing of it changes while it runs."""

    database: str
    """URL of the database, as SQLAlchemy reads it."""
    secure: bool = False
    """Whether keys are sent over HTTPS alone: right for a server that others reach."""
    body_max: int = 1 << 20
    """Most bytes of what a request brings; a save of a long game has 150,000."""
    requests_a_minute: int = 600
    """How many requests an address, and a player, may make in a minute; 0: any number."""
    games_an_hour: int = 120
    """How many games an address may begin or bring in an hour, and how many keys it may get."""
    hosts: tuple[str, ...] = ()
    """The names by which the server is reached, in small letters; none: any."""
    own: bool = False
    """Whether it serves those of this machine alone, who could look into the database anyway:
    then running games may be taken away in files, in which a program could read the seed."""
    clock: Callable[[], datetime] = now
    """What tells the time."""
