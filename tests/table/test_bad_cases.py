"""Cases that are wrong end in one message at their place, status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.reel.errors import SourceError
from nightreel.table.cases import run_case_file
from nightreel.terminal.checking import run_cases

ROLL = "{do: Play Walk, chance: {horror: [5, 1]}"
POSITION = "time: 3, hand: walk, map: {gate: girl, loft: killer}"


def written(tmp_path: Path, step: str, position: str = POSITION, more: str = "") -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(
        f"id: X1\ntitle: a case\nrules: [ROLL-1]\n{more}"
        f"position: {{{position}}}\nsteps:\n  - {step}\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        ("six", "'six' is no chance (such as 1/6)"),
        ("", "'None' is no chance"),
        ("1/0", "'1/0' is no chance"),
        ("[]", "'[]' is no chance"),
        ("1e999999999", "no chance"),
        ("-1", "no chance"),
    ],
)
def test_chances_that_are_none(tmp_path: Path, chance: str, told: str) -> None:
    path = written(tmp_path, f"{ROLL}, odds: {{horror: [{{1: {chance}}}]}}}}")
    with pytest.raises(SourceError) as error:
        run_case_file(path)
    assert told in str(error.value)
    assert str(error.value).startswith(f"{path}:6:")


@pytest.mark.parametrize(
    "expected",
    [
        "dice: {99999: 1}",
        "dice: {x: 1}",
        "dice: {²: 1}",
        "dice: []",
        "covered: [1, a]",
        "health: {girl: [1, a]}",
        "health: []",
        "hand: 99999999999 walk",
        "zones: {terror_deck: 99999999999 unseen}",
        "map: []",
        "killer: []",
        "time: []",
        "tableau: {walk: x}",
        "marks: {walk: 1}",
    ],
)
def test_expectations_that_are_none(tmp_path: Path, expected: str) -> None:
    with pytest.raises(SourceError, match=r"case\.yaml:6:\d+: "):
        run_case_file(written(tmp_path, f"{{expect: {{{expected}}}}}"))


@pytest.mark.parametrize(
    ("position", "right"),
    [
        ("horror: 9", "horror cannot be 9 (0 to 7)"),
        ("bloodlust: 9", "bloodlust cannot be 9 (1 to "),
        ("bloodlust: 0", "bloodlust cannot be 0 (1 to "),
        ("time: 1000", "time cannot be 1000"),
        ("turn: -1", "turn cannot be -1"),
        ("covered: [99]", "covered cannot be 99 (1 to "),
        ("covered: [a]", "no whole number"),
        ("health: {girl: 99}", "health of girl cannot be 99 (0 to "),
        ("health: {girl: -1}", "health of girl cannot be -1"),
        ("map: {gate: girl/x}", "'x' is no whole number"),
        ("map: {gate: girl/²}", "is no whole number"),
        ("map: {gate: 9999 victims}", "there is no kind"),
        ("dice: {77: 1}", "dice has no place '77' (0 to "),
        ("terror: 999999 unseen", "there is no card"),
        ("terror: 999 unseen", "no room"),
        ("revealed: [4]", "0 to 3"),
    ],
)
def test_positions_out_of_range(tmp_path: Path, position: str, right: str) -> None:
    path = written(tmp_path, "{expect: {turn: 1}}", position)
    with pytest.raises(SourceError) as error:
        run_case_file(path)
    assert right in str(error.value)
    assert str(error.value).startswith(f"{path}:4:")


def test_the_command_tells_it_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_cases([written(tmp_path, "{expect: {dice: {99999: 1}}}")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_epic_dark_power_comes_with_the_option_alone(tmp_path: Path) -> None:
    epic = _epic()
    for field in (f"dark_power: {epic}", f"dark: {epic}", f"piles: {{dark_zone: {epic}}}"):
        path = written(tmp_path, "{expect: {turn: 1}}", f"{POSITION}, {field}")
        with pytest.raises(SourceError, match=r"Epic Dark Power \(options: \{epic: true\}\)"):
            run_case_file(path)
    path = written(tmp_path, "{expect: {turn: 1}}", f"{POSITION}, out: {epic}")
    assert run_case_file(path)[0].mismatch is None
    wanted = f"{POSITION}, dark_power: {epic}, dark: 0"
    path = written(tmp_path, "{expect: {turn: 1}}", wanted, "options: {epic: true}\n")
    assert run_case_file(path)[0].mismatch is None


def _epic() -> str:
    from nightreel.films.check import load_film
    from nightreel.table.casefile import PROVING_GROUND

    powers = load_film(PROVING_GROUND).killers[0]["dark_powers"]
    return str(next(power["id"] for power in powers if power.get("epic")))
