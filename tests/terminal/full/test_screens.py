"""What the screens show, compared with those that are kept."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from nightreel.terminal.full.app import TableApp
from nightreel.terminal.full.lines import line
from tests.terminal.full.screens import FOLDER, SCENES, WIDE, game, played, table_of


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_one_that_is_kept(name: str) -> None:
    assert SCENES[name].taken() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_screen_is_kept_that_is_not_taken() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)


def test_every_row_is_as_wide_as_its_panel() -> None:
    """With wide characters and a bar at the right, too: each row is painted over all of it."""

    async def play(app: TableApp, _: Pilot[None]) -> dict[str, set[int]]:
        table = table_of(app)
        table.board.panels["log"].show(lambda width: [line("字" * width), *[line("a")] * 50])
        panels = (table.status, table.keys, table.asking, *table.board.panels.values())
        return {
            str(panel.id): {cell_len(panel.render_line(y).text) for y in range(panel.size.height)}
            - {panel.size.width}
            for panel in panels
        }

    widths = played(TableApp(game()), play, WIDE)
    assert len(widths) == 8
    assert not any(widths.values())
