"""The screen before a game, and which table is sat down at."""

from __future__ import annotations

import argparse
import os
import pty
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from nightreel.films.library import Casts, Member
from nightreel.table import kept
from nightreel.table.game import Game
from nightreel.terminal import start, tables
from nightreel.terminal.full.app import TableApp
from nightreel.terminal.full.opening import OpeningScreen
from tests import small
from tests.terminal.full.screens import NARROW, WIDE, played, settled, text_of
from tests.terminal.full.speed import read_until
from tests.terminal.runs import CAST, Command

CASTS = Casts(
    tuple(Member(f"k{n}", f"Killer {n}", "film", "") for n in range(5)),
    tuple(Member(f"l{n}", f"Location {n}", "film", "") for n in range(5)),
    tuple(Member(f"g{n}", f"Girl {n}", "film", "") for n in range(5)),
)


def arguments(**given: object) -> argparse.Namespace:
    """The arguments of ``nightreel play``."""
    none = dict.fromkeys(("killer", "location", "girl", "resume", "save", "only"))
    off = dict.fromkeys(("extreme", "infinite_evil", "epic", "practice", "plain", "random"), False)
    return argparse.Namespace(**{**none, **off, "seed": 1, **given})


def chosen(keys: tuple[str, ...], **given: object) -> tuple[str, argparse.Namespace]:
    """What is chosen by some keys on the opening screen, and the screen before Enter."""
    opening = OpeningScreen(CASTS, arguments(**given))
    found: list[argparse.Namespace] = []

    async def play(app: TableApp, pilot: Pilot[None]) -> str:
        app.push_screen(opening, lambda args: found.append(args) if args else None)
        await pilot.pause()
        await pilot.press(*keys)
        text = text_of(app)
        await pilot.press("enter")
        await pilot.pause()
        return text

    return played(TableApp(), play, WIDE), found[0] if found else arguments()


def test_cast_and_options_are_chosen_by_keys() -> None:
    text, args = chosen(("right", "down", "down", "down", "space", "down", "right"), killer="k1")
    assert (args.killer, args.extreme, args.infinite_evil, args.epic) == ("k2", True, True, False)
    assert "◂ yes ▸" in text
    assert "Killer 2 (film)" in text


def test_who_is_locked_stays_when_the_cast_is_drawn() -> None:
    """With locks of one's own: those named are locked, Space unlocks."""
    opening = OpeningScreen(CASTS, arguments(girl="g3"))

    async def play(app: TableApp, pilot: Pilot[None]) -> list[set[object]]:
        drawn: list[set[object]] = []
        for keys in ((), ("down", "down", "space")):
            await pilot.press(*keys)
            found = []
            for _ in range(12):
                await pilot.press("r")
                found.append([setting.value for setting in opening.settings[:3]])
            drawn += [set(values) for values in zip(*found, strict=True)]
        return drawn

    killers, locations, girls, _, _, more_girls = played(TableApp(opening=opening), play, WIDE)
    assert min(len(killers), len(locations), len(more_girls)) > 2
    assert girls == {"g3"}


def test_a_game_begins_from_the_opening_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "begun", lambda args: Game(small.program(), args.seed))

    async def play(app: TableApp, pilot: Pilot[None]) -> str:
        await pilot.press("enter")
        await settled(app, pilot)
        await settled(app, pilot)
        return text_of(app)

    app = TableApp(opening=OpeningScreen(CASTS, arguments(seed=7)))
    text = played(app, play, WIDE)
    assert "Your Action phase" in text
    assert "The table is being laid" not in text
    assert app.game is not None
    assert app.game.seed == 7


