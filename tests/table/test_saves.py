"""Saved games: equal after loading, sealed while they run, refused when they are damaged."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nightreel.machine.table import BY_NUMBER
from nightreel.table import saves
from nightreel.table.errors import BadSave, SaveFailed
from nightreel.table.game import Game, load, replay
from nightreel.table.state import CHANCE, Options
from tests import small
from tests.table.games import play_on, played

SEED = 31415926535897932384626433


def test_a_loaded_game_is_the_game_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(
        small.program(), SEED, Options(extreme=True, infinite_evil=True), practice=True, path=path
    )
    play_on(game, 20)
    again = load(path)
    assert again.state.serialize() == game.state.serialize()
    assert [s.answer for s in again.steps] == [s.answer for s in game.steps]
    assert again.log == game.log
    assert (again.seed, again.options, again.practice) == (SEED, game.options, True)
    assert again.program == game.program
    play_on(game, 1000, seed=9)
    play_on(again, 1000, seed=9)
    assert again.state.serialize() == game.state.serialize()


def test_every_answer_is_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "game.save"
    game = Game(small.program(), 3, path=path)
    random = Random(2)
    for _ in range(8):
        game.answer(random.choice(game.state.legal_actions()))
        assert load(path).state.serialize() == game.state.serialize()
    while game.steps[-1].by_chance:
        game.answer(game.state.legal_actions()[0])
    game.undo()
    assert load(path).state.serialize() == game.state.serialize()
    assert [p.name for p in path.parent.iterdir()] == ["game.save"]


def test_a_replay_shows_every_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = played(path=path)
    assert game.over
    stages = [(len(stage.steps), stage.state.serialize()) for stage in replay(path)]
    assert [n for n, _ in stages] == list(range(len(game.steps) + 1))
    assert stages[-1][1] == game.state.serialize()
    assert len({record for _, record in stages}) == len(stages)


def test_a_running_game_tells_neither_seed_nor_record(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(small.program(), SEED, path=path)
    play_on(game, 5)
    assert not game.over
    data = path.read_bytes()
    header = saves.read_header(path)
    assert header["sealed"] is True
    assert "seed" not in header
    assert str(SEED).encode() not in data
    sealed = data.split(b"\n", 2)[2][: header["sizes"][0]]
    with pytest.raises(zlib.error):
        zlib.decompress(sealed)


def test_a_finished_game_tells_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(small.program(), SEED, path=path)
    play_on(game, 1000)
    header = saves.read_header(path)
    assert header["sealed"] is False
    assert header["seed"] == str(SEED)
    assert header["result"] == game.summary()["result"] != ""


def test_an_old_game_keeps_its_own_rulebook(tmp_path: Path) -> None:
    """The program comes out of the file: the films at hand do not matter."""
    path = tmp_path / "game.save"
    title = replace(small.program(), title="Made long ago")
    game = Game(title, 3, path=path)
    play_on(game, 4)
    assert load(path).program.title == "Made long ago"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    game = Game(small.program(), 3, path=tmp_path / "file" / "game.save")
    record = game.state.serialize()
    with pytest.raises(SaveFailed, match="cannot be saved"):
        game.answer(game.state.legal_actions()[0])
    assert game.state.serialize() != record, "the answer was taken"


# ---------------------------------------------------------------- damaged files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A running game in a file."""
    place = tmp_path / "game.save"
    game = Game(small.program(), SEED, path=place)
    play_on(game, 12)
    assert not game.over
    return place


def message(path: Path) -> str:
    """The message that a damaged file gives: one line which names it."""
    with pytest.raises(BadSave) as caught:
        load(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text


def test_what_is_no_save(tmp_path: Path) -> None:
    path = tmp_path / "x.save"
    assert "No such file" in message(path)
    path.mkdir()
    assert "directory" in message(path)
    for number, data in enumerate((b"", b"hello", b"nightreel-save 2\n{}\n", b"\xff" * 100)):
        other = tmp_path / f"{number}.save"
        other.write_bytes(data)
        assert "no save of Nightreel" in message(other)


@pytest.mark.parametrize("header", [b"", b"[]", b"{", b"[" * 100_000, b"\xff\xfe", b"12"])
def test_a_header_that_is_none(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "x.save"
    path.write_bytes(saves.MAGIC + header + b"\n")
    assert "no header" in message(path)


def test_every_cut_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), len(data) // 40):
        path.write_bytes(data[:length])
        assert message(path)
    path.write_bytes(data + b"x")
    assert "changed" in message(path)


@given(st.data())
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_changed_byte_is_noticed(path: Path, data: st.DataObject) -> None:
    whole = path.with_suffix(".whole")
    if not whole.exists():
        whole.write_bytes(path.read_bytes())
    good = whole.read_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != good[at]))
    path.write_bytes(good[:at] + bytes([byte]) + good[at + 1 :])
    assert message(path)


# Whoever knows the format can write the check anew; what they changed is found all the same.


