"""``nightreel bench``: how quick everything is, beside the budgets that stand here."""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from nightreel.arguments import add_json, positive
from nightreel.exits import DONE
from nightreel.lab.runner import Runner, Work
from nightreel.lab.simulate import play_range
from nightreel.lab.workers import Workers, workers
from nightreel.output import say, say_wrong
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.game import Game
from nightreel.table.state import Options, new_initial_state
from nightreel.translation import gettext, put

Measured = dict[str, int | float]
"""What was measured, by names that tell the unit."""

CHUNKS: Final = 7
PAIRS: Final = 7
TABLE_GAMES: Final = 20
SAVED_GAMES: Final = 3
GAMES: Final = 2000
LEAST: Final = "at least"
MOST: Final = "at most"
BUDGETS: Final[dict[str, tuple[str, float]]] = {
    "compiled_decisions_per_second": (LEAST, 1_000_000),
    "operations_per_decision": (MOST, 100),
    "longest_answer_operations": (MOST, 3000),
    "record_bytes": (MOST, 8192),
    "copy_microseconds": (MOST, 1),
    "answer_median_ms": (MOST, 0.5),
    "answer_longest_ms": (MOST, 5),
    "first_prompt_seconds": (MOST, 0.5),
    "compile_seconds": (MOST, 90),
    "load_seconds": (MOST, 2),
    "two_processes_ratio": (LEAST, 1.9),
}
"""The budgets; README.md (Figures) shows them beside what was measured."""


def chunk(runner: Runner, first: int, games: int) -> tuple[float, int]:
    """Play random games; returns seconds and decisions."""
    begun = time.perf_counter()
    tally = play_range(runner, "random", range(first, first + games))
    return time.perf_counter() - begun, tally.decisions


def speed(program: Program, options: Options, fast: bool, games: int) -> Measured:
    """Games and decisions a second of one core: medians of CHUNKS chunks."""
    runner = Runner(program, options, fast=fast)
    runner.play(0)
    runner.work = Work()
    parts = [chunk(runner, 1 + i * games, games) for i in range(CHUNKS)]
    name = "compiled" if fast else "interpreted"
    figures: Measured = {
        f"{name}_games_per_second": statistics.median(games / s for s, _ in parts),
        f"{name}_decisions_per_second": statistics.median(d / s for s, d in parts),
    }
    if fast:
        work = runner.work
        figures["operations_per_decision"] = work.operations / work.decisions
        figures["operations_per_answer"] = work.operations / work.answers
        figures["longest_answer_operations"] = work.longest
    return figures


def table_times(program: Program, options: Options) -> Measured:
    """Milliseconds of one answer at the table (interpreted), and of a copy in microseconds."""
    dice = random.Random(1)
    times: list[float] = []
    for seed in range(TABLE_GAMES):
        state = new_initial_state(program, seed, options)
        while not state.is_terminal():
            action = dice.choice(state.legal_actions())
            begun = time.perf_counter()
            state.apply_action(action)
            times.append(1000 * (time.perf_counter() - begun))
    state = new_initial_state(program, 1, options)
    begun = time.perf_counter()
    for _ in range(10_000):
        state.clone()
    return {
        "answer_median_ms": statistics.median(times),
        "answer_longest_ms": max(times),
        "copy_microseconds": (time.perf_counter() - begun) * 100,
        "record_bytes": 4 * L.WORDS,
    }


def saved_times(program: Program, options: Options) -> Measured:
    """Milliseconds of one answer of a game at the table that saves itself, as ``play`` does."""
    dice = random.Random(1)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SAVED_GAMES):
            game = Game(program, seed, options, path=Path(folder) / f"{seed}.save")
            while not game.over:
                action = dice.choice(game.state.legal_actions())
                begun = time.perf_counter()
                game.answer(action)
                times.append(1000 * (time.perf_counter() - begun))
    return {"answer_saved_median_ms": statistics.median(times)}


def _python(code: str, cache: str | None = None, arguments: tuple[str, ...] = ()) -> float:
    """Seconds that a fresh Python takes for a piece of code."""
    environment = dict(os.environ)
    if cache is not None:
        environment["NIGHTREEL_CACHE"] = cache
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


LOAD: Final = "import sys; from nightreel.lab.bench import load_machine; load_machine(sys.argv[1])"
PROMPT: Final = "import sys; from nightreel.terminal.cli import main; sys.exit(main(sys.argv[1:]))"


def load_machine(program_file: str) -> None:
    """Load the compiled machine and play one game with it."""
    from nightreel.reel.program import from_bytes

    Runner(from_bytes(Path(program_file).read_bytes())).play(0)


