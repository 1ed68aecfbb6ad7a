"""Killer, Location and Final Girl from different films, which may use the same names (COMP-1)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.source import Fields, read_text
from nightreel.record.log import Log, clear
from nightreel.reel.errors import SourceError
from nightreel.table.state import new_initial_state
from nightreel.table.wording import read_log
from tests import small

KILLER = """\
film: other
killer:
  id: warden
  title: The Warden
  health: 6
  bloodlust: [{attack: 1, move: 1}]
  action: "by killer closest: move"
  items: [{id: knife, title: His Razor, hands: 1, weapon: {range: 0, damage: 3}}]
  terror: [{id: lights_out, title: Lights Out, text: "gain knife"}]
"""


def halves() -> tuple[Fields, Fields, Fields]:
    """A Killer of one film, Location and Final Girl of another that has a knife as well."""
    film = read_text(Path(small.PATH).read_text(encoding="utf-8"), "small.yaml")
    killer = read_text(KILLER, "other.yaml")["killer"]
    return killer, film["location"], film["girls"][0]


def test_each_film_means_its_own_thing_by_a_name_that_both_have() -> None:
    program = assemble(Cast(*halves()))
    log = Log()
    state = new_initial_state(program, 1, log=log)
    dice = Random(1)
    while not any("His Razor is gained" in e.text for e in read_log(state, log)):
        clear(log)
        state.apply_action(dice.choice(state.legal_actions()), log)
    told = [e.text for e in read_log(state, log)]
    (drawn,) = (i for i, text in enumerate(told) if text.startswith("Terror card: Lights Out."))
    assert told[drawn + 1] == "His Razor is gained."


def test_states_of_two_films_are_two_states() -> None:
    killer, location, girl = halves()
    killer["states"], location["states"] = Fields(killer.where), Fields(location.where)
    killer["states"]["doors"], location["states"]["doors"] = 3, 5
    for half in (killer, location):
        half["states"].keys_at["doors"] = half.where
    program = assemble(Cast(killer, location, girl))
    starts = sorted(s.start for name, s in program.states.items() if name.endswith("doors"))
    assert starts == [3, 5]


def test_one_film_cannot_use_a_name_twice() -> None:
    killer, location, girl = halves()
    killer["items"].append(killer["items"][0])
    with pytest.raises(SourceError, match="knife"):
        assemble(Cast(killer, location, girl))
