"""Interpreted, compiled, checked, quick, with and without the machine's own chance: one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from nightreel.machine.modes import Machine, compiled, interpreted
from nightreel.record import layout as L
from nightreel.table.state import State, first_record, new_initial_state
from tests.conformance import casts
from tests.conformance.seats import Seat, assert_equal
from tests.conformance.walks import Plan, Walk, plans

ANSWERS = 500
SOAK_GAMES = 20
SOAK_ANSWERS = 20_000
GAMES = 2
KINDS_OF_HOOKS = (
    "before",
    "after",
    "instead",
    r"\bmay\b",
    r"\bonce\b",
    r"\bwhere\b",
    r"\bcancel\b",
)
"""Every way in which a card can listen to a moment."""


def together(name: str, plan: Plan, machines: tuple[Machine, ...], most: int) -> int:
    """Play one game on several machines at once; returns the number of answers.

    After every answer the records, the answers to every action, the numbers and the log agree.
    """
    program = casts.program(name)
    walk = Walk(program, plan)
    dice = Random(plan.seed)
    first, *others = (Seat(machine, program) for machine in machines)
    record = first_record(program, plan.seed, plan.options)
    if plan.fragile:
        record = walk.weaken(walk_to_start(walk)).words.tolist()
    for seat in (first, *others):
        seat.begin(record)
    for number in range(most):
        for seat in others:
            where = f"{program.title}, {plan}, answer {number}"
            assert_equal(first.words(), seat.words(), where)
            assert first.said() == seat.said(), where
        if first.stop >= L.STOP_OVER:
            return number
        legal = first.legal
        action = legal[int(dice.random() * len(legal))]
        for seat in (first, *others):
            seat.answer(action)
    return most


def walk_to_start(walk: Walk) -> State:
    """The first state after setup."""
    state = walk.begin()
    while not state.is_terminal() and (state.get("phase") == 0 or state.is_chance_node()):
        state.apply_action(walk.pick(state, Random(1)))
    return state


@pytest.mark.parametrize("name", casts.NAMES)
def test_interpreted_and_compiled_agree_after_every_answer(name: str) -> None:
    answers = sum(
        together(name, plan, (interpreted(), compiled()), ANSWERS) for plan in plans(300, GAMES)
    )
    assert answers > GAMES


def test_the_machine_that_checks_every_index_agrees_after_every_answer() -> None:
    """One test for all casts: the checked machine is compiled only once."""
    answers = 0
    for name in casts.NAMES:
        for plan in plans(310, 1):
            answers += together(name, plan, (interpreted(), compiled(boundscheck=True)), ANSWERS)
    assert answers > 10 * len(casts.NAMES)


@pytest.mark.soak
@pytest.mark.parametrize("name", casts.NAMES)
def test_all_machines_agree_in_many_whole_games(
    name: str, figure: Callable[[str, int], None]
) -> None:
    machines = (interpreted(), compiled(), compiled(boundscheck=True))
    for plan in plans(400, SOAK_GAMES):
        answers = together(name, plan, machines, SOAK_ANSWERS)
        assert answers > 0
        figure("games at three machines at once", 1)
        figure("records equal at three machines", answers)


def test_hooks_of_every_kind_are_among_what_the_machines_agree_on() -> None:
    texts = list(casts.hook_texts())
    for kind in KINDS_OF_HOOKS:
        assert any(re.search(kind, text) for text in texts), kind


@pytest.mark.parametrize("name", casts.LISTENING)
def test_hooks_on_boards_are_active_in_those_games(name: str) -> None:
    """They are counted in from setup on, so the games above run through them."""
    state = new_initial_state(casts.program(name), 3)
    assert state.words[L.HOOKS : L.HOOKS + L.HOOKS_MAX].sum() > 0


# ---------------------------------------------------------------- chance


@pytest.mark.parametrize("machine", [interpreted, compiled], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("name", casts.NAMES)
def test_who_asks_chance_makes_no_difference(name: str, machine: Callable[[], Machine]) -> None:
    """Outcomes that are drawn and given by hand lead to the record of the machine's own draws."""
    program = casts.program(name)
    for plan in plans(320, GAMES):
        record = first_record(program, plan.seed, plan.options)
        own = Seat(machine(), program, L.MODE_AUTO_CHANCE)
        own.begin(record)
        state = new_initial_state(program, plan.seed, plan.options, explicit_chance=True)
        dice = Random(plan.seed)
        for number in range(ANSWERS):
            while state.is_chance_node():
                state.apply_action(state.drawn_outcome())
            assert_same_game(own.words(), state.words.tolist(), f"{plan}, answer {number}")
            if state.is_terminal():
                break
            legal = state.legal_actions()
            assert legal == own.legal
            action = legal[int(dice.random() * len(legal))]
            own.answer(action)
            state.apply_action(action)


def assert_same_game(one: list[int], other: list[int], where: str) -> None:
    """Two records are equal in all that the game still needs.

    A finished game asks nothing and has no stack; above the top of a stack lies nothing.
    """
    live = one[L.SP]
    if one[L.STOP] == L.STOP_OVER:
        live = L.STACK
        for word in (L.PC, L.SP, L.FP, L.QUESTION, L.QUESTION_PC):
            one[word] = other[word]
    assert_equal(one[:live], other[:live], where)


# ---------------------------------------------------------------- the quick mode


@pytest.mark.parametrize("name", casts.NAMES)
def test_the_quick_mode_plays_the_same_game(name: str) -> None:
    """It leaves out words of refusals, and changes neither what is legal nor what happens.

    On the stack loops over what is refused may leave other counters behind, which nobody reads.
    """
    program = casts.program(name)
    for plan in plans(330, GAMES):
        record = first_record(program, plan.seed, plan.options)
        full = Seat(compiled(), program)
        quick = Seat(compiled(), program, L.MODE_QUICK)
        dice = Random(plan.seed)
        for seat in (full, quick):
            seat.begin(record)
        for number in range(ANSWERS):
            where = f"{plan}, answer {number}"
            assert_equal(full.words()[: L.STACK], quick.words()[: L.STACK], where)
            if full.stop >= L.STOP_OVER:
                break
            assert full.legal == quick.legal, where
            legal = full.legal
            action = legal[int(dice.random() * len(legal))]
            full.answer(action)
            quick.answer(action)
