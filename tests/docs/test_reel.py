"""Every example of docs/reel.md is compiled."""

from __future__ import annotations

import copy
from typing import Any, Final

import pytest
import yaml

from nightreel.films.assemble import assemble
from nightreel.films.check import check_film
from nightreel.films.source import read_text
from nightreel.films.trial import casts_of
from tests import small
from tests.docs.blocks import Block, blocks_of

SMALL: Final[dict[str, Any]] = yaml.safe_load(small.TEXT)
BLOCKS: Final = blocks_of("reel.md")
SCENE: Final = next(b for b in BLOCKS if b.language == "yaml")
"""What the other examples belong to."""
LINES: Final = [
    Block(b.language, b.kind, line, b.line + number)
    for b in BLOCKS
    if b.language == "reel" and b.kind in ("", "if", "when", "while")
    for number, line in enumerate(b.text.splitlines(), start=1)
]
WHOLE: Final = [b for b in BLOCKS if b.language == "yaml" or b.kind in ("lines", "rules")]


def laid(under: dict[str, Any], over: dict[str, Any]) -> None:
    """Add fields to a film: lists grow, mappings are joined."""
    for key, value in over.items():
        old = under.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            laid(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            under[key] = [*old, *value]
        else:
            under[key] = value


def film_with(half: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The small film with the scene of the document and further fields."""
    film = copy.deepcopy(SMALL)
    laid(film["killer"], yaml.safe_load(SCENE.text))
    laid(film[half], fields)
    return film


def compiled(film: dict[str, Any]) -> None:
    """Check and compile a film."""
    source = yaml.safe_dump(film, sort_keys=False, allow_unicode=True, width=4000)
    programs = [assemble(cast) for cast in casts_of(check_film(read_text(source, "film.yaml")))]
    assert programs
    assert all(program.code for program in programs)


def fields_of(block: Block) -> tuple[str, dict[str, Any]]:
    """The half of the film to which an example belongs, and its fields."""
    card = {"id": "example", "title": "Example"}
    match block.language, block.kind:
        case "reel", "" | "lines":
            return "killer", {"terror": [{**card, "text": block.text}]}
        case "reel", "if":
            return "killer", {"terror": [{**card, "text": f"if {block.text}: lose 1"}]}
        case "reel", "when" | "while" as kind:
            return "location", {"events": [{**card, "lasting": True, kind: block.text}]}
        case "reel", "rules":
            return "killer", {"rules": block.text}
        case "yaml", "killer" | "location" as half:
            return half, yaml.safe_load(block.text)
        case "yaml", "terror":
            return "killer", {"terror": yaml.safe_load(block.text)}
        case "yaml", kind:
            return "location", {kind: yaml.safe_load(block.text)}
    raise AssertionError(f"an example of an unknown kind: {block}")


@pytest.mark.parametrize("block", [*LINES, *WHOLE], ids=str)
def test_an_example_compiles(block: Block) -> None:
    half, fields = fields_of(block)
    compiled(film_with(half, fields if block != SCENE else {}))


def test_there_are_examples_of_everything() -> None:
    kinds = {(b.language, b.kind) for b in BLOCKS}
    assert len(LINES) > 70
    assert {("reel", k) for k in ("", "lines", "if", "when", "while", "rules")} <= kinds
    assert {b.language for b in BLOCKS} == {"reel", "yaml"}
