"""The games that are kept in the player's folder: listed, found, taken in and out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from nightreel.files import GAMES, games_folder, taken, why
from nightreel.table import journal, save_reading
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
    """Look at all games in the folder.  Raises NotKept when that cannot be."""
    games: list[Glance] = []
    unread: list[str] = []
    for path in _files():
        try:
            games.append(save_reading.glance(path))
        except BadSave as error:
            unread.append(str(error))
    games.sort(key=lambda game: game.standing.saved, reverse=True)
    games.sort(key=lambda game: game.over)
    return Shelf(tuple(games), tuple(unread))


def _files() -> list[Path]:
    """All files of games; none where there is no folder yet.  Raises NotKept."""
    folder = games_folder()
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ENDING)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        text = gettext("{folder}: no games can be kept there ({variable} names it): {why}")
        told = put(text, folder=folder, variable=GAMES, why=why(error))
        raise NotKept(told) from None


def find(word: str) -> Glance:
    """The kept game whose id begins so.  Raises NotKept."""
    found = [game for game in shelf().games if word and game.id.startswith(word.casefold())]
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
