"""Everything that lies on the table: the panels around the question, one of them at the front."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import events
from textual.containers import Container

from nightreel.table.reckoning import Lines
from nightreel.table.view import View
from nightreel.terminal.full import boards, cards
from nightreel.terminal.full.asking import Asking
from nightreel.terminal.full.lines import Line
from nightreel.terminal.full.mapping import MapPanel
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.pieces import Lit
from nightreel.translation import gettext

PANELS: Final = ("map", "killer", "girl", "cards", "log")
"""The panels beside the question, in the order of their keys."""
PAGES: Final = ("hand", "tableau", "decks")
"""What the panel of cards shows by turns."""
PARTS: Final = (
    *("title", "turn", "phase", "tracks", "girl", "killers", "map", "elsewhere", "victims"),
    *("hand", "tableau", "discard", "items", "decks", "in_play", "piles", "film_zones"),
)
"""The parts of a view that are shown."""
ROOMY: Final = (118, 34)
"""Columns and rows of a terminal from which the whole table is shown at once."""


class Board(Container):
    """Shows a view of the game; where there is little room the question and one other panel."""

    def __init__(self, asking: Asking) -> None:
        """A board around a question."""
        self.map = MapPanel("map")
        self.panels = {
            "map": self.map,
            "killer": Panel(gettext("Killer"), "killer"),
            "girl": Panel(gettext("You"), "girl"),
            "cards": Panel("", "cards"),
            "log": Panel(gettext("Log"), "log", tail=True),
        }
        before = (self.panels[name] for name in ("map", "killer", "girl"))
        super().__init__(*before, asking, self.panels["cards"], self.panels["log"], id="table")
        self.page = PAGES[0]
        self.phase = ""
        self._before_map = ""
        self.to_front("map")

    def on_resize(self, event: events.Resize) -> None:
        """Show the whole table at once where there is room for it."""
        size, (wide, high) = self.app.size, ROOMY
        self.set_class(size.width >= wide and size.height >= high, "-wide")

    # ------------------------------------------------------------ what is shown

    def show(self, v: View, lit: Mapping[int, Lit]) -> None:
        """Show a view; ``lit``: what is marked on the map.  Cards and log are shown apart."""
        self.map.show_map(v["map"], v["elsewhere"], lit)
        self.panels["killer"].show(lambda width: boards.killer_board(v, width))
        self.panels["girl"].show(lambda width: boards.girl_board(v, width))
        if v["phase"] != self.phase:
            self.phase = v["phase"]
            self.page = "tableau" if self.phase == "planning" else "hand"

    def show_log(self, lines: Sequence[Line]) -> None:
        """Show the log."""
        self.panels["log"].show(lambda _: lines)

    def show_cards(
        self, v: View, rolled: Sequence[View], chances: Mapping[int, Lines], lit: int
    ) -> None:
        """Show the open page of cards; ``rolled``: a card that is rolled for, out of hand."""
        pages: dict[str, Callable[[int], list[Line]]] = {
            "hand": lambda _: [
                *cards.act_cards(rolled, chances, lit),
                *cards.hand(v, chances, lit),
            ],
            "tableau": lambda _: cards.tableau(v, chances, lit),
            "decks": lambda _: cards.decks(v),
        }
        panel = self.panels["cards"]
        panel.border_title = _page_titles()[self.page]
        panel.show(pages[self.page])

    # ------------------------------------------------------------ which panel

    @property
    def front(self) -> str:
        """The panel at the front."""
        return next(name for name, panel in self.panels.items() if panel.has_class("front"))

    @property
    def alone(self) -> bool:
        """Whether the front panel has all the room, and the question none."""
        return self.has_class("alone")

    def give_room(self, alone: bool) -> None:
        """Give the front panel all the room, or not any more."""
        self.set_class(alone, "alone")

    def to_front(self, name: str) -> None:
        """Bring a panel to the front."""
        for other, panel in self.panels.items():
            panel.set_class(other == name, "front")

    def show_map(self, wanted: bool) -> None:
        """Where one panel is seen: the map while it is about the map, then what was there before.

        A panel that was chosen meanwhile stays.
        """
        if wanted and self.front != "map" and not self.has_class("-wide"):
            self._before_map = self.front
            self.to_front("map")
        elif not wanted and self._before_map:
            if self.front == "map":
                self.to_front(self._before_map)
            self._before_map = ""

    def next_front(self, steps: int) -> None:
        """Bring the next panel to the front, or the one before."""
        self.to_front(PANELS[(PANELS.index(self.front) + steps) % len(PANELS)])

    def turn_page(self, steps: int) -> None:
        """Turn to another page of cards."""
        self.page = PAGES[(PAGES.index(self.page) + steps) % len(PAGES)]
        self.panels["cards"].top = 0
        self.to_front("cards")

    def scroll_front(self, pages: int) -> None:
        """Scroll the front panel."""
        panel = self.panels[self.front]
        panel.scroll(pages * (panel.size.height - 1))


def _page_titles() -> dict[str, str]:
    return {
        "hand": gettext("Hand ◂▸"),
        "tableau": gettext("Tableau ◂▸"),
        "decks": gettext("Decks and cards in play ◂▸"),
    }
