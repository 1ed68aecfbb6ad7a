"""Draws the picture of the README: a piece of a real game in the plain terminal.

Run in the checkout: ``.venv/bin/python docs/pictures/make.py`` (needs the extra ``dev``).
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


def played() -> str:
    """What the plain terminal prints for a short script."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nightreel", "play", "--plain", "--seed", "7"]
        command += ["--girl", "odile"]
        environment = {**os.environ, "NIGHTREEL_GAMES": folder}
        done = subprocess.run(
            command, input=SCRIPT, capture_output=True, text=True, check=True, env=environment
        )
    return done.stdout


def main() -> None:
    """Write the picture."""
    lines = [line for line in played().splitlines() if ".save" not in line]
    console = Console(record=True, width=92, file=io.StringIO())
    for line in lines[-LINES:]:
        style = "bold" if line.startswith((">", "Turn")) else "dim" if line.endswith("]") else ""
        console.print(Text(line, style=style))
    TARGET.write_text(console.export_svg(title="nightreel play --plain"), encoding="utf-8")


if __name__ == "__main__":
    main()
