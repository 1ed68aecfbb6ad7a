"""The rulebook's texts and the data of the core box, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from nightreel.films.source import Fields, read_file
from nightreel.reel.grammar import Phrase, phrases_in

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
def core_data() -> tuple[Fields, Fields]:
    """The Action cards and the boards of the core box."""
    return read_file(RULEBOOK / "core" / "actions.yaml"), read_file(RULEBOOK / "core" / "box.yaml")
