"""Plays the full-screen table by keys and takes its screens down as plain text.

The screens of SCENES are kept in ``snapshots/``.  When what they show has changed rightly:

    python -m tests.terminal.full.screens
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from nightreel.table.game import Game
from nightreel.terminal.full.app import TableApp
from nightreel.terminal.full.table import TableScreen
from tests import small

T = TypeVar("T")

NARROW: Final = (80, 24)
WIDE: Final = (120, 40)
FOLDER: Final = Path(__file__).with_name("snapshots")
ACTION_OVER: Final = ("e", "n", "d", "enter", "d", "o", "n", "e", "enter")
"""Ends the Action phase and buys nothing: the Killer acts."""


def text_of(app: TableApp) -> str:
    """The screen as plain text, without blanks at the ends of lines."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def game(seed: int = 7, practice: bool = False) -> Game:
    """A game with the small film."""
    return Game(small.program(), seed, practice=practice)


def table_of(app: TableApp) -> TableScreen:
    """The table that is on the screen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


Played = Callable[[TableApp, Pilot[None]], Awaitable[T]]


def played(app: TableApp, play: Played[T], size: tuple[int, int] = WIDE) -> T:
    """Run an application and do something with it; returns what that gives."""

    async def run() -> T:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await play(app, pilot)

    return asyncio.run(run())


async def settled(app: TableApp, pilot: Pilot[None]) -> None:
    """Wait until the chances are reckoned and everything is drawn."""
    for worker in app.workers:
        with suppress(WorkerCancelled):
            await worker.wait()
    await pilot.pause()


def shown(app: TableApp, keys: Sequence[str] = (), size: tuple[int, int] = WIDE) -> str:
    """What the screen shows after some keys."""

    async def play(app: TableApp, pilot: Pilot[None]) -> str:
        await pilot.press(*keys)
        await settled(app, pilot)
        return text_of(app)

    return played(app, play, size)


@dataclass(frozen=True)
class Scene:
    """A screen to be kept: a size, and the keys that lead there."""

    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    make: Callable[[], Game] = field(default=game)

    def taken(self) -> str:
        """The screen as it is now."""
        return shown(TableApp(self.make()), self.keys, self.size)


SCENES: Final = {
    "wide": Scene(WIDE),
    "wide-follow": Scene(WIDE, (*ACTION_OVER, "space", "space")),
    "wide-roll": Scene(WIDE, ("p", "l", "a", "y", "enter")),
    "wide-planning": Scene(WIDE, ("e", "n", "d", "enter")),
    "narrow": Scene(NARROW),
    "narrow-map": Scene(NARROW, ("ctrl+f",)),
    "narrow-killer": Scene(NARROW, ("f3",)),
    "narrow-you": Scene(NARROW, ("f4",)),
    "narrow-cards": Scene(NARROW, ("f5", "down")),
    "narrow-tableau": Scene(NARROW, ("right",)),
    "narrow-decks": Scene(NARROW, ("left",)),
    "narrow-log": Scene(NARROW, ("f6",)),
    "narrow-help": Scene(NARROW, ("f1",)),
    "narrow-practice": Scene(NARROW, make=lambda: game(practice=True)),
}


def main() -> None:
    """Write all snapshots anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.txt").write_text(scene.taken(), encoding="utf-8")


if __name__ == "__main__":
    main()
