"""Exact chances of Horror Rolls: against arithmetic, against the engine, in any game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import numpy as np
import pytest

from nightreel.machine import modes
from nightreel.machine.liveness import Liveness
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.frames import begins_of, frames
from nightreel.table.odds import NEVER, Odds
from nightreel.table.rolls import Walk
from nightreel.table.state import Options, State, new_initial_state
from nightreel.table.wording import action_texts, plain_text, question_text
from tests import small
from tests.conformance import casts
from tests.films.playing import Play

THIRD = Fraction(1, 3)
CLOSE_CALL, PLANNING, WALK = "close_call", "planning_card", "walk"


def binomial(dice: int, successes: int, chance: Fraction = THIRD) -> Fraction:
    """The chance of so many successes among dice, by arithmetic."""
    return comb(dice, successes) * chance**successes * (1 - chance) ** (dice - successes)


def number(program: Program, name: str) -> int:
    """The number behind a name."""
    found = program.facts["constants"][name]
    assert isinstance(found, int)
    return found


def at_hand(program: Program, *acts: str, more_dice: int = 0, horror: int = 3) -> State:
    """A game at its first Action phase with these cards in hand and so many dice more."""
    state = new_initial_state(program, seed=5)
    words = state.words.copy()
    words[L.HAND : L.HAND + L.ACTS] = 0
    for act in acts:
        words[L.HAND + number(program, act)] += 1
    words[program.states["next_dice"].address] = more_dice
    words[program.states["horror"].address] = horror
    return State(program, words, explicit_chance=True)


def action(state: State, words: str) -> int:
    """The legal action with these words."""
    return next(a for a, text in action_texts(state).items() if text.startswith(words))


def rolled(state: State, words: str, *faces: int) -> State:
    """The state after a card was played and the dice fell so."""
    after = state.clone()
    after.apply_action(action(state, words))
    for face in faces:
        after.apply_action(face)
    assert "Horror Roll" in question_text(after)
    return after


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(small.program())


# ---------------------------------------------------------------- before a card is played


@pytest.mark.parametrize("dice", range(1, 7))
def test_before_a_card_the_chances_are_binomial(dice: int, odds: Odds) -> None:
    level = at_hand(small.program(), WALK)
    printed = level.program.table[level.program.facts["rows"]["normal_track"][0] + 3]
    state = at_hand(small.program(), WALK, more_dice=dice - printed)
    chances = odds.kept(state, action(state, "Play Walk"))
    assert chances is not None
    assert chances.counts == {n: binomial(dice, n) for n in range(dice + 1)}
    assert chances.card == number(state.program, WALK)


def test_exactly_one_of_two_dice(odds: Odds) -> None:
    state = at_hand(small.program(), WALK)
    chances = odds.kept(state, action(state, "Play Walk"))
    assert chances is not None
    assert chances.counts[1] == Fraction(4, 9)
    assert chances.at_least(1) == Fraction(5, 9)
    assert chances.lines(state.program) == [
        ("two", Fraction(1, 9)),
        ("one", Fraction(4, 9)),
        ("none", Fraction(4, 9)),
    ]


def test_a_roll_that_takes_threes_and_fours_too(odds: Odds) -> None:
    state = at_hand(small.program(), WALK)
    words = state.words.copy()
    words[state.program.states["partials_next"].address] = 1
    state = State(state.program, words)
    chances = odds.kept(state, action(state, "Play Walk"))
    assert chances is not None
    assert chances.counts == {n: binomial(2, n, 2 * THIRD) for n in range(3)}


def test_what_is_no_roll_has_no_chances(odds: Odds) -> None:
    state = at_hand(small.program(), WALK, CLOSE_CALL)
    found = odds.table(state)
    assert [plain_text(state, a) for a in found] == ["Play Walk"]
    assert odds.best(state, action(state, "Discard Walk")) is None
    assert odds.kept(state, action(state, "End the Action phase")) is None


def test_the_state_stays_as_it_is_and_its_generator_does_not_matter(odds: Odds) -> None:
    state = at_hand(small.program(), WALK, "focus")
    before = state.serialize()
    found = odds.table(state)
    assert state.serialize() == before
    assert odds.table(state.reseeded(99)) == found


# ---------------------------------------------------------------- while the dice lie


def test_every_answer_after_the_roll(odds: Odds) -> None:
    state = at_hand(small.program(), WALK, CLOSE_CALL, "focus", "focus")
    state = rolled(state, "Play Walk", 1, 3)
    told = {plain_text(state, a): c.counts for a, c in odds.table(state).items()}
    assert told == {
        "Turn a 3 into a success for 2 cards": {1: 1},
        "Keep the roll": {0: 1},
        "Play Close Call": {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)},
        "Discard Close Call for Time": {0: 1},
        "Discard Focus for Time": {0: 1},
    }


def test_the_best_use_of_conversions_before_the_roll(odds: Odds) -> None:
    """Two cards turn one 3 or 4, four cards two of them."""
    for cards, two in ((1, binomial(2, 2)), (3, Fraction(3, 9)), (4, Fraction(4, 9))):
        state = at_hand(small.program(), WALK, *["focus"] * 2, *["sprint"] * (cards - 2))
        if cards == 1:
            state = at_hand(small.program(), WALK, "focus")
        best = odds.best(state, action(state, "Play Walk"))
        one = Fraction(8, 9) if cards > 1 else Fraction(5, 9)
        assert best == {1: one, 2: two}, cards


def test_the_best_use_of_a_re_roll(odds: Odds) -> None:
    """With Close Call alone: all dice again, or the worse one of the two."""
    state = at_hand(small.program(), WALK, CLOSE_CALL)
    best = odds.best(state, action(state, "Play Walk"))
    fail = Fraction(2, 3)
    assert best == {
        1: 1 - fail**2 * fail**2,
        2: Fraction(1, 9) + Fraction(4, 9) * THIRD + Fraction(4, 9) * Fraction(1, 9),
    }


def test_more_than_the_budget_is_not_told(odds: Odds) -> None:
    state = at_hand(small.program(), WALK, CLOSE_CALL, "focus", "focus")
    assert odds.best(state, action(state, "Play Walk"), budget=20) is None


def test_a_reaction_has_chances() -> None:
    state = attacked(small.program())
    chances = Odds(state.program).kept(state, action(state, "Play Guard"))
    assert chances is not None
    assert chances.card == number(state.program, "guard")
    assert sum(chances.counts.values()) == 1
    assert [name for name, _ in chances.lines(state.program)] == ["two", "one", "none"]


def attacked(program: Program) -> State:
    """A state in which Guard can be played against an attack."""
    for seed in range(100):
        state, dice = at_hand(program, "guard", WALK), Random(seed)
        while not state.is_terminal():
            if question_text(state).startswith("You are attacked"):
                return state
            legal = state.legal_actions()
            quiet = [a for a in legal if plain_text(state, a).startswith("End the")]
            state.apply_action(quiet[0] if quiet else dice.choice(legal))
    raise AssertionError("nobody was attacked")


def test_a_roll_that_a_film_makes_has_chances_by_successes() -> None:
    play = Play("rolls").chance("terror", "test").answer("Horror Roll", "Re-roll")
    play.shuffle_back("test")
    play.take("End the Action phase").until("Your Horror Roll")
    found = Odds(play.program).table(play.state)
    kept = found[action(play.state, "Keep the roll")]
    assert kept.card == 0
    assert [name for name, _ in kept.lines(play.program)] == ["three", "two", "one", "none"]
    assert all(sum(c.counts.values()) == 1 for c in found.values())


def test_a_roll_inside_of_a_roll_leaves_the_outer_one_to_be_counted() -> None:
    """The dice of an ability's own roll are not those that are asked for (ROLL-5)."""
    text = "let n = horror_roll(none), time n"
    program = small.program(f"use: [{{window: roll, once: turn, text: '{text}'}}]")
    state = rolled(at_hand(program, WALK, "focus"), "Play Walk", 5, 5)
    inner = next(a for a in state.legal_actions() if a >= L.ABILITY_ACTION)
    chances = Odds(program).kept(state, inner)
    assert chances is not None
    assert chances.counts == {2: 1}
    state.apply_action(inner)
    inside = Odds(program).kept(state, 1)
    assert inside is not None
    assert (inside.card, inside.counts) == (0, {0: 2 * THIRD, 1: THIRD})


