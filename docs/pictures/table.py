"""Draws the picture of the full screen in the README: a piece of a real game, reached by keys.

Run by ``make generate`` (needs the extra ``dev``).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual.worker import WorkerCancelled

from nightreel.films.library import load_program
from nightreel.table.game import Game
from nightreel.terminal.full.app import TableApp

TARGET: Final = Path(__file__).with_name("table.svg")
SIZE: Final = (120, 40)
CAST: Final = ("sexton", "camp_sallow", "odile")
SEED: Final = 7
KEYS: Final = (*"play focus", "enter", *"keep", "enter", "down")


async def drawn() -> str:
    """The picture of the table after the keys, with all chances reckoned."""
    app = TableApp(Game(load_program(*CAST), SEED))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        for worker in app.workers:
            with suppress(WorkerCancelled):
                await worker.wait()
        await pilot.pause()
        return app.export_screenshot(title="nightreel play", simplify=True)


def picture() -> str:
    """The picture, the same each time that the game is the same."""
    return asyncio.run(drawn())


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
