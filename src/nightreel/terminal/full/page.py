"""A page to read over the table: help, rules, the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from nightreel.terminal.full.lines import Line
from nightreel.terminal.full.panel import Panel
from nightreel.translation import gettext

SCROLLED: Final = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10, "space": 10}
"""Keys that scroll, and by how many rows."""


class PageScreen(ModalScreen[None]):
    """Shows lines until a key is pressed that scrolls nothing."""

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        """A page with a title."""
        super().__init__()
        self.panel = Panel(title, "page")
        self.panel.border_subtitle = gettext("↑ ↓ PgUp PgDn scroll; any other key closes")
        self.lines = lines

    def compose(self) -> ComposeResult:
        """One panel."""
        yield self.panel

    def on_mount(self) -> None:
        """Show it."""
        self.panel.show(lambda _: self.lines)

    def on_key(self, event: events.Key) -> None:
        """Scroll, or lead back; a key that was on its way when the page was left does nothing."""
        event.stop()
        if not self.is_active:
            return
        if event.key in SCROLLED:
            self.panel.scroll(SCROLLED[event.key])
        else:
            self.dismiss()
