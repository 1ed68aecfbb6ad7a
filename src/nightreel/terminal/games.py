"""The kept games at the command line: ``games``, ``export`` and ``import``."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from nightreel.exits import DONE, FAILED
from nightreel.films.library import role_plural
from nightreel.output import say, say_wrong
from nightreel.table import kept
from nightreel.table.dice import dice_lines
from nightreel.table.game import load
from nightreel.table.kept import Shelf
from nightreel.table.saves import Glance
from nightreel.table.scores import Score, Statistics, dice_of, statistics
from nightreel.table.sharing import write_view
from nightreel.table.wording import phase_name
from nightreel.terminal.reading import Ended, read_line
from nightreel.terminal.typed import typed
from nightreel.translation import gettext, ngettext, put


def games(args: argparse.Namespace) -> int:
    """List the kept games, count them, or delete one."""
    if args.delete is not None:
        return delete(args.delete, args.yes)
    shelf = kept.shelf()
    for wrong in shelf.unread:
        say_wrong(wrong)
    plain, lines = shown(args, shelf)
    say(*([json.dumps(plain, indent=1, ensure_ascii=False)] if args.json else lines))
    return DONE


def shown(args: argparse.Namespace, shelf: Shelf) -> tuple[Any, list[str]]:
    """What is wanted of the kept games: as plain values, and in words."""
    if args.stats:
        count = statistics(shelf.games)
        return count.told(), statistics_lines(count)
    if args.dice:
        dice = dice_of(shelf.games)
        return dice.told(), dice_lines(dice)
    return [kept.told(game) for game in shelf.games], game_lines(shelf.games)


# ---------------------------------------------------------------- in words


def game_lines(games: tuple[Glance, ...]) -> list[str]:
    """The list for people."""
    if not games:
        return [gettext("No games are kept.")]
    text = gettext("Go on with one: {command}; alone, with the newest that is not over.")
    command = typed("play", "--resume", games[0].id)
    return [*(game_line(game) for game in games), put(text, command=command)]


def game_line(game: Glance) -> str:
    """A kept game in one line: id, cast, how it stands, when it was played."""
    standing = game.standing
    results = {"victory": gettext("victory"), "defeat": gettext("defeat")}
    parts = [put(gettext("turn {n}"), n=standing.turn)]
    parts.append(results[standing.result] if game.over else phase_name(standing.phase))
    parts.append(when(standing.saved))
    parts += [gettext("practice")] if game.practice else []
    return f"{game.id}: {game.title}: {', '.join(parts)}"


def when(moment: str) -> str:
    """A moment as the player's clock tells it."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment


def statistics_lines(count: Statistics) -> list[str]:
    """The statistics for people."""
    lines = [score_line(gettext("All games"), count.all)]
    for role, scores in count.roles.items():
        lines += [role_plural(role)] if scores else []
        for id_, score in scores.items():
            lines.append("    " + score_line(gettext(count.titles[role][id_]), score))
    if count.practice:
        told = ngettext("1 practice game", "{n} practice games", count.practice)
        lines.append(put(gettext("{games}, not counted"), games=told))
    return lines


def score_line(title: str, score: Score) -> str:
    """Games and victories."""
    played = ngettext("1 game", "{n} games", score.games)
    won = ngettext("1 victory", "{n} victories", score.wins)
    share = f" ({100 * score.wins / score.games:.0f} %)" if score.games else ""
    return f"{title}: {played}, {won}{share}"


# ---------------------------------------------------------------- delete, out, in


def delete(word: str, sure: bool) -> int:
    """Delete a kept game, when the player is sure."""
    game = kept.find(word)
    if not sure:
        say(game_line(game))
        try:
            sure = read_line(gettext("Delete this game for ever? yes or no > ")).casefold() in (
                "yes",
                gettext("yes"),
            )
        except Ended:
            sure = False
    if not sure:
        say(gettext("Nothing was deleted."))
        return FAILED
    kept.delete(game)
    say(put(gettext("The game {id} is deleted."), id=game.id))
    return DONE


def export(args: argparse.Namespace) -> int:
    """Write a kept game to a file: all of it, sealed while it runs, or what the player sees."""
    game, path = load(kept.path_of(args.game)), Path(args.file)
    if args.view:
        write_view(game.export(), path)
        text = gettext("What the player sees of {id} is written in {path}")
    else:
        game.save(path)
        text = gettext("The game {id} is written in {path}")
    say(put(text, id=game.id, path=path))
    return DONE


def bring_in(args: argparse.Namespace) -> int:
    """Take a game from a file among those kept."""
    game = kept.take_in(Path(args.file))
    text = gettext("The game {id} is kept: {title}. Go on with: {command}")
    command = typed("replay", game.id) if game.over else typed("play", "--resume", game.id)
    say(put(text, id=game.id, title=game.program.title, command=command))
    return DONE
