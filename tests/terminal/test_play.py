"""Whole games at the plain terminal, in a pipe."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nightreel.exits import FAILED
from nightreel.table.errors import SaveFailed
from nightreel.table.game import Game, load
from nightreel.table.state import Options
from nightreel.terminal.plain import sit_down
from tests import small
from tests.table.games import played
from tests.terminal.runs import CAST, Command, script_of, until_prompt


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_whole_game_is_played_by_script(nightreel: Command, tmp_path: Path) -> None:
    """From setup to the end, by numbers and by words; the game is the one that programs play."""
    game = Game(small.program(), 7)
    lines = script_of(game, 1)
    assert game.over
    path = tmp_path / "game.save"
    done = nightreel(
        "play", "--plain", *CAST, "--seed", "7", "--save", str(path), lines=typed(lines)
    )
    assert (done.returncode, done.stderr) == (0, "")
    for entry in game.log:
        assert entry.text in done.stdout
        assert all(rule in done.stdout for rule in entry.rules)
    assert ("Victory." if game.state.returns() == [1.0] else "Defeat.") in done.stdout
    assert "The seed was 7" in done.stdout
    assert load(path).state.serialize() == game.state.serialize()


def test_two_processes_with_a_seed_play_the_same_game(nightreel: Command, tmp_path: Path) -> None:
    lines = typed(script_of(Game(small.program(), 8), 2))
    path = tmp_path / "game.save"
    shown = set()
    for _ in range(2):
        done = nightreel("play", *CAST, "--seed", "8", "--save", str(path), lines=lines)
        shown.add(done.stdout)
        path.unlink()
    assert len(shown) == 1
    other = nightreel("play", *CAST, "--seed", "9", "--save", str(path), lines=lines)
    assert other.stdout not in shown


def test_options_reach_the_game(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    done = nightreel(
        *("play", *CAST, "--seed", "3", "--save", str(path)),
        *("--extreme", "--infinite-evil", "--epic", "--practice"),
        lines="end\n",
    )
    assert "Time 5" in done.stdout
    assert "practice" in done.stdout
    game = load(path)
    assert game.options == Options(extreme=True, infinite_evil=True, epic=True)
    assert game.practice


def test_a_killed_process_loses_only_what_was_being_typed(
    nightreel: Command, tmp_path: Path
) -> None:
    game = Game(small.program(), 7)
    lines = script_of(game, 1)
    path = tmp_path / "game.save"
    first = nightreel.start("play", *CAST, "--seed", "7", "--save", str(path))
    answers = _answer_and_kill(first, lines, 6)
    begun = load(path)
    assert begun.answer_count == answers == 6
    assert sorted(p.name for p in tmp_path.iterdir()) == ["films", "game.save"]
    done = nightreel("play", "--resume", str(path), lines=typed(lines[6:]))
    assert (done.returncode, done.stderr) == (0, "")
    assert load(path).state.serialize() == game.state.serialize()


def _answer_and_kill(process: subprocess.Popen[str], lines: list[str], answers: int) -> int:
    """Give answers, begin to type another one, and kill the process without warning."""
    assert process.stdin is not None
    assert process.stdout is not None
    for line in lines[:answers]:
        process.stdin.write(line + "\n")
    process.stdin.write("pla")
    process.stdin.flush()
    given = 0
    while given < answers:
        given += "You: " in process.stdout.readline()
    until_prompt(process)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdin.close()
    process.stdout.close()
    if process.stderr is not None:
        process.stderr.close()
    return given


def test_the_end_of_input_tells_where_the_game_is(nightreel: Command, tmp_path: Path) -> None:
    done = nightreel("play", *CAST, "--seed", "3", lines="discard walk")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.strip().splitlines()[-1]
    start, command, id_ = told.partition("-m nightreel play --resume ")
    assert start.startswith("The game is saved. Go on with: ")
    named = start.removeprefix("The game is saved. Go on with: ").strip()
    assert Path(named).absolute() == Path(sys.executable).absolute()
    (path,) = (tmp_path / "games").iterdir()
    game = load(path)
    assert (bool(command), id_) == (True, game.id)
    assert game.answer_count == 1
    for words in ([game.id], [game.id[:3]], [str(path)], []):
        again = nightreel("play", "--resume", *words, lines="undo\n")
        assert "Taken back: Discard Walk" in again.stdout
        assert nightreel("play", "--resume", lines="discard walk\n").returncode == 0


def test_an_answer_that_is_not_offered_is_no_file(
    nightreel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``save victim`` was taken as a file of that name."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    done = nightreel("play", *CAST, "--seed", "3", lines="save victim\n")
    assert "The name of a save ends in .save: save victim.save" in done.stdout
    assert list(here.iterdir()) == []


def test_ctrl_c_tells_where_the_game_is(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    process = nightreel.start("play", *CAST, "--seed", "3", "--save", str(path))
    until_prompt(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "")
    assert f"--resume {path}" in out
    assert load(path).answer_count == 0


def test_screens(nightreel: Command) -> None:
    """Each shows what its name says; look shows all of them."""
    commands = ["map", "tracks", "hand", "tableau", "items", "decks", "log", "look", "help"]
    done = nightreel("play", *CAST, "--seed", "3", lines=typed([*commands, "quit"]))
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.split("\n> ")
    screens = dict(zip(commands, shown[1:], strict=False))
    assert "1. Gate (Exit): Final Girl (5 health)" in screens["map"]
    assert "ways: Hall" in screens["map"]
    assert "Bloodlust 1: attack 1, movement 1 (reached)" in screens["tracks"]
    assert "8 of 8 health, the Final Health token unseen" in screens["tracks"]
    assert "2 x Walk, cost 0\n    2 or more successes: Move 2, Time -1" in screens["hand"]
    assert "Critical Blow, cost 6" in screens["tableau"]
    assert "Guard, cost 2, Reaction card" in screens["tableau"]
    assert "In hands: nothing" in screens["items"]
    assert "Terror deck: 6 cards" in screens["decks"]
    assert "The game begins. [SET-10]" in screens["log"]
    for name in ("map", "tracks", "hand", "tableau", "items", "decks"):
        assert screens[name] in screens["look"]
    assert all(name in screens["help"] for name in commands)


def test_answers_by_words(nightreel: Command) -> None:
    """A beginning is enough when it is one answer's; each word may be begun, too."""
    lines = ["play", "PLAY  short", "quit"]
    done = nightreel("play", *CAST, "--seed", "3", lines=typed(lines))
    assert "That could be: 1 Play Walk, 2 Play Focus" in done.stdout
    assert "You: Play Short Rest" in done.stdout
    assert re.search(r"^Dice: [1-6] [1-6]$", done.stdout, re.MULTILINE)
    done = nightreel("play", *CAST, "--seed", "3", lines=typed(["d w", "d s r", "x", "99"]))
    assert "That could be: " in done.stdout
    assert "You: Discard Short Rest for Time" in done.stdout
    assert "There is no answer 'x'" in done.stdout
    assert "There is no answer '99'" in done.stdout


