"""The kept games at the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from nightreel.table import kept
from nightreel.table.game import Game, load
from nightreel.terminal import cli
from nightreel.terminal.typed import STARTED_BY, typed
from tests import small
from tests.table.games import kept_game
from tests.terminal.runs import CAST, Command, script_of, until_prompt


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command says."""
    assert cli.main(arguments) == status
    shown = capsys.readouterr()
    return shown.err if status == 2 else shown.out


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "games") == "No games are kept.\n"
    ended, running = kept_game(1000), kept_game(2, practice=True)
    first, second, last = told(capsys, "games").splitlines()
    assert first.startswith(f"{running.id}: The Stalker / The Camp / Ann: turn 1, Action phase, ")
    assert first.endswith(", practice")
    assert second.startswith(ended.id)
    assert "victory" in second or "defeat" in second
    assert f"--resume {running.id}" in last
    listed = json.loads(told(capsys, "games", "--json"))
    assert [game["id"] for game in listed] == [running.id, ended.id]


def test_files_that_cannot_be_read_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept_game(1)
    (folder / "old.save").write_bytes(b"nightreel-save 1\n{}\n")
    assert cli.main(["games"]) == 0
    shown = capsys.readouterr()
    assert shown.err.splitlines() == [
        line for line in shown.err.splitlines() if str(folder / "old.save") in line
    ]
    assert "The Stalker" in shown.out


def test_statistics_and_dice(capsys: pytest.CaptureFixture[str]) -> None:
    games = [kept_game(1000, seed) for seed in range(3)]
    kept_game(1000, practice=True)
    wins = sum(game.standing().result == "victory" for game in games)
    lines = told(capsys, "games", "--stats").splitlines()
    assert lines[0].startswith("All games: 3 games, ")
    assert lines[1:3] == ["Killers", lines[0].replace("All games", "    The Stalker")]
    assert lines[-1] == "1 practice game, not counted"
    assert json.loads(told(capsys, "games", "--stats", "--json"))["wins"] == wins
    dice = sum(game.dice.count for game in games)
    assert f"She rolled {dice} dice" in told(capsys, "games", "--dice")
    assert json.loads(told(capsys, "games", "--dice", "--json"))["dice"] == dice


def test_a_game_is_deleted_when_one_is_sure(nightreel: Command) -> None:
    game = kept_game(2)
    for lines in ("no\n", "\n", ""):
        left = nightreel("games", "--delete", game.id, lines=lines)
        assert (left.returncode, left.stderr) == (1, "")
        assert "Nothing was deleted" in left.stdout
    done = nightreel("games", "--delete", game.id, lines="yes\n")
    assert done.stdout.startswith(f"{game.id}: The Stalker")
    assert done.stdout.endswith(f"The game {game.id} is deleted.\n")
    again = nightreel("games", "--delete", game.id, "--yes")
    assert (again.returncode, again.stderr) == (
        2,
        f"nightreel: No kept game has the id {game.id}\n",
    )


def test_a_game_goes_out_and_comes_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = kept_game(3, seed=271828182845904)
    out, view = tmp_path / "out.save", tmp_path / "view.json"
    told(capsys, "export", game.id, str(out))
    told(capsys, "export", "--view", game.id[:4], str(view))
    for path in (out, view):
        assert "271828182845904" not in path.read_text(encoding="utf-8", errors="replace")
    assert json.loads(view.read_text(encoding="utf-8"))["id"] == game.id
    assert "what somebody saw" in told(capsys, "import", str(view), status=2)
    told(capsys, "games", "--delete", game.id, "--yes")
    assert f"--resume {game.id}" in told(capsys, "import", str(out))
    assert load(kept.find(game.id).path).given == game.given
    assert "something else in that file" in told(
        capsys, "export", kept_game(1).id, str(out), status=2
    )
    assert "no folder" in told(capsys, "export", game.id, str(tmp_path / "x" / "y"), status=2)


def test_a_finished_game_is_shown_with_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = kept_game(1000, seed=271828182845904)
    told(capsys, "export", "--view", game.id, str(tmp_path / "view.json"))
    view = json.loads((tmp_path / "view.json").read_text(encoding="utf-8"))
    assert view["seed"] == "271828182845904"
    assert "every record is the same" in told(capsys, "replay", "--all", game.id)


def test_a_second_process_is_refused(nightreel: Command) -> None:
    game = kept_game(2)
    first = nightreel.start("play", "--resume", game.id)
    until_prompt(first)
    second = nightreel("play", "--resume", game.id)
    assert second.returncode == 2
    assert "the game is being played somewhere else" in second.stderr
    out, _ = first.communicate("quit\n", timeout=120)
    assert first.returncode == 0
    assert f"--resume {game.id}" in out
    assert nightreel("play", "--resume", game.id, lines="quit\n").returncode == 0


def test_a_rematch_at_the_end(nightreel: Command, folder: Path) -> None:
    lines = script_of(Game(small.program(), 7), 1)
    typed_lines = "\n".join([*lines, "log", "rematch", "rematch", "quit", ""])
    done = nightreel("play", *CAST, "--seed", "7", lines=typed_lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The seed was 7" in done.stdout
    assert "She rolled " in done.stdout
    assert "The game is not over" in done.stdout
    running, ended = kept.shelf().games
    assert (running.over, ended.over) == (False, True)
    assert running.cast == ended.cast
    assert done.stdout.rstrip().endswith(f"--resume {running.id}")


def test_a_cast_is_drawn_until_one_is_content(nightreel: Command) -> None:
    lines = "again\nagain\nno\ngirl\n\nquit\n"
    done = nightreel("play", "--random", "--location", "camp", "--seed", "5", lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    drawn = [line.split("Drawn: ")[1] for line in done.stdout.splitlines() if "Drawn: " in line]
    assert len(drawn) == 5
    assert all(" / The Camp / " in cast for cast in drawn)
    assert drawn[0] != drawn[1] != drawn[2] == drawn[3] != drawn[4]
    assert drawn[3].split(" / ")[:2] == drawn[4].split(" / ")[:2]
    assert drawn[4] in done.stdout.split("Drawn: ")[-1].split("\n", 1)[1]
    again = nightreel("play", "--random", "--location", "camp", "--seed", "5", lines=lines)
    assert again.stdout.count(drawn[0]) == done.stdout.count(drawn[0])
    only = nightreel("play", "--only", "small", "--seed", "5", lines="quit\n")
    assert "The Stalker / The Camp / Ann" in only.stdout
    wrong = nightreel("play", "--only", "smal")
    assert (wrong.returncode, "did you mean 'small'" in wrong.stderr) == (2, True)


def test_what_is_told_to_type_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STARTED_BY, raising=False)
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "bin" / "nightreel"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert typed("replay", "a b") == "bin/nightreel replay 'a b'"
    monkeypatch.setenv("PATH", str(program.parent))
    assert typed("play", "--resume", "x") == "nightreel play --resume x"
    monkeypatch.setattr(sys, "argv", ["/elsewhere/nightreel"])
    assert typed("games") == "/elsewhere/nightreel games"
    monkeypatch.setattr(sys, "argv", ["/lib/nightreel/__main__.py"])
    assert typed("games") == f"{sys.executable} -m nightreel games"
    monkeypatch.setenv(STARTED_BY, "make play-plain")
    assert typed("play", "--resume", "x") == 'make play-plain ARGS="--resume x"'
