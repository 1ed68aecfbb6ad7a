"""The database: SQLite in a file, or PostgreSQL; brought up to date by migrations."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DisconnectionError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from nightreel.files import why
from nightreel.table.errors import TableError
from nightreel.translation import gettext, put

if TYPE_CHECKING:
    from alembic.config import Config

WAIT: Final = 2
"""Seconds that a request waits for others that write; a write takes a thousandth of that."""
START_WAIT: Final = 20
"""Seconds that a server which starts waits for one that brings the tables up to date."""
RETRY: Final = 3
"""Seconds after which a refused request may well be sent again."""
CONNECTIONS: Final = 10
"""Connections that a process opens at the most: one for whatever it does at once."""
WRITERS: Final = 5
"""How many of them store answers."""
WRITES: Final = {"writes": True}
DRIVERS: Final = {
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "sqlite": "sqlite",
}
MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 7103527
"""The number by which servers on PostgreSQL that start at once wait for each other."""
FULL: Final = ("disk is full", "No space left on device")
"""How databases say that there is no room."""
UNREACHABLE: Final = (OperationalError, InterfaceError, InternalError, PoolTimeoutError)
"""The database is away, or takes nothing now."""
_PASSWORD: Final = re.compile(r":[^:/@]*@")
"""A password in what looks like a URL."""
_log: Final = logging.getLogger(__name__)


class BadDatabase(TableError):
    """A database that cannot be used."""


class Busy(TableError):
    """The database cannot be reached now, or others write for too long."""


class Stale(TableError):
    """What was to be changed has been changed by another request since it was read."""


class Database:
    """A database with the tables of games."""

    def __init__(self, url: str) -> None:
        """Open it, and bring its tables up to date.  Raises BadDatabase."""
        self.url = url
        self._opened = 0
        with _failure_told(url):
            self.engine = _engine(url)
            event.listen(self.engine, "connect", self._count)
            self._writing = self.engine.execution_options(**WRITES)
            try:
                _migrate(self.engine)
            except BaseException:
                self.close()
                raise

    @property
    def writers(self) -> int:
        """How many can store something at once: SQLite lets one."""
        return 1 if self._sqlite else WRITERS

    @property
    def _sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def identity(self) -> Hashable:
        """What tells this database from another one that was put in its place.

        SQLite's is its file; behind a new connection to PostgreSQL may be another one.
        """
        return _file(Path(str(self.engine.url.database))) if self._sqlite else self._opened

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that looks on.  Raises Busy."""
        with _busy_told(), Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are stored when it ends well, all of them or none.

        Raises Busy, and Stale when a row was changed since it was read.
        """
        with (
            _busy_told(),
            Session(self._writing, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def storing(self) -> Iterator[Connection]:
        """The same for statements: what they change is stored when all ends well.  Raises Busy."""
        with _busy_told(), self._writing.begin() as connection:
            yield connection

    def _count(self, *_: object) -> None:
        self._opened += 1

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


@contextmanager
def _busy_told() -> Iterator[None]:
    try:
        yield
    except StaleDataError:
        raise stale() from None
    except UNREACHABLE as error:
        raise _busy(error) from None
    except DatabaseError as error:
        if type(error) is not DatabaseError:  # the others are mistakes of ours
            raise
        raise _busy(error) from None


def stale() -> Stale:
    """What is said of a row that was changed by another request."""
    return Stale(gettext("This was changed elsewhere meanwhile; look at it anew."))


def _busy(error: SQLAlchemyError) -> Busy:
    told = reason(error)
    _log.warning("%s", told)
    if any(words in told for words in FULL):
        return Busy(gettext("The disk of this table is full; nothing was changed."))
    return Busy(gettext("The table is busy; nothing was changed. Try again in a moment."))


def reason(error: SQLAlchemyError) -> str:
    """Why the database refused, in its own words."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


# ---------------------------------------------------------------- connections


def _engine(url: str) -> Engine:
    """What connects to a database.  Raises ArgumentError for what is no URL of one."""
    try:
        return _engine_of(url)
    except ValueError:  # a port, or an option, that is no number
        raise ArgumentError(url) from None


