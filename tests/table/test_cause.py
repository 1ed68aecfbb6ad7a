"""Why games end, read from their last record."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.films.library import load_program
from nightreel.table.cause import cause_of, cause_text
from nightreel.table.game import Game
from tests.films.playing import program_of

CAMP = ("sexton", "camp_sallow", "odile")
ENDS = [
    (CAMP, 0, "killer", "The Final Girl takes 4 damage"),
    (CAMP, 2, "final_effect", "The Final Girl loses 1 health"),
    (CAMP, 60, "haste", "The Final Girl loses 2 health"),
    ("puppets", 0, "minion", "The Final Girl is dead: defeat."),
    ("puppets", 1, "done", "Every string is cut: victory."),
    ("no_killer", 0, "film", "They are everywhere: defeat."),
    ("ends", 8, "film", "You lose your mind: defeat."),
    ("ends", 14, "killer", "The Final Girl is dead: defeat."),
]
"""Casts or tiny films, seeds of games played at random, the cause, what the end of the log says."""


@pytest.mark.parametrize(("film", "seed", "cause", "said"), ENDS)
def test_a_game_tells_why_it_ended(
    film: str | tuple[str, str, str], seed: int, cause: str, said: str
) -> None:
    program = program_of(film) if isinstance(film, str) else load_program(*film)
    game, chance = Game(program, seed), Random(seed)
    while not game.over:
        assert cause_of(game.state) == ""
        game.answer(chance.choice(game.state.legal_actions()))
    assert cause_of(game.state) == cause
    assert cause_text(cause)
    assert any(entry.text.startswith(said) for entry in game.log[-4:])


def test_a_dead_killer_is_a_cause_too() -> None:
    game = Game(load_program(*CAMP), 1)
    state = game.state
    while not state.is_terminal():
        state.words[state.program.states["killer_is_dead"].address] = 1
        state.words[state.program.states["judgement"].address] = 1
        state.apply_action(state.legal_actions()[0])
    assert cause_of(state) == "struck"
