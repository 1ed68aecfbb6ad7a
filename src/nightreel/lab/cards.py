"""Figures of cards: how often each came up, was used, and how games went with and without it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from nightreel.lab.runner import Runner
from nightreel.lab.watch import Sighting, Thing, Watcher
from nightreel.reel.program import Program
from nightreel.table.cause import cause_text
from nightreel.table.wording import ability_text, thing_name
from nightreel.translation import gettext, put

Figures = dict[str, Any]
"""Figures of games as plain values, fit for JSON."""

NORMAL_95: Final = 1.96
DECISIVE: Final = 0.4
"""So far apart the intervals with and without a card must lie to call it decisive."""
STAGES: Final = ("drawn", "gained", "used")


@dataclass
class CardTally:
    """What many games came to, card by card."""

    games: int = 0
    wins: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    seen: Counter[tuple[str, Thing]] = field(default_factory=Counter)
    """Games in which a stage (drawn, gained, used) of a thing came up."""
    won: Counter[tuple[str, Thing]] = field(default_factory=Counter)
    """Those of them that were won."""

    def add(self, other: CardTally) -> None:
        """Count another tally in."""
        self.games += other.games
        self.wins += other.wins
        for mine, its in (
            (self.turns, other.turns),
            (self.causes, other.causes),
            (self.seen, other.seen),
            (self.won, other.won),
        ):
            mine.update(its)  # type: ignore[arg-type]

    def count(self, seen: Sighting) -> None:
        """Count one game in."""
        self.games += 1
        self.wins += seen.won
        self.turns[seen.turns] += 1
        self.causes[seen.cause] += 1
        for stage in STAGES:
            for thing in getattr(seen, stage):
                self.seen[stage, thing] += 1
                self.won[stage, thing] += seen.won


def watch_range(runner: Runner, player: str, seeds: range) -> CardTally:
    """Play one game for each seed and watch it.  Raises BrokenGame."""
    watcher = Watcher(runner.program)
    tally = CardTally()
    for seed in seeds:
        tally.count(watcher.watch(runner.record(seed), runner.answers(seed, player)))
    return tally


def interval(wins: int, games: int) -> tuple[float, float]:
    """Between which shares the true one lies with 95 % (Wilson); 0 to 1 without games."""
    if games == 0:
        return 0.0, 1.0
    share, z = wins / games, NORMAL_95
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max((middle - reach) / scale, 0.0), min((middle + reach) / scale, 1.0)


def report(program: Program, tally: CardTally) -> Figures:
    """All figures as plain values."""
    return {
        "games": tally.games,
        "wins": share(tally.wins, tally.games),
        "turns": turn_figures(tally),
        "causes": dict(sorted(tally.causes.items())),
        "cards": [row_of(tally, *entry) for entry in entries(program)],
    }


def share(wins: int, games: int) -> Figures:
    """Games, those won, the share and its 95 % interval."""
    low, high = interval(wins, games)
    part = wins / games if games else 0.0
    told = {"share": part, "low": low, "high": high}
    return {"games": games, "won": wins, **{name: round(value, 4) for name, value in told.items()}}


def turn_figures(tally: CardTally) -> Figures:
    """The mean of turns, between which numbers eight of ten games lie, and how often each was."""
    games = sorted(tally.turns.elements())
    if not games:
        return {"mean": 0.0, "tenth": 0, "ninetieth": 0, "games": {}}
    return {
        "mean": round(sum(games) / len(games), 2),
        "tenth": games[len(games) // 10],
        "ninetieth": games[len(games) * 9 // 10],
        "games": {str(turns): tally.turns[turns] for turns in sorted(tally.turns)},
    }


def entries(program: Program) -> Iterator[tuple[Thing, str, str, str]]:
    """Every card and ability: what it is, its id, title and type."""
    for number, card in enumerate(program.facts["cards"], start=1):
        yield ("card", number), card["id"], thing_name(program, "card", number), card["type"]
    for number, act in enumerate(program.facts["acts"], start=1):
        yield ("act", number), act["id"], thing_name(program, "act", number), "action"
    for number in range(len(program.abilities)):
        text = ability_text(program, number)
        yield ("ability", number), f"ability_{number}", text, "ability"


def row_of(tally: CardTally, thing: Thing, id_: str, title: str, type_: str) -> Figures:
    """The figures of one card: games by stage, how they went with and without it."""
    stage = _stage(type_)
    seen, won = tally.seen[stage, thing], tally.won[stage, thing]
    row: Figures = {"id": id_, "title": title, "type": type_}
    row |= {name: tally.seen[name, thing] for name in _stages(type_)}
    row["with"] = share(won, seen)
    row["without"] = share(tally.wins - won, tally.games - seen)
    row["remarks"] = list(_remarks(row))
    return row


def _stages(type_: str) -> tuple[str, ...]:
    """What there is to count of a card of a type."""
    return {"item": STAGES, "action": STAGES[1:], "ability": STAGES[2:]}.get(type_, STAGES[:1])


def _stage(type_: str) -> str:
    """What "with" a card means: that it was used, or drawn when nobody can use it."""
    return _stages(type_)[-1]


def _remarks(row: Figures) -> Iterator[str]:
    """What stands out of a card: never_drawn, never_gained, never_used, decisive."""
    yield from (f"never_{stage}" for stage in STAGES if row.get(stage) == 0)
    apart = max(
        row["with"]["low"] - row["without"]["high"], row["without"]["low"] - row["with"]["high"]
    )
    if apart > DECISIVE:
        yield "decisive"


def in_words(title: str, figures: Figures) -> str:
    """The figures as text: totals, why games ended, and a line for each card."""
    turns, wins = figures["turns"], figures["wins"]
    lines = [
        gettext(title),
        put(gettext("{games} games, {share} of them won ({low} to {high})"), **_percents(wins)),
        put(
            gettext("turns: {mean} on average, {tenth} to {ninetieth} in eight of ten games"),
            **turns,
        ),
        *(f"  {count:6}  {cause_text(name)}" for name, count in figures["causes"].items()),
        "",
        _line(
            [gettext(word) for word in ("drawn", "gained", "used")],
            gettext("won with"),
            gettext("won without"),
        ),
        *(_card_line(row, figures["games"]) for row in figures["cards"]),
    ]
    return "\n".join(lines)


def _percents(shares: Figures) -> dict[str, str]:
    told = {name: f"{100 * shares[name]:.1f} %" for name in ("share", "low", "high")}
    return {"games": f"{shares['games']:,}", **told}


def _line(stages: list[str], with_it: str, without: str, title: str = "") -> str:
    columns = "".join(f"{word:>8}" for word in stages)
    return f"{columns}   {with_it:22}{without:22}{title}".rstrip()


def _card_line(row: Figures, games: int) -> str:
    stages = [f"{100 * row[s] / games:.0f} %" if s in row else "" for s in STAGES]
    remarks = "".join(f" [{_remark_words()[name]}]" for name in row["remarks"])
    return _line(stages, _with(row["with"]), _with(row["without"]), f"{row['title']}{remarks}")


def _with(shares: Figures) -> str:
    if not shares["games"]:
        return "-"
    reach = f"{100 * shares['low']:.0f}-{100 * shares['high']:.0f}"
    return f"{100 * shares['share']:.0f} % ({reach})"


def _remark_words() -> dict[str, str]:
    return {
        "never_drawn": gettext("never drawn"),
        "never_gained": gettext("never gained"),
        "never_used": gettext("never used"),
        "decisive": gettext("decisive"),
    }
