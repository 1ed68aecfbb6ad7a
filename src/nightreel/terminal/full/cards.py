"""Hand, Tableau, decks and cards in play, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from nightreel.table.reckoning import Lines, percent
from nightreel.table.view import View
from nightreel.table.wording import LogEntry
from nightreel.terminal.full.lines import BLANK, Line, line
from nightreel.terminal.screens import INDENT, act_lines, decks_screen
from nightreel.translation import gettext, ngettext, put

LOG_MAX: Final = 400
"""Most sentences of the log that a panel holds."""


def act_card(act: View, chances: Lines | None, lit: bool = False) -> list[Line]:
    """An Action card with all its result lines, and how likely each is."""
    head = line((act_lines(act)[0], "accent" if lit else "strong"))
    shown = chances if chances is not None and set(chances.kept) == set(act["lines"]) else None
    rows = [_result(key, text, shown) for key, text in act["lines"].items()]
    note = [line((gettext("  kept, at best"), "dim"))] if shown and shown.best else []
    return [head, *note, *rows]


def _result(key: str, text: str, chances: Lines | None) -> Line:
    """A result line: successes from which it holds, how likely it is, what happens."""
    successes = {"three": "3+ ", "two": "2+ ", "one": "1  ", "none": "0  "}.get(key, "")
    likely = ""
    if chances is not None:
        likely = f"{percent(chances.kept[key]):>3}% "
        if chances.best:
            best = chances.best.get(key)
            likely += f"{percent(best):>3}% " if best is not None else "     "
    return line((f"  {successes}", "dim"), (likely, "accent"), text)


def act_cards(acts: Sequence[View], chances: Mapping[int, Lines], lit: int = 0) -> list[Line]:
    """Action cards; the one that is lit stands first."""
    ordered = sorted(acts, key=lambda act: act["number"] != lit)
    return [
        text
        for act in ordered
        for text in act_card(act, chances.get(act["number"]), act["number"] == lit)
    ]


def likely(known: Iterable[Lines], here: Lines | None) -> dict[int, Lines]:
    """The chances by Action cards; the greatest possible ones only of the answer ``here``."""
    found = {lines.card: Lines(lines.card, lines.kept) for lines in known}
    return found if here is None else {**found, here.card: here}


def hand(v: View, chances: Mapping[int, Lines], lit: int = 0) -> list[Line]:
    """The hand with the result lines of each card (ACT-2)."""
    count = sum(act["count"] for act in v["hand"])
    head = ngettext("1 card in hand", "{n} cards in hand", count)
    return [line((head, "dim")), *act_cards(v["hand"], chances, lit)]


def tableau(v: View, chances: Mapping[int, Lines], lit: int = 0) -> list[Line]:
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
