"""The story of a finished game in plain text, and the command ``nightreel story``."""

from __future__ import annotations

import argparse

from nightreel.exits import DONE
from nightreel.output import say
from nightreel.table import game as games
from nightreel.table import kept
from nightreel.table.game import Game
from nightreel.table.story import story_of


def tell_story(game: Game) -> None:
    """Tell it, an empty line around each paragraph.  Raises NotOver."""
    for paragraph in story_of(game):
        say("", paragraph)
    say("")


def story(args: argparse.Namespace) -> int:
    """Tell the story of a saved game.  Raises BadSave, NotOver."""
    tell_story(games.load(kept.path_of(args.file)))
    return DONE
