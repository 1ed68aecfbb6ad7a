"""Words of answers: equal pieces are refused once, and unlike ones are told apart."""

from __future__ import annotations

import re
from random import Random

from nightreel.films.library import load_program
from nightreel.table.game import Game
from nightreel.table.state import State
from nightreel.table.wording import refusals, why_not


def test_equal_pieces_are_one_refusal() -> None:
    random = Random(3)
    several = 0
    program = load_program("sexton", "camp_sallow", "tamsin")
    for seed in range(2):
        game = Game(program, seed)
        while not game.over:
            told = refusals(game.state)
            reasons = [(text, why_not(game.state, action)) for action, text in told.items()]
            assert not any(re.search(r"\[\d+\]$", text) for text in told.values()), reasons
            several += _refused(game.state) > len(told)
            game.answer(random.choice(game.state.legal_actions()))
    assert several > 5, "no two equal pieces were ever refused"


def _refused(state: State) -> int:
    asked = state.asked
    return sum(action not in asked.legal for action in asked.actions)
