"""``nightreel replay``: steps through a recorded game and compares its records."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from nightreel.exits import DONE
from nightreel.output import say
from nightreel.table import game as games
from nightreel.table import kept, save_reading
from nightreel.table.game import Game
from nightreel.table.state import State
from nightreel.table.steps import Step
from nightreel.table.unseen import is_unseen
from nightreel.table.wording import LogEntry, question_text
from nightreel.terminal.reading import Ended, read_line
from nightreel.terminal.screens import log_line
from nightreel.terminal.storytelling import tell_story
from nightreel.translation import gettext, ngettext, put


def replay(args: argparse.Namespace) -> int:
    """Show a recorded game answer by answer."""
    with suppress(Ended):
        step_through(kept.path_of(args.file), waiting=not args.all)
    return DONE


def step_through(path: Path, waiting: bool) -> None:
    """Show every answer, waiting for Enter before those of the player.

    What goes into secrets is left out while the game runs (SET-7).  Raises Ended, BadSave.
    """
    over = save_reading.glance(path).over
    before: State | None = None
    number = 0
    for game in games.replay(path):
        if before is None:
            introduce(game)
        elif not over and is_unseen(before):
            tell(game.steps[-1].log)
        else:
            number += 1
            waiting = show_step(number, game.steps[-1], waiting)
        before = game.state
    if before is not None:
        finish(game)


def introduce(game: Game) -> None:
    """What game it is."""
    say(game.program.title)
    if game.practice:
        say(gettext("A practice game."))
    say(put(gettext("Hash of the seed: {hash}"), hash=game.seed_hash))
    tell(game.opening)


def tell(log: Iterable[LogEntry]) -> None:
    """Sentences of the log."""
    say(*("    " + log_line(entry) for entry in log))


def show_step(number: int, step: Step, waiting: bool) -> bool:
    """Show one answer; returns whether to wait before the next one too."""
    if waiting and not step.by_chance:
        waiting = goes_on()
    say(
        put(gettext("{n}. {question} {answer}"), n=number, question=step.question, answer=step.text)
    )
    tell(step.log)
    return waiting


def goes_on() -> bool:
    """Wait for Enter; ``all`` shows the rest without waiting.  Raises Ended for ``quit``."""
    while True:
        line = read_line(gettext("Enter: next; all: the rest; quit: leave > ")).casefold()
        if line in ("q", "quit"):
            raise Ended
        if line in ("", "a", "all"):
            return not line
        say(gettext("Press Enter alone, or type all or quit."))


def finish(game: Game) -> None:
    """How the game ended or stands, and that every record was the same."""
    say(question_text(game.state))
    if game.over:
        tell_story(game)
        say(put(gettext("The seed was {seed}"), seed=game.seed))
    say(
        ngettext(
            "1 answer was played again: its record is the same.",
            "{n} answers were played again: every record is the same.",
            len(game.steps),
        )
    )
