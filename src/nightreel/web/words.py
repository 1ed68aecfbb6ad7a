"""What templates can say beside what a page brings: moments, causes, rules, colours of people."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from nightreel.films.library import Member
from nightreel.table.cause import cause_text
from nightreel.table.rules import ID, rules
from nightreel.translation import gettext
from nightreel.web.when import ago

NEEDS: Final[Mapping[str, str]] = {"three": "3+", "two": "2+", "one": "1", "none": "0"}
"""Successes from which a result line holds (ACT-2)."""
LINKED: Final = 2000
"""How many texts with links are kept: the same refusals come again and again."""


def result_text(result: str) -> str:
    """How a game ended, in a word; nothing while it runs."""
    return {"victory": gettext("Victory"), "defeat": gettext("Defeat")}.get(result, "")


@cache
def sign(name: str) -> Markup:
    """A sign beside words: it says nothing that the words do not say."""
    return Markup('<svg class="icon"><use href="#s-{}"/></svg>').format(name)


@lru_cache(maxsize=LINKED)
def linked(text: str) -> Markup:
    """A text in which ids of rules lead to them."""
    found = Markup()
    at = 0
    for match in ID.finditer(text):
        if match[0] in rules():
            found += escape(text[at : match.start()]) + rule_link(match[0])
            at = match.end()
    return found + escape(text[at:])


def rule_link(id_: str) -> Markup:
    """The id of a rule as a link to it."""
    if id_ not in rules():
        return escape(id_)
    link = Markup('<a class="rule" href="/rules/{}" title="{}">{}</a>')
    return link.format(id_, gettext(rules()[id_].title), id_)


def hue(member: Member | str) -> int:
    """A colour for somebody, always the same: an angle of the colour wheel."""
    id_ = member if isinstance(member, str) else member.id
    return zlib.crc32(id_.encode()) % 360


GLOBALS: Final[Mapping[str, Callable[..., Any]]] = {
    "ago": ago,
    "cause_text": cause_text,
    "result_text": result_text,
    "hue": hue,
    "sign": sign,
    "rule_link": rule_link,
}
FILTERS: Final[Mapping[str, Callable[..., Any]]] = {"linked": linked}
