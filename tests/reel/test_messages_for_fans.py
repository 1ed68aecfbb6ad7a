"""What somebody who writes a film for the first time gets wrong, and the one line they are told.

Each line names the place, says what is wrong there and what would be right.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from nightreel.films.assemble import assemble
from nightreel.films.check import check_film
from nightreel.films.source import read_text
from nightreel.films.trial import casts_of
from nightreel.reel.errors import SourceError
from tests import small

DATA = Path(__file__).parent.parent / "data"
MISTAKES: list[dict[str, Any]] = yaml.safe_load(
    (DATA / "mistakes.yaml").read_text(encoding="utf-8")
)
TERROR = 'text: "closest: move, attack"'
"""A text of the small film that mistakes take the place of."""
CARD = "- {id: t1, title: T1, " + TERROR + "}"
ONE_LINE = re.compile(r"film\.yaml:\d+:\d+: [^\n]+")


def compiled(film: str) -> None:
    """Check and compile a film."""
    for cast in casts_of(check_film(read_text(film, "film.yaml"))):
        assemble(cast)


def told(old: str, new: str) -> str:
    """The message for the small film with a mistake."""
    assert old in small.TEXT
    with pytest.raises(SourceError) as caught:
        compiled(small.TEXT.replace(old, new, 1))
    return str(caught.value)


def test_the_small_film_has_no_mistake() -> None:
    compiled(small.TEXT)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m["name"])
def test_a_mistake_is_told_in_one_clear_line(mistake: dict[str, Any]) -> None:
    if "text" in mistake:
        message = told(TERROR, f'text: "{mistake["text"]}"')
    else:
        message = told(mistake["old"], mistake["new"])
    assert ONE_LINE.fullmatch(message)
    assert message == "film.yaml:" + mistake["says"]


def test_curly_quotation_marks() -> None:
    message = told(TERROR, "text: \u201cclosest: move, attack\u201d")
    assert message == 'film.yaml:16:33: \u201c is no quotation mark here (write ")'


BLOCK = """\
- id: t1
      title: T1
      text: {start}(closest: move;
         if horror > 2: lose 1;
            hprror +1){end}"""


@pytest.mark.parametrize(
    ("start", "end", "line"),
    [(">-\n        ", "", 21), ("|\n        ", "", 21), ('"', '"', 20), ("'", "'", 20)],
)
def test_the_place_is_right_in_texts_on_several_lines(start: str, end: str, line: int) -> None:
    """Whatever YAML makes of the lines, line and column are those of the file."""
    message = told(CARD, BLOCK.format(start=start, end=end))
    assert message == f"film.yaml:{line}:13: no such word 'hprror' (did you mean 'horror'?)"


def test_the_place_is_right_in_rules_of_a_film() -> None:
    rules = '  rules: |\n    rule bite(n) as "bite <n>":\n        lose n, tme -1\n'
    message = told("  terror:\n", rules + "  terror:\n")
    assert message == "film.yaml:17:17: no such word 'tme' (did you mean 'time'?)"
