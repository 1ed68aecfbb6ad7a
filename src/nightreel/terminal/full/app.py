"""The application: which screen is shown, and how it is started and left."""

from __future__ import annotations

import argparse
import asyncio
import signal
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType

from nightreel.exits import DONE, FAILED
from nightreel.films.box import ROLES
from nightreel.films.library import LibraryError
from nightreel.output import say_wrong
from nightreel.reel.errors import SourceError
from nightreel.table import kept
from nightreel.table.errors import TableError
from nightreel.table.game import Game
from nightreel.terminal import casting, start
from nightreel.terminal.full.opening import OpeningScreen
from nightreel.terminal.full.table import TableScreen
from nightreel.terminal.plain import leave
from nightreel.translation import gettext

ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that end the process."""


class TableApp(App[None]):
    """The full-screen terminal: a game, or first the choice of one."""

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Nightreel"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)
    ]

    def __init__(self, game: Game | None = None, opening: OpeningScreen | None = None) -> None:
        """An application for a game, or for one to be chosen."""
        super().__init__()
        self.game = game
        self.opening = opening
        self.failed: Exception | None = None
        self.animation_level = "none"

    def on_mount(self) -> None:
        """Show the first screen; from now on a signal to end leaves the terminal as it was."""
        self.listen_to_signals()
        if self.game is not None:
            self.sit_down(self.game)
        elif self.opening is not None:
            self.push_screen(self.opening, self.begin)

    def listen_to_signals(self) -> None:
        """Leave in order when the terminal hangs up or somebody ends the process."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for number in ENDING:
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def begin(self, args: argparse.Namespace | None) -> None:
        """Begin the game that was chosen: compiling a cast or reading a game takes a moment."""
        if args is None:
            return
        self.notify(gettext("The table is being laid ..."))
        self.run_worker(lambda: self._begin(args), thread=True, exit_on_error=True)

    def _begin(self, args: argparse.Namespace) -> None:
        try:
            game = start.resumed(args) if args.resume else start.begun(args)
        except (SourceError, LibraryError, TableError) as error:
            self.call_from_thread(self.fail, error)
        else:
            self.call_from_thread(self.sit_down, game)

    def fail(self, error: Exception) -> None:
        """Leave, so that it can be told what is wrong."""
        self.failed = error
        self.exit()

    def sit_down(self, game: Game | None) -> None:
        """Show the table of a game, and then that of the next one."""
        if game is not None:
            self.game = game
            self.clear_notifications()
            self.push_screen(TableScreen(game), self.sit_down)


def play(args: argparse.Namespace) -> int:
    """Play a new game or a saved one; returns the exit status.

    Raises SourceError, LibraryError, TableError.
    """
    if args.resume:
        app = TableApp(start.resumed(args))
    elif all(getattr(args, role) not in (None, casting.RANDOM) for role in ROLES):
        app = TableApp(start.begun(args))
    else:
        start.refuse_place(args)
        shelf = kept.shelf()
        for wrong in shelf.unread:
            say_wrong(wrong)
        running = [game for game in shelf.games if not game.over]
        app = TableApp(opening=OpeningScreen(casting.owned(args), args, running))
    app.run(mouse=False)
    if app.failed is not None:
        raise app.failed
    if app.game is not None and not leave(app.game):
        return FAILED
    return app.return_code or DONE
