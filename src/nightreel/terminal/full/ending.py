"""The end of a game: victory or defeat, the seed, and what to do now."""

from __future__ import annotations

from typing import Final

from nightreel.table.game import Game
from nightreel.table.wording import question_text
from nightreel.terminal.choices import Choice
from nightreel.terminal.full.lines import Line, line
from nightreel.translation import gettext, put

REMATCH, LEAVE = range(2)
KEYS: Final = {"r": REMATCH, "q": LEAVE}
"""What one key does when the game is over."""


def end_lines(game: Game) -> list[Line]:
    """How the game ended, and with which seed (SET-11, TURN-2)."""
    lines = [line((question_text(game.state), "accent"))]
    if game.practice:
        lines.append(line((gettext("It was a practice game."), "dim")))
    return [*lines, line((put(gettext("The seed was {seed}"), seed=game.seed), "dim"))]


def end_choices() -> list[Choice]:
    """What can be done now."""
    texts = (gettext("Rematch: the same cast again (R)"), gettext("Leave (Q)"))
    return [Choice(n, n - 1, text, True) for n, text in enumerate(texts, start=1)]
