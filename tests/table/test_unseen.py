"""What goes into secrets is told by nobody while the game runs (SET-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.table.game import Game
from nightreel.table.state import State
from nightreel.table.unseen import deals_secrets, is_unseen
from nightreel.terminal import cli
from tests import small
from tests.films.playing import program_of
from tests.table.games import play_on


def test_only_what_deals_secrets_is_unseen() -> None:
    game = Game(program_of("hidden"), 5)
    for step in game.steps:
        before = State(game.program, step.before, explicit_chance=True)
        dealt = step.question == "Chance: film"
        assert is_unseen(before) is deals_secrets(before) is dealt, step.question
    assert sum(step.question == "Chance: film" for step in game.steps) > 1


def test_a_cast_without_secrets_hides_nothing() -> None:
    game = Game(small.program(), 5)
    play_on(game, 20)
    states = [State(game.program, step.before, explicit_chance=True) for step in game.steps]
    assert not any(is_unseen(state) for state in states)


def test_a_replay_tells_secrets_after_the_end_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.save"
    game = Game(program_of("hidden"), 5, path=path)
    play_on(game, 1)
    assert cli.main(["replay", "--all", str(path)]) == 0
    running = capsys.readouterr().out
    assert "Chance: setup" in running
    assert "Chance: film" not in running
    assert all(entry.text in running for entry in game.log)
    play_on(game, 2000)
    assert game.over
    assert cli.main(["replay", "--all", str(path)]) == 0
    assert "Chance: film" in capsys.readouterr().out
