"""Answers about a Victim space of the Final Girl card tell which one, for its reward."""

from __future__ import annotations

from random import Random

from nightreel.films.library import load_program
from nightreel.table.state import State, new_initial_state
from nightreel.table.wording import question_text
from nightreel.web.playing.shown import Offer, offers_of

COVERED = "Which Victim space is covered?"
TAKEN = "Take the reward of Victim space "


def asked(words: str) -> list[Offer]:
    """The answers of the first game by chance in which one of these words is shown."""
    program = load_program("sexton", "camp_sallow", "odile")
    for seed in range(300):
        state, chance = new_initial_state(program, seed), Random(seed)
        while not state.is_terminal():
            if shows(state, words):
                return [offer for offer in offers_of(state) if offer.legal]
            state.apply_action(chance.choice(state.legal_actions()))
    raise AssertionError(f"never shown: {words}")


def shows(state: State, words: str) -> bool:
    """Whether the question, or a legal answer, has these words."""
    if words == COVERED:
        return question_text(state) == words
    waiting = state.get("waiting")
    return bool(waiting) and any(o.legal and o.text.startswith(words) for o in offers_of(state))


def test_a_space_to_cover_is_told_by_its_number() -> None:
    found = asked(COVERED)
    assert [str(offer.slot) for offer in found] == [offer.text for offer in found]


def test_a_reward_to_take_is_that_of_its_space_and_no_other_answer_has_one() -> None:
    for offer in asked(TAKEN):
        taken = offer.text.startswith(TAKEN)
        assert offer.slot == (int(offer.text.removeprefix(TAKEN)) if taken else 0)
