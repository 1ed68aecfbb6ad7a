"""An answer is painted at once, whatever the machine is doing besides."""

from __future__ import annotations

import statistics

import pytest

from tests.terminal.full.screens import NARROW, WIDE, game
from tests.terminal.full.speed import repaints


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_answers_are_painted_at_once(size: tuple[int, int]) -> None:
    """The budget is 20 ms; a busy machine takes longer, a screen laid out anew far more."""
    assert statistics.median(repaints(game(3), size, 40)) < 0.06
