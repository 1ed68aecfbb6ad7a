"""A server on a database of its own, and a browser at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.settings import Settings


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """A server."""
    return create_app(Settings(f"sqlite:///{tmp_path / 'table.db'}", requests_a_minute=0))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser that keeps its key and follows no redirects."""
    with TestClient(app, follow_redirects=False) as client:
        yield client
