"""A game for people: answers, log, undo."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.record.log import Log, clear
from nightreel.table.errors import BrokenGame, CannotUndo, IllegalAction
from nightreel.table.game import Game
from nightreel.table.state import CHANCE, State, new_initial_state, seed_hash
from nightreel.table.wording import action_texts
from tests import small
from tests.films.playing import program_of
from tests.table.games import play_on, played


def test_a_game_is_the_same_with_and_without_explicit_chance() -> None:
    """One path for chance: whoever asks it, the same dice come (SET-11)."""
    log = Log()
    game, state = Game(small.program(), 11), new_initial_state(small.program(), 11, log=log)
    random = Random(4)
    while not game.over:
        assert game.state.serialize() == state.serialize()
        action = random.choice(state.legal_actions())
        game.answer(action)
        clear(log)
        state.apply_action(action, log)
    assert state.is_terminal()
    assert game.state.serialize() == state.serialize()


def test_every_answer_is_kept_in_order_with_what_it_led_to() -> None:
    game = played()
    assert game.over
    assert {step.answer.by for step in game.steps} == {0, CHANCE}
    assert all(step.answer.meant == step.answer.action for step in game.steps)
    assert all(step.text and step.question for step in game.steps)
    entries = [entry for step in game.steps for entry in step.log]
    assert game.log == [*game.opening, *entries]
    assert "TURN-2" in {rule for entry in game.log for rule in entry.rules}


def test_the_log_of_an_answer_is_given_back() -> None:
    game = Game(small.program(), 5)
    before = len(game.log)
    entries = game.answer(game.state.legal_actions()[-1])
    assert entries
    assert game.log[before:] == entries


def test_a_refused_action_changes_nothing() -> None:
    game = Game(small.program(), 5)
    before, steps = game.state.serialize(), len(game.steps)
    refused = next(a for a in game.state.asked.actions if a not in game.state.legal_actions())
    with pytest.raises(IllegalAction):
        game.answer(refused)
    assert game.state.serialize() == before
    assert len(game.steps) == steps


def test_undo_takes_back_what_revealed_nothing() -> None:
    """Discarding for Time shows no die and no card (TIME-1)."""
    game = Game(small.program(), 5)
    records = [game.state.serialize()]
    for _ in range(3):
        game.answer(_discard(game))
        records.append(game.state.serialize())
    for record in reversed(records[:-1]):
        game.undo()
        assert game.state.serialize() == record


def _discard(game: Game) -> int:
    """A card to discard for Time."""
    texts = action_texts(game.state)
    return next(a for a, text in texts.items() if text.startswith("Discard"))


def _roll(game: Game) -> int:
    """A card to play, which rolls dice."""
    texts = action_texts(game.state)
    return next(a for a, text in texts.items() if text.startswith("Play"))


def test_undo_never_goes_past_a_revealed_die() -> None:
    game = Game(small.program(), 5)
    game.answer(_discard(game))
    game.answer(_roll(game))
    record = game.state.serialize()
    with pytest.raises(CannotUndo, match="revealed"):
        game.undo()
    game.answer(_discard(game))
    game.undo()
    assert game.state.serialize() == record
    with pytest.raises(CannotUndo):
        game.undo()


def test_undo_never_goes_back_from_the_end() -> None:
    """The seed has been shown, and with it all that would come."""
    game = next(g for g in map(_ended, range(200)) if g is not None)
    assert game.over
    assert not game.steps[-1].by_chance
    with pytest.raises(CannotUndo, match="over"):
        game.undo()
    assert game.over


def _ended(seed: int) -> Game | None:
    """A random game if an answer, not chance, has ended it."""
    game = played(seed)
    return None if game.steps[-1].by_chance else game


def test_undo_never_takes_back_what_a_secret_told() -> None:
    """A wrong accusation shows who it was not; only practice may try the next one (SET-7)."""
    for practice in (False, True):
        game = Game(program_of("hidden"), 5, practice=practice)
        game.answer(_discard(game))
        game.undo()
        game.answer(next(a for a, t in action_texts(game.state).items() if "Somebody" in t))
        game.answer(_leads_on(game))
        if practice:
            game.undo()
        else:
            with pytest.raises(CannotUndo, match="hidden"):
                game.undo()


def _leads_on(game: Game) -> int:
    """An answer that does not end the game."""
    for action in game.state.legal_actions():
        after = game.state.clone()
        after.apply_action(action)
        if not after.is_terminal():
            return action
    raise AssertionError


def test_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(CannotUndo, match="Nothing"):
        Game(small.program(), 5).undo()
    with pytest.raises(CannotUndo, match="Nothing"):
        Game(small.program(), 5, practice=True).undo()


def test_a_practice_game_goes_back_to_the_start_and_gives_the_same_dice() -> None:
    game = Game(small.program(), 5, practice=True)
    start = game.state.serialize()
    play_on(game, 30)
    end, answers = game.state.serialize(), [s.answer for s in game.steps]
    given = [a.action for a in answers if a.by != CHANCE]
    for _ in given:
        game.undo()
    assert game.state.serialize() == start
    for action in given:
        game.answer(action)
    assert game.state.serialize() == end
    assert [s.answer for s in game.steps] == answers
    assert game.export()["practice"] is True


def test_a_fault_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it comes in a later step of the same answer: chance has answered by then."""
    game = Game(small.program(), 5)
    game.answer(_discard(game))
    before, steps = game.state.serialize(), len(game.steps)
    apply, calls = State.apply_action, 0

    def fail_later(state: State, action: int, log: list[int] | None = None) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise BrokenGame("film.yaml:1: a fault")
        apply(state, action, log)

    monkeypatch.setattr(State, "apply_action", fail_later)
    with pytest.raises(BrokenGame):
        game.answer(_roll(game))
    monkeypatch.undo()
    assert calls == 2
    assert game.state.serialize() == before
    assert len(game.steps) == steps


def test_the_seed_is_told_only_at_the_end() -> None:
    game = Game(small.program(), 987654321987654321)
    assert "seed" not in game.export()
    assert game.export()["seed_hash"] == seed_hash(987654321987654321)
    play_on(game, 1000)
    assert game.over
    assert game.export()["seed"] == "987654321987654321"


def test_chance_that_never_ends_is_a_fault_and_the_game_stands_as_before() -> None:
    endless = "when: ['after end_of_action_phase: while roll(film) < 7: nothing']"
    game = Game(small.program(endless), 1, practice=True)
    end = next(a for a, text in action_texts(game.state).items() if text.startswith("End"))
    before = game.state.serialize()
    with pytest.raises(BrokenGame, match="chance is asked without an end"):
        game.answer(end)
    assert game.state.serialize() == before
    assert game.answer_count == 0
