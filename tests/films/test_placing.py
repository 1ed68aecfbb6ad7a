"""Where spaces are drawn when the film does not say so, and when it does."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from nightreel.films.check import check_film
from nightreel.films.placing import FULL, places
from nightreel.films.source import read_text
from nightreel.reel.errors import SourceError
from nightreel.table.state import new_initial_state
from nightreel.table.view import view
from tests import small

CHAIN = list(pairwise(range(9)))


@pytest.mark.parametrize("count", [1, 2, 5, 9, 20, 30])
def test_each_space_has_a_place_of_its_own(count: int) -> None:
    found = places(count, list(pairwise(range(count))))
    assert len(found) == len(set(found)) == count
    assert all(0 <= n <= FULL for point in found for n in point)


def test_the_same_map_gets_the_same_places() -> None:
    assert places(9, CHAIN) == places(9, CHAIN)


def test_ways_of_a_chain_lead_to_neighbours() -> None:
    found = places(9, CHAIN)
    steps = [abs(found[a][0] - found[b][0]) + abs(found[a][1] - found[b][1]) for a, b in CHAIN]
    assert steps == [FULL // 2] * len(CHAIN)


def test_a_film_says_where_its_spaces_are_drawn() -> None:
    """Unless it leaves one out: then all places are worked out."""
    said = "spaces: {gate: {at: [7, 8]}, hall: {at: [1, 90]}, attic: {at: [100, 0]}%s}"
    state = new_initial_state(small.program(said % ", cellar: {at: [50, 50]}"), 1)
    assert [space["at"] for space in view(state)["map"]] == [[7, 8], [1, 90], [100, 0], [50, 50]]
    some = [space["at"] for space in view(new_initial_state(small.program(said % ""), 1))["map"]]
    bare = [space["at"] for space in view(new_initial_state(small.program(), 1))["map"]]
    assert some == bare


@pytest.mark.parametrize(
    ("wrong", "message"),
    [("[1, 101]", "101 is too large"), ("[1]", "too short"), ("north", "is no list")],
)
def test_a_place_beside_the_map_is_refused(wrong: str, message: str, tmp_path: Path) -> None:
    text = small.TEXT.replace("attic: {panic", f"attic: {{at: {wrong}, panic")
    with pytest.raises(SourceError, match=message):
        check_film(read_text(text, str(tmp_path / "film.yaml")))
