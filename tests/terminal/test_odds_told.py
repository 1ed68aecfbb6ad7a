"""What ``odds`` tells at the plain terminal."""

from __future__ import annotations

import re

import pytest

from nightreel.table.game import Game
from nightreel.table.wording import question_text
from nightreel.terminal.plain import Table
from tests import small


@pytest.fixture
def table() -> Table:
    return Table(Game(small.program(), 5))


def said(table: Table, line: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What a command says; it asks nothing anew."""
    capsys.readouterr()
    before = table.game.state
    assert table.take(line, table.choices()) is False
    assert table.game.state is before
    return capsys.readouterr().out.splitlines()


def until_roll(table: Table) -> None:
    """Play the first card that has a roll."""
    while question_text(table.game.state) != "Your Horror Roll.":
        choices = [c for c in table.choices() if c.legal]
        play = [c for c in choices if c.text.startswith("Play")]
        table.answer((play or choices)[0])


def test_hand_and_roll_are_told_with_the_numbers_of_the_answers(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(table, "odds", capsys)
    plays = [c for c in table.choices() if c.legal and c.text.startswith("Play")]
    assert [f"{c.number}. {c.text}" for c in plays] == [n for n in lines if re.match(r"\d", n)]
    assert "    2 or more successes 11.1 %, 1 success 44.4 %, no success 44.4 %" in lines
    until_roll(table)
    kept = next(c for c in table.choices() if c.text == "Keep the roll")
    lines = said(table, "odds", capsys)
    assert f"{kept.number}. Keep the roll" in lines
    assert any("100 %" in line for line in lines)


def test_one_answer_is_told_with_the_best_use(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    walk = next(c for c in table.choices() if c.text == "Play Walk")
    for line in (f"odds {walk.number}", "odds play walk"):
        lines = said(table, line, capsys)
        assert lines[0] == f"{walk.number}. Play Walk"
        assert lines[1].startswith("    if the roll is kept: 2 or more successes 11.1 %")
        assert lines[2] == (
            "    with all that can change it, at best: "
            "at least 2 successes 44.4 %, at least 1 success 88.9 %"
        )


def test_what_has_no_roll_is_told_so(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    end = next(c for c in table.choices() if c.text == "End the Action phase")
    told = f"{end.number}. End the Action phase: no Horror Roll that can be counted"
    assert said(table, f"odds {end.number}", capsys) == [told]
    assert said(table, "odds 99", capsys) == ["The question at hand knows no '99'."]
    refused = next(c for c in table.choices() if not c.legal)
    assert said(table, f"odds {refused.number}", capsys) == [table.reason(refused)]
    table.answer(end)
    assert said(table, "odds", capsys) == ["No answer leads to a Horror Roll."]
