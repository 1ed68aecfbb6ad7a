"""The command ``nightreel rule``: what a rule says, and which rules say something."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nightreel.exits import DONE
from nightreel.output import say
from nightreel.table.rules import find_rules, rule_lines, rule_link, sections
from nightreel.translation import gettext, put


def told_rules(words: str) -> Iterator[str]:
    """The one rule that words mean, whole; else the titles of all that say them, or of all.

    Raises UnknownRule when none does.
    """
    if not words.split():
        yield from all_titles()
        return
    found = find_rules(words)
    if len(found) == 1:
        yield from rule_lines(found[0])
        link = rule_link(found[0].id, ".md")
        yield put(gettext("In the documents: {link}"), link=f"docs/{link}")
        return
    yield from (f"{rule.id}: {gettext(rule.title)}" for rule in found)


def all_titles() -> Iterator[str]:
    """The titles of all rules by sections."""
    for section in sections():
        if section.rules:
            yield gettext(section.title)
        yield from (f"    {rule.id}: {gettext(rule.title)}" for rule in section.rules)


def rule(args: argparse.Namespace) -> int:
    """Tell a rule."""
    say(*told_rules(" ".join(args.words)))
    return DONE
