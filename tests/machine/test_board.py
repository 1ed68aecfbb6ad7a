"""Pieces and the map."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightreel.machine import board
from nightreel.record import layout as L
from tests.machine.small import GIRL, KILLER, MINION, PIECES, VICTIM, WAYS, game, spaces, table

WALKS = (L.WALK_GIRL, L.WALK_VICTIM, L.WALK_KILLER, L.WALK_MINION)
SPACES = range(1, 8)


@pytest.fixture
def tab() -> list[int]:
    return table()


@pytest.fixture
def g(tab: list[int]) -> list[int]:
    return game(tab)


def counts_at(g: list[int], space: int) -> tuple[int, int, int]:
    """Victims, Minions and Killers in a space, as the record counts them."""
    return g[L.VICTIMS_AT + space], g[L.MINIONS_AT + space], g[L.KILLERS_AT + space]


class TestSets:
    @given(st.sets(st.integers(1, 30)))
    def test_size(self, members: set[int]) -> None:
        assert board.size(spaces(*members)) == len(members)

    @given(st.sets(st.integers(1, 30)))
    def test_first(self, members: set[int]) -> None:
        assert board.first(spaces(*members)) == min(members, default=0)


class TestPieces:
    def test_put_keeps_the_counts(self, g: list[int], tab: list[int]) -> None:
        for piece in (1, 2, 3, 4, 6):
            board.put(g, tab, piece, 2)
        assert counts_at(g, 2) == (2, 1, 1)
        board.put(g, tab, 3, 5)
        board.put(g, tab, 2, 5)
        assert counts_at(g, 2) == (1, 1, 0)
        assert counts_at(g, 5) == (1, 0, 1)

    def test_there_are_no_pieces_of_no_kind(self, g: list[int], tab: list[int]) -> None:
        """EFF-1: a kind that the other half of a pairing lacks is nowhere, not any free number."""
        assert board.supply(g, 0) == 0
        assert board.kind_at(g, 0, L.PLACE_SUPPLY) == 0
        board.put(g, tab, 20, 3)
        assert board.pieces_of(g, 0) == 0
        assert board.spaces_of_kind(g, 0) == 0

    def test_no_piece_goes_nowhere(self, g: list[int], tab: list[int]) -> None:
        """EFF-1: what cannot be applied is skipped; nothing keeps its place and kind."""
        before = list(g)
        board.put(g, tab, 0, 3)
        board.turn_into(g, tab, 0, VICTIM)
        board.turn_into(g, tab, 3, 0)
        assert g == before

    def test_off_the_map_nothing_is_counted(self, g: list[int], tab: list[int]) -> None:
        board.put(g, tab, 3, 4)
        before = list(g)
        board.put(g, tab, 3, L.PLACE_DEAD)
        board.put(g, tab, 3, L.PLACE_SAVED)
        board.put(g, tab, 3, L.PLACE_PIECE + 1)
        assert counts_at(g, 4) == (0, 0, 0)
        board.put(g, tab, 3, 4)
        assert g == before

    def test_turning_into_another_kind_keeps_the_counts(self, g: list[int], tab: list[int]) -> None:
        board.put(g, tab, 3, 4)
        board.turn_into(g, tab, 3, MINION)
        assert counts_at(g, 4) == (0, 1, 0)

    @given(st.lists(st.tuples(st.integers(1, len(PIECES)), st.sampled_from([*SPACES, 0, 80, 81]))))
    def test_counts_are_always_those_of_the_places(self, moves: list[tuple[int, int]]) -> None:
        tab = table()
        g = game(tab)
        for piece, place in moves:
            board.put(g, tab, piece, place)
        for space in SPACES:
            here = [kind for p, kind in enumerate(PIECES, 1) if g[L.PLACE + p] == space]
            expected = (here.count(VICTIM), here.count(MINION), here.count(KILLER))
            assert counts_at(g, space) == expected

    def test_the_supply_gives_pieces_until_it_is_empty(self, g: list[int], tab: list[int]) -> None:
        given_out: list[int] = []
        while (piece := board.supply(g, VICTIM)) and len(given_out) < 9:
            given_out.append(piece)
            board.put(g, tab, piece, 1)
        assert given_out == [3, 4, 5]

    def test_the_dead_do_not_return_to_the_supply(self, g: list[int], tab: list[int]) -> None:
        """COMP-6."""
        for piece in (3, 4, 5):
            board.put(g, tab, piece, L.PLACE_DEAD)
        assert board.supply(g, VICTIM) == 0

    def test_pieces_of_a_kind(self, g: list[int], tab: list[int]) -> None:
        board.put(g, tab, 3, 1)
        board.put(g, tab, 4, L.PLACE_SAVED)
        assert board.pieces_of(g, VICTIM) == 1
        assert board.kind_at(g, VICTIM, 1) == 3
        assert board.kind_at(g, VICTIM, L.PLACE_SAVED) == 4
        assert board.kind_at(g, VICTIM, 2) == 0

    def test_spaces_of_classes_and_kinds(self, g: list[int], tab: list[int]) -> None:
        board.put(g, tab, 1, 1)
        board.put(g, tab, 2, 5)
        board.put(g, tab, 3, 5)
        board.put(g, tab, 6, 7)
        assert board.spaces_of(g, tab, L.CLASS_KILLER | L.CLASS_MINION) == spaces(5, 7)
        assert board.spaces_of_kind(g, VICTIM) == spaces(5)
        assert board.spaces_of_kind(g, GIRL) == spaces(1)


class TestWays:
    def test_the_map_is_open_to_all_in_both_directions(self, g: list[int]) -> None:
        for walk in WALKS:
            for a, b in WAYS:
                assert g[L.NEAR + walk * L.SPACES + a] & spaces(b)
                assert g[L.NEAR + walk * L.SPACES + b] & spaces(a)

    def test_way_between(self, tab: list[int]) -> None:
        assert board.way_between(tab, 6, 2) == board.way_between(tab, 2, 6) == 5
        assert board.way_between(tab, 1, 5) == 0

    def test_a_way_closed_to_one_class(self, g: list[int], tab: list[int]) -> None:
        board.close_way(g, 1, 1 << L.WALK_KILLER | 1 << (4 + L.WALK_KILLER))
        board.refresh_map(g, tab)
        assert board.steps(g, L.WALK_KILLER, 1, 2) == L.UNREACHED
        assert board.steps(g, L.WALK_GIRL, 1, 2) == 1

    def test_a_way_closed_in_one_direction(self, g: list[int], tab: list[int]) -> None:
        board.close_way(g, 1, 15 << 4)
        board.refresh_map(g, tab)
        assert board.steps(g, L.WALK_GIRL, 1, 2) == 1
        assert board.steps(g, L.WALK_GIRL, 2, 1) == L.UNREACHED

    def test_a_closed_space_can_be_left(self, g: list[int], tab: list[int]) -> None:
        board.close_space(g, 3, 1 << L.WALK_VICTIM)
        board.refresh_map(g, tab)
        assert board.steps(g, L.WALK_VICTIM, 2, 3) == L.UNREACHED
        assert board.steps(g, L.WALK_VICTIM, 3, 2) == 1
        assert board.steps(g, L.WALK_GIRL, 2, 3) == 1

    def test_opening_again_gives_the_map_back(self, g: list[int], tab: list[int]) -> None:
        before = list(g)
        board.close_way(g, 2, 255)
        board.close_space(g, 6, 15)
        board.refresh_map(g, tab)
        assert g != before
        board.open_way(g, 2, 255)
        board.open_space(g, 6, 15)
        board.refresh_map(g, tab)
        assert g == before


class TestDistances:
    @pytest.mark.parametrize(
        ("start", "goal", "far"), [(1, 1, 0), (1, 2, 1), (1, 4, 3), (5, 6, 2), (1, 7, L.UNREACHED)]
    )
    def test_steps(self, g: list[int], start: int, goal: int, far: int) -> None:
        assert board.steps(g, L.WALK_GIRL, start, goal) == far

    def test_within(self, g: list[int]) -> None:
        assert board.within(g, L.WALK_GIRL, 1, 0, 0) == spaces(1)
        assert board.within(g, L.WALK_GIRL, 1, 1, 2) == spaces(2, 3, 6)
        assert board.within(g, L.WALK_GIRL, 1, 2, 9) == spaces(3, 6, 4, 5)

    def test_nearest_gives_all_that_tie(self, g: list[int]) -> None:
        """TGT-1."""
        assert board.nearest(g, L.WALK_KILLER, 2, spaces(3, 6, 5)) == spaces(3, 6)
        assert board.nearest(g, L.WALK_KILLER, 2, spaces(2, 3)) == spaces(2)

    def test_what_cannot_be_reached_is_not_nearest(self, g: list[int]) -> None:
        """TGT-1."""
        assert board.nearest(g, L.WALK_KILLER, 2, spaces(7)) == 0
        assert board.nearest(g, L.WALK_KILLER, 2, spaces(7, 5)) == spaces(5)

    def test_farthest(self, g: list[int]) -> None:
        assert board.farthest(g, L.WALK_KILLER, 1, spaces(2, 3, 6, 7)) == spaces(3, 6)
        assert board.farthest(g, L.WALK_KILLER, 1, spaces(7)) == 0

    def test_around_set(self, g: list[int]) -> None:
        assert board.around_set(g, L.WALK_GIRL, spaces(1, 5)) == spaces(2, 4)


class TestToward:
    def test_every_shortest_path_is_found(self, g: list[int]) -> None:
        """KMOV-2."""
        assert board.toward(g, L.WALK_KILLER, 2, 4) == spaces(3, 6)
        assert board.toward(g, L.WALK_KILLER, 1, 5) == spaces(2)

    def test_there_already_or_not_to_be_reached(self, g: list[int]) -> None:
        assert board.toward(g, L.WALK_KILLER, 4, 4) == 0
        assert board.toward(g, L.WALK_KILLER, 4, 7) == 0

    def test_one_way_streets_are_heeded(self, g: list[int], tab: list[int]) -> None:
        board.close_way(g, 2, 15)
        board.refresh_map(g, tab)
        assert board.toward(g, L.WALK_KILLER, 2, 4) == spaces(6)
        assert board.toward(g, L.WALK_KILLER, 4, 2) == spaces(3, 6)

    @given(
        st.sets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=len(WAYS)),
        st.integers(1, 7),
        st.integers(1, 7),
    )
    def test_each_step_toward_a_goal_is_one_step_less(
        self, closed: set[tuple[int, int]], start: int, goal: int
    ) -> None:
        tab = table()
        g = game(tab)
        for a, b in closed:
            board.close_way(g, board.way_between(tab, a, b), 15 if a < b else 15 << 4)
        board.refresh_map(g, tab)
        far = board.steps(g, L.WALK_KILLER, start, goal)
        closer = board.toward(g, L.WALK_KILLER, start, goal)
        expected = spaces(
            *(
                s
                for s in SPACES
                if g[L.NEAR + L.WALK_KILLER * L.SPACES + start] & spaces(s)
                and board.steps(g, L.WALK_KILLER, s, goal) == far - 1
            )
        )
        assert closer == (expected if 0 < far < L.UNREACHED else 0)


def test_most_victims(g: list[int], tab: list[int]) -> None:
    """TGT-2."""
    for piece, place in ((3, 1), (4, 3), (5, 3)):
        board.put(g, tab, piece, place)
    assert board.most_victims(g, spaces(1, 3, 5)) == spaces(3)
    assert board.most_victims(g, spaces(1, 5)) == spaces(1)
    assert board.most_victims(g, spaces(5, 6)) == spaces(5, 6)
    assert board.most_victims(g, 0) == 0


def test_panic_numbers(tab: list[int]) -> None:
    """PANIC-2."""
    assert board.panic_space(tab, 2, 4) == 6
    assert [board.panic_space(tab, 2, face) for face in (1, 2, 3, 5, 6, 0, 7)] == [0] * 7


def test_a_row_of_steps_leads_to_the_goal(g: list[int]) -> None:
    """A walk along ``toward`` takes as many steps as the goal is away."""
    path = [1]
    while path[-1] != 5:
        path.append(board.first(board.toward(g, L.WALK_MINION, path[-1], 5)))
    assert len(path) - 1 == board.steps(g, L.WALK_MINION, 1, 5) == 4
    assert all(board.way_between(table(), a, b) for a, b in pairwise(path))
