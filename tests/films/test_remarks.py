"""What ``nightreel check`` remarks on: allowed, played, and yet hardly meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightreel.exits import DONE
from nightreel.films.check import check_film, load_film
from nightreel.films.remarks import remarks_on
from nightreel.films.source import read_text
from nightreel.films.trial import try_film
from nightreel.terminal.cli import main

ROOT = Path(__file__).parent.parent.parent
LOW_WATER = ROOT / "src" / "nightreel" / "films" / "low_water.yaml"
TEXT = LOW_WATER.read_text(encoding="utf-8")
FINISHED = [LOW_WATER, ROOT / "docs" / "examples" / "lamplighter.yaml"]
FINISHED += (ROOT / "src" / "nightreel" / "films" / "proving").glob("*.yaml")
HEALTH = "  health: 11\n"
DARK_ROW = "{attack: 2, move: 2, dark_power: true}"
FINAL = 'final_effect: "lose 1"'
AXE = "      hands: 2\n      weapon: {range: 0, damage: 2}"

REMARKS = [
    (HEALTH, "", "  id: sexton\n", "the Killer has no health (health: 10, or health: 0"),
    (HEALTH, "  health: 0\n", HEALTH, "a Killer without health cannot be beaten (win:"),
    (
        DARK_ROW,
        "{attack: 2, dark_power: true}",
        DARK_ROW,
        "this row has no 'move', which counts as 0",
    ),
    (FINAL, 'final_effect: "horror +1"', FINAL, "is the Final Effect again"),
    (FINAL, 'final_effect: "bloodlust +1"', FINAL, "is the Final Effect again"),
    ('text: "horror -1, heal 1"', 'text: "horror 1"', "", "horror 1 has no sign (horror +1, or"),
    ('text: "horror -1, heal 1"', 'text: "heal 1, time 2"', "", "time 2 has no sign (time +2, or"),
    ('      text: "horror -1, heal 1"\n', "", "", "this card does nothing"),
    ('text: "horror -1, heal 1"', 'while: "steps_more -1"', "", "the card is discarded at once"),
    ('      lasting: true\n      while: "steps', '      while: "steps', "", "this never holds"),
    (AXE, "      weapon: {range: 0, damage: 2}", "", "a weapon that needs no hand is never used"),
    ('text: "gather 2 victims, use this"', 'text: "gather 2 victims"', "", "use markers away"),
    ("        uses: 3\n", "", "", "this Item has no use markers"),
    (
        "place girl at road, place killer at steeple,",
        "place girl at road,",
        "",
        "place the Killer",
    ),
    ("rule: HEAL-1}", "rule: HEAL-9}", "", "there is no rule HEAL-9 (did you mean 'HEAL-1'?)"),
    (HEALTH, f"{HEALTH}  terror_deck: 30\n", "  horror: 3\n", "holds 30 cards, and there are 24"),
]


@pytest.mark.parametrize("path", FINISHED, ids=lambda p: p.stem)
def test_a_finished_film_has_none(path: Path) -> None:
    assert remarks_on(load_film(path)) == ()


def line_of(words: str) -> int:
    """The line of the film in which words stand, once."""
    assert TEXT.count(words) == 1
    return TEXT[: TEXT.index(words)].count("\n") + 1


@pytest.mark.parametrize(("old", "new", "at", "words"), REMARKS)
def test_it_is_told_once_at_its_place(old: str, new: str, at: str, words: str) -> None:
    """At the line that has ``at``, else near the one that was changed."""
    near = line_of(old)
    (remark,) = remarks_on(check_film(read_text(TEXT.replace(old, new), "film.yaml")))
    assert words in str(remark)
    assert remark.where.line == line_of(at) if at else abs(remark.where.line - near) <= 3


def test_a_rule_that_is_not_there_is_told_at_its_id() -> None:
    rules = '  rules: |\n    rule moan() [EFF-1, EFF-99]:\n        "He moans."\n        return\n'
    text = TEXT.replace(HEALTH, HEALTH + rules)
    (remark,) = remarks_on(check_film(read_text(text, "film.yaml")))
    assert "there is no rule EFF-99" in str(remark)
    line = text.splitlines()[remark.where.line - 1]
    assert line[remark.where.column - 1 :].startswith("EFF-99")


def test_an_id_that_another_film_has_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "low.yaml"
    path.write_text(TEXT.replace("id: sexton", "id: deacon"), encoding="utf-8")
    assert main(["check", str(path)]) == DONE
    remarks = capsys.readouterr().err.splitlines()
    taken = [f"the id {id_!r} is taken by" for id_ in ("camp_sallow", "odile", "tamsin")]
    assert len(remarks) == len(taken)
    for remark, words in zip(remarks, taken, strict=True):
        assert words in remark
    assert f"low.yaml:{line_of('id: camp_sallow')}:" in remarks[0]


def test_a_film_at_hand_takes_no_id_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(LOW_WATER)]) == DONE
    assert capsys.readouterr().err == ""


def test_a_dark_power_that_nothing_reveals_is_told() -> None:
    text = TEXT.replace(DARK_ROW, "{attack: 2, move: 2}").replace("reveal dark power", "nothing")
    (remark,) = remarks_on(check_film(read_text(text, "film.yaml")))
    assert "no row of the Bloodlust track reveals the Dark Power" in str(remark)
    assert remark.where.line == line_of("  bloodlust:\n") + 1


def test_no_finale_is_told() -> None:
    text = next(p for p in FINISHED if p.stem == "proving_ground").read_text(encoding="utf-8")
    text = text[: text.index("  finales:\n")] + text[text.index("  dark_powers:\n") :]
    (remark,) = remarks_on(check_film(read_text(text, "film.yaml")))
    assert "no Finale comes when the Terror deck is empty" in str(remark)


def test_no_exit_is_told() -> None:
    text = TEXT.replace("[exit]", "[indoors]").replace("[exit, shoreline]", "[shoreline]")
    (remark,) = remarks_on(check_film(read_text(text, "film.yaml")))
    assert "no space is an Exit" in str(remark)


def test_too_few_items_are_told() -> None:
    first, last = TEXT.index("    - id: bandages"), TEXT.index("\ngirls:")
    gone = "|".join(re.findall(r"- id: (\w+)", TEXT[first:last]))
    shorter = re.sub(rf"^ +({gone}): .*\n", "", TEXT[:first] + TEXT[last:], flags=re.MULTILINE)
    remarks = remarks_on(check_film(read_text(shorter, "film.yaml")))
    assert "3 Item decks hold 12 Items, and there are 7" in str(remarks[0])


def test_a_killer_who_says_that_he_has_no_health_and_how_she_wins_has_none() -> None:
    mended = '  health: 0\n  win: "turn > 9"\n'
    text = TEXT.replace(HEALTH, mended)
    assert remarks_on(check_film(read_text(text, "film.yaml"))) == ()


def test_the_command_tells_them_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "low.yaml"
    path.write_text(TEXT.replace(FINAL, 'final_effect: "horror 1"'))
    assert try_film(path)
    assert main(["check", str(path)]) == DONE
    shown = capsys.readouterr()
    assert "no mistakes" in shown.out
    assert (
        f"Remark: {path}:{line_of(FINAL)}:18: horror 1 has no sign (horror +1, or horror -1)"
        in shown.err
    )