def test_a_roll_that_ends_the_game_never_counts() -> None:
    program = small.program("when: ['after dice_rolled where dice[1] > 0: defeat']")
    state = at_hand(program, WALK)
    chances = Odds(program).kept(state, action(state, "Play Walk"))
    assert chances is not None
    assert chances.counts[NEVER] == 1 - Fraction(25, 36)
    assert sum(chances.counts.values()) == 1


# ---------------------------------------------------------------- against the engine


def test_each_sequence_of_faces_once_gives_the_same(odds: Odds) -> None:
    """Without merging anything: 36 rolls, each kept, read from the record (ROLL-3)."""
    state = at_hand(small.program(), WALK, "focus")
    address = state.program.states["successes"].address
    counted: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=2):
        after = rolled(state, "Play Walk", *faces)
        after.apply_action(action(after, "Keep the roll"))
        counted[int(after.words[address])] += 1
    chances = odds.kept(state, action(state, "Play Walk"))
    assert chances is not None
    assert chances.counts == {n: Fraction(c, 36) for n, c in counted.items()}


def test_orders_of_dice_are_one(odds: Odds) -> None:
    """Four dice: one spot for each multiset of faces, so no order is walked twice."""
    state = at_hand(small.program(), WALK, "focus", more_dice=2)
    walk = Walk(odds.rolls, state, 100_000)
    spots = [walk.after(walk.first, action(state, "Play Walk"))]
    for size in range(1, 5):
        found = [walk.after(spot, face) for spot in spots for face in spot.answers]
        spots = list({id(spot): spot for spot in found}.values())
        assert len(spots) == comb(size + 5, size)


