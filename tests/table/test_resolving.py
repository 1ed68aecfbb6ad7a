"""The Action card that is being resolved is known at every question about it."""

from __future__ import annotations

from random import Random

from nightreel.films.library import load_program
from nightreel.table.aims import aim_of
from nightreel.table.resolving import act_resolved
from nightreel.table.state import State, new_initial_state
from nightreel.table.wording import action_texts, question_text

QUIET = ("Your Action phase", "Your Planning phase", "You are attacked for")
"""Questions at which no card is being resolved."""


def played(state: State, action: int) -> int:
    """The card that an answer plays, 0 for none."""
    text = action_texts(state)[action]
    after_roll = bool(state.get("rolling"))
    return aim_of(state, action).act if text.startswith("Play ") and not after_roll else 0


def test_card_is_known_from_its_play_until_the_next_free_question() -> None:
    """Whatever is asked between, of the roll or of a line, is about the card that was played."""
    program = load_program("sexton", "camp_sallow", "odile")
    asked = set()
    for seed in range(6):
        state, chance, card = new_initial_state(program, seed), Random(seed), 0
        while not state.is_terminal():
            text = question_text(state)
            found = act_resolved(program, state.words)
            if text.startswith(QUIET):
                assert found is None
                card = 0
            elif card and state.get("rolling"):
                assert found is not None
                assert found["number"] == card
                assert found["lines"]
                asked.add(text)
            action = chance.choice(state.legal_actions())
            card = played(state, action) or card
            state.apply_action(action)
    assert "Your Horror Roll." in asked


def test_the_line_that_came_of_a_roll_is_known_while_it_asks() -> None:
    """The roll is over, and what its line does asks something."""
    program = load_program("sexton", "camp_sallow", "odile")
    held = set()
    for seed in range(6):
        state, chance = new_initial_state(program, seed), Random(seed)
        while not state.is_terminal():
            found = act_resolved(program, state.words)
            if question_text(state) == "Move to which space?" and found is not None:
                line = ("none", "one", "two")[min(int(state.get("successes")), 2)]
                assert found["holds"] == line
                held.add(line)
            elif found is not None and state.get("rolling"):
                assert found["holds"] == ""
            state.apply_action(chance.choice(state.legal_actions()))
    assert held == {"none", "one", "two"}
