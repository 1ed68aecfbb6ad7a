"""A game at the full-screen table, by keys alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from nightreel.table.choices import choices_of
from nightreel.table.dice import dice_lines
from nightreel.table.game import Game, load
from nightreel.table.odds import Odds
from nightreel.table.story import story_of
from nightreel.terminal.full.app import TableApp
from nightreel.terminal.full.table import TableScreen
from tests import small
from tests.terminal.full.screens import (
    ACTION_OVER,
    NARROW,
    WIDE,
    game,
    played,
    settled,
    shown,
    table_of,
    text_of,
)


def answered(keys: tuple[str, ...]) -> list[str]:
    """The answers that some keys give in a new game."""
    app = TableApp(game())
    shown(app, keys)
    assert app.game is not None
    return [step.text for step in app.game.steps if not step.by_chance]


@pytest.mark.parametrize(
    "keys",
    [
        ("2", "enter"),
        ("down", "enter"),
        ("p", "l", "a", "y", "space", "f", "enter"),
        ("P", "space", "F", "enter"),
        ("7", "backspace", "2", "enter"),
        ("up", "down", "down", "enter"),
    ],
)
def test_an_answer_is_chosen_by_number_arrows_or_words(keys: tuple[str, ...]) -> None:
    assert answered(keys) == ["Play Focus"]


@pytest.mark.parametrize("keys", [("9", "9", "enter"), ("x", "enter"), ("2", "escape")])
def test_what_fits_nothing_answers_nothing(keys: tuple[str, ...]) -> None:
    assert answered(keys) == []


def test_a_refused_answer_stands_in_the_list_with_its_rule_and_is_not_given() -> None:
    text = shown(TableApp(game()))
    assert "✗ Play Weak Attack: No Enemy" in text
    assert "(ATK-1)" in text
    assert answered(("up", "up", "enter")) == []


def test_the_rules_behind_a_refusal_are_told() -> None:
    assert "ATK-1: Who is in reach" in shown(TableApp(game()), ("up", "up", "f7"))


def test_undo_by_key() -> None:
    """Discarding reveals nothing, so it can be taken back; a roll cannot."""
    discard = ("d", "i", "s", "enter")
    assert answered(discard) == ["Discard Walk for Time"]
    assert answered((*discard, "ctrl+z")) == []
    text = shown(TableApp(game()), ("2", "enter", "ctrl+z"))
    assert "A die or card has been revealed" in text
    assert "Taken back: Play Focus" in shown(
        TableApp(game(practice=True)), ("2", "enter", "ctrl+z")
    )


def test_every_answer_is_saved_before_the_next_question(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    kept = Game(small.program(), 7, path=path)
    shown(TableApp(kept), ("d", "i", "s", "enter", "2", "enter"))
    assert len(kept.steps) > 2
    assert load(path).state.serialize() == kept.state.serialize()


def test_the_hash_of_the_seed_is_told_at_the_start_and_a_practice_game_marked() -> None:
    text = shown(TableApp(game()), ("f6", "f6", "pageup", "pageup"), NARROW)
    assert game().seed_hash in text
    assert "practice" not in text
    assert "practice" in shown(TableApp(game(practice=True)), (), NARROW)


def test_behind_a_roll_the_cursor_is_on_the_answer_that_keeps_it() -> None:
    """Whoever presses Enter twice throws no card away."""
    assert "▸5 Keep the roll" in shown(TableApp(game()), ("2", "enter"), NARROW)
    assert answered(("2", "enter", "enter")) == ["Play Focus", "Keep the roll"]


def test_a_cursor_stays_in_view_when_the_window_shrinks() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> str:
        await pilot.press(*("down",) * 7)
        await pilot.resize_terminal(80, 12)
        await settled(app, pilot)
        return text_of(app)

    assert "▸ 8 End" in played(TableApp(game()), play, WIDE)


def test_pages_tell_which_keys_scroll_and_close_them() -> None:
    for keys in (("f1",), ("up", "up", "f7")):
        assert "scroll; any other key closes" in shown(TableApp(game()), keys, NARROW)


# ---------------------------------------------------------------- the Killer phase


def test_the_killer_phase_is_followed_sentence_by_sentence() -> None:
    """Target, path and attack with their icons, each on the map as it was then."""
    target = shown(TableApp(game()), (*ACTION_OVER, "space"))
    assert "◎ target The Stalker aims at" in target
    assert "in Cellar" in target
    assert "◎ Victim" in target
    boot = shown(TableApp(game()), (*ACTION_OVER, "space", "space"))
    assert "» boot   The Stalker goes to" in boot
    assert "in Attic" in boot
    assert "» KILLER" in boot
    knife = shown(TableApp(game()), (*ACTION_OVER, "space", "space", "enter"))
    assert "† knife  A Victim dies. KATK-3" in knife
    assert "1 dead" in knife
    assert shown(TableApp(game()), (*ACTION_OVER, "space", "space", "enter", "left")) == boot


@pytest.mark.parametrize("keys", [("escape",), ("ctrl+p",), ("space",) * 40])
def test_following_can_be_skipped_or_done_without(keys: tuple[str, ...]) -> None:
    text = shown(TableApp(game()), (*ACTION_OVER, *keys))
    assert "Follow" not in text
    assert "Your turn" in text


def test_the_killer_phase_at_once_if_wanted() -> None:
    assert "Follow" in shown(TableApp(game()), ACTION_OVER)
    assert "Follow" not in shown(TableApp(game()), ("ctrl+p", *ACTION_OVER))


def test_the_map_comes_to_the_front_while_the_killer_acts_and_then_goes_back() -> None:
    """Where only one panel is seen; a panel that is chosen meanwhile stays."""
    follow = ("f5", *ACTION_OVER)
    assert "─ Map ─" in shown(TableApp(game()), follow, NARROW)
    assert "─ Hand" in shown(TableApp(game()), (*follow, "escape"), NARROW)
    assert "─ Log ─" in shown(TableApp(game()), (*follow, "f6", "escape"), NARROW)


def test_a_space_types_nothing_where_nothing_is_typed() -> None:
    """Whoever followed with Space may press it once more."""
    assert answered(("space", "2", "enter")) == ["Play Focus"]
    assert ">  " not in shown(TableApp(game()), ("space",))


# ---------------------------------------------------------------- chances


def test_chances_stand_beside_answers_and_result_lines() -> None:
    """As ``table/odds.py`` says them, and the greatest that can be reached (ACT-2, ROLL-5)."""
    begun = game()
    walk = choices_of(begun.state)[0].action
    kept = Odds(begun.program).kept(begun.state, walk)
    assert kept is not None
    two, one, none = (round(100 * chance) for _, chance in kept.lines(begun.program))
    text = shown(TableApp(begun))
    row = next(row for row in text.splitlines() if "1 Play Walk" in row)
    assert f"{two}/{one}/{none}%" in row
    best = Odds(begun.program).best(begun.state, walk)
    assert best is not None
    assert f"2+  {two}%  {round(100 * best[2])}% Move 2" in text
    assert f"1   {one}%  {round(100 * best[1])}% Move 1" in text


# ---------------------------------------------------------------- whole games


async def to_the_end(screen: TableScreen, pilot: Pilot[None], chance: Random) -> int:
    """Answer at random by keys until the game is over; returns the number of answers."""
    answers = 0
    while not screen.game.over or screen.following:
        if screen.following:
            await pilot.press("escape")
            continue
        choice = chance.choice([c for c in screen.asking.choices if c.legal])
        await pilot.press(*(choice.text if answers % 8 == 5 else str(choice.number)), "enter")
        answers += 1
        assert screen.game.answer_count == answers
    return answers


def test_a_whole_game_is_played_by_keys_and_played_again(tmp_path: Path) -> None:
    first = Game(small.program(), 3, path=tmp_path / "game.save")

    async def play(app: TableApp, pilot: Pilot[None]) -> list[str]:
        screen = table_of(app)
        await to_the_end(screen, pilot, Random(1))
        texts = []
        for key in ("down", "s", "x", "r"):
            await pilot.press(key)
            await settled(app, pilot)
            texts.append(text_of(app))
        return texts

    app = TableApp(first)
    end, story, table, again = played(app, play, WIDE)
    assert " ".join(story_of(first)[0].split()[:6]) in story
    assert table == end
    assert ("Victory." if first.state.returns() == [1.0] else "Defeat.") in end
    assert "The seed was 3" in end
    assert dice_lines(first.dice)[0].split()[0] in end
    assert load(tmp_path / "game.save").state.serialize() == first.state.serialize()
    assert app.game is not None
    assert app.game is not first
    assert (app.game.options, app.game.program) == (first.options, first.program)
    assert "Turn 1, Action phase" in again


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_many_games_are_played_by_keys(seed: int) -> None:
    size = WIDE if seed % 2 else NARROW

    async def play(app: TableApp, pilot: Pilot[None]) -> int:
        return await to_the_end(table_of(app), pilot, Random(seed))

    assert played(TableApp(game(seed)), play, size) > 5
