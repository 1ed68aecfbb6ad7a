"""Writes the table of all rules and the cases that show them.

``python -m nightreel.table.rule_table`` in a checkout writes docs/rules-and-cases.md anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nightreel.films.rulebook import RULEBOOK
from nightreel.films.source import read_file
from nightreel.table.casefile import read_cases
from nightreel.table.rules import rule_link, rule_of, rules

TARGET: Final = Path("docs") / "rules-and-cases.md"
_IDS: Final = re.compile(r"\[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]")
HEAD: Final = """# Rules and the cases that show them

Written by `make generate`; a test compares it. What a rule says stands behind its id. The cases are
in `cases/`, a chapter a file; `nightreel case cases/*.yaml` plays them. Those marked with * are
tests in Python.

| rule | about | cases |
|---|---|---|
"""


@dataclass(frozen=True)
class Elsewhere:
    """A case that a test in Python stands for."""

    title: str
    rules: tuple[str, ...]
    test: str


def rules_of_the_rulebook() -> set[str]:
    """The rule ids that stand in the rulebook's headings and sentences."""
    found: set[str] = set()
    for path in RULEBOOK.glob("*.reel"):
        for ids in _IDS.findall(path.read_text(encoding="utf-8")):
            found.update(ids.split(", "))
    return found


def elsewhere(root: Path) -> dict[str, Elsewhere]:
    """The cases that are tests in Python, by id."""
    data = read_file(root / "tests" / "data" / "cases_in_python.yaml")
    return {
        str(name): Elsewhere(
            str(entry["title"]), tuple(str(r) for r in entry["rules"]), str(entry["test"])
        )
        for name, entry in data.items()
    }


@dataclass(frozen=True)
class Shown:
    """A case that shows a rule: its id, and its file in the checkout."""

    id: str
    file: str

    def __str__(self) -> str:
        """The id, with a mark for a test in Python."""
        return f"{self.id}*" if self.file.endswith(".py") else self.id


def cases_by_rule(root: Path) -> dict[str, list[Shown]]:
    """For every rule the cases of a checkout that show it."""
    shown: dict[str, list[Shown]] = {rule: [] for rule in rules()}
    for path in sorted((root / "cases").glob("*.yaml")):
        for case in read_cases(path):
            for rule in case.rules:
                shown.setdefault(rule, []).append(Shown(case.id, f"cases/{path.name}"))
    for name, entry in elsewhere(root).items():
        for id_ in entry.rules:
            shown.setdefault(id_, []).append(Shown(name, entry.test.partition("::")[0]))
    return shown


def table_text(root: Path) -> str:
    """The whole text of docs/rules-and-cases.md."""
    rows = [_row(rule, cases) for rule, cases in cases_by_rule(root).items()]
    return HEAD + "\n".join(rows) + "\n"


def _row(id_: str, cases: list[Shown]) -> str:
    rule, named = rule_of(id_), ", ".join(map(str, cases))
    return f"| [{rule.id}]({rule_link(rule.id, '.md')}) | {rule.title} | {named} |"


if __name__ == "__main__":
    TARGET.write_text(table_text(Path()), encoding="utf-8")
