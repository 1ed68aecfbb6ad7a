"""Her dice beside what was to be expected of them."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from nightreel.table import save_reading
from nightreel.table.dice import Dice, dice_lines
from tests.table.games import played


def test_the_dice_of_a_game_are_those_of_its_log(tmp_path: Path) -> None:
    game = played(seed=5, path=tmp_path / "game.save")
    faces = [int(f) for e in game.log for f in re.findall(r"^A die shows (\d)", e.text)]
    assert len(faces) > 5
    assert game.dice == Dice.of(faces)
    assert game.dice.count == len(faces)
    assert game.dice.successes == sum(face >= 5 for face in faces)
    assert save_reading.glance(tmp_path / "game.save").standing.dice == game.dice


@pytest.mark.parametrize(("count", "successes"), [(1, 0), (1, 1), (12, 1), (12, 9), (60, 20)])
def test_the_chance_is_that_of_the_binomial(count: int, successes: int) -> None:
    dice = Dice((count - successes, 0, 0, 0, 0, successes))
    third, n = Fraction(1, 3), count
    below = successes < dice.expected
    farther = range(successes + 1) if below else range(successes, n + 1)
    exact = sum(comb(n, k) * third**k * (1 - third) ** (n - k) for k in farther)
    assert dice.chance == pytest.approx(float(exact))
    assert dice.expected == pytest.approx(n / 3)
    assert dice.deviation == pytest.approx((n * 2 / 9) ** 0.5)


def test_what_is_said_of_dice_is_honest() -> None:
    assert dice_lines(Dice()) == ["She rolled no dice."]
    usual = dice_lines(Dice((10, 10, 10, 10, 10, 9)))
    assert usual[0] == "She rolled 59 dice (1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 6: 9)."
    assert "Successes rolled: 19; fair dice show 19.7 on average, give or take 3.6." in usual
    assert usual[-1].startswith("So few or fewer come up 49 times in 100")
    assert usual[-1].endswith("nothing unusual.")
    assert dice_lines(Dice((30, 10, 10, 10, 1, 1)))[-1].endswith("rare bad luck.")
    assert dice_lines(Dice((1, 1, 1, 1, 10, 30)))[-1].endswith("rare good luck.")


def test_dice_add_up() -> None:
    assert Dice((1, 2, 3, 4, 5, 6)) + Dice((1, 0, 0, 0, 0, 1)) == Dice((2, 2, 3, 4, 5, 7))
    many = Dice((100_000, 0, 0, 0, 0, 50_000))
    assert 0.4 < many.chance < 0.6
