"""The panel of the map: drawn where there is room for it, else a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightreel.table.view import View
from nightreel.terminal.full.drawing import Chart, chart_of, drawn
from nightreel.terminal.full.lines import Line, wrapped
from nightreel.terminal.full.maplist import map_list
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.pieces import Lit, legend
from nightreel.translation import gettext


class MapPanel(Panel):
    """Shows the spaces of a view."""

    def __init__(self, name: str) -> None:
        """A map without spaces yet."""
        super().__init__(gettext("Map"), name)
        self.spaces: list[View] = []
        self.lit: Mapping[int, Lit] = {}
        self._charts: dict[tuple[int, int], Chart | None] = {}

    def show_map(
        self, spaces: list[View], elsewhere: Sequence[View], lit: Mapping[int, Lit]
    ) -> None:
        """Show everybody on the map, what is marked, and pieces on ways, cards, other pieces."""
        self.spaces, self.lit = spaces, lit
        places = "  ".join(f"{piece['title']}: {piece['place']}" for piece in elsewhere)
        self.border_title = f"{gettext('Map')}  {places}".strip()
        self.lay()

    def laid(self, width: int) -> list[Line]:
        """The drawn map, or the list."""
        if not self.spaces:
            return []
        size = width, self.size.height
        if size not in self._charts:
            self._charts[size] = chart_of(self.spaces, *size)
        chart = self._charts[size]
        if chart is None:
            self.border_subtitle = ""
            rows = map_list(self.spaces, width, self.lit)
            return [part for row in rows for part in wrapped(row, width)]
        known = legend(self.spaces, chart.blocks[0].width, self.lit)
        self.border_subtitle = "  ".join(f"{short} {long}" for short, long in known.items())
        return drawn(chart, self.spaces, self.lit)
