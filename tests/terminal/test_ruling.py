"""``nightreel rule``: a rule by its id, rules by their words, all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.table.rules import rules
from nightreel.terminal import cli
from tests.terminal.runs import CAST, Command


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The lines that the command prints."""
    assert cli.main(["rule", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_an_id_tells_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "time-6")
    assert lines[0] == "TIME-6: Time paid is Time lost"
    assert lines[1].startswith("Time paid for Close Call")
    assert lines[2].startswith("Example: Close Call asks 2 Time")
    assert "ACT-5: When the Action phase ends" in lines
    assert lines[-1] == "In the documents: docs/rules/action.md#time-6"


def test_words_list_the_rules_that_say_them(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "minor", "dark", "power")
    assert "MDP-1: Minor Dark Powers" in lines
    assert len(lines) > 2
    assert all(line.partition(":")[0] in rules() for line in lines)


def test_words_that_one_rule_says_tell_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "backpack limit")[0] == "ITEM-1: Hands and backpack"


def test_without_words_all_titles_are_listed_by_sections(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = told(capsys)
    assert lines[:2] == ["Components", "    COMP-1: Killer, Location and Final Girl are combined"]
    assert sum(line.startswith("    ") for line in lines) == len(rules())


def test_what_no_rule_says_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rule", "PLAN-7"]) == 2
    message = "nightreel: no rule is called 'PLAN-7' or says that (did you mean PLAN-4?)\n"
    assert capsys.readouterr().err == message


def test_a_rule_is_told_between_questions(nightreel: Command, tmp_path: Path) -> None:
    game = ("play", "--plain", *CAST, "--seed", "7", "--save", str(tmp_path / "game.save"))
    done = nightreel(*game, lines="rule katk-3\nrule chainsaw\nquit\n")
    assert "KATK-3: A Victim dies" in done.stdout
    assert "no rule is called 'chainsaw' or says that" in done.stdout
    assert done.returncode == 0
