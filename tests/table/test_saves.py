"""Saved games: equal after loading, sealed while they run, refused when they are damaged."""

from __future__ import annotations

import base64
import json
import shutil
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

from nightreel.films.box import ROLES
from nightreel.machine.table import BY_NUMBER
from nightreel.table import save_form, save_reading
from nightreel.table.errors import BadSave, SaveFailed
from nightreel.table.game import Game, load, replay
from nightreel.table.state import CHANCE, Options
from tests import small
from tests.table.games import play_on, played
from tests.table.opened import Opened, rewrite

SEED = 31415926535897932384626433


def test_a_loaded_game_is_the_game_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(
        small.program(), SEED, Options(extreme=True, infinite_evil=True), practice=True, path=path
    )
    play_on(game, 20)
    shutil.copy(path, tmp_path / "other.save")
    again = load(tmp_path / "other.save")
    assert again.state.serialize() == game.state.serialize()
    assert [s.answer for s in again.steps] == [s.answer for s in game.steps]
    assert again.log == game.log
    assert (again.seed, again.options, again.practice) == (SEED, game.options, True)
    assert again.program == game.program
    play_on(game, 1000, seed=9)
    play_on(again, 1000, seed=9)
    assert again.state.serialize() == game.state.serialize()


def test_every_answer_is_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
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
    assert str(SEED).encode() not in data
    opened = Opened.of(path)
    assert all("seed" not in line for line in opened.lines)
    assert all(isinstance(line["answers"], str) for line in opened.lines)
    with pytest.raises(zlib.error):
        zlib.decompress(base64.b64decode(opened.lines[-1]["answers"]))


def test_a_finished_game_tells_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = Game(small.program(), SEED, path=path)
    play_on(game, 1000)
    assert Opened.of(path).lines[-1]["seed"] == str(SEED)
    seen = save_reading.glance(path)
    assert seen.over
    assert seen.standing.result == game.standing().result != ""
    assert (seen.id, seen.title) == (game.id, game.program.title)
    assert seen.standing.dice == game.dice


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
    with pytest.raises(SaveFailed, match="there is no folder"):
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
    for number, data in enumerate((b"", b"hello", b"nightreel-sav", b"\xff" * 100)):
        other = tmp_path / f"{number}.save"
        other.write_bytes(data)
        assert "no save of Nightreel" in message(other)


@pytest.mark.parametrize("header", [b"", b"[]", b"{", b"[" * 100_000, b"\xff\xfe", b"12"])
def test_a_header_that_is_none(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "x.save"
    path.write_bytes(save_form.MAGIC + header + b"\n")
    assert "no header" in message(path)


def test_a_save_of_an_older_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.save"
    path.write_bytes(b"nightreel-save 1\n{}\n")
    assert "another form than this release reads" in message(path)


def test_a_cut_is_noticed_or_leaves_an_earlier_state(path: Path) -> None:
    """Half a line is what a killed process leaves; what stands before it is a game all the same."""
    data, answers = path.read_bytes(), load(path).given
    begun = data.index(b"\n", Opened.of(path).begins) + 1
    for length in range(0, len(data), len(data) // 60):
        path.write_bytes(data[:length])
        if length < begun:
            assert message(path)
        else:
            given = load(path).given
            assert given == answers[: len(given)]
    path.write_bytes(data + b"x" * 40 + b"\n")
    assert "changed" in message(path)


def test_a_game_goes_on_behind_half_a_line(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-9])
    game = load(path)
    play_on(game, 2, seed=5)
    assert load(path).given == game.given
    assert load(path).state.serialize() == game.state.serialize()


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


# Whoever knows the form can write all checks anew; what they changed is found all the same.


def test_rewriting_alone_does_no_harm(path: Path) -> None:
    before = load(path).state.serialize()
    rewrite(path)
    assert load(path).state.serialize() == before


Change = Callable[[Opened], None]


def _head(name: str, value: Any) -> Change:
    def change(opened: Opened) -> None:
        opened.head[name] = value

    return change


def _last(name: str, value: Any) -> Change:
    def change(opened: Opened) -> None:
        opened.lines[-1][name] = value

    return change


def _given(answers: Any) -> Change:
    def change(opened: Opened) -> None:
        opened.answers[-1] = answers

    return change


def _without(name: str) -> Change:
    def change(opened: Opened) -> None:
        part = opened.head if name in opened.head else opened.lines[-1]
        del part[name]

    return change


def _sealed(seed: str) -> Change:
    def change(opened: Opened) -> None:
        nonce = bytes.fromhex(opened.head["nonce"])
        opened.head["seed"] = save_form.seal(seed.encode(), nonce).hex()

    return change


CAST = {"killer": {"id": "x", "title": "X"}}
BAD_ANSWERS: tuple[Any, ...] = (
    3,
    None,
    {},
    [[0, 1, 2]],
    [[0, 1, 2, "x"]],
    [[5, 1, 2, 3]],
    [[0, 10**30, 10**30, 0]],
)
OTHER = dict.fromkeys(ROLES, CAST["killer"])


@pytest.mark.parametrize(
    "change",
    [
        *(_sealed(seed) for seed in ("4", "x", "9" * 200)),
        *map(_given, BAD_ANSWERS),
        *(_without(name) for name in ("seed", "nonce", "cast", "id", "program", "size")),
        *(_without(name) for name in ("turn", "phase", "result", "dice", "saved", "answers")),
    ],
)
def test_a_changed_part_is_refused(path: Path, change: Change) -> None:
    rewrite(path, change)
    assert message(path)


@pytest.mark.parametrize(
    "change",
    [
        _last("turn", 9),
        _last("phase", "panic"),
        _last("dice", [9, 9, 9, 9, 9, 9]),
        _last("dice", [1, 2]),
        _last("dice", [1, 2, 3, 4, 5, -1]),
        _last("dice", [1, 2, 3, 4, 5, "6"]),
        _last("result", "victory"),
        _last("seed", str(SEED)),
        _last("back", 10_000),
        _last("back", -1),
        _last("back", "1"),
    ],
)
def test_a_game_that_stands_otherwise_than_told_is_refused(path: Path, change: Change) -> None:
    """Nobody forges a victory for the statistics by changing what is told at a glance."""
    rewrite(path, change)
    assert message(path)


def test_another_die_is_refused(path: Path) -> None:
    """A forged answer of chance is not what the generator has next."""

    def change(opened: Opened) -> None:
        answer = next(a for line in opened.answers for a in line if a[0] == CHANCE)
        answer[2] += 1

    rewrite(path, change)
    assert "answer" in message(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("options", {"extreme": True, "infinite_evil": False, "epic": False}),
        ("program", "0" * 64),
        ("machine", "0" * 16),
        ("size", 10**9),
        ("size", -1),
        ("size", None),
        ("cast", OTHER),
        ("seed_hash", "0" * 16),
    ],
)
def test_a_changed_header_is_refused(path: Path, name: str, value: Any) -> None:
    rewrite(path, _head(name, value))
    assert message(path)


