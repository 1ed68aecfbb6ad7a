"""How quick the full screen is: ``python -m tests.terminal.full.speed`` prints the figures."""

from __future__ import annotations

import os
import pty
import select
import statistics
import sys
import time
from collections.abc import Mapping
from random import Random

from textual.pilot import Pilot

from nightreel.films.library import load_program
from nightreel.table.game import Game
from nightreel.terminal.full.app import TableApp
from tests.terminal.full.screens import NARROW, WIDE, played, table_of

CAST = ("sexton", "camp_sallow", "odile")


def repaints(game: Game, size: tuple[int, int], most: int = 100) -> list[float]:
    """Seconds of processor time of each answer or step: the game, all panels, the painting."""

    async def play(app: TableApp, pilot: Pilot[None]) -> list[float]:
        screen, chance = table_of(app), Random(1)
        spent: list[float] = []
        while not game.over and len(spent) < most:
            choices = [c for c in screen.asking.choices if c.legal]
            begin = time.process_time()
            if screen.following:
                screen.follow(1)
            else:
                screen.answer(chance.choice(choices))
            await pilot.pause()
            spent.append(time.process_time() - begin)
        return spent

    return played(TableApp(game), play, size)


def first_prompt(arguments: list[str], environment: Mapping[str, str], wanted: bytes) -> float:
    """Seconds from the start of the command until a terminal shows some words."""
    begin = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= environment
        os.execv(sys.executable, [sys.executable, "-m", "nightreel", *arguments])
    read_until(terminal, wanted)
    seconds = time.perf_counter() - begin
    os.write(terminal, b"\x11")
    read_until(terminal, b"--resume")
    os.waitpid(child, 0)
    os.close(terminal)
    return seconds


def read_until(terminal: int, wanted: bytes, most: float = 120) -> bytes:
    """What a terminal shows until something is there."""
    shown = b""
    end = time.monotonic() + most
    while wanted not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 1 << 16)
    return shown


def main() -> None:
    """Measure with the first film."""
    for size in (NARROW, WIDE):
        spent = sorted(repaints(Game(load_program(*CAST), 3), size))
        median, most = 1000 * statistics.median(spent), 1000 * spent[len(spent) * 95 // 100]
        print(f"{size[0]}x{size[1]}: an answer and its painting: {median:.1f} ms, 95 %: {most:.1f}")
    names = dict(zip(("--killer", "--location", "--girl"), CAST, strict=True))
    arguments = ["play", "--seed", "7", *(word for pair in names.items() for word in pair)]
    times = [first_prompt(arguments, {"TERM": "xterm-256color"}, b"Play Walk") for _ in range(5)]
    print(f"first prompt: {statistics.median(times):.2f} s")


if __name__ == "__main__":
    main()
