"""What the other half of a pairing lacks is skipped (EFF-1); what is gone is not drawn (DP-1)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from nightreel.record import layout as L
from nightreel.table.state import State, new_initial_state
from tests.conformance import casts, kit

FILM = """
film: pairings
killer:
  id: stranger
  title: The Stranger
  health: 4
  bloodlust: [{attack: 1, move: 1}, {attack: 1, move: 1}]
  action: "nothing"
  terror_deck: 1
  elsewhere: {cellar_deck: zone, ghosts: kind, keyring: card, bell: space, tunnel: way}
  terror: [{id: all_of_it, title: All of It, text: "TEXT"}]
  POWERS
"""
POWERS = "dark_powers: [{id: gloom, title: Gloom}]"


def drawn(tmp_path: Path, text: str, powers: str = "") -> State:
    """A game after the turn in which the one Terror card is drawn."""
    path = tmp_path / "film.yaml"
    path.write_text(FILM.replace("TEXT", text).replace("POWERS", powers), encoding="utf-8")
    program = casts.compiled(path)
    state = new_initial_state(program, 1, explicit_chance=True)
    dice = Random(1)
    while not state.is_terminal() and state.get("turn") < 2:
        kit.check_conserved(state)
        kit.check_machine(state)
        legal = state.legal_actions()
        state.apply_action(legal[0] if state.get("phase") < 3 else dice.choice(legal))
    kit.check_conserved(state)
    return state


@pytest.mark.parametrize(
    "text",
    [
        "place one ghosts at gate",
        "spawn 3 ghosts at gate",
        "spread 3 ghosts over exits",
        "place 2 victims at bell",
        "kill all victims at bell",
        "panic victims at bell",
        "turn_into(kind_at(ghosts, gate), victim)",
        "turn_into(one_of(victim), ghosts)",
        "add keyring to terror_discard",
        "gain keyring",
        "fetch keyring",
        "discard keyring",
        "shuffle keyring into terror_deck",
        "shuffle all_of_it into cellar_deck",
        "add all_of_it to cellar_deck",
        "add all_of_it under cellar_deck",
        "reshuffle terror_discard into cellar_deck",
        "reshuffle cellar_deck into terror_deck",
        "draw from cellar_deck to terror_discard",
        "draw from event_deck to cellar_deck",
        "draw 2 keep 1 from cellar_deck to terror_discard",
        "draw 2 keep 1 from event_deck to cellar_deck",
        "shuffle cellar_deck",
        "peek at cellar_deck",
        "deal(cellar_deck, 3)",
        "take top of cellar_deck",
        "horror count_in(cellar_deck)",
        "for c in cellar_deck: horror +1",
        "horror pieces_of(ghosts)",
        "close tunnel for everyone",
        "open tunnel for everyone",
        "bring one_of(victim) onto keyring",
        "remove one_of(ghosts)",
        "kill kind_at(ghosts, gate)",
    ],
)
def test_what_is_lacking_is_skipped(tmp_path: Path, text: str) -> None:
    after = drawn(tmp_path, text)
    assert after.get("turn") == 2
    assert after.get("horror") == after.program.facts["constants"]["start_horror"]


def test_without_a_dark_power_set_aside_there_is_no_further_one(tmp_path: Path) -> None:
    """DP-1: a further one comes from those set aside, never the one that lies face down."""
    after = drawn(tmp_path, "further dark power", POWERS)
    names = [t.name for t in after.program.things["card"]]
    assert after.words[L.CARD_ZONE + names.index("gloom")] == 0
