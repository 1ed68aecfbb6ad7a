"""The database: made, brought up to date, refused, busy; on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from fastapi.testclient import TestClient
from sqlalchemy import inspect, text

from nightreel.web.app import create_app
from nightreel.web.kept import database as module
from nightreel.web.kept.database import BadDatabase, Busy, Database, migrations, releases
from nightreel.web.kept.models import Base
from nightreel.web.settings import Settings
from tests.web.playing import begun
from tests.web.postgres import Cluster

OPEN = "import sys; from nightreel.web.kept.database import Database; Database(sys.argv[1]).close()"


def versions(database: Database) -> list[str]:
    """What the database says of its tables."""
    with database.reading() as session:
        return list(session.scalars(text("SELECT version_num FROM alembic_version")))


def test_an_empty_database_gets_all_tables(url: str) -> None:
    database = Database(url)
    assert versions(database) == [releases()[-1]]
    assert set(inspect(database.engine).get_table_names()) == {*Base.metadata.tables} | {
        "alembic_version"
    }
    with database.engine.connect() as connection:
        script = ScriptDirectory.from_config(migrations(connection))
    assert script.get_heads() == [releases()[-1]]
    assert sorted(found.revision for found in script.walk_revisions()) == releases()
    database.close()


def test_the_tables_of_migrations_are_those_of_the_models(url: str) -> None:
    database = Database(url)
    with database.engine.connect() as connection:
        known = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=known)
        assert compare_metadata(context, Base.metadata) == []
    database.close()


def test_tables_of_a_newer_release_are_refused(url: str) -> None:
    database = Database(url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match=r"'?9999.* newer release \(here: "):
        Database(url)
    assert versions(database) == ["9999"]
    database.close()


def test_of_servers_that_start_at_once_one_makes_the_tables(url: str) -> None:
    starts = [
        subprocess.Popen([sys.executable, "-c", OPEN, url], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    told = [start.communicate(timeout=120)[1] for start in starts]
    assert [start.returncode for start in starts] == [0] * 4, told
    database = Database(url)
    assert versions(database) == [releases()[-1]]
    database.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "a database is named sqlite:///FILE or postgresql://HOST/NAME"),
        ("mysql://somebody:secret@here/x", "a database is named sqlite:///FILE"),
        ("sqlite://", "a database is named sqlite:///FILE"),
        ("sqlite:///:memory:", "a database is named sqlite:///FILE"),
        ("postgresql://somebody:secret@127.0.0.1:1/x", "the database cannot be used"),
        (
            "postgresql://somebody:secret@here:port/x",
            "somebody:[*]{3}@here:port/x': a dat",
        ),
        ("postgresql://somebody:secret@[::1/x", "a database is named sqlite:///FILE"),
        ("postgresql//somebody:secret@here/x", "a database is named sqlite:///FILE"),
        ("postgresql+asyncpg://somebody:secret@here/x", "a database is named sqlite:///FILE"),
        ("postgresql+psycopg2://somebody:secret@here/x", "a database is named sqlite:///FILE"),
        ("sqlite+aiosqlite:///{folder}/x.db", "a database is named sqlite:///FILE"),
        ("sqlite:///{folder}/x.db?timeout=abc", "a database is named sqlite:///FILE"),
        ("sqlite:///file:{folder}/x.db?mode=ro&uri=true", "a database is named sqlite:///FILE"),
        ("sqlite:///{folder}", "the database cannot be used"),
        ("sqlite:///{folder}/text", "file is not a database"),
        ("sqlite:///{folder}/text/x.db", "(Not a directory|File exists)"),
    ],
)
def test_what_is_no_database_is_refused_in_one_line(url: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("words " * 1000, encoding="utf-8")
    with pytest.raises(BadDatabase, match=told) as refused:
        Database(url.format(folder=tmp_path))
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (tmp_path / "text").read_text(encoding="utf-8") == "words " * 1000


@contextmanager
def held(url: str) -> Iterator[None]:
    """Somebody writes, and does not come to an end."""
    if url.startswith("sqlite"):
        holder = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            holder.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute("LOCK TABLE games IN SHARE MODE")
        yield


def test_a_busy_database_is_told_and_nothing_is_changed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAIT", 1)
    with TestClient(create_app(Settings(url, requests_a_minute=0))) as client:
        client.follow_redirects = False
        game = begun(client)
        version, page = game.version, game.page
        with held(url):
            busy = game.post("answers", action=game.actions[0])
            assert (busy.status_code, busy.headers["retry-after"]) == (503, "3")
            assert "nothing was changed" in busy.text
            assert client.get(game.address).text == page
        assert game.post("answers", action=game.actions[0]).status_code == 200
        assert game.version == version + 1


def test_connections_that_broke_are_made_anew(cluster: Cluster) -> None:
    url = cluster.database()
    with TestClient(create_app(Settings(url, requests_a_minute=0))) as client:
        client.follow_redirects = False
        game = begun(client)
        with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [url.partition("@/")[2].partition("?")[0]],
            )
        assert game.post("answers", action=game.actions[0]).status_code == 200


def deleted(path: Path) -> None:
    """Delete a database and what lies beside it."""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def replaced(path: Path) -> None:
    """Put another file in its place."""
    other = path.with_suffix(".other")
    other.write_text("words " * 1000, encoding="utf-8")
    other.replace(path)


@pytest.mark.parametrize("lose", [deleted, replaced])
def test_no_answer_is_taken_into_a_file_that_is_gone(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    path, aside = tmp_path / "here" / "table.db", tmp_path / "aside"
    app = create_app(Settings(f"sqlite:///{path}", requests_a_minute=0))
    with TestClient(app, follow_redirects=False) as client:
        game = begun(client)
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copytree(path.parent, aside)
        lose(path)
        told = [client.get(game.address), game.post("answers", action=game.actions[0])]
        assert [(r.status_code, r.headers["retry-after"]) for r in told] == [(503, "3")] * 2
        assert path.exists() == (lose is replaced)
        deleted(path)
        shutil.copytree(aside, path.parent, dirs_exist_ok=True)
        assert game.post("answers", action=game.actions[0]).status_code == 200
        assert game.version == 1


def test_a_server_on_a_file_without_tables_is_not_well(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with TestClient(create_app(Settings(f"sqlite:///{path}"))) as client:
        assert client.get("/health").status_code == 200
        deleted(path)
        path.touch()
        assert client.get("/health").status_code == 503


def test_a_database_that_is_only_read_now_is_told(cluster: Cluster) -> None:
    url = cluster.database()
    with TestClient(create_app(Settings(url, requests_a_minute=0))) as client:
        client.follow_redirects = False
        game = begun(client)
        name = url.partition("@/")[2].partition("?")[0]
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        client.app.state.site.store.database.close()  # type: ignore[attr-defined]
        assert game.post("answers", action=game.actions[0]).status_code == 503
        assert client.get(game.address).text == game.page


def fill(database: Database) -> None:
    """Write more than there is room for."""
    with database.storing() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        connection.execute(text("CREATE TABLE more AS SELECT zeroblob(100000)"))


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'table.db'}")
    with pytest.raises(Busy, match="The disk of this table is full; nothing was changed"):
        fill(database)
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM sqlite_master WHERE name = 'more'")) == 0
    database.close()
