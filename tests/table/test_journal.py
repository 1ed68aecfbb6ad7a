"""The file of a running game: lines are added, one process writes, nothing is written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nightreel.table import journal
from nightreel.table.errors import SaveFailed
from nightreel.table.game import Game, load
from nightreel.table.wording import action_texts
from tests import small
from tests.table.games import play_on

LINE = 1500
"""More bytes than the answers of one question take."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.save"


def begun(path: Path, answers: int = 3, seed: int = 3, practice: bool = False) -> Game:
    game = Game(small.program(), seed, practice=practice, path=path)
    play_on(game, answers)
    return game


def discard(game: Game) -> None:
    """An answer that reveals nothing (TIME-1)."""
    texts = action_texts(game.state)
    game.answer(next(a for a, text in texts.items() if text.startswith("Discard")))


def test_an_answer_costs_a_line(path: Path) -> None:
    game = begun(path)
    before = path.read_bytes()
    for _ in range(5):
        play_on(game, 1)
        after = path.read_bytes()
        assert after.startswith(before)
        assert 0 < len(after) - len(before) < LINE
        before = after
    game.autosave()
    assert path.read_bytes() == before, "nothing new costs nothing"


def test_what_was_taken_back_is_gone_from_the_game_but_not_written_over(path: Path) -> None:
    game = begun(path, 0)
    discard(game)
    discard(game)
    before = path.read_bytes()
    game.undo()
    assert path.read_bytes().startswith(before)
    assert load(path).given == game.given
    game.undo()
    discard(game)
    assert load(path).state.serialize() == game.state.serialize()


def test_a_game_is_played_in_one_place(path: Path) -> None:
    game = begun(path)
    before = path.read_bytes()
    with pytest.raises(SaveFailed, match="played somewhere else"):
        load(path).hold()
    other = load(path)
    with pytest.raises(SaveFailed, match="played somewhere else"):
        play_on(other, 1)
    assert path.read_bytes() == before
    game.let_go()
    other.hold()
    with pytest.raises(SaveFailed, match="played somewhere else"):
        play_on(game, 1)


def test_a_game_that_was_played_on_elsewhere_is_noticed(path: Path) -> None:
    begun(path).let_go()
    one, other = load(path), load(path)
    play_on(one, 2)
    one.let_go()
    after = path.read_bytes()
    with pytest.raises(SaveFailed, match="something else has written"):
        play_on(other, 1)
    with pytest.raises(SaveFailed, match="something else has written"):
        other.hold()
    assert path.read_bytes() == after


def test_a_file_that_was_replaced_is_noticed(path: Path) -> None:
    game = begun(path)
    begun(path.with_name("other"), seed=4).let_go()
    path.with_name("other").rename(path)
    after = path.read_bytes()
    with pytest.raises(SaveFailed, match="something else has written"):
        play_on(game, 1)
    assert path.read_bytes() == after


def test_a_file_that_was_deleted_is_made_anew(path: Path) -> None:
    game = begun(path)
    path.unlink()
    play_on(game, 1)
    assert load(path).given == game.given
    path.unlink()
    game.autosave()
    assert load(path).given == game.given


def test_a_full_disk_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer stands, and comes into the file with the next one."""
    game = begun(path)
    before, write = path.read_bytes(), os.write

    def half(handle: int, data: bytes) -> None:
        write(handle, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "_write_all", half)
    given = len(game.given)
    with pytest.raises(SaveFailed, match="No space left"):
        play_on(game, 1)
    assert path.read_bytes() == before
    assert len(game.given) > given
    monkeypatch.undo()
    play_on(game, 1)
    assert load(path).given == game.given


def test_ctrl_c_while_writing_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(path)

    def interrupted(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_on(game, 1000)
    monkeypatch.undo()
    game.autosave()
    assert load(path).given == game.given


def test_a_new_game_takes_no_other_place(path: Path) -> None:
    path.write_text("dear diary", encoding="utf-8")
    with pytest.raises(SaveFailed, match="something else in that file"):
        begun(path, 1)
    assert path.read_text(encoding="utf-8") == "dear diary"
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_the_same_seed_is_not_the_same_game(path: Path) -> None:
    begun(path).let_go()
    kept = path.read_bytes()
    with pytest.raises(SaveFailed, match="something else in that file"):
        begun(path.with_name("other")).save(path)
    assert path.read_bytes() == kept


def test_a_copy_that_went_on_differently_is_not_written_over(path: Path, tmp_path: Path) -> None:
    game, copy = begun(path), tmp_path / "copy"
    game.save(copy)
    other = load(copy)
    play_on(other, 3, seed=8)
    other.let_go()
    kept = copy.read_bytes()
    play_on(game, 3, seed=9)
    with pytest.raises(SaveFailed, match="went on differently"):
        game.save(copy)
    with pytest.raises(SaveFailed, match="went on differently"):
        game.keep_in(copy)
    assert copy.read_bytes() == kept
    assert game.path == path
    play_on(game, 1)
    assert load(path).given == game.given


def test_a_missing_folder_is_told(path: Path, tmp_path: Path) -> None:
    game = begun(path)
    with pytest.raises(SaveFailed, match=r"copy: there is no folder .*elsewhere"):
        game.save(tmp_path / "elsewhere" / "copy")
    assert not (tmp_path / "elsewhere").exists()


def test_a_game_can_be_moved_to_a_copy_of_earlier(path: Path, tmp_path: Path) -> None:
    game = begun(path)
    game.save(tmp_path / "copy")
    play_on(game, 2)
    game.keep_in(tmp_path / "copy")
    play_on(game, 2)
    assert load(tmp_path / "copy").given == game.given
    load(path).hold()


@pytest.mark.parametrize("limit", ["FILE_MAX", "ANSWERS_MAX"])
def test_a_file_that_could_not_be_read_again_is_not_written(
    limit: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as it was, is told in one message, and the game goes on."""
    game = begun(path)
    before, given = path.read_bytes(), len(game.given)
    monkeypatch.setattr(journal, limit, len(before) if limit == "FILE_MAX" else given)
    with pytest.raises(SaveFailed, match="saved there no more: the file is full"):
        play_on(game, 1)
    assert path.read_bytes() == before
    assert len(game.given) > given
    game.let_go()
    assert len(load(path).given) == given


def test_a_file_is_not_begun_that_could_not_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(small.program(), 3)
    monkeypatch.setattr(journal, "FILE_MAX", 1000)
    with pytest.raises(SaveFailed, match="the file is full"):
        game.keep_in(path)
    assert not list(path.parent.iterdir())
