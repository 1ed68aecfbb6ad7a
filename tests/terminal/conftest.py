"""The command in a folder of its own; compiled films are shared by the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.runs import Command


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def nightreel(tmp_path: Path, cache: Path) -> Command:
    return Command(tmp_path, cache)
