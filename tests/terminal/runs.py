"""Runs the command in processes of their own, with the small film beside the shipped ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from nightreel.table.game import Game
from nightreel.terminal.plain import Table
from tests import small

CAST = ("--killer", "stalker", "--location", "camp", "--girl", "ann")


@dataclass(frozen=True)
class Command:
    """The command ``nightreel`` in an environment of its own."""

    folder: Path
    cache: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the processes."""
        films = self.folder / "films"
        if not films.exists():
            films.mkdir()
            shutil.copy(small.PATH, films)
        return {
            **os.environ,
            "NIGHTREEL_CACHE": str(self.cache),
            "NIGHTREEL_GAMES": str(self.folder / "games"),
            "NIGHTREEL_FILMS": str(films),
            "NIGHTREEL_LANGUAGE": "en",
        }

    def __call__(self, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        """Run it with lines of input."""
        return subprocess.run(
            [sys.executable, "-m", "nightreel", *arguments],
            input=lines,
            capture_output=True,
            text=True,
            env=self.environment,
            check=False,
            timeout=120,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start it with pipes."""
        return subprocess.Popen(
            [sys.executable, "-m", "nightreel", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )


def script_of(game: Game, seed: int, most: int = 1000) -> list[str]:
    """Play a game at random; returns what has to be typed: numbers and words by turns."""
    random = Random(seed)
    lines: list[str] = []
    table = Table(game)
    while not game.over and len(lines) < most:
        choice = random.choice([c for c in table.choices() if c.legal])
        lines.append(choice.text if len(lines) % 2 else str(choice.number))
        game.answer(choice.action)
    return lines


def until_prompt(process: subprocess.Popen[str]) -> None:
    """Read on until the next question is put."""
    assert process.stdout is not None
    text = ""
    while not text.endswith("\n> "):
        text += process.stdout.read(1)
