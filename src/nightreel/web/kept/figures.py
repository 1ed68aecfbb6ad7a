"""Statistics of a player's games: who won where with whom, what killed her, her dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from nightreel.films.box import ROLES
from nightreel.films.library import Casts
from nightreel.table.cause import DEATHS
from nightreel.table.dice import Dice
from nightreel.table.saves import Glance
from nightreel.table.scores import Score, Statistics, dice_of, statistics
from nightreel.web.kept.models import GameRow


@dataclass(frozen=True)
class Figures:
    """All that is counted."""

    count: Statistics
    practice: Score
    """The practice games that ended."""
    dice: Dice
    causes: tuple[tuple[str, int], ...]
    """How many games each cause of a defeat ended, the commonest first."""
    rescued: int
    fallen: int
    running: int


def figures_of(games: list[GameRow]) -> Figures:
    """Count games; practice games stand apart."""
    glances = [glance_of(game) for game in games]
    counted = [game for game in games if game.result and not game.practice]
    practice = [game for game in games if game.result and game.practice]
    causes = Counter(game.cause for game in counted if game.cause in DEATHS)
    return Figures(
        statistics(glances),
        Score(len(practice), sum(game.result == "victory" for game in practice)),
        dice_of(glances),
        tuple(causes.most_common()),
        sum(game.rescued for game in counted),
        sum(game.fallen for game in counted),
        sum(not game.result and not game.practice for game in games),
    )


def glance_of(game: GameRow) -> Glance:
    """A game of the database as kept games are counted."""
    ids = {role: getattr(game, role) for role in ROLES}
    return Glance(
        path=Path(),
        id=game.kept_id,
        cast={role: {"id": id_, "title": id_} for role, id_ in ids.items()},
        options=game.options,
        practice=game.practice,
        begun=game.begun,
        seed_hash=game.seed_hash,
        standing=game.standing,
    )


# ---------------------------------------------------------------- the grid


@dataclass(frozen=True)
class Line:
    """Somebody with a score: a row or column of the grid."""

    id: str
    title: str
    score: Score


@dataclass(frozen=True)
class Grid:
    """Killers down, Locations across: the scores of all that can be played, and was."""

    killers: tuple[Line, ...]
    locations: tuple[Line, ...]
    girls: tuple[Line, ...]
    cells: dict[tuple[str, str], Score]
    unplayed: int
    """How many pairs of Killer and Location were never played to the end."""


def grid_of(known: Casts, count: Statistics, girl: str = "") -> Grid:
    """The grid of all games, or of those with one Final Girl."""
    cells: dict[tuple[str, str], Score] = {}
    for (killer, location, who), score in count.casts.items():
        if girl in ("", who):
            cells[killer, location] = cells.get((killer, location), Score()) + score
    killers, locations, girls = (_lines(known, count, role) for role in ROLES)
    blank = sum((k.id, at.id) not in cells for k in killers for at in locations)
    return Grid(killers, locations, girls, cells, blank)


def _lines(known: Casts, count: Statistics, role: str) -> tuple[Line, ...]:
    """Everybody who can play a role, and who did so in games from elsewhere."""
    scores = count.roles[role]
    titles = {member.id: member.title for member in known.of(role)}
    ids = [*titles, *(id_ for id_ in scores if id_ not in titles)]
    return tuple(Line(id_, titles.get(id_, id_), scores.get(id_, Score())) for id_ in ids)