def test_twenty_thousand_rolls_come_near() -> None:
    """The compiled machine draws them; four standard deviations are allowed."""
    program = small.program()
    state = at_hand(program, WALK, CLOSE_CALL, more_dice=1)
    play, rolls = action(state, "Play Walk"), 20_000
    chances = Odds(program).kept(state, play)
    assert chances is not None
    counted = sampled(program, state, play, rolls)
    assert sum(counted.values()) == rolls
    for n, p in chances.counts.items():
        deviation = (rolls * p * (1 - p)) ** 0.5
        assert abs(counted[n] - rolls * p) < 4 * deviation, n


def sampled(program: Program, state: State, play: int, rolls: int) -> Counter[int]:
    """How often each number of successes came up."""
    seat = Seat(modes.compiled(), program.code, program.table)
    keep = action(rolled(state, "Play Walk", 1, 1, 1), "Keep the roll")
    address = program.states["successes"].address
    counted: Counter[int] = Counter()
    for n in range(rolls):
        g = np.array(state.words, dtype=np.int32)
        g[L.STREAM : L.STREAM + L.STREAMS] = 10 * n
        seat.run(g, -1, L.MODE_AUTO_CHANCE)
        seat.run(g, play, L.MODE_AUTO_CHANCE)
        seat.run(g, keep, L.MODE_AUTO_CHANCE)
        counted[int(g[address])] += 1
    return counted


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize("name", casts.NAMES)
def test_in_any_game_chances_add_up_to_one(name: str) -> None:
    """What then happens is always among what had a chance."""
    program = casts.program(name)
    odds, dice, seen = Odds(program), Random(7), 0
    state = new_initial_state(program, 11, Options(ask_single=name == "small"))
    for _ in range(120):
        if state.is_terminal():
            break
        found = odds.table(state)
        assert not (found and question_text(state).startswith("Planning"))
        for chances in found.values():
            seen += 1
            assert sum(chances.counts.values()) == 1
            assert sum(p for _, p in chances.lines(program)) + chances.counts.get(NEVER, 0) == 1
        chosen = dice.choice(state.legal_actions())
        if chosen in found and question_text(state) == "Your Horror Roll.":
            check_best(odds, state, chosen)
        state.apply_action(chosen)
    assert seen > 0


def check_best(odds: Odds, state: State, chosen: int) -> None:
    """The best use is at least as good as keeping the roll."""
    kept, best = odds.kept(state, chosen), odds.best(state, chosen, budget=600)
    assert kept is not None
    for n, p in (best or {}).items():
        assert kept.at_least(n) <= p <= 1


def test_dead_words_are_never_read() -> None:
    """Filled with nonsense where they are dead, they change nothing of a game."""
    program = small.program()
    begins = begins_of(program)
    liveness, dice = Liveness(program.code, begins), Random(3)
    state = new_initial_state(program, 3)
    for _ in range(60):
        if state.is_terminal():
            break
        spoilt = state.clone()
        spoil(spoilt, liveness)
        chosen = dice.choice(state.legal_actions())
        state.apply_action(chosen)
        spoilt.apply_action(chosen)
        assert spoilt.words[: L.STACK].tolist() == state.words[: L.STACK].tolist()
        assert spoilt.legal_actions() == state.legal_actions()


def spoil(state: State, liveness: Liveness) -> None:
    """Write nonsense into every dead word."""
    words = state.words.tolist()
    for frame, pc in frames(words):
        for slot in liveness.dead(pc):
            state.words[frame + slot] = 77
