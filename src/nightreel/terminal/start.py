"""How a game starts from the command line: the cast, the options, the file it is kept in."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Final

from nightreel.exits import DONE
from nightreel.files import taken
from nightreel.table import kept
from nightreel.table.errors import SaveFailed, TableError
from nightreel.table.game import Game, load
from nightreel.table.journal import check_folder
from nightreel.table.state import Options, random_seed
from nightreel.terminal.casting import chosen_program
from nightreel.terminal.plain import sit_down
from nightreel.terminal.reading import Ended
from nightreel.terminal.typed import typed
from nightreel.translation import gettext, put

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
