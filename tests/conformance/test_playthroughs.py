"""Recorded games are played again, word for word."""

from __future__ import annotations

import difflib

import pytest

from tests.conformance.playthroughs import FOLDER, Playthrough, playthroughs

ANEW = "read the difference; if it is right: python -m tests.conformance.playthroughs"


@pytest.mark.parametrize("playthrough", playthroughs(), ids=lambda p: p.name)
def test_a_recorded_game_is_played_again_word_for_word(playthrough: Playthrough) -> None:
    recorded = playthrough.path.read_text(encoding="utf-8")
    played = playthrough.text()
    changes = difflib.unified_diff(
        recorded.splitlines(), played.splitlines(), "recorded", "played", lineterm="", n=2
    )
    assert recorded == played, "\n".join([ANEW, *list(changes)[:60]])


def test_there_is_no_recorded_game_without_a_cast() -> None:
    assert set(FOLDER.glob("*.txt")) == {p.path for p in playthroughs()}


def test_recorded_games_show_the_end_refusals_chance_and_rules() -> None:
    texts = [p.path.read_text(encoding="utf-8") for p in playthroughs()]
    for mark in ("\nVictory.", "\nDefeat.", "\n  x ", "\n~ horror: ", "\n~ panic: ", "FHT-"):
        assert any(mark in text for text in texts), mark
