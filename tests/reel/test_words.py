"""What cards say reads like a printed card, with the titles of things and never their ids."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest

from nightreel.films.library import load_program
from nightreel.films.rulebook import rulebook_phrases
from nightreel.reel import english as E


def texts(card: dict[str, Any]) -> list[str]:
    """All that stands on a card."""
    return [card["text"], card["action"], *card["rules"], *(a["text"] for a in card["abilities"])]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("sluices_open", "Close the way from Pebble Shore to Drowned Road, "),
        ("it_will_not_stop", "In Upkeep, if a Victim died this turn: Horror +1"),
        ("long_drowned", "Before the Killer takes damage, if the damage is more than 2: the"),
        ("every_name", "After the Killer attacks a Victim: Time -1"),
        ("grave_clothes", "The Killer's Attack Value +1"),
        ("generator_dies", "-1 to the dice for Search cards"),
        ("chained_gate", "Open Exits: the Exits except Camp Gate"),
        ("late_bus", "Place 3 Victims at Gravel Road"),
        ("target_bow", "After an attack with this card: use this"),
        ("screen_door", "If there are no Victims: draw a Terror card; otherwise: closest Victim: "),
    ],
)
def test_a_card_reads_like_a_printed_one(card: str, words: str) -> None:
    program = load_program("sexton", "camp_sallow", "odile")
    found = next(c for c in program.facts["cards"] if c["id"] == card)
    assert any(text.startswith(words) for text in texts(found)), texts(found)


def test_no_text_shows_the_id_of_a_space() -> None:
    program = load_program("sexton", "camp_sallow", "odile")
    plain = {s.name.replace("_", " ") for s in program.things["space"][1:]}
    said = [text for card in program.facts["cards"] for text in texts(card)]
    assert not [text for text in said for name in plain if f" at {name}" in text]


def test_a_piece_calls_itself_by_its_title() -> None:
    program = load_program("sexton", "camp_sallow", "odile")
    rules = next(k for k in program.facts["kinds"] if k["id"] == "lifeguard")["rules"]
    assert "After The Lifeguard dies: Horror +1" in rules


TEMPLATES = [*E.PRINTED.items(), *((rule, t) for rule, both in E.COUNTED.items() for t in both)]


@pytest.mark.parametrize(("rule", "template"), TEMPLATES)
def test_what_cards_print_fits_the_phrases_of_the_rulebook(rule: str, template: str) -> None:
    wanted = {name for _, name, _, _ in Formatter().parse(template) if name}
    holes = [
        {part[1:-1] for part in phrase.parts if part.startswith("<")}
        for phrase in rulebook_phrases()
        if phrase.rule == rule
    ]
    assert holes
    assert all(wanted <= given for given in holes)
