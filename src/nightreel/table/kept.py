"""The games that are kept in the player's folder: listed, found, taken in and out, counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from nightreel.files import games_folder, taken, why
from nightreel.films.box import ROLES
from nightreel.table import journal, save_reading
from nightreel.table.dice import Dice
from nightreel.table.errors import BadSave, SaveFailed, TableError
from nightreel.table.game import Game, load
from nightreel.table.saves import Glance
from nightreel.translation import gettext, put

ENDING: Final = ".save"


class NotKept(TableError):
    """A game that is not among those kept, or more than one that could be meant."""


@dataclass(frozen=True)
class Shelf:
    """All games in the folder."""

    games: tuple[Glance, ...]
    """Those that run first, of these and of the others the newest first."""
    unread: tuple[str, ...]
    """What is wrong with files that cannot be read."""


def shelf() -> Shelf:
    """Look at all games in the folder."""
    games: list[Glance] = []
    unread: list[str] = []
    for path in sorted(games_folder().glob(f"*{ENDING}")):
        try:
            games.append(save_reading.glance(path))
        except BadSave as error:
            unread.append(str(error))
    games.sort(key=lambda game: game.standing.saved, reverse=True)
    games.sort(key=lambda game: game.over)
    return Shelf(tuple(games), tuple(unread))


def find(word: str) -> Glance:
    """The kept game whose id begins so.  Raises NotKept."""
    found = [game for game in shelf().games if game.id.startswith(word.casefold())]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(game.id for game in found)
        raise NotKept(put(gettext("{word} could be: {names}"), word=word, names=names))
    raise NotKept(put(gettext("No kept game has the id {word}"), word=word))


def newest_running() -> Glance:
    """The game that was played last and is not over.  Raises NotKept."""
    for game in shelf().games:
        if not game.over:
            return game
    raise NotKept(gettext("There is no kept game that is not over"))


def path_of(word: str) -> Path:
    """The file that is meant by a path or by the beginning of an id.  Raises NotKept."""
    path = Path(word)
    if taken(path) or path.name != word or path.suffix:
        return path
    return find(word).path


# ---------------------------------------------------------------- into the folder, and out of it


def keep(game: Game) -> None:
    """Keep a game in a new file of the folder from now on.  Raises SaveFailed."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveFailed(f"{folder}: {why(error)}") from None
    day = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M")
    game.keep_in(folder / f"{day}-{game.id}{ENDING}")


def rematch(game: Game) -> Game:
    """A new game with the same cast and options, kept in the folder if the other one is.

    Raises BrokenGame, SaveFailed.
    """
    again = game.rematch()
    if game.path is not None:
        keep(again)
    return again


def take_in(path: Path) -> Game:
    """Take a game from a file into the folder: every answer of it is played again.

    A game that is here already goes on as it does there, if it only went on there.  Raises
    BadSave, SaveFailed.
    """
    game = load(path)
    for here in shelf().games:
        if here.id == game.id:
            game.keep_in(here.path)
            break
    else:
        keep(game)
    game.let_go()
    return game


def delete(game: Glance) -> None:
    """Delete a kept game, unless it is being played.  Raises SaveFailed."""
    journal.delete(game.path)


# ---------------------------------------------------------------- as data


def told(game: Glance) -> dict[str, Any]:
    """A kept game as plain values."""
    standing = asdict(game.standing)
    return {
        "id": game.id,
        "title": game.title,
        "cast": game.cast,
        **{name: standing[name] for name in ("turn", "phase", "result", "saved")},
        "begun": game.begun,
        "practice": game.practice,
        "options": game.options,
        "dice": list(game.standing.dice.faces),
        "path": str(game.path),
    }


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
