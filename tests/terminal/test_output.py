"""What a terminal is shown: no control characters, whatever a film or save holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nightreel.output import say, say_wrong, shown
from nightreel.table.game import Game
from nightreel.terminal import cli
from tests import small

EVIL = "\x1b[2J\x1b]0;evil\x07\x9b1m\x7f"


def test_control_characters_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown("plain, ä, 日本\n\tyes") == "plain, ä, 日本\n\tyes"
    say(f"a{EVIL}b")
    say_wrong(f"a{EVIL}b")
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert text.startswith("a\ufffd[2J")
        assert not any(c in text for c in "\x1b\x07\x9b\x7f")


def test_a_save_cannot_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.save"
    Game(replace(small.program(), title=f"Evil {EVIL}"), 3).save(path)
    assert cli.main(["replay", "--all", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Evil \ufffd")
    assert "\x1b" not in told
    assert cli.main(["check", f"{EVIL}.yaml"]) == 2
    assert "\x1b" not in capsys.readouterr().err
