"""The game of a day (UTC): decided once for everybody, played once by each, told in a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import SystemRandom
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from nightreel.films.library import casts
from nightreel.reel.program import Program
from nightreel.table.draw import fitting
from nightreel.table.errors import TableError
from nightreel.table.state import Options, random_seed, seed_hash
from nightreel.translation import gettext
from nightreel.web.kept.models import DailyRow, GameRow, PlayerRow, seated
from nightreel.web.kept.store import Store

SHOWN: Final = 100
"""Most rows of a table of results."""
DAYS: Final = 30
"""How many earlier days are listed."""


class NoDay(TableError):
    """A day on which nothing was played, or that has not come."""


def today(store: Store) -> str:
    """The day that runs (UTC)."""
    return store.now()[:10]


# ---------------------------------------------------------------- the day


@dataclass(frozen=True)
class Day:
    """A day's game; its seed is for nobody's eyes before the day is over."""

    day: str
    program: Program
    seed: int

    @property
    def seed_hash(self) -> str:
        """What is shown of the seed while the day runs."""
        return seed_hash(self.seed)


def todays(store: Store) -> Day:
    """The game of today: found, or decided by whoever asks first.

    Raises LibraryError, SourceError.
    """
    day = today(store)
    found = _found(store, day)
    if found is not None:
        return found
    program = fitting(casts(), {}, SystemRandom()).load()
    store.programs.packed(program)
    with store.database.writing() as session:
        _decide(session, day, store.programs.put(session, program))
    decided = _found(store, day)
    assert decided is not None
    return decided


def _decide(session: Session, day: str, digest: str) -> None:
    """Of several processes that decide at once the first one counts."""
    if session.get(DailyRow, day) is not None:
        return
    try:
        with session.begin_nested():
            session.add(DailyRow(day=day, program=digest, seed=str(random_seed())))
    except IntegrityError:
        return


def earlier(store: Store, day: str) -> Day:
    """The game of a day that is over.  Raises NoDay.

    A day that is to come may be there: clocks of servers differ, and are set back.
    """
    found = _found(store, day) if day < today(store) else None
    if found is None:
        raise NoDay(gettext("Nothing was played on that day."))
    return found


def _found(store: Store, day: str) -> Day | None:
    with store.database.reading() as session:
        row = session.get(DailyRow, day)
        if row is None:
            return None
        return Day(day, store.programs.get(session, row.program), int(row.seed))


def days_before(store: Store, day: str) -> list[str]:
    """The days before one, the latest first."""
    query = select(DailyRow.day).where(DailyRow.day < day).order_by(DailyRow.day.desc())
    with store.database.reading() as session:
        return list(session.scalars(query.limit(DAYS)))


# ---------------------------------------------------------------- playing


def play(store: Store, player: int, ask_single: bool) -> str:
    """The player's game of today, begun when there is none; returns its id.  Raises BrokenGame."""
    day = todays(store)
    known = game_of(store, player, day.day)
    if known is not None:
        return known.id
    options = Options(ask_single=ask_single)
    try:
        return store.begin(player, day.program, options, seed=day.seed, day=day.day)
    except IntegrityError:
        begun = game_of(store, player, day.day)
        assert begun is not None
        return begun.id


def game_of(store: Store, player: int, day: str) -> GameRow | None:
    """The player's game of a day, on whatever device it was begun."""
    query = seated(player).where(GameRow.day == day).order_by(GameRow.player != player)
    with store.database.reading() as session:
        return session.scalars(query).first()


# ---------------------------------------------------------------- results


@dataclass(frozen=True)
class Result:
    """A game of a day that ended in time."""

    place: int
    player: int
    name: str
    result: str
    rescued: int
    fallen: int
    turn: int
    cause: str
    ended: str


@dataclass(frozen=True)
class Results:
    """The table of a day."""

    rows: tuple[Result, ...]
    """The first ones, and the player's own behind them when it is none of these."""
    ended: int
    wins: int
    unfinished: int
    """Games that still run, or ended too late: the seed was known by then."""


def results_of(store: Store, day: str, player: int) -> Results:
    """The table of a day.

    Victories come before defeats; then whoever saved more Victims; then the quicker victory,
    the later defeat; then whoever was done first.
    """
    columns = (
        GameRow.player,
        PlayerRow.name,
        GameRow.result,
        GameRow.rescued,
        GameRow.fallen,
        GameRow.turn,
        GameRow.cause,
        GameRow.saved,
    )
    in_time = (GameRow.result != "") & (GameRow.saved < after(day))
    query = select(*columns).join(PlayerRow, PlayerRow.id == GameRow.player)
    with store.database.reading() as session:
        found = session.execute(query.where(GameRow.day == day, in_time)).all()
        begun = session.scalar(select(func.count()).where(GameRow.day == day)) or 0
    ranked = sorted(found, key=lambda r: _rank(r.result, r.rescued, r.turn, r.saved))
    rows = [Result(place, *row) for place, row in enumerate(ranked, start=1)]
    shown = [row for row in rows if row.place <= SHOWN or row.player == player]
    wins = sum(row.result == "victory" for row in rows)
    return Results(tuple(shown), len(rows), wins, begun - len(rows))


def _rank(result: str, rescued: int, turn: int, ended: str) -> tuple[bool, int, int, str]:
    won = result == "victory"
    return (not won, -rescued, turn if won else -turn, ended)


def after(day: str) -> str:
    """The day after one."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
