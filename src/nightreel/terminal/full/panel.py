"""A panel of the table: lines in a frame, wrapped to its width, that can be scrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from nightreel.terminal.full.lines import BLANK, ROLES, Line, width_of, wrapped

BAR: Final[Line] = (("▐", "way"),)
"""Where in all lines those that are seen lie."""
NO_BAR: Final[Line] = ((" ", ""),)
"""What stands beside all others."""


class Panel(Widget, can_focus=False):
    """Shows lines.

    Only rows that are others than before are drawn, and a change of the lines never lays out
    the screen anew: therefore it scrolls by itself.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{role}" for role in ROLES}

    def __init__(self, title: str, name: str, tail: bool = False) -> None:
        """A panel by its name in the style sheet; ``tail``: the end is shown, not the beginning."""
        super().__init__(id=name)
        self.border_title = title
        self.top = 0
        """The first line that is seen."""
        self._tail = tail
        self._make: Callable[[int], Iterable[Line]] = lambda _: ()
        self._laid: list[Line] = []
        self._seen: list[tuple[Line, Line]] = []
        self._styles: dict[str, Style] = {}

    # ------------------------------------------------------------ lines

    def show(self, make: Callable[[int], Iterable[Line]]) -> None:
        """Show what a function gives for a width."""
        self._make = make
        self.lay()

    def lay(self) -> None:
        """Wrap the lines to the width that there is."""
        width = self.size.width - 1
        self._laid = self.laid(width) if width > 0 else []
        self.go(len(self._laid) if self._tail else self.top)

    def laid(self, width: int) -> list[Line]:
        """The lines in a width."""
        return [part for text in self._make(width) for part in wrapped(text, width)]

    @property
    def shown_lines(self) -> Sequence[Line]:
        """All lines, as they are wrapped now."""
        return self._laid

    def on_resize(self) -> None:
        """The width has changed."""
        self.lay()
        self.keep_cursor()

    # ------------------------------------------------------------ scrolling

    def go(self, top: int) -> None:
        """Show the lines from one on, as far as there are any; draw rows that have changed."""
        height = self.size.height
        self.top = max(0, min(top, len(self._laid) - height))
        before, self._seen = self._seen, [self._row(y) for y in range(height)]
        for y, row in enumerate(self._seen):
            if y >= len(before) or before[y] != row:
                self.refresh(Region(0, y, self.size.width, 1))

    def scroll(self, rows: int) -> None:
        """Scroll by so many rows."""
        self.go(self.top + rows)

    def show_end(self) -> None:
        """Show the last lines."""
        self.go(len(self._laid))

    def cursor_rows(self) -> tuple[int, int] | None:
        """The lines that the cursor is on: the first of them, and the one behind; None without."""
        return None

    def keep_cursor(self) -> None:
        """Scroll as little as needed to show the lines that the cursor is on."""
        rows = self.cursor_rows()
        if rows is not None:
            first, behind = rows
            self.go(min(max(self.top, behind - self.size.height), first))

    def _row(self, y: int) -> tuple[Line, Line]:
        """What stands in a row: a line, and perhaps the bar at its right."""
        at, height, count = self.top + y, self.size.height, len(self._laid)
        text = self._laid[at] if at < count else BLANK
        if count <= height:
            return text, BLANK
        first = self.top * height // count
        return text, BAR if first <= y <= first + height * height // count else BLANK

    # ------------------------------------------------------------ drawing

    def notify_style_update(self) -> None:
        """The style sheet has changed."""
        super().notify_style_update()
        self._styles = {}

    def render_line(self, y: int) -> Strip:
        """One row of what is seen."""
        text, bar = self._seen[y] if y < len(self._seen) else (BLANK, BLANK)
        end = bar or NO_BAR
        gap = self.size.width - 1 - width_of(text)
        if gap < 0:
            seen = Strip(self._segments(text)).crop(0, self.size.width - 1)
            return Strip.join([seen, Strip(self._segments(end))])
        return Strip(self._segments((*text, (" " * gap, ""), *end)), self.size.width)

    def _segments(self, text: Line) -> list[Segment]:
        """Words with styles; neighbours in one role are one, which is painted quicker."""
        return [
            Segment("".join(words for words, _ in spans), self._style(role))
            for role, spans in groupby(text, key=itemgetter(1))
        ]

    def _style(self, role: str) -> Style:
        if role not in self._styles:
            named = self.get_component_rich_style(f"panel--{role}") if role else self.rich_style
            self._styles[role] = named
        return self._styles[role]
