"""Answers that are numbers in the rulebook tell what the number stands for."""

from __future__ import annotations

from random import Random

from nightreel.films.library import load_program
from nightreel.table.choices import choices_of
from nightreel.table.state import State, new_initial_state
from nightreel.table.view import view
from nightreel.table.wording import action_texts, question_text

COVERED = "Which Victim space is covered?"
TAKEN = "Take the reward of Victim space "
DECK = "From which deck?"


def shown(words: str, girl: str = "odile") -> State:
    """The first game by chance in which the question, or a legal answer, has these words."""
    program = load_program("sexton", "camp_sallow", girl)
    for seed in range(300):
        state, chance = new_initial_state(program, seed), Random(seed)
        while not state.is_terminal():
            said = [question_text(state), *action_texts(state).values()]
            if any(text.startswith(words) for text in said):
                return state
            state.apply_action(chance.choice(state.legal_actions()))
    raise AssertionError(f"never shown: {words}")


def rewards(state: State) -> list[str]:
    """The rewards of all Victim spaces."""
    return [slot["reward"] for slot in view(state, ["girl"])["girl"]["slots"]]


def test_a_space_to_cover_is_told_with_its_reward() -> None:
    state = shown(COVERED)
    texts = list(action_texts(state).values())
    told = [f"{n}: {reward}" for n, reward in enumerate(rewards(state), start=1)]
    assert texts
    assert set(texts) <= set(told)


def test_a_reward_to_take_is_told_and_no_other_answer_has_one() -> None:
    state = shown(TAKEN)
    told = {f"{TAKEN}{n}: {reward}" for n, reward in enumerate(rewards(state), start=1)}
    for text in action_texts(state).values():
        assert (text in told) == text.startswith(TAKEN)


def test_screens_and_programs_tell_the_same() -> None:
    state = shown(COVERED)
    texts = action_texts(state)
    assert {c.action: c.text for c in choices_of(state) if c.legal} == texts
    actions = view(state, ["question"])["question"]["actions"]
    assert {a["action"]: a["text"] for a in actions} == texts


def test_an_item_deck_to_take_from_is_told_by_its_name() -> None:
    state = shown(DECK, "tamsin")
    decks = [deck["title"] for deck in view(state, ["decks"])["decks"]["items"] if deck["count"]]
    assert list(action_texts(state).values()) == decks
