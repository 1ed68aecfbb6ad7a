"""The end of a game: victory or defeat, the seed, the dice, and what to do now."""

from __future__ import annotations

from typing import Final

from nightreel.table.choices import Choice
from nightreel.table.dice import dice_lines
from nightreel.table.game import Game
from nightreel.table.story import story_of
from nightreel.table.wording import question_text
from nightreel.terminal.full.lines import BLANK, Line, line, styled
from nightreel.translation import gettext, put

REMATCH, STORY, LEAVE = range(3)
KEYS: Final = {"r": REMATCH, "s": STORY, "q": LEAVE}
"""What one key does when the game is over."""


def end_lines(game: Game) -> list[Line]:
    """How the game ended, and with which seed (SET-11, TURN-2)."""
    lines = [line((question_text(game.state), "accent"))]
    if game.practice:
        lines.append(line((gettext("It was a practice game."), "dim")))
    lines.append(line((put(gettext("The seed was {seed}"), seed=game.seed), "dim")))
    return [*lines, *styled(dice_lines(game.dice), "dim")]


def story_lines(game: Game) -> list[Line]:
    """The story of a finished game, an empty line behind each paragraph."""
    return [text for told in story_of(game) for text in (line(told), BLANK)]


def end_choices() -> list[Choice]:
    """What can be done now."""
    texts = (
        gettext("Rematch: the same cast again (R)"),
        gettext("The story of this game (S)"),
        gettext("Leave (Q)"),
    )
    return [Choice(n, n - 1, text, True) for n, text in enumerate(texts, start=1)]
