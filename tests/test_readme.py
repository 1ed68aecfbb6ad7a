"""What the README says works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Your Action phase: 6 Time. {")
    assert lines[-1] in ("[1.0]", "[-1.0]")


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(links) >= 10
    missing = [link for link in links if "://" not in link and not (ROOT / link).exists()]
    assert not missing


def test_every_command_is_one_that_exists() -> None:
    from nightreel.terminal.cli import commands

    named = set(re.findall(r"\.venv/bin/nightreel (\w+)", README))
    assert named
    assert named <= set(commands())