def test_why_not(nightreel: Command) -> None:
    """Every refused action with its number, reason and rule; one by number or words."""
    lines = ["why", "why play weak", "why 1", "why nonsense", "play weak", "10", "quit"]
    done = nightreel("play", *CAST, "--seed", "3", lines=typed(lines))
    shown = done.stdout.split("\n> ")[1:]
    assert shown[0].count("\n") == 1
    assert "Play Weak Attack: No Enemy is in reach (ATK-1)." in shown[0]
    assert shown[1] in shown[0]
    assert shown[2] == "1. Play Walk: It is legal."
    assert "knows no 'nonsense'" in shown[3]
    assert shown[4] == shown[1]
    assert shown[5] in shown[0]


def test_undo_save_and_view(nightreel: Command, tmp_path: Path) -> None:
    copy, seen = tmp_path / "copy.save", tmp_path / "seen.save"
    lines = ["undo", "discard walk", "undo", "discard focus", f"save {copy}", f"view {seen}"]
    lines += ["play walk", "undo", f"save {copy}", f"save {seen}", "save", "view", "quit"]
    done = nightreel("play", *CAST, "--seed", "313233343536", lines=typed(lines))
    assert done.stderr == ""
    shown = done.stdout.split("\n> ")[1:]
    assert shown[0] == "Nothing has been answered yet."
    assert shown[2].startswith("Taken back: Discard Walk for Time")
    assert shown[7].startswith("A die or card has been revealed since")
    assert shown[8] == f"The game is saved in {copy}"
    assert "something else in that file" in shown[9]
    assert load(copy).answer_count == 2
    view = json.loads(seen.read_text(encoding="utf-8"))
    assert view["tracks"]["time"] == 7
    assert "313233343536" not in seen.read_text(encoding="utf-8")


def test_a_member_of_the_cast_is_asked_for(nightreel: Command) -> None:
    """Numbers, names, ids or chance; the same seed draws the same cast."""
    done = nightreel("play", "--seed", "3", lines="nobody\nThe Stal\ncamp\n")
    assert "Which Killer?" in done.stdout
    assert "Answer with a number" in done.stdout
    assert "Which Final Girl?" in done.stdout
    assert done.returncode == 0
    named = nightreel("play", "--seed", "3", lines="stalker\ncamp\nann\nquit\n")
    assert "The Stalker / The Camp / Ann" in named.stdout
    drawn = {
        nightreel("play", "--seed", "3", lines="at random\nat\n99\nat\n").stdout.split("\n\n")[0]
        for _ in range(2)
    }
    assert len({text.split(" / ")[0] for text in drawn}) == 1


def test_no_standard_input_at_all_ends_cleanly(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    command = f"exec {sys.executable} -m nightreel play {' '.join(CAST)} --save {path} <&-"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env=nightreel.environment,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert load(path).answer_count == 0


@pytest.mark.parametrize("answers", [3, 1000])
def test_a_game_that_cannot_be_saved_at_the_end_is_no_success(
    answers: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Running or over: what the file does not hold is lost when the process ends."""
    game = played(path=tmp_path / "game.save", answers=answers)

    def full(*_: object) -> None:
        raise SaveFailed("no room")

    monkeypatch.setattr(Game, "autosave", full)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert sit_down(game) == FAILED
    told = capsys.readouterr()
    assert told.err == "no room\n"
    assert "The game is saved" not in told.out