def test_another_machine_is_named(path: Path) -> None:
    rewrite(path, _head("machine", "0" * 16))
    assert "only Nightreel" in message(path)


def test_a_changed_program_is_refused(path: Path) -> None:
    def change(opened: Opened) -> None:
        plain = json.loads(zlib.decompress(opened.program))
        plain["code"][5] += 1
        opened.program = zlib.compress(json.dumps(plain).encode())
        opened.head["size"] = len(opened.program)

    rewrite(path, change)
    assert message(path)


@pytest.mark.parametrize(
    "data", [b"", b"junk", zlib.compress(b"[]"), zlib.compress(b"0" * (save_reading.PART_MAX + 1))]
)
def test_a_program_that_is_none_is_refused(path: Path, data: bytes) -> None:
    def change(opened: Opened) -> None:
        opened.program = data
        opened.head["size"] = len(data)

    rewrite(path, change)
    assert message(path)


def test_a_program_of_another_version_names_the_release_that_reads_it(path: Path) -> None:
    def change(opened: Opened) -> None:
        plain = json.loads(zlib.decompress(opened.program))
        opened.program = zlib.compress(json.dumps({**plain, "format": 99}).encode())
        opened.head["size"] = len(opened.program)
        opened.head["release"] = "9.9"

    rewrite(path, change)
    assert "only Nightreel 9.9 can play this game" in message(path)


def test_operations_that_are_added_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """An old game names the operations that it knew; a changed one is another machine."""
    number = max(BY_NUMBER)
    before = save_form.machine_of(number)
    more = {**BY_NUMBER, number + 1: replace(BY_NUMBER[number], name="new")}
    monkeypatch.setattr("nightreel.table.save_form.BY_NUMBER", more)
    save_form.machine_of.cache_clear()
    assert save_form.machine_of(number) == before
    assert save_form.machine_of(number + 1) != before
    monkeypatch.setattr(
        "nightreel.table.save_form.BY_NUMBER", {**more, 1: replace(more[1], name="other")}
    )
    save_form.machine_of.cache_clear()
    assert save_form.machine_of(number) != before
    save_form.machine_of.cache_clear()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("size", "many"),
        ("operations", "many"),
        ("operations", True),
        ("nonce", 5),
        ("nonce", "zz"),
        ("seed", 7),
        ("options", []),
        ("options", {"extreme": 1}),
        ("options", {"unheard_of": True}),
        ("practice", None),
        ("id", 3),
        ("begun", None),
        ("cast", []),
        ("cast", {}),
        ("cast", CAST),
        ("cast", {"killer": 1}),
        ("cast", {"killer": {"id": 1, "title": "X"}}),
    ],
)
def test_a_header_of_other_forms_is_refused(path: Path, name: str, value: Any) -> None:
    rewrite(path, _head(name, value))
    assert "damaged" in message(path)


@pytest.mark.parametrize("text", ["!", "", "AAAA", 5])
def test_answers_that_cannot_be_unpacked_are_refused(path: Path, text: Any) -> None:
    opened = Opened.of(path)
    line = save_form.checked_line(save_form.SEAL, opened.head, opened.program)
    told = save_form.checked_line(line[:32], {**opened.lines[-1], "answers": text})
    path.write_bytes(save_form.MAGIC + line + opened.program + b"\n" + told)
    assert "damaged" in message(path)


def test_an_error_of_ours_is_not_told_as_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise AttributeError("a slip")

    monkeypatch.setattr(save_reading, "verify", fail)
    with pytest.raises(AttributeError, match="a slip"):
        load(path)
