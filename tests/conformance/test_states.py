"""Random play of every cast: what must hold at every state holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.conformance import casts
from tests.conformance.walks import HEARTS, OPTIONS, Plan, plans, play

STATES = 220
LOOKS = 4
SOAK_GAMES = 20
SOAK_STATES = 20_000


@pytest.mark.parametrize("name", casts.NAMES)
def test_every_state_of_random_games_holds(name: str) -> None:
    program = casts.program(name)
    heights = set()
    for plan in plans(0, 3):
        walk = play(program, plan, STATES, LOOKS)
        heights |= walk.heights
    assert len(heights) == 1, f"the stack is not back at each Action phase: {heights}"


@pytest.mark.soak
@pytest.mark.parametrize("name", casts.NAMES)
def test_every_state_of_many_whole_games_holds(
    name: str, figure: Callable[[str, int], None]
) -> None:
    program = casts.program(name)
    heights = set()
    for plan in plans(100, SOAK_GAMES):
        walk = play(program, plan, SOAK_STATES, LOOKS)
        heights |= walk.heights
        figure("states looked at in whole games", walk.states)
    assert len(heights) == 1, f"the stack is not back at each Action phase: {heights}"


def test_everything_is_conserved_after_cuts_in_every_phase_that_can_be_cut() -> None:
    """Somebody comes back in the Action and in the Killer phase (FHT-3, FHT-5)."""
    cut: set[int] = set()
    for name in ("small", "proving_ground", "03_replacing"):
        for seed in range(200, 212):
            plan = Plan(seed, OPTIONS[seed % len(OPTIONS)], HEARTS, fragile=True)
            cut |= play(casts.program(name), plan, 60, looks=20).phases_cut
    assert {1, 3} <= cut
