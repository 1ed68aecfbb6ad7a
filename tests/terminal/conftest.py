"""The command in a folder of its own; what is compiled is shared by all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.files import cache_folder
from tests.terminal.runs import Command


@pytest.fixture
def nightreel(tmp_path: Path) -> Command:
    return Command(tmp_path, cache_folder())
