"""The rules in words beside the game: all of them, one, and a search."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from nightreel.table.errors import UnknownRule
from nightreel.table.rules import Rule, find_rules, named_in, rule_of, rules, sections
from nightreel.web.site import AtSite, is_part

router: Final = APIRouter(include_in_schema=False)
WORDS: Final = 100
"""Most letters of what is looked for."""


@router.get("/rules")
def all_rules(
    request: Request, site: AtSite, q: Annotated[str, Query(max_length=WORDS)] = ""
) -> Response:
    """All rules by their sections, or those that say some words."""
    words = q.strip()
    found, unknown = _search(words)
    name = "around/rules_found.html" if is_part(request) else "rules.html"
    return site.page(name, words=words, found=found, unknown=unknown, sections=sections())


def _search(words: str) -> tuple[list[Rule], str]:
    """The rules that say some words, or why there is none."""
    if not words:
        return [], ""
    try:
        return find_rules(words), ""
    except UnknownRule as error:
        told = str(error)
        return [], f"{told[:1].upper()}{told[1:]}."


@router.get("/rules/{rule_id}")
def one_rule(request: Request, site: AtSite, rule_id: str) -> Response:
    """A rule, with those that it names and its neighbours; alone for the panel beside a table.

    Raises UnknownRule.
    """
    rule = rule_of(rule_id)
    section = next(s for s in sections() if rule in s.rules)
    order = list(rules().values())
    at = order.index(rule)
    return site.page(
        "around/rule_beside.html" if is_part(request) else "rule.html",
        rule=rule,
        section=section,
        named=[rules()[other] for other in named_in(rule)],
        before=order[at - 1] if at else None,
        after=order[at + 1] if at + 1 < len(order) else None,
    )
