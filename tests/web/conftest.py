"""Databases, a server on one of its own, and a browser at it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.web import queues
from nightreel.web.app import create_app
from nightreel.web.kept import database
from nightreel.web.kept.database import Database
from nightreel.web.kept.store import Store
from nightreel.web.settings import Settings
from tests.web.postgres import Cluster, programs


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is refused because the machine is busy; what is tested of that sets its own limits."""
    monkeypatch.setattr(database, "WAIT", 60)
    monkeypatch.setattr(queues, "PATIENCE", 60)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server; without one its tests are left out, but not where all checks run."""
    found = programs()
    if found is None:
        text = "PostgreSQL is not installed (on Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    cluster = Cluster(found)
    yield cluster
    cluster.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """The games of a new database."""
    database = Database(url)
    yield Store(database, lambda: datetime(2026, 11, 30, 20, 15, tzinfo=UTC))
    database.close()


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """A server of one's own."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    return create_app(Settings(url, requests_a_minute=0, own=True))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser that keeps its key and follows no redirects."""
    with TestClient(app, follow_redirects=False) as client:
        yield client