def _engine_of(url: str) -> Engine:
    parsed = make_url(url)
    driver = DRIVERS.get(parsed.drivername, "")
    named = parsed.database not in (None, "", ":memory:") and "uri" not in parsed.query
    if driver == "sqlite" and named:  # a URI within the URL would hide which file it is
        return _sqlite(parsed)
    if driver.startswith("postgresql"):
        return _postgresql(parsed.set(drivername=driver))
    raise ArgumentError(url)


def _postgresql(url: URL) -> Engine:
    settings = f"-c lock_timeout={WAIT}s -c statement_timeout={5 * WAIT}s"
    connect = {"connect_timeout": WAIT, "options": settings}
    return _pooled(url, connect | dict(url.query), pool_pre_ping=True)


def _sqlite(url: URL) -> Engine:
    path = Path(str(url.database))
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = _pooled(url, {"timeout": WAIT})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    _watch(engine, path)
    return engine


def _watch(engine: Engine, path: Path) -> None:
    """Take nothing more into a file that was deleted or replaced: what it holds is lost.

    Once it was there none is made in its place, so that whoever has it can bring it back.
    """
    known = set[tuple[int, int]]()

    @event.listens_for(engine, "do_connect")
    def open_(*_: object) -> None:
        if known and _file(path) is None:
            raise sqlite3.OperationalError("its file is gone")

    @event.listens_for(engine, "connect")
    def opened(_: object, entry: Any) -> None:
        entry.info["file"] = _file(path)
        known.add(entry.info["file"])

    @event.listens_for(engine, "checkout")
    def taken(_: object, entry: Any, __: object) -> None:
        if entry.info["file"] != _file(path):
            raise DisconnectionError


def _file(path: Path) -> tuple[int, int] | None:
    """What tells a file from all others; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _pooled(url: URL, connect: dict[str, Any], **more: Any) -> Engine:
    """Connections that are kept; what is wrong is told without values, which may be seeds."""
    size = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": WAIT}
    return create_engine(url, connect_args=connect, hide_parameters=True, **size, **more)


def _prepare(connection: Any, _: object) -> None:
    """One writer beside many readers; what is stored stays so when a process is killed."""
    connection.isolation_level = None  # transactions begin as ``_begin`` says
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:
    """Whoever will write says so at once: then two never wait for each other."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# ---------------------------------------------------------------- tables


def migrations(connection: Connection) -> Config:
    """What Alembic has to know to work on a connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def releases() -> list[str]:
    """All states of the tables that this release knows, the newest last."""
    return sorted(path.stem.partition("_")[0] for path in MIGRATIONS.glob("versions/[0-9]*.py"))


def _migrate(engine: Engine) -> None:
    """Bring the tables up to date; of several processes one does it.  Raises BadDatabase."""
    with engine.begin() as connection:
        if _is_newest(connection):
            return
    from alembic import command

    with engine.execution_options(**WRITES).begin() as connection:
        _hold(connection)
        if not _is_newest(connection):
            command.upgrade(migrations(connection), "head")


def _is_newest(connection: Connection) -> bool:
    """Whether the tables are those of this release.  Raises BadDatabase for newer ones."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    stands = connection.scalar(text("SELECT version_num FROM alembic_version"))
    known = releases()
    if stands is not None and stands not in known:
        told = gettext("its tables ({stands}) are those of a newer release (here: {newest})")
        raise BadDatabase(put(told, stands=stands, newest=known[-1]))
    return bool(stands == known[-1])


def _hold(connection: Connection) -> None:
    """Let other servers that start wait."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{START_WAIT}s'")
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{START_WAIT}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")


@contextmanager
def _failure_told(url: str) -> Iterator[None]:
    try:
        yield
    except ArgumentError:
        told = gettext("{url}: a database is named sqlite:///FILE or postgresql://HOST/NAME")
        raise BadDatabase(put(told, url=repr(_PASSWORD.sub(":***@", url)))) from None
    except BadDatabase as error:
        raise BadDatabase(f"{_shown(url)}: {error}") from None
    except OSError as error:
        raise BadDatabase(f"{_shown(url)}: {why(error)}") from None
    except SQLAlchemyError as error:
        told = gettext("{url}: the database cannot be used: {why}")
        raise BadDatabase(put(told, url=_shown(url), why=reason(error))) from None


def _shown(url: str) -> str:
    """A URL without its password."""
    return make_url(url).render_as_string(hide_password=True)
