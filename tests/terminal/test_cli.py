"""The other commands, and what they say of bad input: one message, status 2."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import get_type_hints

import pytest

from nightreel.terminal import cli, tables
from tests import small
from tests.table.games import played
from tests.terminal.runs import CAST, Command

COMMANDS = (
    "play",
    "serve",
    "games",
    "export",
    "import",
    "cast",
    "check",
    "replay",
    "story",
    "case",
    "rule",
    "simulate",
    "bench",
)


def one_message(done: subprocess.CompletedProcess[str]) -> str:
    """The one message of a command that was given bad input."""
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in COMMANDS)
    assert tuple(cli.commands()) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    assert f"nightreel {name}" in capsys.readouterr().out


def test_every_command_names_a_function_that_runs_it() -> None:
    for command in cli.commands().values():
        function = resolve_name(f"nightreel.{command.run}")
        assert get_type_hints(function) == {"args": argparse.Namespace, "return": int}


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["plai"], "did you mean play?"),
        (["zzz"], "there are: play, serve, games"),
        (["play", "--seed", "x"], "no whole number"),
        (["play", "--seed", "9" * 100], "too large"),
        (["play", "--wrong"], "unrecognized arguments: --wrong"),
        (["play", "--killer", "stalkr"], "did you mean 'stalker'?"),
        (["play", "--killer", "stalker", "--location", "x"], "There is no Location 'x'"),
        (["play", *CAST[:4], "--girl", "x"], "There is no Final Girl 'x'"),
        (["play", "--resume", "missing.save"], "missing.save: No such file"),
        (["play", "--resume", "x.save", "--seed", "3"], "brings its cast"),
        (["replay"], "required: ID|FILE"),
        (["replay", "missing.save"], "missing.save: No such file"),
        (["check"], "required: FILM"),
        (["check", "missing.yaml"], "missing.yaml"),
        (["case", "missing.yaml"], "missing.yaml"),
        (["cast", "more"], "unrecognized arguments: more"),
        (["play", "--killer=--"], "--killer: -- is no value"),
        (["play", "--seed=--"], "--seed: -- is no value"),
        (["replay", ""], "the name of a file is wanted"),
        (["story", " "], "the name of a file is wanted"),
        (["check", ""], "the name of a file is wanted"),
        (["games", "--delete", ""], "the name of a file is wanted"),
        (["simulate", "--games", "x"], "'x' is no whole number"),
        (["simulate", "--games", "9" * 30], "too large: at most 1,000,000,000"),
        (["simulate", "--jobs", "1000000"], "too large: at most 256"),
        (["simulate", "--seed", "x"], "'x' is no whole number"),
        (["simulate", "--seed", "9" * 100], "too large"),
    ],
)
def test_bad_arguments_give_one_message(
    nightreel: Command, arguments: list[str], told: str
) -> None:
    done = nightreel(*arguments)
    message = one_message(done) if arguments[0] != "case" else done.stderr
    assert done.returncode == 2
    assert told in message


def test_a_broken_film_among_the_others_is_named(nightreel: Command, tmp_path: Path) -> None:
    folder = Path(nightreel.environment["NIGHTREEL_FILMS"])
    (folder / "broken.yaml").write_text("film: broken\nkiller: 3\n", encoding="utf-8")
    done = nightreel("cast")
    assert (done.returncode, "sexton" in done.stdout) == (0, True)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{folder / 'broken.yaml'}:2:")
    assert line.endswith("this film is left out")
    (folder / "broken.yaml").unlink()
    (folder / "twice.yaml").write_text(small.TEXT, encoding="utf-8")
    assert "the id 'stalker' is taken" in nightreel("cast").stderr


def test_a_folder_of_films_that_is_not_there_is_named(
    nightreel: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NIGHTREEL_FILMS", "/no/such/folder")
    assert cli.main(["cast"]) == 2
    assert "/no/such/folder" in capsys.readouterr().err


def test_a_file_that_holds_something_is_not_written_over(
    nightreel: Command, tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary", encoding="utf-8")
    done = nightreel("play", *CAST, "--save", str(path), lines="1\n")
    assert "something in that file" in one_message(done)
    assert path.read_text(encoding="utf-8") == "dear diary"


def test_cast_lists_everybody(nightreel: Command) -> None:
    done = nightreel("cast", "--json")
    known = json.loads(done.stdout)
    assert set(known) == {"killers", "locations", "girls"}
    assert {"id": "ann", "title": "Ann", "film": "small"}.items() <= known["girls"][-1].items()
    ids = [member["id"] for members in known.values() for member in members]
    assert len(ids) == len(set(ids)) >= 7
    plain = nightreel("cast").stdout
    assert all(name in plain for name in ids)


def test_check_compiles_films(nightreel: Command, tmp_path: Path) -> None:
    done = nightreel("check", str(small.PATH))
    assert done.returncode == 0
    assert all(line.startswith("Remark: ") for line in done.stderr.splitlines())
    assert done.stdout.startswith(f"{small.PATH}: no mistakes")
    broken = tmp_path / "broken.yaml"
    text = small.TEXT.replace('"bloodlust +1"', '"bloodlus +1"')
    broken.write_text(text, encoding="utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "bloodlus " in row)
    done = nightreel("check", str(broken), str(small.PATH))
    (wrong,) = [said for said in done.stderr.splitlines() if not said.startswith("Remark: ")]
    assert (done.returncode, wrong.startswith(f"{broken}:{line}:")) == (2, True)
    assert "no mistakes" in done.stdout, "the other film is checked all the same"


def test_replay_steps_and_shows_all(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = played(path=path)
    every = nightreel("replay", "--all", str(path))
    assert (every.returncode, every.stderr) == (0, "")
    for entry in game.log:
        assert entry.text in every.stdout
    assert f"{len(game.steps)} answers were played again: every record is the same." in every.stdout
    assert f"The seed was {game.seed}" in every.stdout
    stepped = nightreel("replay", str(path), lines="\n\nall\n")
    assert stepped.stdout.count("Enter: next") == 3
    assert "every record is the same" in stepped.stdout
    for word in ("q", "quit"):
        left = nightreel("replay", str(path), lines=f"\n{word}\n")
        assert left.returncode == 0
        assert "every record" not in left.stdout
        assert left.stdout.count("Enter: next") == 2
    lost = nightreel("replay", str(path), lines="what\n\nq\n").stdout
    assert "Press Enter alone, or type all or quit." in lost
    assert lost.count("\n2. ") == left.stdout.count("\n2. ")
    assert nightreel("replay", str(path)).returncode == 0, "the end of input is no fault"


def test_a_damaged_save_gives_one_message(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    played(answers=4, path=path)
    data = path.read_bytes()
    path.write_bytes(data[:-5] + b"xxxxx")
    for arguments in (["replay", str(path)], ["play", "--resume", str(path)]):
        assert "changed after it was written" in one_message(nightreel(*arguments))
    assert path.read_bytes() == data[:-5] + b"xxxxx"


def test_a_pipe_that_closes_ends_quietly(nightreel: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    played(path=path)
    process = nightreel.start("replay", "--all", str(path))
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    if process.stdin is not None:
        process.stdin.close()
    assert process.wait(120) == 1


HEAVY = ("lark", "yaml", "numba", "jsonschema", "llvmlite")


def test_the_first_prompt_comes_without_parser_and_compiler(tmp_path: Path) -> None:
    """From a warm cache nothing heavy is imported: that is what the half second rests on.

    The cache is its own: from the one of all tests others may let go of what is wanted.
    """
    nightreel = Command(tmp_path, tmp_path / "cache")
    code = (
        "import sys, io\n"
        "from nightreel.terminal.cli import main\n"
        "sys.stdin = io.StringIO('')\n"
        f"main({['play', *CAST, '--seed', '3']!r})\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])\n"
    )
    nightreel("play", *CAST, "--seed", "3")
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=nightreel.environment,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"


class Interrupting:
    """Finds the command line, and Ctrl-C is pressed."""

    def find_spec(self, name: str, *_: object) -> None:
        """Nothing is found here."""
        if name == cli.__name__:
            raise KeyboardInterrupt


def test_ctrl_c_while_all_is_loaded_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import nightreel.__main__ as entry

    monkeypatch.delitem(sys.modules, cli.__name__)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert entry.main() == 130
    assert capsys.readouterr().err == ""


def test_the_entry_point_loads_next_to_nothing_before_it_catches_ctrl_c() -> None:
    code = "import sys, nightreel.__main__; print([m for m in sys.modules if 'nightreel' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(
        ["nightreel.version", "nightreel", "nightreel.exits", "nightreel.__main__"]
    )


@pytest.mark.parametrize("plain", [["--plain"], []])
def test_a_file_in_no_folder_is_refused_before_anything_is_asked(
    plain: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(tables, "full_screen", lambda plain: not plain)
    place = tmp_path / "missing" / "game.save"
    assert cli.main(["play", *plain, "--random", "--save", str(place)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"nightreel: {place}: there is no folder {place.parent}\n"
