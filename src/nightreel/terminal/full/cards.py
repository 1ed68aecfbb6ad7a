"""Hand, Tableau, decks and cards in play, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from nightreel.table.view import View
from nightreel.table.wording import LogEntry
from nightreel.terminal.full.lines import BLANK, Line, line
from nightreel.terminal.screens import INDENT, act_lines, decks_screen
from nightreel.translation import gettext, ngettext, put

Chances: TypeAlias = Mapping[str, float]
"""How likely each result line of a card is."""
LOG_MAX: Final = 400
"""Most sentences of the log that a panel holds."""


def percent(chance: float) -> str:
    """A chance as people read it; never 0 % or 100 % for what is neither impossible nor sure."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 < chance < 1:
        return ">99%"
    return f"{chance:.0%}"


def act_card(act: View, chances: Chances, lit: bool = False) -> list[Line]:
    """An Action card with all its result lines, and how likely each is."""
    head = line((act_lines(act)[0], "accent" if lit else "strong"))
    return [head, *(_result(k, text, chances.get(k)) for k, text in act["lines"].items())]


def _result(key: str, text: str, chance: float | None) -> Line:
    """A result line: successes from which it holds, what happens, how likely it is."""
    successes = {"three": "3+ ", "two": "2+ ", "one": "1  ", "none": "0  "}.get(key, "")
    likely = f"{percent(chance):>4} " if chance is not None else ""
    return line((f"  {successes}", "dim"), (likely, "accent"), text)


def act_cards(acts: Sequence[View], chances: Mapping[int, Chances], lit: int = 0) -> list[Line]:
    """Action cards; the one that is lit stands first."""
    ordered = sorted(acts, key=lambda act: act["number"] != lit)
    return [
        text
        for act in ordered
        for text in act_card(act, chances.get(act["number"], {}), act["number"] == lit)
    ]


def hand(v: View, chances: Mapping[int, Chances], lit: int = 0) -> list[Line]:
    """The hand with the result lines of each card (ACT-2)."""
    count = sum(act["count"] for act in v["hand"])
    head = ngettext("1 card in hand", "{n} cards in hand", count)
    head = put(gettext("{cards}, lines by successes"), cards=head)
    return [line((head, "dim")), *act_cards(v["hand"], chances, lit)]


def tableau(v: View, chances: Mapping[int, Chances], lit: int = 0) -> list[Line]:
    """The Action Tableau, and what waits in the discard pile (PLAN-1, PLAN-4)."""
    names = [put(gettext("{n} x {title}"), n=a["count"], title=a["title"]) for a in v["discard"]]
    pile = put(gettext("Discard pile: {cards}"), cards=", ".join(names) or gettext("nothing"))
    return [*act_cards(v["tableau"], chances, lit), BLANK, line((pile, "dim"))]


def decks(v: View) -> list[Line]:
    """Decks, piles, and the cards that lie face up and hold."""
    return [line((text, "" if text.startswith(INDENT) else "strong")) for text in decks_screen(v)]


def log(entries: Iterable[LogEntry]) -> list[Line]:
    """The end of the log, with rule ids."""
    return [log_line(entry) for entry in list(entries)[-LOG_MAX:]]


def log_line(entry: LogEntry) -> Line:
    """A sentence of the log with the ids of its rules."""
    turn = "TURN-1" in entry.rules
    rules = f" {', '.join(entry.rules)}" if entry.rules else ""
    return line((entry.text, "strong" if turn else ""), (rules, "dim"))
