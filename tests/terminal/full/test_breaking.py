"""Random keys on terminals of any size, in every dialog: nothing breaks, and all is saved."""

from __future__ import annotations

import os
import pty
import signal
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest
from textual import events
from textual.pilot import Pilot

from nightreel.table import kept
from nightreel.table.game import Game, load
from nightreel.terminal import start
from nightreel.terminal.full.app import TableApp
from nightreel.terminal.full.opening import OpeningScreen
from nightreel.terminal.full.table import TableScreen
from tests import small
from tests.terminal.full.screens import NARROW, game, played, settled, table_of
from tests.terminal.full.speed import read_until
from tests.terminal.full.test_opening import CASTS, arguments
from tests.terminal.runs import CAST, Command

SIZES: Final = ((1, 1), (10, 5), (20, 10), (40, 12), (79, 23), (80, 24), (120, 40), (300, 100))
"""Columns and rows: from what shows nothing to far more than is needed."""
KEYS: Final = (
    *("up", "down", "left", "right", "enter", "escape", "backspace", "space"),
    *("tab", "shift+tab", "pageup", "pagedown", "home", "end", "delete", "insert"),
    *(f"f{n}" for n in range(1, 13)),
    *("ctrl+z", "ctrl+f", "ctrl+p", "ctrl+a", "ctrl+l", "ctrl+s", "ctrl+d", "alt+x"),
    *("1", "2", "9", "p", "r", "s", "x", "?", "[", "é", "字"),
)
PASTED: Final = "Play Walk\n\x00\t[bold]{x}%s字" * 500


async def hammered(app: TableApp, pilot: Pilot[None], chance: Random, rounds: int) -> None:
    """Press random keys and answer at random; change the size and paste now and then."""
    for n in range(rounds):
        if n % 10 == 9:
            await pilot.resize_terminal(*chance.choice(SIZES))
        if n % 25 == 12:
            app.post_message(events.Paste(PASTED))
        for key in (*chance.choices(KEYS, k=5), *an_answer(app, chance)):
            typed(app, key)
        await pilot.pause()


def an_answer(app: TableApp, chance: Random) -> tuple[str, ...]:
    """Keys that give an answer, wherever they go."""
    if not isinstance(app.screen, TableScreen) or app.screen.game.over:
        return ("enter",)
    legal = [choice for choice in app.screen.asking.choices if choice.legal]
    number = str(chance.choice(legal).number) if legal else "1"
    return ("escape", "escape", *number, "enter")


def typed(app: TableApp, key: str) -> None:
    """A key, as fast as keys can come."""
    character = " " if key == "space" else key if len(key) == 1 else None
    app.post_message(events.Key(key, character))


def hammer(seed: int, path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    """Begin on the opening screen and press random keys; all is in the file at the end."""
    monkeypatch.setenv("NIGHTREEL_GAMES", str(path))
    monkeypatch.setattr(start, "begun", lambda _: begun(seed))
    app = TableApp(opening=OpeningScreen(CASTS, arguments()))

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settled(app, pilot)
        await hammered(app, pilot, Random(seed), rounds)

    played(app, play, SIZES[seed % len(SIZES)])
    assert app.game is not None
    assert app.game.path is not None
    app.game.let_go()
    assert load(app.game.path).state.serialize() == app.game.state.serialize()


def begun(seed: int) -> Game:
    """A kept game with the small film."""
    new = Game(small.program(), seed)
    kept.keep(new)
    return new


@pytest.mark.parametrize("seed", range(2))
def test_random_keys_break_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hammer(seed, tmp_path, monkeypatch, 40)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 18))
def test_thousands_of_random_keys_break_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hammer(seed, tmp_path, monkeypatch, 400)


def test_keys_that_come_at_once_leave_a_page_once() -> None:
    """The second one still goes to the page, which is there no more: the table stays."""

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f1")
        for _ in range(3):
            typed(app, "x")
        await pilot.pause()
        assert table_of(app).game is app.game

    played(TableApp(game()), play, NARROW)


def test_keys_that_come_at_once_begin_one_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the opening screen, and at the rematch."""
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path))
    monkeypatch.setattr(start, "begun", lambda _: begun(3))

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        for key in ("enter", "enter"):
            typed(app, key)
        await settled(app, pilot)
        await settled(app, pilot)
        over, chance = table_of(app).game, Random(1)
        while not over.over:
            over.answer(chance.choice(over.state.legal_actions()))
        table_of(app).show()
        for key in ("r", "r", "enter"):
            typed(app, key)
        await settled(app, pilot)
        assert table_of(app).game is not over

    played(TableApp(opening=OpeningScreen(CASTS, arguments())), play, NARROW)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_leaves_the_terminal_in_order(
    number: signal.Signals, nightreel: Command
) -> None:
    """The screen is the usual one again, and it is told how to go on."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {**nightreel.environment, "TERM": "xterm-256color", "COLUMNS": "100"}
        os.execv(sys.executable, [sys.executable, "-m", "nightreel", "play", *CAST, "--seed", "7"])
    read_until(terminal, b"Play Walk")
    os.kill(child, number)
    last = read_until(terminal, b"--resume")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert b"\x1b[?1049l" in last
    assert os.waitstatus_to_exitcode(status) == 128 + number
