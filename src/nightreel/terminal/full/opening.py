"""The screen before a game: who plays, where, and how."""

from __future__ import annotations

import argparse
from random import Random
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from nightreel.films.library import Casts
from nightreel.terminal.full.lines import BLANK, Line, line
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.settings import CAST, RANDOM, Setting, settings_of
from nightreel.terminal.full.status import keys_line
from nightreel.translation import gettext


class OpeningScreen(Screen[argparse.Namespace]):
    """Chooses cast and options; ends with the arguments of a command line filled in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "move(-1)", ""),
        ("down", "move(1)", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
        ("space", "lock", ""),
        ("r", "draw", ""),
        ("enter", "begin", ""),
    ]

    def __init__(self, casts: Casts, args: argparse.Namespace) -> None:
        """Start from what the command line says."""
        super().__init__()
        self.args = args
        self.random = Random(args.seed)
        self.settings = settings_of(casts)
        self.at = 0
        self.panel = Panel(gettext("Nightreel: a new game"), "opening")
        for setting in self.settings:
            self._begin_with(setting, getattr(args, setting.name))

    def _begin_with(self, setting: Setting, given: object) -> None:
        """Choose what was given; of the cast the rest is drawn."""
        if setting.name in CAST and given in (None, RANDOM):
            setting.draw(self.random)
            return
        setting.choose(given)
        setting.locked = setting.name in CAST

    def compose(self) -> ComposeResult:
        """One panel."""
        yield self.panel

    def on_mount(self) -> None:
        """Show it."""
        self.panel.show(lambda _: self.lines())

    # ------------------------------------------------------------ what is shown

    def lines(self) -> list[Line]:
        """Every setting, and the keys."""
        rows = [self._row(n, setting) for n, setting in enumerate(self.settings)]
        keys = keys_line(
            [
                ("← →", gettext("change")),
                (gettext("Space"), gettext("lock")),
                ("R", gettext("draw what is not locked")),
                ("Enter", gettext("begin")),
            ]
        )
        return [BLANK, *rows, BLANK, keys]

    def _row(self, number: int, setting: Setting) -> Line:
        here = number == self.at
        name = (f"{'▸' if here else ' '} {setting.title:<34}", "accent" if here else "dim")
        value = (f"◂ {setting.words} ▸" if here else f"  {setting.words}", "strong")
        locked = (gettext("  locked"), "accent") if setting.locked else ("", "")
        return line(name, value, locked)

    # ------------------------------------------------------------ keys

    @property
    def here(self) -> Setting:
        """The setting under the cursor."""
        return self.settings[self.at]

    def action_move(self, steps: int) -> None:
        """Go to another setting."""
        self.at = (self.at + steps) % len(self.settings)
        self.panel.lay()

    def action_turn(self, steps: int) -> None:
        """Change the setting; one of the cast that was chosen is locked."""
        self.here.turn(steps)
        self.here.locked = self.here.name in CAST
        self.panel.lay()

    def action_lock(self) -> None:
        """Keep it when the cast is drawn, or not; what is not drawn is turned on and off."""
        if self.here.name in CAST:
            self.here.locked = not self.here.locked
            self.panel.lay()
        else:
            self.action_turn(1)

    def action_draw(self) -> None:
        """Draw everybody who is not locked."""
        for setting in self.settings:
            if setting.name in CAST:
                setting.draw(self.random)
        self.panel.lay()

    def action_begin(self) -> None:
        """Begin the game."""
        for setting in self.settings:
            setattr(self.args, setting.name, setting.value)
        self.dismiss(self.args)
