"""Every example of docs/language-coverage.md compiles: what the document says can be said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from nightreel.films.assemble import assemble
from nightreel.films.source import Fields, Items, Text
from nightreel.machine.verify import verify
from nightreel.reel.errors import Where
from tests import small

ROOT = Path(__file__).parent.parent
DOCUMENT: Final = ROOT.parent / "docs" / "language-coverage.md"
FILM: Final = """
spaces:
  hall: {facts: {floor: 1}}
ways:
  - [gate, hall]
  - {id: door, between: [hall, attic], facts: {glass: 1}}
  - [attic, cellar]
  - [hall, cellar]
roles:
  - {id: child, title: Child, facts: {floor_of: 1}}
  - {id: puppet, title: Puppet, attack: 1, move: 1}
minions: [{id: imp, title: Imp, count: 4, health: 1, attack: 1, move: 1}]
tokens:
  - {id: trap, title: Trap, count: 2}
  - {id: barrier, title: Barrier, count: 1}
  - {id: cart, title: Cart, count: 1, carries: 2, route: [gate, hall]}
meters: [{id: dread, most: 5}]
states: {mood: 0, mode: 0, stage: 1, cleared: {type: spaces}}
secrets: {culprit: {type: kind, deal: "set culprit = child"}}
tables:
  gore: [0, 1, 2, 0, 1, 2]
  fate: ["nothing", "horror +1", "time -1", "lose 1", "heal 1", "time +1"]
  spot: [gate, hall, attic, cellar, gate, hall]
zones: [{id: pile}]
side_deck: [{id: omen, title: Omen, apart: true}]
"""
MODIFIER: Final = re.compile(r"[a-z_]+ (\+|-|= |least|most)")
VALUE_WORDS: Final = ("horror", "time", "bloodlust", "lose", "heal", "set", "meter")
LEFT_OUT: Final = ("before", "after", "instead", "+", "-", "=", "least", "most")
CHUNK: Final = 40


def examples() -> list[str]:
    """The examples of the document, each once."""
    text = DOCUMENT.read_text(encoding="utf-8").replace("\\|", "|")
    found = re.findall(r"`([^`]+)`", text[text.index("## 1 ") :])
    wanted = [e for e in found if e not in LEFT_OUT]
    return [e for e in dict.fromkeys(wanted) if not _is_explained(e)]


def _is_explained(example: str) -> bool:
    """What stands in the prose: the forms of hooks."""
    return "|turn|" in example or example in ('may "..."', "where")


def field_of(example: str) -> str:
    """The field of a card in which an example stands."""
    first = example.split(" ", maxsplit=1)[0]
    if first in ("before", "after", "instead"):
        return "when"
    if MODIFIER.match(example) and first not in VALUE_WORDS:
        return "while"
    return "text"


def cards(texts: list[str]) -> Items:
    """An Event for each example."""
    where = Where("docs/language-coverage.md")
    found = Items(where)
    for number, text in enumerate(texts):
        card = Fields(where)
        card["id"] = Text(f"example_{number}", where)
        card["title"] = f"Example {number}"
        card[field_of(text)] = Text(text, Where(text))
        found.append(card)
    return found


CHUNKS = range(0, len(examples()), CHUNK)


@pytest.mark.parametrize("start", CHUNKS)
def test_examples_compile(start: int) -> None:
    cast = small.with_location(FILM)
    cast.location["events"] = cards(examples()[start : start + CHUNK])
    program = assemble(cast)
    verify(program)
    assert program.code


def test_there_are_examples_of_every_kind() -> None:
    kinds = [field_of(example) for example in examples()]
    assert {kind: kinds.count(kind) > 25 for kind in ("text", "when", "while")} == {
        "text": True,
        "when": True,
        "while": True,
    }
