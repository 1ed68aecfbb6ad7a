"""All lines from set positions are as many as ever, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nightreel.lab.perft import divide, perft
from nightreel.table.state import State
from nightreel.table.wording import action_texts, question_text
from tests.conformance.positions import numbers, positions

FEW = 2_000
MANY = 150_000
COUNTS = [pytest.param(*key, n, id=f"{key[0]}-{key[1]}") for key, n in numbers().items()]


def told(state: State, depth: int, fast: bool) -> str:
    """The count of every answer, to see where numbers differ."""
    texts = action_texts(state)
    parts = divide(state, depth, fast)
    lines = [f"  {count:>9} {action:>3} {texts[action]}" for action, count in parts.items()]
    return "\n".join([question_text(state), *lines])


def check(name: str, depth: int, count: int, fast: bool) -> None:
    """One count, with the counts of its answers when it is another."""
    state = positions()[name].state()
    found = perft(state, depth, fast)
    assert found == count, f"{found} lines, {count} wanted\n{told(state, depth, fast)}"


@pytest.mark.parametrize(
    ("name", "depth", "count"), [p for p in COUNTS if int(str(p.values[2])) <= FEW]
)
def test_lines_counted_interpreted(name: str, depth: int, count: int) -> None:
    check(name, depth, count, fast=False)


@pytest.mark.parametrize(
    ("name", "depth", "count"), [p for p in COUNTS if int(str(p.values[2])) <= MANY]
)
def test_lines_counted_compiled(name: str, depth: int, count: int) -> None:
    check(name, depth, count, fast=True)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "depth", "count"), COUNTS)
def test_all_lines_counted(
    name: str, depth: int, count: int, figure: Callable[[str, int], None]
) -> None:
    check(name, depth, count, fast=True)
    figure("lines counted from set positions", count)


def test_every_position_has_its_numbers() -> None:
    assert {name for name, _ in numbers()} == set(positions())


def test_parts_add_up_and_follow_one_line() -> None:
    """What ``divide`` says of an answer is the count after it."""
    state = positions()["attack"].state()
    before = state.serialize()
    parts = divide(state, 3)
    assert list(parts) == state.legal_actions()
    assert sum(parts.values()) == perft(state, 3)
    for action, count in parts.items():
        after = state.clone()
        after.apply_action(action)
        assert perft(after, 2) == count
    assert state.serialize() == before
    assert perft(state, 0) == 1
    with pytest.raises(ValueError, match="at least one"):
        divide(state, 0)


def test_lines_that_end_the_game_count() -> None:
    """Deeper counts keep them: the end of a game is the end of one line."""
    state = positions()["tokens"].state()
    counts = [perft(state, depth) for depth in range(1, 5)]
    assert counts == sorted(counts)
    ended = state.clone()
    while not ended.is_terminal():
        ended.apply_action(ended.legal_actions()[0])
    assert perft(ended, 3) == 1
    assert divide(ended, 3) == {}
