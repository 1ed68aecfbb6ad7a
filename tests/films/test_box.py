"""The plain facts of the box are those of the rulebook."""

from __future__ import annotations

import pytest

from nightreel.films import box
from nightreel.table.state import Options, new_initial_state
from nightreel.table.view import view
from tests import small


def test_numbers_are_those_of_the_rulebook() -> None:
    constants = small.program().facts["constants"]
    for number, colour in box.TOKENS.items():
        assert constants[colour] == number
    for number, phase in enumerate(box.PHASES[1:], start=1):
        name = phase if phase in constants else f"{phase}_phase"
        assert constants[name] == number


@pytest.mark.parametrize(
    ("extreme", "wanted"), [(False, box.START_TIME), (True, box.START_TIME_EXTREME)]
)
def test_time_starts_as_in_the_rulebook(extreme: bool, wanted: int) -> None:
    state = new_initial_state(small.program(), 1, Options(extreme=extreme))
    assert view(state, ["tracks"])["tracks"]["time"] == wanted


def test_decks_have_the_titles_of_the_film() -> None:
    program = small.program("decks: [{id: shed, title: The Old Shed}]")
    state = new_initial_state(program, 1)
    titles = {space["deck"]["title"] for space in view(state, ["map"])["map"] if space["deck"]}
    assert titles == {"The Old Shed", "Cabin"}
