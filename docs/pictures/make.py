"""Draws the picture of the README: a piece of a real game in the plain terminal.

Run by ``make generate`` (needs the extra ``dev``).
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

TARGET = Path(__file__).with_name("play.svg")
SCRIPT = "2\nKeep\n1\nKeep\nwhy\nquit\n"
LINES = 44


def played() -> list[str]:
    """The last lines that the plain terminal prints for a short script."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nightreel", "play", "--plain", "--seed", "7"]
        command += ["--killer", "sexton", "--location", "camp_sallow", "--girl", "odile"]
        environment = {**os.environ, "NIGHTREEL_GAMES": folder, "NIGHTREEL_LANGUAGE": "en"}
        done = subprocess.run(
            command, input=SCRIPT, capture_output=True, text=True, check=True, env=environment
        )
    return [line for line in done.stdout.splitlines() if ".save" not in line][-LINES:]


def picture() -> str:
    """The picture, the same each time that the game prints the same."""
    console = Console(record=True, width=92, file=io.StringIO())
    for line in played():
        style = "bold" if line.startswith((">", "Turn")) else "dim" if line.endswith("]") else ""
        console.print(Text(line, style=style))
    return console.export_svg(title="nightreel play --plain", unique_id="play")


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
