"""``nightreel simulate``: play many games with a program as the player and count."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from nightreel.exits import DONE
from nightreel.lab.arguments import add_json, positive
from nightreel.lab.runner import PLAYERS, PLAYOUTS, Runner
from nightreel.lab.workers import workers
from nightreel.reel.program import Program
from nightreel.table.state import Options
from nightreel.translation import gettext, put

CHUNK = 200
SLOW_CHUNK = 2
BATCH = 50
"""Random games for one step into the machine."""


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


def play_range(runner: Runner, player: str, seeds: range) -> Tally:
    """Play one game for each seed."""
    tally = Tally()
    for part in parts_of(seeds, BATCH):
        for outcome in runner.play_all(part, player):
            tally.add(Tally(1, int(outcome.won), outcome.decisions, outcome.turns))
    return tally


def parts_of(seeds: range, size: int) -> Iterator[range]:
    """Ranges of at most ``size`` seeds."""
    for start in range(0, len(seeds), size):
        yield seeds[start : start + size]


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
    parts = list(parts_of(range(seed, seed + games), size))
    total = Tally()
    bar = tqdm(total=games, unit=gettext("game"), disable=not show, delay=2, file=sys.stderr)
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
    with workers(program, options, jobs, playouts) as pool:
        yield from pool.map(_work, [(player, part) for part in parts])


def _work(runner: Runner, part: tuple[str, range]) -> Tally:
    return play_range(runner, *part)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command, besides those of the cast."""
    add = parser.add_argument
    add("--player", choices=PLAYERS, default=PLAYERS[0], help=gettext("who plays"))
    for name, usual, told in (
        ("--games", 1000, gettext("how many games ({usual} unless told)")),
        (
            "--playouts",
            PLAYOUTS,
            gettext("random games of the sampler for each answer ({usual} unless told)"),
        ),
        ("--jobs", 1, gettext("processes ({usual} unless told)")),
    ):
        add(name, type=positive, metavar="N", default=usual, help=put(told, usual=usual))
    told = gettext("seed of the first game ({usual} unless told)")
    add("--seed", type=int, metavar="N", default=1, help=put(told, usual=1))
    add_json(parser)


def run(args: argparse.Namespace, program: Program, options: Options) -> int:
    """Run the command; returns its exit status."""
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
    return DONE


def _warm_up(program: Program, options: Options) -> None:
    """Compile or load the machine before the clock runs."""
    from nightreel.machine.modes import is_ready

    if not is_ready():
        told = gettext("Compiling the machine: once, about a minute ...")
        print(told, file=sys.stderr)
    Runner(program, options).play(0)


def in_words(title: str, figures: dict[str, int | float]) -> str:
    """The figures as text."""
    games = figures["games"]
    names: dict[str, object] = {
        **figures,
        "share": f"{100 * figures['wins'] / games:.2f}",
        "turns": f"{figures['turns'] / games:.1f}",
        "decisions": f"{figures['decisions'] / games:.1f}",
        "games_per_second": f"{figures['games_per_second']:,.0f}",
        "decisions_per_second": f"{figures['decisions_per_second']:,.0f}",
    }
    lines = (
        gettext("games {games}, victories {wins} ({share} %)"),
        gettext("turns a game {turns}, decisions a game {decisions}"),
        gettext("{seconds} s: {games_per_second} games/s, {decisions_per_second} decisions/s"),
    )
    return "\n".join([gettext(title), *(put(line, **names) for line in lines)])
