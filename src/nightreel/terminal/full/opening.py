"""The screen before a game: who plays, where and how, or which kept game goes on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from nightreel.films.box import ROLES
from nightreel.films.library import Casts
from nightreel.table.saves import Glance
from nightreel.table.wording import phase_name
from nightreel.terminal.casting import RANDOM
from nightreel.terminal.full.help import opening_help
from nightreel.terminal.full.lines import BLANK, Line, line, plain
from nightreel.terminal.full.page import PageScreen
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.settings import Setting, settings_of
from nightreel.terminal.full.status import keys_line
from nightreel.translation import gettext, put

KEPT: Final = 5
"""Most kept games that can be gone on with from here."""
HERE: Final = "▸"
"""Begins the row that the cursor is on."""


class OpeningScreen(Screen[argparse.Namespace]):
    """Chooses cast and options, or a kept game; ends with a command line that says so."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "move(-1)", ""),
        ("down", "move(1)", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
        ("space", "lock", ""),
        ("r", "draw", ""),
        ("enter", "begin", ""),
        ("f1", "help", ""),
    ]

    def __init__(
        self, casts: Casts, args: argparse.Namespace, games: Sequence[Glance] = ()
    ) -> None:
        """Start from what the command line says, with the kept games that are not over."""
        super().__init__()
        self.args = args
        self.random = Random(args.seed)
        self.settings = settings_of(casts)
        self.games = games[:KEPT]
        self.at = 0
        self.panel = Chosen(gettext("Nightreel"), "opening")
        for setting in self.settings:
            self._begin_with(setting, getattr(args, setting.name))

    def _begin_with(self, setting: Setting, given: object) -> None:
        """Choose what was given; of the cast the rest is drawn."""
        if setting.name in ROLES and given in (None, RANDOM):
            setting.draw(self.random)
            return
        setting.choose(given)
        setting.locked = setting.name in ROLES

    def compose(self) -> ComposeResult:
        """One panel."""
        yield self.panel

    def on_mount(self) -> None:
        """Show it."""
        self.panel.show(lambda _: self.lines())

    # ------------------------------------------------------------ what is shown

    def lines(self) -> list[Line]:
        """Every setting, the kept games, and the keys."""
        keys = [
            ("← →", gettext("change")),
            (gettext("Space"), gettext("lock")),
            ("R", gettext("draw what is not locked")),
            ("Enter", gettext("begin")),
            ("F1", gettext("help")),
            ("^Q", gettext("leave")),
        ]
        lines = [line((gettext("A new game"), "strong"))]
        lines += [self._setting_row(n, setting) for n, setting in enumerate(self.settings)]
        if self.games:
            lines += [BLANK, line((gettext("Go on with a kept game"), "strong"))]
            begin = len(self.settings)
            lines += [self._game_row(n, game) for n, game in enumerate(self.games, start=begin)]
        return [*lines, BLANK, keys_line(keys)]

    def _setting_row(self, number: int, setting: Setting) -> Line:
        here = number == self.at
        name = (f"{_sign(here)} {setting.title:<34}", "accent" if here else "dim")
        value = (f"◂ {setting.words} ▸" if here else f"  {setting.words}", "strong")
        locked = (gettext("  locked"), "accent") if setting.locked else ("", "")
        return line(name, value, locked)

    def _game_row(self, number: int, game: Glance) -> Line:
        here = number == self.at
        text = put(
            gettext(" turn {n}, {phase}"),
            n=game.standing.turn,
            phase=phase_name(game.standing.phase),
        )
        mark = gettext(", practice") if game.practice else ""
        name = (f"{_sign(here)} {game.title}", "accent" if here else "")
        return line(name, (f"{text}{mark}", "dim"))

    # ------------------------------------------------------------ keys

    @property
    def here(self) -> Setting | None:
        """The setting under the cursor; None at a kept game."""
        return self.settings[self.at] if self.at < len(self.settings) else None

    def action_move(self, steps: int) -> None:
        """Go to another row."""
        self.at = (self.at + steps) % (len(self.settings) + len(self.games))
        self.panel.lay()
        self.panel.keep_cursor()

    def action_turn(self, steps: int) -> None:
        """Change the setting; one of the cast that was chosen is locked."""
        if self.here is not None:
            self.here.turn(steps)
            self.here.locked = self.here.name in ROLES
            self.panel.lay()

    def action_lock(self) -> None:
        """Keep it when the cast is drawn, or not; what is not drawn is turned on and off."""
        if self.here is not None and self.here.name in ROLES:
            self.here.locked = not self.here.locked
            self.panel.lay()
        else:
            self.action_turn(1)

    def action_draw(self) -> None:
        """Draw everybody who is not locked."""
        for setting in self.settings:
            if setting.name in ROLES:
                setting.draw(self.random)
        self.panel.lay()

    def action_begin(self) -> None:
        """Begin the new game, or go on with the kept one, once."""
        if not self.is_active:
            return
        if self.here is None:
            self.dismiss(resuming(self.args, self.games[self.at - len(self.settings)]))
            return
        chosen = {setting.name: setting.value for setting in self.settings}
        self.dismiss(argparse.Namespace(**{**vars(self.args), **chosen}))

    def action_help(self) -> None:
        """What can be chosen here, and all keys and signs of the table."""
        self.app.push_screen(PageScreen(gettext("Help"), opening_help()))


def _sign(here: bool) -> str:
    return HERE if here else " "


class Chosen(Panel):
    """The rows to choose from; the one that the cursor is on stays in view, and the head."""

    def cursor_rows(self) -> tuple[int, int] | None:
        """The row that the cursor is on; with the head of all rows where it is the first."""
        rows = [n for n, text in enumerate(self.shown_lines) if plain(text).startswith(HERE)]
        return (rows[0] if rows[0] > 1 else 0, rows[0] + 1) if rows else None


def resuming(args: argparse.Namespace, game: Glance) -> argparse.Namespace:
    """A command line that goes on with a kept game, which brings cast and options along."""
    free = {"seed": None, "practice": False, "save": None, **dict.fromkeys(ROLES)}
    off = dict.fromkeys(("extreme", "infinite_evil", "epic"), False)
    return argparse.Namespace(**{**vars(args), **free, **off, "resume": str(game.path)})
