"""What became of kept games: victories and defeats by who played, and the dice of them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from nightreel.films.box import ROLES
from nightreel.table.dice import Dice
from nightreel.table.saves import Glance


def dice_of(games: Iterable[Glance]) -> Dice:
    """All dice that she rolled in some games: practice games do not count, for they go back."""
    return sum((game.standing.dice for game in games if not game.practice), Dice())


@dataclass(frozen=True)
class Score:
    """Games that ended, and how many of them were won."""

    games: int = 0
    wins: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.games + other.games, self.wins + other.wins)


@dataclass(frozen=True)
class Statistics:
    """What became of the games that ended; practice games do not count."""

    all: Score
    roles: dict[str, dict[str, Score]]
    """For each role (killer, location, girl) the score of everybody, by ids."""
    casts: dict[tuple[str, str, str], Score]
    """The score of each cast: ids of Killer, Location, Final Girl."""
    titles: dict[str, dict[str, str]]
    """For each role the titles by ids."""
    practice: int
    """How many practice games ended."""

    def told(self) -> dict[str, Any]:
        """All of it as plain values."""
        roles = {
            role: [
                {"id": id_, "title": self.titles[role][id_], **asdict(score)}
                for id_, score in scores.items()
            ]
            for role, scores in self.roles.items()
        }
        casts = [
            {**dict(zip(ROLES, ids, strict=True)), **asdict(score)}
            for ids, score in self.casts.items()
        ]
        return {**asdict(self.all), **roles, "casts": casts, "practice": self.practice}


def statistics(games: Iterable[Glance]) -> Statistics:
    """Count the games that ended."""
    ended = [game for game in games if game.over]
    counted = [game for game in ended if not game.practice]
    count = Statistics(Score(), {role: {} for role in ROLES}, {}, {role: {} for role in ROLES}, 0)
    total = Score()
    for game in counted:
        score = Score(1, int(game.standing.result == "victory"))
        total += score
        killer, location, girl = (game.cast[role]["id"] for role in ROLES)
        ids = (killer, location, girl)
        count.casts[ids] = count.casts.get(ids, Score()) + score
        for role, id_ in zip(ROLES, ids, strict=True):
            count.titles[role][id_] = game.cast[role]["title"]
            count.roles[role][id_] = count.roles[role].get(id_, Score()) + score
    return replace(count, all=total, practice=len(ended) - len(counted))
