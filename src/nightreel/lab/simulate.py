"""``nightreel simulate``: play many games with a program as the player and count."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass

from nightreel.lab.runner import PLAYERS, PLAYOUTS, Runner
from nightreel.reel.program import Program
from nightreel.table.state import Options

CHUNK = 200
SLOW_CHUNK = 2


@dataclass
class Tally:
    """What many games came to."""

    games: int = 0
    wins: int = 0
    decisions: int = 0
    turns: int = 0

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.turns += other.turns


def report(tally: Tally, seconds: float) -> dict[str, int | float]:
    """The figures of a run: counts, seconds, games and decisions per second."""
    return {
        **asdict(tally),
        "seconds": round(seconds, 3),
        "games_per_second": round(tally.games / seconds, 1) if seconds else 0.0,
        "decisions_per_second": round(tally.decisions / seconds, 1) if seconds else 0.0,
    }


def play_range(runner: Runner, player: str, seeds: Iterable[int]) -> Tally:
    """Play one game for each seed."""
    tally = Tally()
    for seed in seeds:
        outcome = runner.play(seed, player)
        tally.add(Tally(1, int(outcome.won), outcome.decisions, outcome.turns))
    return tally


def chunks(games: int, seed: int, size: int) -> Iterator[range]:
    """Ranges of seeds, ``size`` games each."""
    for start in range(seed, seed + games, size):
        yield range(start, min(start + size, seed + games))


_runner: Runner | None = None


def _begin(program: Program, options: Options, playouts: int) -> None:
    global _runner  # noqa: PLW0603  one runner for each worker process
    _runner = Runner(program, options, playouts=playouts)


def _work(player: str, seeds: range) -> Tally:
    assert _runner is not None
    return play_range(_runner, player, seeds)


def simulate(
    program: Program,
    player: str,
    games: int,
    seed: int,
    options: Options | None = None,
    playouts: int = PLAYOUTS,
    jobs: int = 1,
    show: bool = False,
) -> Tally:
    """Play ``games`` games with the seeds ``seed``, ``seed + 1`` ...

    The same arguments give the same tally, whatever ``jobs`` (processes) is.
    """
    from tqdm import tqdm

    size = CHUNK if player == "random" else SLOW_CHUNK
    parts = list(chunks(games, seed, size))
    total = Tally()
    bar = tqdm(total=games, unit="game", disable=not show, delay=2, file=sys.stderr)
    with bar:
        for tally in _tallies(program, player, parts, options or Options(), playouts, jobs):
            total.add(tally)
            bar.update(tally.games)
    return total


def _tallies(
    program: Program, player: str, parts: list[range], options: Options, playouts: int, jobs: int
) -> Iterator[Tally]:
    if jobs == 1:
        runner = Runner(program, options, playouts=playouts)
        yield from (play_range(runner, player, part) for part in parts)
        return
    with ProcessPoolExecutor(
        jobs, initializer=_begin, initargs=(program, options, playouts)
    ) as pool:
        yield from pool.map(_work, [player] * len(parts), parts)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command, besides those of the cast."""
    parser.add_argument("--player", choices=PLAYERS, default="random", help="who plays")
    parser.add_argument("--games", type=int, default=1000, help="how many games (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default 1)")
    parser.add_argument(
        "--playouts",
        type=int,
        default=PLAYOUTS,
        help=f"random games of the sampler for each answer (default {PLAYOUTS})",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def check_arguments(args: argparse.Namespace) -> str:
    """What is wrong with the arguments, or nothing."""
    for name in ("games", "playouts", "jobs"):
        if getattr(args, name) < 1:
            return f"--{name} {getattr(args, name)}: at least 1"
    return ""


def run(args: argparse.Namespace, program: Program, options: Options) -> int:
    """Run the command; returns its exit status."""
    wrong = check_arguments(args)
    if wrong:
        print(f"nightreel simulate: {wrong}", file=sys.stderr)
        return 2
    _warm_up(program, options)
    begun = time.perf_counter()
    tally = simulate(
        program,
        args.player,
        args.games,
        args.seed,
        options,
        args.playouts,
        args.jobs,
        show=not args.json or sys.stderr.isatty(),
    )
    figures = report(tally, time.perf_counter() - begun)
    print(json.dumps(figures) if args.json else in_words(program.title, figures))
    return 0


def _warm_up(program: Program, options: Options) -> None:
    """Compile or load the machine before the clock runs."""
    from nightreel.machine.modes import is_ready

    if not is_ready():
        print("Compiling the machine: once, about a minute ...", file=sys.stderr)
    Runner(program, options).play(0)


def in_words(title: str, figures: dict[str, int | float]) -> str:
    """The figures as text."""
    games = figures["games"]
    won = 100 * figures["wins"] / games
    return "\n".join(
        (
            title,
            f"games {games}, victories {figures['wins']} ({won:.2f} %)",
            (
                f"turns a game {figures['turns'] / games:.1f}, "
                f"decisions a game {figures['decisions'] / games:.1f}"
            ),
            (
                f"{figures['seconds']} s: {figures['games_per_second']:,.0f} games/s, "
                f"{figures['decisions_per_second']:,.0f} decisions/s"
            ),
        )
    )
