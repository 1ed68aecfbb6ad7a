"""The pages of the rules: what each says, and where its source and its cases are.

Anchors are the ids in small letters; the site knows them by its configuration, and readers of the
plain files by the tags before the headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Final

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.facts import LINES
from nightreel.films.reference import table
from nightreel.films.rulebook import RULEBOOK
from nightreel.films.trial import stand_ins
from nightreel.table.rule_table import Shown, cases_by_rule
from nightreel.table.rules import ID, Rule, Section, anchor, rule_link, rules, sections

WRITTEN: Final = "<!-- Written by `make generate` from src/nightreel/rulebook; not by hand. -->"
HOME: Final = "../.."
"""The root of a checkout, seen from a page."""
SOURCE: Final = f"{HOME}/src/nightreel"
CARDS: Final = "cards"
"""The page with the Action cards."""
_DECLARED: Final = re.compile(r"^(?:secret )?(?:rule|value|state|const)\s+(\w+)")
_CITED: Final = re.compile(r"\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]|because ([A-Z]+-\d+)")
INTRODUCTION: Final = """\
These are the rules that Nightreel enforces, in our own words. Each has an id. The game names it
wherever a rule decides: in the log behind a sentence, and behind the reason for what is refused.
`nightreel rule PLAN-1` tells one in the terminal, `nightreel rule WORDS` finds those that say
something.

A rule printed on a card, and after it a rule of the film, beats a rule on these pages. Whoever has
never played begins with [how to play](../how-to-play.md).
"""


def pages(root: Path) -> dict[str, str]:
    """Every page of the rules by the name of its file; ``root`` is a checkout with its cases."""
    sources, cases = sources_by_rule(), cases_by_rule(root)
    written = {
        f"{section.page}.md": "\n".join(_section(section, sources, cases)) for section in sections()
    }
    return {"index.md": "\n".join(_index()), **written}


# ---------------------------------------------------------------- what stands behind a rule


def sources_by_rule() -> dict[str, dict[str, list[str]]]:
    """For each rule the chapters of the rulebook that name it, and what in them does."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(RULEBOOK.glob("*.reel")):
        for rule, name in _named_in(path):
            names = found.setdefault(rule, {}).setdefault(path.name, [])
            if name not in names:
                names.append(name)
    return found


def _named_in(chapter: Path) -> Iterator[tuple[str, str]]:
    """Rule ids in a chapter, each with the rule or value in Reel that names it."""
    name = ""
    for line in chapter.read_text(encoding="utf-8").splitlines():
        declared = _DECLARED.match(line)
        name = declared[1] if declared else name
        for ids in _CITED.findall(line):
            yield from ((rule, name) for rule in ID.findall(" ".join(ids)))


# ---------------------------------------------------------------- pages


def _index() -> Iterator[str]:
    yield from ("# Rules reference", "", WRITTEN, "", INTRODUCTION)
    for section in sections():
        yield from (f"## [{section.title}]({section.page}.md)", "", section.about, "")
        yield from (f"- {linked(rule.id)} {rule.title}" for rule in section.rules)
        yield from ("",) if section.rules else ()
    yield from ("```{toctree}", ":hidden:", "", *(section.page for section in sections()))
    yield from ("```", "")


def _section(
    section: Section, sources: dict[str, dict[str, list[str]]], cases: dict[str, list[Shown]]
) -> Iterator[str]:
    yield from (f"# {section.title}", "", WRITTEN, "", section.about, "")
    for rule in section.rules:
        yield from _rule(rule)
        yield from _shown(sources.get(rule.id, {}), cases.get(rule.id, []))
    if section.page == CARDS:
        yield from _cards()


def _rule(rule: Rule) -> Iterator[str]:
    yield from (f'<a id="{anchor(rule)}"></a>', "", f"## {rule.id} {rule.title}", "")
    yield from (with_links(rule.text), "")
    if rule.example:
        yield from (f"> Example: {with_links(rule.example)}", "")


def _shown(sources: dict[str, list[str]], cases: list[Shown]) -> Iterator[str]:
    """Where a rule stands in Reel, and the cases that show it."""
    if sources:
        found = (
            f"[{chapter}]({SOURCE}/rulebook/{chapter}) ({', '.join(f'`{n}`' for n in names)})"
            for chapter, names in sources.items()
        )
        yield f"- In Reel: {', '.join(found)}"
    if cases:
        links = (f"[{case.id}]({HOME}/{case.file})" for case in cases)
        yield f"- Cases: {', '.join(links)}"
    if sources or cases:
        yield ""


def linked(id_: str) -> str:
    """The id of a rule as a link from another page of the rules."""
    return f"[{id_}]({rule_link(id_, '.md').removeprefix('rules/')})"


def with_links(text: str) -> str:
    """A text in which every id of a rule is a link."""
    return ID.sub(lambda m: linked(m[0]) if m[0] in rules() else m[0], text)


# ---------------------------------------------------------------- the Action cards


def _cards() -> Iterator[str]:
    """The Action cards with their result lines, and the chances of successes."""
    nobody = stand_ins()
    program = assemble(Cast(nobody["killer"], nobody["location"], nobody["girl"]))
    kinds = {"reaction": "Reaction card", "after_roll": "after a Horror Roll"}
    heads = ("card", "cost", "copies", "2 or more successes", "1 success", "no success")
    rows = [
        (
            act["title"] + (f" ({kinds[act['use']]})" if act["use"] in kinds else ""),
            str(act["cost"]),
            str(act["copies"]),
            *(act["lines"].get(line, "") for line in LINES[1:4]),
        )
        for act in program.facts["acts"]
        if "effect" not in act["lines"]
    ]
    yield from table(heads, rows)
    for act in program.facts["acts"]:
        if "effect" in act["lines"]:
            head = f"{act['title']} ({kinds[act['use']]}, cost {act['cost']}"
            yield f"{head}, {act['copies']} copies) makes no roll: {act['lines']['effect']}."
            yield ""
    yield from _chances()


def _chances() -> Iterator[str]:
    yield from ("## Chances", "", "How often a roll has so many successes (5 and 6):", "")
    heads = ("dice", "at least 1", "at least 2")
    rows = [(str(n), _share(n, 1), _share(n, 2)) for n in range(1, 7)]
    yield from table(heads, rows)


def _share(dice: int, least: int) -> str:
    """The chance of at least so many successes (ROLL-3), in per cent."""
    ways = sum(comb(dice, n) * 2 ** (dice - n) for n in range(least, dice + 1))
    return f"{100 * ways / 3**dice:.1f} %"
