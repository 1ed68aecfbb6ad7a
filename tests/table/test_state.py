"""States: equal games have equal records."""

from __future__ import annotations

import random
from pathlib import Path

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.source import read_file
from nightreel.table.state import LOG_WORDS, new_initial_state

SMALL = Path(__file__).parent.parent / "data" / "small.yaml"


def test_a_log_leaves_no_trace_in_the_record() -> None:
    film = read_file(SMALL)
    program = assemble(Cast(film["killer"], film["location"], film["girls"][0]))
    log = [0] * LOG_WORDS
    quiet, told = new_initial_state(program, 3), new_initial_state(program, 3, log=log)
    dice = random.Random(1)
    while not quiet.is_terminal():
        assert quiet == told
        action = dice.choice(quiet.legal_actions())
        quiet.apply_action(action)
        log[0] = 0
        told.apply_action(action, log)
    assert quiet == told
    assert quiet.returns() == told.returns()
