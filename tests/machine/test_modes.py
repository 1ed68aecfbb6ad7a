"""What is compiled, and how rows come in."""

from __future__ import annotations

import numpy as np

from nightreel.lab.runner import Runner
from nightreel.machine import bulk
from nightreel.record import layout as L
from tests import small

SEEDS = (3, 4, 5, 6)


def test_many_games_at_once_are_the_games_one_by_one() -> None:
    runner = Runner(small.program())
    together = runner.records(SEEDS)
    decisions = runner.play_random(together)
    for seed, words, decided in zip(SEEDS, together, decisions, strict=True):
        alone = runner.records([seed])
        assert runner.play_random(alone) == [decided]
        assert np.array_equal(alone[0], words)


def test_the_player_has_streams_of_its_own() -> None:
    """What the player draws tells nothing of what the game has in store."""
    dice = [1, 2, 3, 4, 0]
    player = {bulk.draw_dice(dice, stream) for stream in range(5)}
    assert len(player) == 5
    assert bulk.PLAYER_STREAM >= L.STREAMS
