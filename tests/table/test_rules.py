"""The rules in words: links, search, and that nothing cites a rule that is not there."""

from __future__ import annotations

import pytest

from nightreel.films import messages
from nightreel.films.library import casts, load_program
from nightreel.films.rulebook import RULEBOOK
from nightreel.table.errors import UnknownRule
from nightreel.table.rules import (
    ID,
    find_rules,
    named_in,
    rule_lines,
    rule_link,
    rule_of,
    rules,
    sections,
)
from tests import small


def test_every_rule_says_something() -> None:
    assert len(rules()) == 113
    assert all(rule.title and rule.text.endswith(".") for rule in rules().values())
    assert not [rule.id for rule in rules().values() if rule.example and rule.example[-1] != "."]


def test_every_word_of_the_rules_is_found_for_translation() -> None:
    with (RULEBOOK / "rules.yaml").open("rb") as file:
        found = {message for _, _, message, _ in messages.rules(file)}
    for section in sections():
        assert {section.title, section.about} <= found
        for rule in section.rules:
            assert {rule.title, rule.text, rule.example} - {""} <= found
    assert "setup" not in found


def test_every_section_is_a_page_of_its_own() -> None:
    pages = [section.page for section in sections()]
    assert len(set(pages)) == len(pages) == 13
    assert all(section.title and section.about for section in sections())


def test_rules_name_only_rules_that_exist() -> None:
    for rule in rules().values():
        assert set(ID.findall(f"{rule.text} {rule.example}")) <= set(rules()), rule.id


def test_all_that_log_and_refusals_can_cite_is_a_rule() -> None:
    known = casts()
    programs = [small.program()]
    programs += [
        load_program(killer.id, location.id, girl.id)
        for killer in known.killers
        for location in known.locations
        for girl in known.girls
    ]
    for program in programs:
        cited = {rule for sentence in program.sentences for rule in sentence.rules}
        cited |= {clause.rule for clause in program.clauses if clause.rule}
        assert len(cited) > 40
        assert all(rule_link(rule) for rule in cited)


@pytest.mark.parametrize("written", ["PLAN-1", "plan-1", "Plan 1", " plan_1 ", "plan1"])
def test_an_id_may_be_written_in_any_way(written: str) -> None:
    assert rule_of(written).id == "PLAN-1"
    assert [rule.id for rule in find_rules(written)] == ["PLAN-1"]


def test_a_link_leads_to_the_anchor_of_the_rule_on_its_page() -> None:
    assert rule_link("TURN-1") == "rules/turn.html#turn-1"
    assert rule_link("katk-3", ".md") == "rules/killer.md#katk-3"


def test_words_are_looked_for_in_titles_first_and_as_beginnings() -> None:
    found = [rule.id for rule in find_rules("dark power")]
    assert found[:2] == ["SET-3", "ATK-6"]
    assert {"DP-1", "MDP-1", "UPK-1"} <= set(found)
    assert found.index("DP-1") < found.index("UPK-1")
    assert [rule.id for rule in find_rules("BACKPACK limit")] == ["ITEM-1"]


def test_the_words_before_a_number_find_all_rules_of_a_kind() -> None:
    assert [rule.id for rule in find_rules("KMOV")][:3] == ["KMOV-1", "KMOV-2", "KMOV-3"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("PLAN-9", "'PLAN-9' or says that (did you mean PLAN-4?)"),
        ("ealth", "no rule is called 'ealth' or says that"),
        ("chainsaw", "no rule is called 'chainsaw' or says that"),
        ("  ", "no rule is called '  ' or says that"),
    ],
)
def test_what_no_rule_says_is_told(words: str, told: str) -> None:
    with pytest.raises(UnknownRule) as error:
        find_rules(words)
    assert told in str(error.value)
    with pytest.raises(UnknownRule):
        rule_link(words)


def test_a_rule_is_told_with_its_example_and_the_rules_that_it_names() -> None:
    lines = list(rule_lines(rule_of("KATK-3")))
    assert lines[0] == "KATK-3: A Victim dies"
    assert lines[1].startswith("A Victim has one health;")
    assert lines[2:] == ["AMB-1: What no rule decides"]
    assert list(rule_lines(rule_of("ADR-1")))[-1].startswith("Example: She and the Killer both")
    assert named_in(rule_of("ACT-5")) == []
    assert named_in(rule_of("TIME-6")) == ["ACT-5", "TIME-4"]
