"""Figures of balance for a film's page: ``python -m nightreel.lab.balance FILM --games N``.

Written to ``docs/films/FILM.balance.json``: how often the sampler and random play win with every
Final Girl of the film, turns, causes of the end, and the figures of every card over all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from nightreel.arguments import positive
from nightreel.exits import BAD_INPUT, DONE
from nightreel.films.library import Member, casts, load_program
from nightreel.lab.cards import (
    STAGES,
    CardTally,
    Figures,
    report,
    share,
    watch_range,
)
from nightreel.lab.runner import PLAYOUTS
from nightreel.lab.simulate import Run, Tally, gather, play_range
from nightreel.output import say_wrong
from nightreel.reel.program import Program
from nightreel.table.cause import cause_text
from nightreel.translation import gettext, put

FOLDER: Final = Path("docs") / "films"
RANDOM_GAMES: Final = 10
"""Games of random play for each game of the sampler."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure a film and write its figures; returns the exit status."""
    args = _parser().parse_args(arguments)
    programs = list(programs_of(args.film))
    if not programs:
        text = gettext("There is no film {film} with Killer and Location.")
        say_wrong(put(text, film=repr(args.film)))
        return BAD_INPUT
    figures = measure(args.film, programs, args.games, args.seed, args.jobs)
    args.folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=1, ensure_ascii=False)
    (args.folder / f"{args.film}.balance.json").write_text(text + "\n", encoding="utf-8")
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m nightreel.lab.balance", description=__doc__)
    parser.add_argument("film", help="name of a film, such as low_water")
    parser.add_argument("--games", type=positive, default=1000, help="of each Final Girl")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--jobs", type=positive, default=1, help="processes")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the figures go")
    return parser


def programs_of(film: str) -> Iterator[tuple[str, Program]]:
    """Each Final Girl of a film by her name, with its Killer at its Location."""
    known = casts()
    for killer, location in zip(_of(film, known.killers), _of(film, known.locations), strict=False):
        for girl in _of(film, known.girls):
            yield girl.title, load_program(killer.id, location.id, girl.id)


def _of(film: str, members: Iterable[Member]) -> list[Member]:
    return [member for member in members if member.film == film]


def measure(
    film: str, programs: Sequence[tuple[str, Program]], games: int, seed: int, jobs: int
) -> Figures:
    """All figures of a film, as its page shows them: groups of one shape become tables."""
    play: Figures = {}
    causes: Figures = {}
    reports = []
    for girl, program in programs:
        sampler = Run("sampler", games, seed, jobs=jobs)
        cards = report(program, gather(CardTally(), watch_range, program, sampler, show=True))
        chance = Run("random", games * RANDOM_GAMES, seed, jobs=jobs)
        tally = gather(Tally(), play_range, program, chance, show=True)
        play[f"{girl}, sampler"] = played(cards["wins"], cards["turns"]["mean"])
        mean = tally.turns / tally.games
        play[f"{girl}, random play"] = played(share(tally.wins, tally.games), mean)
        causes[girl] = {cause_text(name): n for name, n in cards["causes"].items()}
        reports.append(cards)
    return {
        "command": f"python -m nightreel.lab.balance {film} --games {games} --seed {seed}",
        "first_seed": seed,
        "random_games_of_the_sampler_for_each_answer": PLAYOUTS,
        "wins": play,
        "turns_of_the_sampler": {
            girl: {str(n): one["turns"][name] for n, name in _TURNS}
            for (girl, _), one in zip(programs, reports, strict=True)
        },
        "why_games_of_the_sampler_ended": causes,
        "cards": list(card_rows(reports)),
    }


_TURNS: Final = (
    ("mean", "mean"),
    ("one_game_in_ten_has_at_most", "tenth"),
    ("one_in_ten_at_least", "ninetieth"),
)


def played(shares: Figures, turns: float) -> Figures:
    """How often a player won, in percent with the 95 % interval."""
    return {
        "games": shares["games"],
        "won": shares["won"],
        "percent": round(100 * shares["share"], 2),
        "at_least": round(100 * shares["low"], 2),
        "at_most": round(100 * shares["high"], 2),
        "turns": round(turns, 2),
    }


def card_rows(reports: Sequence[Figures]) -> Iterator[Figures]:
    """Every card over all casts, in percent of the games of those casts that have it."""
    rows: dict[tuple[str, str], list[Figures]] = {}
    for one in reports:
        for row in one["cards"]:
            rows.setdefault((row["type"], row["title"]), []).append(row)
    for (type_, title), alike in rows.items():
        used = share(_sum(alike, "with", "won"), _sum(alike, "with", "games"))
        unused = share(_sum(alike, "without", "won"), _sum(alike, "without", "games"))
        games = used["games"] + unused["games"]
        yield {
            "card": title,
            "type": type_,
            **{s: _percent(sum(r.get(s, 0) for r in alike), games, s in alike[0]) for s in STAGES},
            "won_with": _between(used),
            "won_without": _between(unused),
        }


def _sum(rows: Iterable[Figures], part: str, name: str) -> int:
    return sum(row[part][name] for row in rows)


def _percent(part: int, games: int, told: bool) -> str:
    return f"{100 * part / games:.1f} %" if told else ""


def _between(shares: Figures) -> str:
    if not shares["games"]:
        return ""
    percents = (f"{100 * shares[name]:.0f}" for name in ("share", "low", "high"))
    return "{} % ({} to {})".format(*percents)


if __name__ == "__main__":
    sys.exit(main())
