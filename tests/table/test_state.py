"""States: equal games have equal records, secrets are dealt anew, bytes are verified."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from nightreel.machine.bulk import deal_anew
from nightreel.machine.seat import Asked
from nightreel.record import layout as L
from nightreel.record.log import Log, clear
from nightreel.table.errors import BadSave, BrokenGame
from nightreel.table.state import (
    State,
    deserialize,
    key_of,
    new_initial_state,
)
from tests import small
from tests.films.playing import program_of


def test_a_log_leaves_no_trace_in_the_record() -> None:
    program = small.program()
    log = Log()
    quiet, told = new_initial_state(program, 3), new_initial_state(program, 3, log=log)
    dice = random.Random(1)
    while not quiet.is_terminal():
        assert quiet == told
        action = dice.choice(quiet.legal_actions())
        quiet.apply_action(action)
        clear(log)
        told.apply_action(action, log)
    assert quiet == told
    assert quiet.returns() == told.returns()


# ---------------------------------------------------------------- secrets


def hidden_game(answers: int = 6) -> State:
    """A game of a film with secrets, some answers on."""
    state = new_initial_state(program_of("hidden"), 5)
    dice = random.Random(2)
    for _ in range(answers):
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def test_a_state_and_the_sampler_deal_secrets_alike() -> None:
    state = hidden_game()
    program, game = state.program, state.words.tolist()
    for seed in range(10):
        copy, asked = list(game), Asked()
        copy[L.SEED : L.SEED + 4] = key_of(seed)
        copy[L.STREAM : L.STREAM + L.STREAMS] = [0] * L.STREAMS
        deal_anew(copy, game, asked.with_program(program.code, program.table, Log(0)))
        assert state.reseeded(seed).words.tolist() == copy


def test_dealing_anew_keeps_all_but_secrets_and_generator() -> None:
    """The draws are counted: the next ones are independent of the secrets."""
    state = hidden_game()
    anew = state.reseeded(7)
    hidden = state.hidden_words()
    assert {int(i) for i in (anew.words != state.words).nonzero()[0]} <= set(hidden)
    assert sum(anew.words[L.STREAM : L.STREAM + L.STREAMS]) > 0
    secrets = {a for a in hidden if a >= L.GLOBAL}
    at = state.program.table[L.T_SECRETS]
    assert secrets == set(state.program.table[at + 1 : at + 1 + state.program.table[at]])


def test_a_fault_while_secrets_are_dealt_is_told() -> None:
    state = hidden_game()
    table = list(state.program.table)
    table[L.T_DEAL] = len(state.program.code)
    broken = replace(state.program, code=(*state.program.code, 9999), table=tuple(table))
    before = state.serialize()
    with pytest.raises(BrokenGame, match=r"stands as before"):
        State(broken, state.words).reseeded(7)
    assert state.serialize() == before


# ---------------------------------------------------------------- bytes


def test_what_was_serialized_comes_back() -> None:
    state = hidden_game()
    assert deserialize(state.program, state.serialize()) == state


@pytest.mark.parametrize("at", [L.SP, L.FP, L.PC, L.QUESTION_PC, L.PLACE + 1, L.ZONE_COUNT + 1])
@pytest.mark.parametrize("value", [-5, 10**6])
def test_a_record_that_compiled_code_must_not_see_is_refused(at: int, value: int) -> None:
    state = hidden_game()
    state.words[at] = value
    with pytest.raises(BadSave, match=r"^This is no record of the game: .*word \d+ of the record"):
        deserialize(state.program, state.serialize())


@pytest.mark.parametrize("size", [0, 3, 4 * L.WORDS - 1, 4 * L.WORDS + 4])
def test_a_record_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(BadSave, match="no record of the game: a record has 8192 bytes"):
        deserialize(small.program(), bytes(size))
