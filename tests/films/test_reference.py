"""The reference holds all that a film can say, as it is defined now."""

from __future__ import annotations

from nightreel.films import reference
from nightreel.films.check import schema
from nightreel.films.rulebook import rulebook_names, rulebook_phrases
from nightreel.reel.symbols import primitives


def test_the_reference_is_as_generated() -> None:
    written = reference.TARGET.read_text(encoding="utf-8")
    assert written == reference.text(), "run: make generate"


def test_nothing_is_left_out() -> None:
    text = reference.text()
    for phrase in rulebook_phrases():
        assert f"`{' '.join(phrase.parts)}`" in text
    for name, what in rulebook_names().items():
        assert f"`{name}{'(' if what in ('rule', 'value') else ''}" in text, name
    for name in primitives():
        assert f"`{name}(" in text
    for part in ("film", *schema()["$defs"]):
        assert f"### Film: `{part}`\n" in text


def test_everything_is_described() -> None:
    rows = [line for line in reference.text().splitlines() if line.startswith("| `")]
    assert len(rows) > 500
    assert [row for row in rows if "|  |" in row] == []
