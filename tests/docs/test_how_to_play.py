"""The turn in docs/how-to-play.md is played, and shows what the words around it tell."""

from __future__ import annotations

import re
from functools import cache

import pytest

from nightreel.pages.playing import BLOCK, StaleGame, filled
from nightreel.table.rules import ID, rule_link, rules
from nightreel.terminal.cli import commands
from tests.docs.blocks import DOCS

TEXT = (DOCS / "how-to-play.md").read_text(encoding="utf-8")
TOLD = (
    "Setup card: Midnight Swim.",
    "The Final Girl is placed in Boathouse.",
    "The Sexton is placed in The Steeple.",
    "3 Victims are placed in Long Dock.",
    "Event: It Will Not Stop.",
    "Horror 4 (2 dice)",
    "A die shows 5. [ROLL-1]",
    "1 success. [ROLL-3]",
    "2 successes. [ROLL-3]",
    "Dice: 2 3",
    "A 3 becomes a success.",
    "The reward of Victim space 2 is taken.",
    "Time rises by 2 to 6.",
    "The Action phase ends with 5 Time.",
    "Guard is taken: 1 Time.",
    "Time is 6 again.",
    "The Sexton goes to Long Dock.",
    "A Victim dies.",
    "Bloodlust rises to 2.",
    "A Victim panics: 6. [PANIC-2]\nA Victim goes to The Steeple.",
    "Horror Level 3. [HOR-1]\nTurn 2.",
)
"""What the words around the game say of it; when it prints something else, they are wrong."""


@cache
def game() -> str:
    """All that the game of the page prints."""
    return "\n".join(block[2] for block in BLOCK.finditer(TEXT))


@pytest.mark.parametrize("told", TOLD)
def test_the_game_shows_what_is_told_of_it(told: str) -> None:
    assert told in game()


def test_every_rule_that_is_named_is_linked_to_its_place() -> None:
    links = re.findall(r"\[([A-Z]+-\d+)\]\(([^)]*)\)", TEXT)
    assert len({rule for rule, _ in links}) > 50
    assert [(rule, link) for rule, link in links if link != rule_link(rule, ".md")] == []
    prose = re.sub(r"`[^`]*`", "", BLOCK.sub("", TEXT))
    assert set(ID.findall(prose)) <= set(rules())


def test_every_part_of_a_turn_is_told() -> None:
    for part in (
        *("Action phase", "Saving Victims", "Planning phase", "Killer phase", "Panic phase"),
        *("Upkeep phase", "Bloodlust", "Terror cards", "Special Victims", "Items", "Fighting"),
        *("Death", "Winning"),
    ):
        assert re.search(rf"^### .*{part}", TEXT, re.MULTILINE), part


def test_the_commands_that_are_named_exist() -> None:
    named = set(re.findall(r"`nightreel (\w+)", TEXT))
    assert {"rule"} <= named <= set(commands())


def test_a_game_that_knows_an_answer_no_more_is_told() -> None:
    stale = TEXT.replace("> Long Dock", "> Short Dock")
    with pytest.raises(StaleGame, match="no answer 'Short Dock' any more"):
        filled(stale)


def test_a_document_without_a_game_stays_as_it_is() -> None:
    assert (
        filled("# A page\n\n```text\n> no game\n```\n") == "# A page\n\n```text\n> no game\n```\n"
    )
