"""Cases that are no position with answers of chance: D15, F17, U07."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from nightreel.films.source import Fields, read_text
from nightreel.record import layout as L
from nightreel.record.log import Log, clear
from nightreel.reel.program import Program
from nightreel.table.casefile import read_cases
from nightreel.table.position import set_up
from nightreel.table.state import Options, State, begin, new_initial_state
from nightreel.table.view import view
from nightreel.table.wording import action_texts, read_log

CASES = Path(__file__).parent.parent / "cases"


@cache
def program() -> Program:
    """The proving ground as it is."""
    return next(c for c in read_cases(CASES / "05_life.yaml") if not c.overlays).program()


def position(text: str, explicit_chance: bool) -> State:
    """A state at a position that is written down."""
    data: Fields = read_text(text, "position")
    return begin(program(), set_up(program(), data, Options()), explicit_chance)


def act(state: State, beginning: str) -> None:
    """Take the action that begins with these words."""
    texts = action_texts(state)
    state.apply_action(next(a for a, t in texts.items() if t.startswith(beginning)))


def odds(dice: int, improvised: bool) -> dict[int, Fraction]:
    """The chance of each number of successes, by following every outcome of every die."""
    state = position(
        f"{{horror: 7, next_dice: {dice - 1}, partials_next: {int(improvised)}, hand: focus,"
        " map: {den: girl, pier: killer}}",
        True,
    )
    act(state, "Play Focus")
    reached = {state: Fraction(1)}
    for _ in range(dice):
        after: dict[State, Fraction] = defaultdict(Fraction)
        for before, chance in reached.items():
            assert before.stream() == "horror"
            for outcome, _ in before.chance_outcomes():
                following = before.clone()
                following.apply_action(outcome)
                after[following] += chance / 6
        reached = after
    found: dict[int, Fraction] = defaultdict(Fraction)
    for state, chance in reached.items():
        assert not state.is_chance_node()
        found[state.get("successes")] += chance
    assert sum(found.values()) == 1
    return found


def percent(found: dict[int, Fraction], least: int) -> float:
    """The chance of at least so many successes, as the tables print it."""
    return round(float(100 * sum(c for n, c in found.items() if n >= least)), 1)


@pytest.mark.parametrize(
    ("dice", "one", "two", "improvised"),
    [
        (1, 33.3, 0.0, 66.7),
        (2, 55.6, 11.1, 88.9),
        (3, 70.4, 25.9, 96.3),
        (4, 80.2, 40.7, 98.8),
        (5, 86.8, 53.9, 99.6),
        (6, 91.2, 64.9, 99.9),
    ],
)
def test_d15_exact_odds(dice: int, one: float, two: float, improvised: float) -> None:
    plain = odds(dice, improvised=False)
    assert (percent(plain, 1), percent(plain, 2)) == (one, two)
    assert percent(odds(dice, improvised=True), 1) == improvised


LAST_HEART = """
{phase: killer, health: {girl: 1}, hand: "guard, 2 focus", map: {gate: "girl, killer"}}
"""


def test_f17_an_unrevealed_token_has_no_face() -> None:
    """Record, view and save are the same whichever token it will be; only then chance decides."""
    state = position(LAST_HEART, False)
    faces = set()
    for seed in range(40):
        copy = state.reseeded(seed)
        assert view(copy) == view(state)
        assert copy.view().serialize() == state.view().serialize()
        act(copy, "Play no card")
        faces.add(copy.words[L.RESULT] * 10 + copy.get("tokens_laid_out"))
        faces.add(100 + int(copy.words[L.HEALTH + 1]))
    assert {101, 102, 103} < faces
    assert L.DEFEAT * 10 + 1 in faces
    assert view(state)["girl"]["token"] == "black"


def test_f17_a_view_does_not_know_the_token_either() -> None:
    """Whoever has only the view faces all four faces, with the chances of the pool."""
    state = position(LAST_HEART, True).view()
    act(state, "Play no card")
    assert state.stream() == "tokens"
    assert [round(9 * p) for _, p in state.chance_outcomes()] == [6, 1, 1, 1]


def test_f17_the_log_names_no_face_before_it_is_revealed() -> None:
    state = new_initial_state(program(), 5)
    random = Random(5)
    log = Log()
    told: list[str] = []
    while not state.is_terminal():
        clear(log)
        state.apply_action(random.choice(state.legal_actions()), log)
        told += [e.text for e in read_log(state, log)]
        if state.get("tokens_laid_out"):
            break
        assert not any("token" in sentence for sentence in told)
    assert any("token" in sentence for sentence in told)


def test_u07_same_seed_same_choices_same_game() -> None:
    for seed in range(3):
        one, other = (new_initial_state(program(), seed) for _ in range(2))
        different = new_initial_state(program(), seed + 1000)
        assert one.serialize() != different.serialize()
        random = Random(seed)
        while not one.is_terminal():
            assert one.serialize() == other.serialize()
            choice = random.choice(one.legal_actions())
            one.apply_action(choice)
            other.apply_action(choice)
        assert one.serialize() == other.serialize()
        assert other.is_terminal()