def test_a_kept_game_goes_on_from_the_opening_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path))
    game = Game(small.program(), 7)
    kept.keep(game)
    game.answer(game.state.legal_actions()[-1])
    record = game.state.serialize()
    game.let_go()
    opening = OpeningScreen(CASTS, arguments(), kept.shelf().games)

    async def play(app: TableApp, pilot: Pilot[None]) -> tuple[str, str]:
        before = text_of(app)
        await pilot.press("up", "enter")
        await settled(app, pilot)
        await settled(app, pilot)
        return before, text_of(app)

    app = TableApp(opening=opening)
    before, after = played(app, play, WIDE)
    assert "The Stalker / The Camp / Ann turn 1" in before
    assert "The Stalker / The Camp / Ann" in after
    assert app.game is not None
    assert app.game.state.serialize() == record


def test_the_row_under_the_cursor_is_seen_in_a_small_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path))
    for seed in range(5):
        kept.keep(Game(small.program(), seed))
    opening = OpeningScreen(CASTS, arguments(), kept.shelf().games)

    async def play(app: TableApp, pilot: Pilot[None]) -> list[str]:
        seen = [text_of(app)]
        for _ in range(12):
            await pilot.press("down")
            seen.append(text_of(app))
        await pilot.resize_terminal(60, 6)
        await settled(app, pilot)
        return [*seen, text_of(app)]

    first, *others = played(TableApp(opening=opening), play, (60, 8))
    assert "A new game" in first
    assert all("▸" in text for text in others)


def test_help_and_leaving_are_told_before_a_game() -> None:
    opening = OpeningScreen(CASTS, arguments())

    async def play(app: TableApp, pilot: Pilot[None]) -> tuple[str, str, str]:
        texts = [text_of(app)]
        for key in ("f1", "x"):
            await pilot.press(key)
            await settled(app, pilot)
            texts.append(text_of(app))
        return texts[0], texts[1], texts[2]

    before, page, after = played(TableApp(opening=opening), play, NARROW)
    assert "F1 help" in before
    assert "^Q leave" in before
    assert "Before a game" in page
    assert "lock or unlock who plays" in page
    assert after == before


def test_a_game_that_cannot_begin_is_told_after_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: argparse.Namespace) -> Game:
        raise start.WrongArguments("these do not go together")

    monkeypatch.setattr(start, "begun", broken)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settled(app, pilot)

    app = TableApp(opening=OpeningScreen(CASTS, arguments()))
    played(app, play, WIDE)
    assert str(app.failed) == "these do not go together"


# ---------------------------------------------------------------- which table


class Terminal:
    """A stream that may be a terminal."""

    def __init__(self, yes: bool) -> None:
        self.yes = yes

    def isatty(self) -> bool:
        return self.yes


@pytest.mark.parametrize("missing", [None, "stdin", "stdout", "stderr"])
@pytest.mark.parametrize("plain", [True, False])
def test_the_full_screen_needs_a_terminal(
    plain: bool, missing: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal(name != missing))
    assert tables.full_screen(plain) is (not plain and missing is None)


def test_a_dumb_terminal_gets_the_plain_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(tables, "_is_terminal", lambda _: True)
    assert tables.full_screen(plain=False)
    monkeypatch.setenv("TERM", "dumb")
    assert not tables.full_screen(plain=False)


def test_without_textual_the_plain_table_is_there_and_it_is_said_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(tables, "_is_terminal", lambda _: True)
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    assert not tables.full_screen(plain=False)
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install 'nightreel[tui]'" in line


def test_the_command_plays_on_a_real_terminal(nightreel: Command) -> None:
    """From the first prompt to leaving by a key: the game is kept, and it is told how to go on.

    Keys that come all at once keep their order, whatever is asked meanwhile.
    """
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {**nightreel.environment, "TERM": "xterm-256color", "COLUMNS": "100"}
        os.execv(sys.executable, [sys.executable, "-m", "nightreel", "play", *CAST, "--seed", "7"])
    assert b"\x1b[?1049h" in read_until(terminal, b"Play Walk")
    os.write(terminal, b"end\rdone\r")
    assert b"Follow" in read_until(terminal, b"Follow")
    os.write(terminal, b" " * 40)
    assert b"Turn 2" in read_until(terminal, b"Turn 2")
    os.write(terminal, b"\x11")
    assert b"play --resume" in read_until(terminal, b"--resume")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
