"""Figures of balance: written anew by one command, fit for the film's page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightreel.exits import BAD_INPUT
from nightreel.lab import balance, cards

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "films" / "low_water.balance.json"


def test_the_command_writes_the_figures_of_every_final_girl(tmp_path: Path) -> None:
    given = ["low_water", "--games", "2", "--seed", "5", "--folder", str(tmp_path)]
    assert balance.main(given) == 0
    figures = json.loads((tmp_path / KEPT.name).read_text(encoding="utf-8"))
    assert figures["command"] == "python -m nightreel.lab.balance low_water --games 2 --seed 5"
    games = [row["games"] for row in figures["wins"].values()]
    assert games == [2, 2 * balance.RANDOM_GAMES] * 2
    for causes in figures["why_games_of_the_sampler_ended"].values():
        assert sum(causes.values()) == 2
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert [row["card"] for row in figures["cards"]] == [row["card"] for row in kept["cards"]]


def test_a_film_that_is_not_there_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert balance.main(["high_water", "--games", "1"]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert "'high_water'" in line


def test_cards_of_two_casts_are_added_up() -> None:
    def row(won: int, games: int) -> dict[str, object]:
        shares = {"with": cards.share(won, games), "without": cards.share(10, 20)}
        return {
            "title": "Hatchet",
            "type": "item",
            "drawn": 20,
            "gained": 10,
            "used": games,
            **shares,
        }

    (found,) = balance.card_rows([{"cards": [row(5, 10)]}, {"cards": [row(0, 10)]}])
    assert found["used"] == "33.3 %"
    assert found["gained"] == "33.3 %"
    assert found["won_with"].startswith("25 % (")
    assert found["won_without"].startswith("50 % (")


def test_the_first_film_is_balanced() -> None:
    """What the kept figures have to show: careful play wins about half, chance hardly ever."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for name, row in kept["wins"].items():
        if "sampler" in name:
            assert row["games"] >= 1000
            assert 40 <= row["at_least"] < row["at_most"] <= 60
            assert 8 <= row["turns"] <= 14
        else:
            assert row["at_most"] < 2
    for row in kept["cards"]:
        epic = row["card"] == "The Bell Beneath"
        shown = [row[stage] for stage in cards.STAGES if row[stage]]
        assert epic or "0.0 %" not in shown, row
