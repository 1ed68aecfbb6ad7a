"""The drawn map: blocks that keep apart, ways that join what they should, panic numbers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightreel.films.library import load_program
from nightreel.films.placing import places
from nightreel.table.state import new_initial_state
from nightreel.table.view import view
from nightreel.terminal.full.blocks import blocks_of
from nightreel.terminal.full.drawing import Chart, chart_of, drawn, pairs_of
from nightreel.terminal.full.lines import plain
from nightreel.terminal.full.pieces import Lit, fitted, letters, marks_of, told
from nightreel.terminal.full.routes import STEPS


def camp() -> list[dict[str, Any]]:
    """The spaces of Camp Sallow with everybody in them."""
    program = load_program("sexton", "camp_sallow", "odile")
    spaces: list[dict[str, Any]] = view(new_initial_state(program, 7))["map"]
    return spaces


def chart(width: int, height: int) -> Chart:
    """Its chart in a size."""
    found = chart_of(camp(), width, height)
    assert found is not None
    return found


SIZES = [(74, 19), (78, 20), (110, 30), (140, 40)]


@pytest.mark.parametrize("size", SIZES)
def test_every_way_is_drawn_from_one_space_to_the_other(size: tuple[int, int]) -> None:
    found = chart(*size)
    assert sorted(found.routes) == pairs_of(camp())
    for (a, b), route in found.routes.items():
        start, goal = found.blocks[a - 1], found.blocks[b - 1]
        (x, y), entered, _ = route.cells[0]
        assert start.holds(x + STEPS[entered][0], y + STEPS[entered][1])
        for (here, _, left), (there, _, _) in zip(route.cells, route.cells[1:], strict=False):
            assert there == (here[0] + STEPS[left][0], here[1] + STEPS[left][1])
        (x, y), _, left = route.cells[-1]
        assert goal.holds(x + STEPS[left][0], y + STEPS[left][1])


@pytest.mark.parametrize("size", SIZES)
def test_ways_run_around_spaces_and_cross_only_straight(size: tuple[int, int]) -> None:
    found = chart(*size)
    used: dict[tuple[int, int], list[set[int]]] = {}
    for route in found.routes.values():
        for cell, entered, left in route.cells:
            assert not any(block.holds(*cell) for block in found.blocks)
            used.setdefault(cell, []).append({entered, left})
    for sides in used.values():
        assert len(sides) == 1 or sorted(map(sorted, sides)) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("size", SIZES)
def test_every_panic_number_is_drawn(size: tuple[int, int]) -> None:
    """PANIC-2: as many digits on the map as faces that lead somewhere."""
    assert len(chart(*size).numbers) == sum(len(space["panic"]) for space in camp())


def test_a_map_without_room_is_no_drawing() -> None:
    assert chart_of(camp(), 40, 20) is None
    assert chart_of(camp(), 74, 8) is None


@given(st.integers(1, 24), st.integers(30, 120), st.integers(8, 40))
def test_blocks_stay_inside_and_apart(count: int, width: int, height: int) -> None:
    ways = [(n, n + 1) for n in range(count - 1)]
    for one, other in combinations(blocks_of(places(count, ways), width, height), 2):
        assert one.clears(other, 3)
        for block in (one, other):
            assert block.left >= 0 <= block.top
            assert block.right <= width
            assert block.bottom <= height


def test_everybody_stands_in_their_space() -> None:
    lines = [plain(text) for text in drawn(chart(74, 19), camp(), {13: Lit("▸4")})]
    assert {len(text) for text in lines} == {74}
    boathouse = next(n for n, text in enumerate(lines) if "Boathouse" in text)
    at = lines[boathouse].index("Boathouse")
    assert lines[boathouse + 1][at:].startswith("▸4 YOU")
    steeple = next(n for n, text in enumerate(lines) if "The Steeple" in text)
    assert "KILLER" in lines[steeple + 1]


def test_marks_are_shortened_from_the_least_important_on() -> None:
    space = camp()[12]
    marks = marks_of(space)
    assert fitted(marks, 40) == ["YOU", "Racks 4"]
    assert fitted(marks, 8) == ["YOU", "R4"]
    assert "".join(words for words, _ in told(space, 9, None)) == " YOU R4  "


@pytest.mark.parametrize(
    ("title", "cls", "short"),
    [
        ("Victim", "victim", "V"),
        ("The Dam Keeper", "victim", "DK"),
        ("The Lifeguard", "victim", "Li"),
        ("Taut Line", "token", "TL"),
        ("Trap", "token", "Tr"),
    ],
)
def test_letters_of_pieces(title: str, cls: str, short: str) -> None:
    assert letters({"title": title, "class": cls}) == short
