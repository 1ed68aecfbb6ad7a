"""How a game starts from the command line: the cast, the options, the file it is kept in."""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Final

from nightreel.exits import BAD_INPUT, DONE
from nightreel.files import taken
from nightreel.films.box import ROLES
from nightreel.films.library import LISTS, Casts, role_plural
from nightreel.output import say, say_wrong
from nightreel.table import kept
from nightreel.table.errors import SaveFailed, TableError
from nightreel.table.game import Game, load
from nightreel.table.journal import check_folder
from nightreel.table.state import Options, random_seed
from nightreel.terminal.casting import casts_at_hand, chosen_program
from nightreel.terminal.plain import sit_down
from nightreel.terminal.reading import Ended
from nightreel.terminal.typed import typed
from nightreel.translation import gettext, ngettext, put

NEWEST: Final = True
"""What ``--resume`` gives when it stands alone."""


class WrongArguments(TableError):
    """Arguments that do not go together."""


def options_of(args: argparse.Namespace) -> Options:
    """The options of a game."""
    return Options(extreme=args.extreme, infinite_evil=args.infinite_evil, epic=args.epic)


def play(args: argparse.Namespace) -> int:
    """Play a new game or go on with a saved one."""
    try:
        game = resumed(args) if args.resume else begun(args)
    except Ended:
        return DONE
    return sit_down(game)


# ---------------------------------------------------------------- saved games


def resumed(args: argparse.Namespace) -> Game:
    """A saved game; what was chosen at its start cannot be chosen again."""
    chosen = (args.killer, args.location, args.girl, args.seed)
    if any(c is not None for c in chosen) or args.extreme or args.infinite_evil or args.epic:
        raise WrongArguments(gettext("a saved game brings its cast, seed and options along"))
    named = args.resume is not NEWEST
    game = load(kept.path_of(args.resume) if named else kept.newest_running().path)
    if args.practice and not game.practice:
        raise WrongArguments(gettext("a game that was begun in earnest stays so"))
    if args.save:
        game.keep_in(Path(args.save))
    game.hold()
    return game


# ---------------------------------------------------------------- new games


def begun(args: argparse.Namespace) -> Game:
    """A new game."""
    seed = random_seed() if args.seed is None else args.seed
    refuse_place(args)
    program = chosen_program(args, random.Random(f"cast {seed}"))
    game = Game(program, seed, options_of(args), args.practice)
    if args.save:
        game.keep_in(Path(args.save))
    else:
        kept.keep(game)
    return game


def refuse_place(args: argparse.Namespace) -> None:
    """Refuse a file in which a new game cannot be kept, before anything is asked.

    Raises SaveFailed.
    """
    if not args.save:
        return
    path = Path(args.save)
    if taken(path):
        text = gettext("{path}: there is something in that file; go on with it: {command}")
        command = typed("play", "--resume", args.save)
        raise SaveFailed(put(text, path=path, command=command))
    check_folder(path)


# ---------------------------------------------------------------- cast and check


def show_cast(args: argparse.Namespace) -> int:
    """List Killers, Locations and Final Girls."""
    known = casts_at_hand()
    say(json.dumps(listed(known), indent=1) if args.json else cast_lines(known))
    return DONE


def listed(known: Casts) -> dict[str, list[dict[str, str]]]:
    """The list as plain values: for each role id, title, film and path of everybody."""
    return {role: [asdict(member) for member in getattr(known, role)] for role in LISTS}


def cast_lines(known: Casts) -> str:
    """The list for people: id, name, film."""
    lines: list[str] = []
    for role in ROLES:
        lines.append(role_plural(role))
        lines += [f"    {m.id}: {gettext(m.title)} ({m.film})" for m in known.of(role)]
    return "\n".join(lines)


def check(args: argparse.Namespace) -> int:
    """Check films: their form, and that everybody in them compiles."""
    from nightreel.films.trial import try_film
    from nightreel.reel.errors import SourceError

    status = DONE
    for name in args.films:
        try:
            programs = try_film(Path(name))
        except SourceError as error:
            say_wrong(error)
            status = BAD_INPUT
        else:
            text = ngettext(
                "{file}: no mistakes, 1 cast compiles",
                "{file}: no mistakes, {n} casts compile",
                len(programs),
            )
            say(put(text, file=name))
            say_remarks(Path(name))
    return status


def say_remarks(path: Path) -> None:
    """Tell what is allowed in a film and yet hardly meant."""
    from nightreel.films.check import load_film
    from nightreel.films.remarks import remarks_on

    for remark in remarks_on(load_film(path)):
        say_wrong(put(gettext("Remark: {remark}"), remark=str(remark)))
