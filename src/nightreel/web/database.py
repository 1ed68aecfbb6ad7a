"""The database: SQLite in a file, or PostgreSQL; brought up to date by migrations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session

from nightreel.files import why
from nightreel.table.errors import TableError
from nightreel.translation import gettext, put

WAIT: Final = 10
"""Seconds that a process waits while another one writes to SQLite."""
WRITES: Final = {"writes": True}
DRIVERS: Final = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


class BadDatabase(TableError):
    """A database that cannot be used."""


class Database:
    """A database with the tables of games."""

    def __init__(self, url: str) -> None:
        """Open it, and bring its tables up to date.  Raises BadDatabase."""
        self.url = url
        with _failure_told(url):
            self.engine = _engine(url)
            self._writing = self.engine.execution_options(**WRITES)
            _migrate(self._writing)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that looks on."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are stored when it ends well, all of them or none."""
        with Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    driver = DRIVERS.get(parsed.drivername)
    if driver:
        return create_engine(parsed.set(drivername=driver), pool_pre_ping=True, pool_size=20)
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabase(gettext("a database is named sqlite:///FILE or postgresql://HOST/NAME"))
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": WAIT})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


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


def _migrate(engine: Engine) -> None:
    """Bring the tables up to date; of several processes one does it."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7103527)")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _failure_told(url: str) -> Iterator[None]:
    try:
        yield
    except ArgumentError:
        text = gettext("{url}: a database is named sqlite:///FILE or postgresql://HOST/NAME")
        raise BadDatabase(put(text, url=repr(url))) from None
    except BadDatabase as error:
        raise BadDatabase(f"{url!r}: {error}") from None
    except OSError as error:
        raise BadDatabase(f"{url}: {why(error)}") from None
    except SQLAlchemyError as error:
        told = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        shown = make_url(url).render_as_string(hide_password=True)
        text = gettext("{url}: the database cannot be used: {why}")
        raise BadDatabase(put(text, url=shown, why=told)) from None