def start_times(program: Program, cast: tuple[str, ...], with_compile: bool) -> Measured:
    """Seconds to compile the machine, to load it, and to the first prompt of the plain game."""
    figures: Measured = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program"
        file.write_bytes(program.to_bytes())
        if with_compile:
            say_wrong(gettext("Compiling the machine anew: about a minute ..."))
            figures["compile_seconds"] = _python(LOAD, folder, (str(file),))
        figures["load_seconds"] = _median(lambda: _python(LOAD, None, (str(file),)))
    arguments = ("play", "--plain", "--seed", "1", *cast)
    figures["first_prompt_seconds"] = _median(lambda: _python(PROMPT, None, arguments))
    return figures


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(5))


def _decisions(runner: Runner, part: tuple[int, int]) -> int:
    """Play a chunk, from which game on and how many; returns decisions."""
    return chunk(runner, *part)[1]


def two_processes(program: Program, options: Options, games: int) -> Measured:
    """Speed of two processes over that of one: median of PAIRS interleaved pairs."""
    ratios = []
    with workers(program, options, 2) as pool:
        list(pool.map(_decisions, [(1, 1), (1, 1)]))
        for i in range(PAIRS):
            alone = _rate(pool, [i * games], games)
            ratios.append(_rate(pool, [i * games, (i + 1) * games], games) / alone)
    return {"two_processes_ratio": statistics.median(ratios)}


def _rate(pool: Workers, firsts: list[int], games: int) -> float:
    begun = time.perf_counter()
    decisions = sum(pool.map(_decisions, [(first, games) for first in firsts]))
    return decisions / (time.perf_counter() - begun)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command, besides those of the cast."""
    add = parser.add_argument
    told = put(gettext("games in a chunk ({usual} unless told)"), usual=GAMES)
    add("--games", type=positive, metavar="N", default=GAMES, help=told)
    add("--no-compile", action="store_true", help=gettext("do not time a compilation"))
    add_json(parser)


def measure(
    program: Program, options: Options, cast: tuple[str, ...], games: int, with_compile: bool
) -> Measured:
    """All figures of one program."""
    figures = start_times(program, cast, with_compile)
    figures.update(speed(program, options, True, games))
    figures.update(speed(program, options, False, max(games // 500, 1)))
    figures.update(table_times(program, options))
    figures.update(saved_times(program, options))
    figures.update(two_processes(program, options, games))
    return {name: round(value, 3) for name, value in figures.items()}


def cast_words(args: argparse.Namespace) -> tuple[str, ...]:
    """The cast of the command line as arguments."""
    chosen = ((f"--{n}", getattr(args, n, None)) for n in ("killer", "location", "girl"))
    return tuple(word for name, value in chosen if value for word in (name, value))


def run(args: argparse.Namespace, program: Program, options: Options) -> int:
    """Run the command; returns its exit status."""
    figures = measure(program, options, cast_words(args), args.games, not args.no_compile)
    say(json.dumps(figures) if args.json else in_words(program.title, figures))
    return DONE


def in_words(title: str, figures: Measured) -> str:
    """The figures as text, each with its budget."""
    return "\n".join([gettext(title), *(_line(name, value) for name, value in figures.items())])


def _line(name: str, value: float) -> str:
    told = f"{_names()[name]:38} {value:>14,}"
    if name not in BUDGETS:
        return told
    kind, budget = BUDGETS[name]
    beside = gettext("at least {budget}") if kind == LEAST else gettext("at most {budget}")
    return f"{told}   ({put(beside, budget=f'{budget:,}')})"


def _names() -> dict[str, str]:
    """Every figure in words."""
    return {
        "compile_seconds": gettext("seconds to compile the machine"),
        "load_seconds": gettext("seconds to load the machine"),
        "first_prompt_seconds": gettext("seconds to the first prompt"),
        "compiled_games_per_second": gettext("games a second, compiled"),
        "compiled_decisions_per_second": gettext("decisions a second, compiled"),
        "operations_per_decision": gettext("operations a decision"),
        "operations_per_answer": gettext("operations an answer"),
        "longest_answer_operations": gettext("operations of the longest answer"),
        "interpreted_games_per_second": gettext("games a second, interpreted"),
        "interpreted_decisions_per_second": gettext("decisions a second, interpreted"),
        "answer_median_ms": gettext("ms of an answer, median"),
        "answer_longest_ms": gettext("ms of the longest answer"),
        "answer_saved_median_ms": gettext("ms of an answer with its save, median"),
        "copy_microseconds": gettext("microseconds of a copy"),
        "record_bytes": gettext("bytes of a game"),
        "two_processes_ratio": gettext("speed of two processes over one"),
    }