def rewrite(
    path: Path,
    change_hidden: Callable[[dict[str, Any]], None] = lambda _: None,
    change_header: Callable[[dict[str, Any]], None] = lambda _: None,
    change_program: Callable[[bytes], bytes] = lambda data: data,
) -> None:
    """Change parts of a save and write its sizes and check anew."""
    line, rest = path.read_bytes()[len(saves.MAGIC) :].split(b"\n", 1)
    header = json.loads(line)
    size, nonce = header["sizes"][0], bytes.fromhex(header["nonce"])
    hidden = json.loads(zlib.decompress(saves.seal(rest[:size], nonce)))
    change_hidden(hidden)
    packed = saves.seal(zlib.compress(json.dumps(hidden).encode()), nonce)
    program = change_program(rest[size:])
    header["sizes"] = [len(packed), len(program)]
    change_header(header)
    header["check"] = saves._digest(header, (packed, program))
    path.write_bytes(saves.MAGIC + json.dumps(header).encode() + b"\n" + packed + program)


def test_rewriting_alone_does_no_harm(path: Path) -> None:
    before = load(path).state.serialize()
    rewrite(path)
    assert load(path).state.serialize() == before


def _put(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(part: dict[str, Any]) -> None:
        part[name] = value

    return change


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    def change(part: dict[str, Any]) -> None:
        del part[name]

    return change


@pytest.mark.parametrize(
    "change",
    [
        _put("seed", "4"),
        _put("seed", "x"),
        _put("seed", "9" * 200),
        _put("seed", None),
        _put("answers", []),
        _put("answers", 3),
        _put("answers", [[0, 1, 2]]),
        _put("answers", [[0, 1, 2, "x"]]),
        _put("answers", [[5, 1, 2, 3]]),
        _put("answers", [[0, 10**30, 10**30, 0]]),
        _put("record", ""),
        _put("record", "!"),
        _put("record", "AAAA" * 2731),
        _drop("seed"),
        _drop("answers"),
        _drop("record"),
    ],
)
def test_a_changed_part_is_refused(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    rewrite(path, change_hidden=change)
    assert message(path)


def test_another_die_is_refused(path: Path) -> None:
    """A forged answer of chance is not what the generator has next."""

    def change(hidden: dict[str, Any]) -> None:
        answer = next(a for a in hidden["answers"] if a[0] == CHANCE)
        answer[2] += 1

    rewrite(path, change_hidden=change)
    assert "answer" in message(path)


@pytest.mark.parametrize(
    "change",
    [
        _put("options", {"extreme": True, "infinite_evil": False, "epic": False}),
        _put("options", {"extreme": 1}),
        _put("options", {"unknown": True}),
        _put("options", []),
        _put("practice", "yes"),
        _put("sizes", [1]),
        _put("sizes", ["a", "b"]),
        _put("sizes", None),
        _put("nonce", "xyz"),
        _put("nonce", 5),
        _put("sealed", None),
        _put("program", "0" * 64),
        _put("machine", "0" * 16),
        _put("operations", "many"),
        _drop("title"),
        _drop("program"),
    ],
)
def test_a_changed_header_is_refused(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    rewrite(path, change_header=change)
    assert message(path)


def test_another_machine_is_named(path: Path) -> None:
    rewrite(path, change_header=_put("machine", "0" * 16))
    assert "only Nightreel" in message(path)


def test_a_changed_program_is_refused(path: Path) -> None:
    def change(data: bytes) -> bytes:
        plain = json.loads(zlib.decompress(data))
        plain["code"][5] += 1
        return zlib.compress(json.dumps(plain).encode())

    rewrite(path, change_program=change)
    assert message(path)


@pytest.mark.parametrize(
    "data", [b"", b"junk", zlib.compress(b"[]"), zlib.compress(b"0" * (saves.PART_MAX + 1))]
)
def test_a_program_that_is_none_is_refused(path: Path, data: bytes) -> None:
    rewrite(path, change_program=lambda _: data)
    assert message(path)


def test_operations_that_are_added_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """An old game names the operations that it knew; a changed one is another machine."""
    number = max(BY_NUMBER)
    before = saves.machine_of(number)
    more = {**BY_NUMBER, number + 1: replace(BY_NUMBER[number], name="new")}
    monkeypatch.setattr("nightreel.table.saves.BY_NUMBER", more)
    saves.machine_of.cache_clear()
    assert saves.machine_of(number) == before
    assert saves.machine_of(number + 1) != before
    monkeypatch.setattr(
        "nightreel.table.saves.BY_NUMBER", {**more, 1: replace(more[1], name="other")}
    )
    saves.machine_of.cache_clear()
    assert saves.machine_of(number) != before
    saves.machine_of.cache_clear()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sizes", None),
        ("sizes", [1]),
        ("sizes", [-1, 2]),
        ("sizes", ["1", 2]),
        ("operations", "many"),
        ("operations", True),
        ("sealed", 1),
        ("nonce", 5),
        ("nonce", "zz"),
        ("options", []),
        ("options", {"extreme": 1}),
        ("options", {"unheard_of": True}),
        ("practice", None),
        ("title", 3),
        ("turn", "1"),
        ("saved", None),
    ],
)
def test_a_header_of_other_forms_is_refused(path: Path, name: str, value: Any) -> None:
    rewrite(path, change_header=_put(name, value))
    assert "damaged" in message(path)


def test_an_error_of_ours_is_not_told_as_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise AttributeError("a slip")

    monkeypatch.setattr(saves, "Verified", fail)
    with pytest.raises(AttributeError, match="a slip"):
        load(path)
