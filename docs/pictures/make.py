"""Draws the picture of the README: a piece of a real game in the plain terminal.

Run by ``make generate`` (needs the extra ``dev``).
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from nightreel.pages.playing import printed

TARGET = Path(__file__).with_name("play.svg")
GAME = "play --plain --seed 7 --killer sexton --location camp_sallow --girl odile"
SCRIPT = ("2", "Keep", "1", "Keep", "why", "quit")
LINES = 44


def picture() -> str:
    """The picture, the same each time that the game prints the same."""
    console = Console(record=True, width=92, file=io.StringIO())
    for line in printed(GAME.split(), SCRIPT).splitlines()[-LINES:]:
        style = "bold" if line.startswith((">", "Turn")) else "dim" if line.endswith("]") else ""
        console.print(Text(line, style=style))
    return console.export_svg(title="nightreel play --plain", unique_id="play")


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
