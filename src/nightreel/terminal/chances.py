"""What ``odds`` tells: the chances of every result line, for the hand or for a roll (ACT-2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nightreel.table.choices import Choice
from nightreel.table.odds import NEVER, THRESHOLDS, Chances, Odds, line_names
from nightreel.table.state import State
from nightreel.terminal.screens import INDENT, Lines, line_title
from nightreel.translation import gettext, ngettext, put


def odds_lines(odds: Odds, state: State, answers: Sequence[Choice]) -> Lines:
    """The chances after each answer that leads to a roll; alike ones stand together."""
    found = odds.table(state)
    alike: dict[str, list[str]] = {}
    for answer in answers:
        if answer.action in found:
            told = told_lines(odds, found[answer.action])
            alike.setdefault(told, []).append(f"{answer.number}. {answer.text}")
    if not alike:
        return [gettext("No answer leads to a Horror Roll.")]
    head = gettext("Chances when the roll is kept (odds N: with all that can change it):")
    lines = [head]
    for told, names in alike.items():
        lines += [*names, INDENT + told]
    return lines


def answer_lines(odds: Odds, state: State, answer: Choice) -> Lines:
    """The chances after one answer: if the roll is kept, and if it is changed as well as can be."""
    chances = odds.kept(state, answer.action)
    name = f"{answer.number}. {answer.text}"
    if chances is None:
        return [put(gettext("{answer}: no Horror Roll that can be counted"), answer=name)]
    kept = put(gettext("if the roll is kept: {chances}"), chances=told_lines(odds, chances))
    best = best_line(odds, state, answer, chances)
    return [name, INDENT + kept, INDENT + best]


def told_lines(odds: Odds, chances: Chances) -> str:
    """Every result line of a roll with its chance."""
    names = line_names(odds.program, chances.card)
    told = [f"{line_title(name, names)} {percent(p)}" for name, p in chances.lines(odds.program)]
    if NEVER in chances.counts:
        told.append(f"{gettext('the roll does not count')} {percent(chances.counts[NEVER])}")
    return ", ".join(told)


def best_line(odds: Odds, state: State, answer: Choice, chances: Chances) -> str:
    """The greatest chance of each line, or a better one, with conversions and re-rolls."""
    wanted = [THRESHOLDS[name] for name in line_names(odds.program, chances.card)]
    best = odds.best(state, answer.action, [n for n in wanted if n > 0])
    if best is None:
        return gettext("with all that can change it: too much to count")
    told = ", ".join(least(n, p) for n, p in best.items())
    return put(gettext("with all that can change it, at best: {chances}"), chances=told)


def least(successes: int, chance: Fraction) -> str:
    """At least so many successes, and their chance."""
    text = ngettext("at least 1 success", "at least {n} successes", successes)
    return f"{text} {percent(chance)}"


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is certain has no place behind the point."""
    if chance in (0, 1):
        return f"{int(100 * chance)} %"
    return f"{float(100 * chance):.1f} %"
