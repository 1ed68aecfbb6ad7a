"""The games in the player's folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from nightreel.table import kept
from nightreel.table.errors import BadSave, SaveFailed
from nightreel.table.game import Game, load
from nightreel.table.kept import NotKept
from nightreel.table.scores import Score, dice_of, statistics
from nightreel.table.state import Options
from tests import small
from tests.films.playing import program_of
from tests.table.games import kept_game, play_on


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def test_games_that_run_come_first(folder: Path) -> None:
    assert kept.shelf().games == ()
    ended, running = kept_game(1000), kept_game(2, practice=True)
    (folder / "broken.save").write_bytes(b"nightreel-save 1\n{}\n")
    shelf = kept.shelf()
    assert [game.id for game in shelf.games] == [running.id, ended.id]
    (wrong,) = shelf.unread
    assert wrong.startswith(str(folder / "broken.save"))
    first, second = map(kept.told, shelf.games)
    assert (first["practice"], first["result"], first["turn"]) == (True, "", 1)
    assert second["result"] in ("victory", "defeat")
    assert first["title"] == "The Stalker / The Camp / Ann"
    assert first["cast"]["girl"] == {"id": "ann", "title": "Ann"}


def test_a_game_is_found_by_the_beginning_of_its_id(folder: Path) -> None:
    games = [kept_game(1, seed) for seed in range(3)]
    for game in games:
        assert kept.find(game.id).path == game.path
        assert kept.path_of(game.id) == game.path
    while len({game.id[0] for game in games}) == len(games):
        games.append(kept_game(1))
    digits = [game.id[0] for game in games]
    with pytest.raises(NotKept, match="could be"):
        kept.find(max(digits, key=digits.count))
    with pytest.raises(NotKept, match="No kept game"):
        kept.find("xyz")
    assert kept.path_of("missing.save") == Path("missing.save")
    assert kept.path_of("here/x") == Path("here/x")


def test_the_newest_that_runs_is_gone_on_with() -> None:
    with pytest.raises(NotKept):
        kept.newest_running()
    kept_game(1000)
    with pytest.raises(NotKept):
        kept.newest_running()
    running = kept_game(1)
    assert kept.newest_running().id == running.id


def test_a_rematch_is_another_game_of_the_same_cast() -> None:
    game = Game(small.program(), 3, Options(extreme=True), practice=True)
    assert kept.rematch(game).path is None
    kept.keep(game)
    again = kept.rematch(game)
    assert again.id != game.id
    assert again.seed != game.seed
    assert again.program is game.program
    assert (again.options, again.practice) == (game.options, True)
    assert {g.id for g in kept.shelf().games} == {game.id, again.id}


def test_a_game_comes_in_and_goes_on_where_it_went_on(tmp_path: Path) -> None:
    outside = tmp_path / "outside.save"
    game = Game(small.program(), 3, path=outside)
    play_on(game, 3)
    game.let_go()
    here = kept.take_in(outside)
    assert (here.id, here.path) == (game.id, kept.find(game.id).path)
    play_on(game, 3)
    game.let_go()
    kept.take_in(outside)
    assert load(kept.find(game.id).path).given == game.given
    assert len(kept.shelf().games) == 1
    kept.take_in(outside)
    assert len(kept.shelf().games) == 1
    here = load(kept.find(game.id).path)
    play_on(here, 1, seed=1)
    here.let_go()
    with pytest.raises(SaveFailed, match="has gone on further in that file"):
        kept.take_in(outside)


def test_a_view_or_damaged_file_does_not_come_in(tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    view.write_text('{"id": "x"}', encoding="utf-8")
    with pytest.raises(BadSave, match="what somebody saw of a game"):
        kept.take_in(view)
    path = kept_game(3).path
    assert path is not None
    shutil.copy(path, tmp_path / "copy")
    data = path.read_bytes()
    (tmp_path / "copy").write_bytes(data[:-20] + b"x" + data[-19:])
    with pytest.raises(BadSave, match="changed"):
        kept.take_in(tmp_path / "copy")


def test_a_game_is_deleted_unless_it_is_played() -> None:
    game = kept_game(2)
    game.hold()
    with pytest.raises(SaveFailed, match="played somewhere else"):
        kept.delete(kept.find(game.id))
    game.let_go()
    kept.delete(kept.find(game.id))
    assert kept.shelf().games == ()


def test_statistics_count_what_ended_in_earnest() -> None:
    results = [kept_game(1000, seed).standing().result for seed in range(4)]
    kept_game(2)
    kept_game(1000, 8, practice=True)
    other = Game(program_of("hidden"), 3)
    kept.keep(other)
    play_on(other, 5000)
    results.append(other.standing().result)
    count = statistics(kept.shelf().games)
    wins = results.count("victory")
    assert count.all == Score(5, wins)
    assert count.practice == 1
    assert count.roles["girl"]["ann"].games >= 4
    assert sum(score.games for score in count.casts.values()) == 5
    for scores in count.roles.values():
        assert sum(score.games for score in scores.values()) == 5
        assert sum(score.wins for score in scores.values()) == wins
    told = count.told()
    assert (told["games"], told["wins"], told["practice"]) == (5, wins, 1)
    assert {"id": "ann", "title": "Ann"}.items() <= told["girl"][0].items() | told["girl"][
        -1
    ].items()


def test_dice_of_all_games_leave_out_practice() -> None:
    games = [kept_game(30, seed) for seed in range(3)]
    kept_game(30, 9, practice=True)
    dice = dice_of(kept.shelf().games)
    assert dice.count == sum(game.dice.count for game in games) > 0
    assert dice.successes == sum(game.dice.successes for game in games)


def test_no_word_is_the_beginning_of_no_id() -> None:
    game = kept_game(2)
    with pytest.raises(kept.NotKept, match="No kept game"):
        kept.find("")
    assert kept.find(game.id[:1]).id == game.id


def test_a_file_where_the_folder_should_be_is_told(folder: Path) -> None:
    assert kept.shelf() == kept.Shelf((), ()), "a folder that is not there yet holds no games"
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("dear diary", encoding="utf-8")
    with pytest.raises(kept.NotKept, match="no games can be kept there"):
        kept.shelf()


def test_a_game_that_cannot_be_deleted_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kept.find(kept_game(2).id)

    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(SaveFailed, match="the game cannot be deleted: Permission denied"):
        kept.delete(game)
    assert game.path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_among_kept_games_is_named_and_waited_for_by_nobody(folder: Path) -> None:
    game = kept_game(2)
    os.mkfifo(folder / "pipe.save")
    (folder / "folder.save").mkdir()
    (folder / "nowhere.save").symlink_to(folder / "missing")
    shelf = kept.shelf()
    assert [found.id for found in shelf.games] == [game.id]
    assert [wrong.rpartition("/")[2] for wrong in shelf.unread] == [
        "folder.save: Is a directory",
        "nowhere.save: No such file or directory",
        "pipe.save: this is no regular file",
    ]
    with pytest.raises(BadSave, match="this is no regular file"):
        kept.take_in(folder / "pipe.save")
    with pytest.raises(SaveFailed, match="something else in that file"):
        game.save(folder / "pipe.save")


def test_a_shorter_copy_takes_nothing_from_a_longer_game(folder: Path, tmp_path: Path) -> None:
    game = kept_game(2)
    game.save(tmp_path / "short.save")
    play_on(game, 2)
    game.let_go()
    assert game.path is not None
    before = game.path.read_bytes()
    with pytest.raises(SaveFailed, match="has gone on further in that file; nothing was changed"):
        kept.take_in(tmp_path / "short.save")
    assert game.path.read_bytes() == before
