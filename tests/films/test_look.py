"""How a film's table looks: what it may set can be read whatever else is set (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

import re

import pytest

from nightreel.films.check import check_film, schema
from nightreel.films.look import GROUNDS, INKS, TYPE, look_facts, luminance
from nightreel.films.source import read_text
from nightreel.reel.errors import SourceError
from tests import small

FLOOR, CEILING = "#262626", "#8d8d8d"
"""The lightest ground and the darkest ink that the messages name."""


def with_look(look: str) -> str:
    """The small film, its Location with a look."""
    head, body = small.TEXT.split("  title: The Camp\n")
    return f"{head}  title: The Camp\n  look: {look}\n{body}"


def contrast(ground: str, ink: str) -> float:
    """The contrast of two colours, as WCAG has it."""
    return (luminance(ink) + 0.05) / (luminance(ground) + 0.05)


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("{ground: '#2b2b2b'}", "'#2b2b2b' is too light to read words on it (no lighter than"),
        ("{surface: '#FFFFFF'}", "'#FFFFFF' is too light to read words on it"),
        ("{muted: '#777777'}", "'#777777' is too dark to be read (no darker than '#8d8d8d')"),
        ("{threat: '#a00000'}", "'#a00000' is too dark to be read"),
        ("{ink: white}", "'white' has not the right form (Colour of words"),
        ("{ink: '#fff'}", "'#fff' has not the right form"),
        ("{ink: 7}", "7 is no text"),
        ("{inc: '#ffffff'}", "unknown field 'inc' (did you mean 'ink'?)"),
        ("{type: gothic}", "'gothic' is not possible here (one of plain, serif"),
        ("{type: serf}", "did you mean 'serif'?"),
        ("{}", "too short"),
    ],
)
def test_what_is_wrong_with_a_look_is_told_at_its_place(look: str, told: str) -> None:
    with pytest.raises(SourceError) as error:
        check_film(read_text(with_look(look), "film.yaml"))
    line = small.TEXT.split("  title: The Camp\n")[0].count("\n") + 2
    assert str(error.value).startswith(f"film.yaml:{line}:")
    assert told in str(error.value)


def test_any_ground_and_ink_that_pass_have_enough_contrast_together() -> None:
    check_film(read_text(with_look(f"{{ground: '{FLOOR}', muted: '{CEILING}'}}"), "film.yaml"))
    assert contrast(FLOOR, CEILING) >= 4.5


def test_luminance_is_that_of_the_guidelines() -> None:
    assert [luminance(c) for c in ("#000000", "#ffffff")] == [0, pytest.approx(1)]
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert contrast("#ffffff", "#767676") == pytest.approx(1 / 4.54, abs=0.01)


def test_the_killer_sets_what_the_location_has_set_before() -> None:
    location = {"look": {"ink": "#EEEEEE", "threat": "#ff9999", "type": "serif"}}
    killer = {"look": {"threat": "#ffaa99"}}
    found = {"ink": "#eeeeee", "threat": "#ffaa99", "type": "serif"}
    assert look_facts(location, killer) == found
    assert look_facts({}, {}) == {}


def test_the_schema_and_the_check_know_the_same_fields() -> None:
    fields = schema()["$defs"]["look"]["properties"]
    assert list(fields) == [*GROUNDS, *INKS, TYPE]
    assert all(re.fullmatch(fields[name]["pattern"], FLOOR) for name in (*GROUNDS, *INKS))
