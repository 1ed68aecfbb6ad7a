"""The story of a finished game: at its end, at the end of a replay, by a command of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.table.game import Game, load
from nightreel.table.story import story_of
from nightreel.terminal.plain import Table
from tests import small
from tests.table.games import play_on
from tests.terminal.runs import CAST, Command, script_of


@pytest.fixture(scope="module")
def story() -> list[str]:
    """That of the small film's game with seed 7, played by the script with seed 1."""
    game = Game(small.program(), 7)
    script_of(game, 1)
    return story_of(game)


def test_it_is_told_wherever_the_game_has_ended(
    nightreel: Command, tmp_path: Path, story: list[str]
) -> None:
    path = tmp_path / "game.save"
    lines = "".join(f"{line}\n" for line in script_of(Game(small.program(), 7), 1))
    played = nightreel("play", "--plain", *CAST, "--seed", "7", "--save", str(path), lines=lines)
    replayed = nightreel("replay", "--all", str(path))
    told = nightreel("story", str(path))
    for done in (played, replayed, told):
        assert (done.returncode, done.stderr) == (0, "")
        assert f"\n{story[0]}\n\n{story[1]}\n" in done.stdout
    assert story_of(load(path)) == story


def test_a_running_game_keeps_its_story(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(small.program(), 7, path=path)
    play_on(game, 3)
    done = nightreel("story", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nightreel: The story is told when the game is over.\n"


def test_the_command_at_the_table_tells_it_again(
    capsys: pytest.CaptureFixture[str], story: list[str]
) -> None:
    game = Game(small.program(), 7)
    table = Table(game)
    table.take("story", [])
    assert "The story is told when the game is over." in capsys.readouterr().out
    script_of(game, 1)
    table.take("story", [])
    told = capsys.readouterr().out
    assert all(f"\n{paragraph}\n" in told for paragraph in story)
