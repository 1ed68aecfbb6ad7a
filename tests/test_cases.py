"""Every rule case holds, every case that is wanted is there, and every rule is shown by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from nightreel.exits import BAD_INPUT, DONE, FAILED
from nightreel.reel.errors import SourceError
from nightreel.table.casefile import PROVING_GROUND, Case, read_cases
from nightreel.table.cases import run_case, run_case_file
from nightreel.table.rule_table import (
    Elsewhere,
    Shown,
    cases_by_rule,
    elsewhere,
    rules_of_the_rulebook,
    table_text,
)
from nightreel.table.rules import rules
from nightreel.terminal.checking import run_cases

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "cases").glob("*.yaml"))
WANTED = (ROOT / "tests" / "data" / "case_ids.txt").read_text(encoding="utf-8").split()
"""The ids of the cases that the rules were given with."""


@cache
def all_cases() -> tuple[Case, ...]:
    """The cases of all files."""
    return tuple(case for path in FILES for case in read_cases(path))


@cache
def in_python() -> dict[str, Elsewhere]:
    """The cases that tests in Python stand for."""
    return elsewhere(ROOT)


@cache
def shown() -> dict[str, list[Shown]]:
    """The cases that show each rule."""
    return cases_by_rule(ROOT)


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_the_case_holds(case: Case) -> None:
    result = run_case(case)
    assert result.mismatch is None, str(result)


def test_ids_are_used_once() -> None:
    ids = [case.id for case in all_cases()] + list(in_python())
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("wanted", WANTED)
def test_a_wanted_case_is_there(wanted: str) -> None:
    assert wanted in {case.id for case in all_cases()} | set(in_python())


def test_there_are_129_wanted_cases() -> None:
    assert len(set(WANTED)) == len(WANTED) == 129


@pytest.mark.parametrize("rule", rules())
def test_a_rule_is_shown(rule: str) -> None:
    assert shown()[rule]


def test_cases_name_rules_that_exist() -> None:
    named = {rule for case in all_cases() for rule in case.rules}
    assert named <= set(rules())


def test_the_rulebook_names_rules_that_exist() -> None:
    assert rules_of_the_rulebook() <= set(rules())


def test_the_table_of_rules_and_cases_is_up_to_date() -> None:
    """``make generate`` writes it anew."""
    written = (ROOT / "docs" / "rules-and-cases.md").read_text(encoding="utf-8")
    assert written == table_text(ROOT)


def test_the_tests_that_stand_for_cases_exist() -> None:
    for entry in in_python().values():
        file, _, name = entry.test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


# ---------------------------------------------------------------- the runner

GOOD = """
id: A
title: a
rules: [SET-2]
position: {hand: "walk, focus", map: {gate: girl, pier: killer}}
steps:
"""


def written(folder: Path, steps: str, head: str = GOOD) -> Path:
    """A file with one case."""
    path = folder / "case.yaml"
    path.write_text(head.lstrip() + steps, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("step", "line", "expected", "found"),
    [
        ("expect: {time: 5}", 6, "time 5", "6"),
        ("do: Play Sprint", 6, "'Play Sprint'", "'Play Walk'"),
        ("do: Play", 6, "'Play'", "'Play Walk', 'Play Focus'"),
        ("do: Play Focus", 6, "a forced answer", "chance asks for horror"),
        ("{do: [Play Focus, Keep], chance: {horror: [1, 1, 1]}}", 6, "horror: 1", "Time"),
        ("{do: Play Focus, chance: {horror: 7}}", 6, "horror 7", "1, 2, 3, 4, 5, 6"),
        ("expect: {girl: yard}", 6, "girl yard", "gate"),
        ("expect: {map: {pier: nothing}}", 6, "pier nothing", "the_prowler"),
        ("expect: {hand: walk}", 6, "hand walk", "focus, walk"),
        ("expect: {over: victory}", 6, "over: victory", "no"),
        ("expect: {phase: planning}", 6, "phase planning", "action"),
        ("expect: {rule: PLAN-1}", 6, "a question of PLAN-1", "ACT-1"),
        ("expect: {legal: [Play Sprint]}", 6, "'Play Sprint' legal", "Play Walk"),
        ("expect: {illegal: [Play Walk]}", 6, "'Play Walk' not legal", "Play Walk"),
        ("expect: {only: [Play Walk]}", 6, "only ['Play Walk']", "Play Focus"),
        ("expect: {only: [Play, Play Focus]}", 6, "only ['Play', 'Play Focus']", "Play Walk"),
        ("expect: {log: [Turn 2]}", 6, "'Turn 2' in the log", "Turn 1"),
        ("expect: {no_log: [Turn 1]}", 6, "no 'Turn 1'", "Turn 1"),
        ("refused: {Play Walk: ACT-1}", 6, "'Play Walk'", "Your Action phase"),
        ("{do: Play Focus, odds: {horror: [{5: 1/2}]}, chance: {horror: [5, 5]}}", 6, "1/2", "1/6"),
        ("expect: {zones: {terror_deck: 3}}", 6, "terror_deck 3", "10"),
        ("expect: {active: knife}", 6, "knife active 1", "0"),
        ("expect: {health: {girl: 4}}", 6, "health of girl 4", "5"),
        ("expect: {token: {girl: white}}", 6, "token of girl white", "black"),
        ("expect: {covered: [1]}", 6, "covered [1]", "[]"),
        ("expect: {dead: 1}", 6, "dead 1", "0"),
        ("expect: {supply: {victim: 3}}", 6, "supply of victim 3", "21"),
    ],
)
def test_what_differs_is_told_with_its_line(
    tmp_path: Path, step: str, line: int, expected: str, found: str
) -> None:
    (result,) = run_case_file(written(tmp_path, f"  - {step}\n"))
    told = str(result)
    assert told.startswith(f"{tmp_path}/case.yaml:{line}: A: expected ")
    wanted, _, was = told.partition(", found ")
    assert expected in wanted
    assert found in was


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            GOOD + "  - {expct: {}}\n",
            "6:6: unknown field 'expct' of a step (did you mean 'expect'?)",
        ),
        (GOOD + "  - expect: {tame: 3}\n", "6:14: nothing is called 'tame' (did you mean 'time'?)"),
        (GOOD + "  - chance: {horor: 3}\n", "6:14: no stream 'horor'"),
        (GOOD + "  - expect: {girl: gaet}\n", "there is no space 'gaet' (did you mean 'gate'?)"),
        (GOOD.replace("pier", "peir") + "  - {}\n", "there is no space 'peir'"),
        (GOOD.replace("walk,", "wlak,") + "  - {}\n", "there is no act 'wlak'"),
        (GOOD.replace("map", "mop") + "  - {}\n", "there is no state 'mop'"),
        (GOOD.replace("id: A\n", "") + "  - {}\n", "the case has no 'id'"),
        (GOOD + "  - []\n", "a mapping is wanted"),
        (GOOD.replace("{gate: girl", "{gate: 2 girl") + "  - {}\n", "no girl is left to place"),
        (GOOD.replace("hand:", "terror: 99, hand:") + "  - {}\n", "the deck has no room"),
        (
            GOOD.replace("hand:", "items: {mill_deck: 9, barn_deck: 9}, hand:") + "  - {}\n",
            "unseen",
        ),
        (GOOD.replace("hand:", "phase: night, hand:") + "  - {}\n", "there is no phase 'night'"),
        (GOOD.replace("hand:", 'closed: ["gate, pier"], hand:') + "  - {}\n", "no way joins these"),
        (GOOD.replace("rules", "film: none.yaml\nrules") + "  - {}\n", "there is no film file"),
        (GOOD.replace("rules", "girl: nobody\nrules") + "  - {}\n", "no Final Girl 'nobody'"),
        (
            GOOD.replace("rules", "options: {hard: true}\nrules") + "  - {}\n",
            "unknown field 'hard'",
        ),
        (
            GOOD.replace("rules", "cast: {killer: x, location: y, girl: z}\nrules") + "  - {}\n",
            "There is no Killer 'x'",
        ),
        (
            GOOD.replace("rules", 'overlay: {killer: {action: "horor +1"}}\nrules') + "  - {}\n",
            "3:29: ",
        ),
        ("a: [\n", "case.yaml:2:1"),
        ("cases: [{}]\n", "the case has no 'id'"),
        ("- 1\n", "a mapping is wanted"),
    ],
)
def test_a_wrong_file_gives_one_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, what: str
) -> None:
    path = written(tmp_path, text.lstrip(), "")
    assert run_cases([path]) == BAD_INPUT
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert message.startswith(str(path))
    assert what in message


def test_a_rule_that_is_not_there_is_remarked_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = GOOD.lstrip().replace("SET-2", "SET-2, ACT-99")
    path = written(tmp_path, "  - expect: {time: 6}\n", head)
    assert run_cases([path]) == 0
    line, column = 3, head.splitlines()[2].index("ACT-99") + 1
    said = capsys.readouterr()
    assert said.err.startswith(f"Remark: {path}:{line}:{column}: there is no rule ACT-99")
    assert "1 cases hold, 0 fail" in said.out


def test_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path, "  - expect: {time: 6}\n")
    assert run_cases([good]) == DONE
    assert "1 cases hold, 0 fail." in capsys.readouterr().out
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8").replace("time: 6", "time: 7"), "utf-8")
    assert run_cases([good, bad]) == FAILED
    out = capsys.readouterr().out
    assert f"{bad}:6: A: expected time 7, found 6" in out
    assert "1 cases hold, 1 fail." in out


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cases([tmp_path / "none.yaml"]) == BAD_INPUT
    assert "No such file" in capsys.readouterr().err


def test_a_case_of_a_cast_at_hand(tmp_path: Path) -> None:
    head = GOOD.replace(
        "rules", "cast: {killer: sexton, location: camp_sallow, girl: odile}\nrules"
    )
    head = head.replace("gate: girl, pier: killer", "dock: girl")
    (result,) = run_case_file(written(tmp_path, "  - expect: {girl: dock, time: 6}\n", head))
    assert result.mismatch is None


def test_a_film_beside_the_case(tmp_path: Path) -> None:
    film = PROVING_GROUND.read_text(encoding="utf-8").replace("health: 5", "health: 4")
    (tmp_path / "mine.yaml").write_text(film, encoding="utf-8")
    head = GOOD.replace("rules", "film: mine.yaml\nrules")
    (result,) = run_case_file(
        written(tmp_path, "  - expect: {health: {girl: 4, killer: 4}}\n", head)
    )
    assert result.mismatch is None


def test_an_overlay_keeps_the_film_as_it_was() -> None:
    case = next(c for c in all_cases() if c.id == "U05")
    assert len(case.program().things["kind"]) > 1
    plain = next(c for c in all_cases() if c.id == "U04")
    assert plain.program() is not case.program()
    assert run_case(plain).mismatch is None


def test_a_broken_game_fails_the_case(tmp_path: Path) -> None:
    """A fault in a film's text is told as a failure of the case, not as a crash."""
    head = GOOD.replace(
        "rules", 'overlay: {killer: {action: "while 1: set horror = horror"}}\nrules'
    )
    steps = "  - {do: [End, Done]}\n"
    (result,) = run_case_file(written(tmp_path, steps, head))
    assert result.mismatch is not None
    assert "100,000 operations" in str(result)


def test_reading_reports_a_double_id(tmp_path: Path) -> None:
    one = "- {id: A, title: a, rules: [SET-2], steps: []}\n"
    path = tmp_path / "two.yaml"
    path.write_text("cases:\n" + one + one, encoding="utf-8")
    with pytest.raises(SourceError, match="comes twice"):
        read_cases(path)
