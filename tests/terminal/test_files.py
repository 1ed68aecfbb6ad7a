"""Files that the terminal writes: nothing of somebody else's is written over, links stay."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from nightreel.files import games_folder
from nightreel.table.errors import SaveFailed
from nightreel.table.game import Game, load
from nightreel.table.state import Options
from nightreel.terminal import cli
from nightreel.terminal.plain import Table
from tests import small
from tests.films.playing import program_of
from tests.table.games import play_on


def game_at(path: Path, seed: int = 3, **chosen: bool) -> Game:
    game = Game(small.program(), seed, Options(**chosen), path=path)
    play_on(game, 3)
    return game


def test_view_writes_over_its_own_views_alone(tmp_path: Path) -> None:
    table = Table(game_at(tmp_path / "game.save"))
    shown = tmp_path / "view.json"
    table.view(str(shown))
    play_on(table.game, 2)
    table.view(str(shown))
    assert json.loads(shown.read_bytes())["turn"] == table.game.export()["turn"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.save", "view.json"]


def test_view_writes_over_nothing_else(tmp_path: Path) -> None:
    table = Table(game_at(tmp_path / "game.save"))
    Table(game_at(tmp_path / "other.save", 4)).view(str(tmp_path / "other.json"))
    (tmp_path / "notes.txt").write_text("dear diary", encoding="utf-8")
    (tmp_path / "nothing").symlink_to(tmp_path / "missing")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.exists()}
    for name in (*before, "nothing"):
        with pytest.raises(SaveFailed, match="something else in that file"):
            table.view(str(tmp_path / name))
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.exists()} == before


def test_save_writes_over_this_very_game_alone(tmp_path: Path) -> None:
    game = game_at(tmp_path / "game.save")
    others = {
        "options.save": game_at(tmp_path / "options.save", extreme=True),
        "cast.save": Game(program_of("hidden"), 3, path=tmp_path / "cast.save"),
        "practice.save": Game(small.program(), 3, practice=True, path=tmp_path / "practice.save"),
        "program.save": Game(small.program("title: Elsewhere"), 3, path=tmp_path / "program.save"),
    }
    for name, other in others.items():
        other.autosave()
        kept = (tmp_path / name).read_bytes()
        with pytest.raises(SaveFailed, match="something else in that file"):
            Table(game).save(str(tmp_path / name))
        assert (tmp_path / name).read_bytes() == kept
    Table(game).save(str(tmp_path / "copy.save"))
    play_on(game, 2)
    Table(game).save(str(tmp_path / "copy.save"))
    assert load(tmp_path / "copy.save").state == game.state or (
        load(tmp_path / "copy.save").state.serialize() == game.state.serialize()
    )


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "game.save"
    game = game_at(target)
    link = tmp_path / "link.save"
    link.symlink_to(target)
    game.keep_in(link)
    play_on(game, 2)
    assert link.is_symlink()
    assert load(target).state.serialize() == game.state.serialize()
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(SaveFailed):
        game.save(loop)
    assert loop.is_symlink()


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--resume", ""],
        ["play", "--save", ""],
        ["play", "--save", " "],
        ["play", "--seed", "x" * 5000],
        ["play", "--killer", "y" * 5000],
        ["p" * 5000],
        ["play", "--resume", "z" * 5000],
    ],
    ids=lambda a: " ".join(a)[:16],
)
def test_names_without_end_or_of_nothing_are_bad_input(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert len(told) < 500


def test_a_user_without_a_folder_has_the_one_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    for variable in ("NIGHTREEL_GAMES", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert games_folder() == Path(".local/share/nightreel")


def test_a_folder_that_cannot_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(small.program(), 3, path=tmp_path / "game.save")
    game.autosave()
    other, stat = tmp_path / "other.save", Path.stat

    def refused(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == other:
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refused)
    game.save(other)
    monkeypatch.undo()
    assert load(other).given == game.given
