"""What the rules at hand say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nightreel.table.errors import UnknownRule
from nightreel.table.following import Following
from nightreel.table.game import Game
from nightreel.table.rules import rule_lines, rule_of
from nightreel.terminal.full.asking import Asking
from nightreel.terminal.full.lines import BLANK, Line, line

_ID: Final = re.compile(r"\b[A-Z]+-\d+\b")


def ids_in(text: str) -> list[str]:
    """The ids of rules that a text names."""
    return _ID.findall(text)


def rules_at_hand(game: Game, asking: Asking, following: Following) -> list[str]:
    """Ids of the rules of what is followed, of a refusal, or of the last answer."""
    if following:
        return list(following.beat.entry.rules)
    chosen = asking.chosen
    if chosen is not None and not chosen.legal:
        return ids_in(asking.reasons[chosen.action])
    last = game.steps[-1].log if game.steps else game.opening
    return [rule for entry in last for rule in entry.rules]


def rules_told(ids: Iterable[str]) -> list[Line]:
    """The rules with these ids, each once and whole."""
    lines: list[Line] = []
    for id_ in dict.fromkeys(ids):
        try:
            head, *rest = rule_lines(rule_of(id_))
        except UnknownRule:
            continue
        lines += [line((head, "accent")), *(line(text) for text in rest), BLANK]
    return lines
