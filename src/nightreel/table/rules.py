"""The rules in words, out of ``rulebook/rules.yaml``: what each says, where it stands, a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from nightreel.table.errors import UnknownRule
from nightreel.translation import gettext, put

ID: Final = re.compile(r"\b[A-Z]+-\d+\b")
"""The id of a rule in a text."""
_PARTS: Final = re.compile(r"\s*([a-z]+)[-_ ]?(\d+)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Rule:
    """A rule as it stands in the source; an example is empty where none helps."""

    id: str
    title: str
    text: str
    example: str
    page: str


@dataclass(frozen=True)
class Section:
    """A section of the rules, which is a page of the documents."""

    page: str
    title: str
    about: str
    rules: tuple[Rule, ...]


@cache
def sections() -> tuple[Section, ...]:
    """All sections in their order; a game that asks for no rule reads none and loads no parser."""
    from nightreel.films.rulebook import rules_in_words

    return tuple(_section(data) for data in rules_in_words()["sections"])


def _section(data: Any) -> Section:
    page = str(data["page"])
    rules = (
        Rule(str(id_), str(r["title"]), str(r["text"]), str(r.get("example", "")), page)
        for id_, r in data["rules"].items()
    )
    return Section(page, str(data["title"]), str(data["about"]), tuple(rules))


@cache
def rules() -> dict[str, Rule]:
    """Every rule by its id, in the order of the sections."""
    return {rule.id: rule for section in sections() for rule in section.rules}


def rule_of(id_: str) -> Rule:
    """The rule with an id, written in any way (``plan-1``, ``PLAN 1``); raises UnknownRule."""
    found = _named(id_)
    if found is None:
        raise _unknown(id_)
    return found


def rule_link(id_: str, ending: str = ".html") -> str:
    """Where a rule stands in the documents, below their root; raises UnknownRule."""
    rule = rule_of(id_)
    return f"rules/{rule.page}{ending}#{anchor(rule)}"


def anchor(rule: Rule) -> str:
    """The anchor of a rule on its page."""
    return rule.id.lower()


def find_rules(words: str) -> list[Rule]:
    """The rule with that id, else all in which every word begins a word, titles before texts.

    Raises UnknownRule when there is none.
    """
    exact = _named(words)
    if exact is not None:
        return [exact]
    wanted = [re.compile(rf"\b{re.escape(word)}") for word in words.casefold().split()]
    found = [r for r in rules().values() if all(w.search(_all_words(r)) for w in wanted)]
    if not found or not wanted:
        raise _unknown(words)
    return sorted(found, key=lambda r: sum(not w.search(_head(r)) for w in wanted))


def rule_lines(rule: Rule) -> Iterator[str]:
    """A rule for people: id and title, what it says, an example, the rules it names."""
    yield f"{rule.id}: {gettext(rule.title)}"
    yield gettext(rule.text)
    if rule.example:
        yield put(gettext("Example: {text}"), text=gettext(rule.example))
    others = [rules()[other] for other in named_in(rule)]
    yield from (f"{other.id}: {gettext(other.title)}" for other in others)


def named_in(rule: Rule) -> list[str]:
    """The ids of other rules that a rule names, each once."""
    return [i for i in dict.fromkeys(ID.findall(rule.text)) if i in rules() and i != rule.id]


def _named(words: str) -> Rule | None:
    parts = _PARTS.fullmatch(words)
    return rules().get(f"{parts[1].upper()}-{parts[2]}") if parts else None


def _head(rule: Rule) -> str:
    return f"{rule.id} {gettext(rule.title)}".casefold()


def _all_words(rule: Rule) -> str:
    return f"{_head(rule)} {gettext(rule.text)} {gettext(rule.example)}".casefold()


def _unknown(words: str) -> UnknownRule:
    near = get_close_matches(words.upper().replace(" ", "-"), rules(), n=1)
    text = gettext("no rule is called {words} or says that")
    if near:
        text = gettext("no rule is called {words} or says that (did you mean {near}?)")
    return UnknownRule(put(text, words=repr(words), near=near[0] if near else ""))
