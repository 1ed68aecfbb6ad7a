"""``nightreel simulate``: play many games with a program as the player and count."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Final, TypeVar

from nightreel.arguments import add_json, positive, processes, seed_of
from nightreel.exits import DONE
from nightreel.lab import cards
from nightreel.lab.runner import PLAYERS, PLAYOUTS, Runner
from nightreel.lab.workers import workers
from nightreel.output import say, say_wrong
from nightreel.reel.program import Program
from nightreel.table.state import Options
from nightreel.translation import gettext, put

CHUNK: Final = 200
SLOW_CHUNK: Final = 2
"""Games of random play and of the sampler in one piece of work."""
BATCH: Final = 50
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


AnyTally = TypeVar("AnyTally", Tally, cards.CardTally)


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
        outcomes = runner.play_all(part, player)
        tally.games += len(outcomes)
        tally.wins += sum(outcome.won for outcome in outcomes)
        tally.decisions += sum(outcome.decisions for outcome in outcomes)
        tally.turns += sum(outcome.turns for outcome in outcomes)
    return tally


def parts_of(seeds: range, size: int) -> Iterator[range]:
    """Ranges of at most ``size`` seeds."""
    for start in range(0, len(seeds), size):
        yield seeds[start : start + size]


@dataclass(frozen=True)
class Run:
    """Which games are played: by whom, how many, from which seed on, in how many processes."""

    player: str
    games: int
    seed: int
    playouts: int = PLAYOUTS
    jobs: int = 1

    @property
    def parts(self) -> list[range]:
        """The seeds in parts, each a piece of work."""
        size = CHUNK if self.player == "random" else SLOW_CHUNK
        return list(parts_of(range(self.seed, self.seed + self.games), size))


def simulate(
    program: Program, run: Run, options: Options | None = None, show: bool = False
) -> Tally:
    """Play games with the seeds ``run.seed``, ``run.seed + 1`` ...

    The same arguments give the same tally, whatever ``run.jobs`` is.
    """
    return gather(Tally(), play_range, program, run, options, show)


def gather(
    total: AnyTally,
    task: Callable[[Runner, str, range], AnyTally],
    program: Program,
    run: Run,
    options: Options | None = None,
    show: bool = False,
) -> AnyTally:
    """Count the tallies of a task, a function of a module, over all games into ``total``."""
    from tqdm import tqdm

    bar = tqdm(total=run.games, unit=gettext("game"), disable=not show, delay=2, file=sys.stderr)
    with bar:
        for tally in _tallies(task, program, run, options or Options()):
            total.add(tally)
            bar.update(tally.games)
    return total


def _tallies(
    task: Callable[[Runner, str, range], AnyTally], program: Program, run: Run, options: Options
) -> Iterator[AnyTally]:
    if run.jobs == 1:
        runner = Runner(program, options, playouts=run.playouts)
        yield from (task(runner, run.player, part) for part in run.parts)
        return
    with workers(program, options, run.jobs, run.playouts) as pool:
        yield from pool.map(_work, [(task, run.player, part) for part in run.parts])


def _work(
    runner: Runner, part: tuple[Callable[[Runner, str, range], AnyTally], str, range]
) -> AnyTally:
    task, player, seeds = part
    return task(runner, player, seeds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command, besides those of the cast."""
    add = parser.add_argument
    add("--player", choices=PLAYERS, default=PLAYERS[0], help=gettext("who plays"))
    for name, type_, usual, told in (
        ("--games", positive, 1000, gettext("how many games ({usual} unless told)")),
        (
            "--playouts",
            positive,
            PLAYOUTS,
            gettext("random games of the sampler for each answer ({usual} unless told)"),
        ),
        ("--jobs", processes, 1, gettext("processes ({usual} unless told)")),
    ):
        add(name, type=type_, metavar="N", default=usual, help=put(told, usual=usual))
    told = gettext("seed of the first game ({usual} unless told)")
    add("--seed", type=seed_of, metavar="N", default=1, help=put(told, usual=1))
    told = gettext("count every card: how often drawn, gained, used, and won with and without it")
    add("--cards", action="store_true", help=told)
    add_json(parser)


def run(args: argparse.Namespace, program: Program, options: Options) -> int:
    """Run the command; returns its exit status."""
    _warm_up(program, options, args.player)
    wanted = Run(args.player, args.games, args.seed, args.playouts, args.jobs)
    show = sys.stderr is not None and (not args.json or sys.stderr.isatty())
    measure = measure_cards if args.cards else measure_games
    figures, words = measure(program, wanted, options, show)
    say(json.dumps(figures) if args.json else words)
    return DONE


def measure_games(
    program: Program, run: Run, options: Options, show: bool
) -> tuple[dict[str, int | float], str]:
    """Figures of games, and the same in words."""
    begun = time.perf_counter()
    tally = simulate(program, run, options, show)
    figures = report(tally, time.perf_counter() - begun)
    return figures, in_words(program.title, figures)


def measure_cards(
    program: Program, run: Run, options: Options, show: bool
) -> tuple[cards.Figures, str]:
    """Figures of cards, and the same in words."""
    tally = gather(cards.CardTally(), cards.watch_range, program, run, options, show)
    figures = cards.report(program, tally)
    return figures, cards.in_words(program.title, figures)


def _warm_up(program: Program, options: Options, player: str) -> None:
    """Compile or load what a player needs of the machine before the clock runs."""
    from nightreel.machine.modes import is_ready

    if not is_ready("play_games" if player == "random" else "sample"):
        say_wrong(gettext("Compiling the machine: once, about a minute ..."))
    Runner(program, options, playouts=1).play(0, player)


def rate(a_second: float) -> str:
    """A rate, with a tenth where it is small."""
    return f"{a_second:,.1f}" if a_second < 10 else f"{a_second:,.0f}"


def in_words(title: str, figures: dict[str, int | float]) -> str:
    """The figures as text."""
    games = figures["games"]
    names: dict[str, object] = {
        **figures,
        "share": f"{100 * figures['wins'] / games:.2f}",
        "turns": f"{figures['turns'] / games:.1f}",
        "decisions": f"{figures['decisions'] / games:.1f}",
        "games_per_second": rate(figures["games_per_second"]),
        "decisions_per_second": rate(figures["decisions_per_second"]),
    }
    lines = (
        gettext("games {games}, victories {wins} ({share} %)"),
        gettext("turns a game {turns}, decisions a game {decisions}"),
        gettext("{seconds} s: {games_per_second} games/s, {decisions_per_second} decisions/s"),
    )
    return "\n".join([gettext(title), *(put(line, **names) for line in lines)])
