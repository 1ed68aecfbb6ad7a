"""The rulebook's texts and the data of the core box, read once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from nightreel.films.source import Fields, read_file
from nightreel.reel.grammar import Phrase, phrases_in

_DECLARED: Final = re.compile(r"^(rule|value|state|const)\s+(?:secret\s+)?(\w+)", re.MULTILINE)
RULEBOOK: Final = Path(__file__).parent.parent / "rulebook"


@cache
def rulebook_sources() -> tuple[tuple[str, str], ...]:
    """The texts of the rulebook in the order of its chapters: file name and text."""
    files = sorted(RULEBOOK.glob("*.reel"))
    return tuple((f.name, f.read_text(encoding="utf-8")) for f in files)


@cache
def rulebook_phrases() -> tuple[Phrase, ...]:
    """The phrases of the rulebook."""
    return tuple(p for _, text in rulebook_sources() for p in phrases_in(text))


@cache
def rulebook_names() -> dict[str, str]:
    """Every name that the rulebook declares, and what it is."""
    found = (_DECLARED.findall(text) for _, text in rulebook_sources())
    return {name: what for declared in found for what, name in declared}


@cache
def rules_in_words() -> Fields:
    """What ``rules.yaml`` says of every rule."""
    return read_file(RULEBOOK / "rules.yaml")


@cache
def rule_ids() -> frozenset[str]:
    """The ids of all rules."""
    return frozenset(str(i) for section in rules_in_words()["sections"] for i in section["rules"])


@cache
def core_data() -> tuple[Fields, Fields]:
    """The Action cards and the boards of the core box."""
    return read_file(RULEBOOK / "core" / "actions.yaml"), read_file(RULEBOOK / "core" / "box.yaml")
