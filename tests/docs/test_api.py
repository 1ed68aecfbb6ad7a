"""What the page about the interface shows works, and it shows all that there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.settings import Settings
from tests.docs.blocks import DOCS, blocks_of
from tests.web.running import Running

PAGE = "api.md"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server."""
    path = tmp_path_factory.mktemp("api") / "table.db"
    server = Running("--port", "0", "--database", f"sqlite:///{path}")
    try:
        yield server.address().rstrip("/")
    finally:
        server.close()


def run(command: list[str], table: str, folder: Path) -> str:
    """Run an example as a program; what it printed."""
    env = {**os.environ, "NIGHTREEL_TABLE": table, "NO_PROXY": "*", "no_proxy": "*"}
    done = subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_program_plays_a_whole_game(table: str, tmp_path: Path) -> None:
    (text,) = [block.text for block in blocks_of(PAGE) if block.language == "python"]
    lines = [line for line in text.splitlines() if line]
    assert len(lines) <= 22
    result, *story = run([sys.executable, "-c", text], table, tmp_path).split("\n\n")
    assert result in ("victory", "defeat")
    assert len(story) >= 2


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not there")
def test_the_steps_can_be_typed_one_after_the_other(table: str, tmp_path: Path) -> None:
    steps = [block.text for block in blocks_of(PAGE) if block.language == "sh"]
    told = run(["sh", "-eu", "-c", "\n".join(steps)], table, tmp_path)
    assert '"undo"' not in told
    assert told.count('"question"') >= 2
    assert (tmp_path / "game.save").read_bytes().startswith(b"nightreel-save 2\n")


def test_every_operation_and_status_is_on_the_page(tmp_path: Path) -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    app = create_app(Settings(f"sqlite:///{tmp_path / 'table.db'}"))
    with TestClient(app) as client:
        told = client.get("/api/openapi.json").json()
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert f"| `{method.upper()} {path.removeprefix('/api/v1')}" in page
            for status in set(operation["responses"]) - {"200", "201", "204"}:
                assert f"| {status} |" in page
