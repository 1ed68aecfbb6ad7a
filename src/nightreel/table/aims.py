"""What answers point at: spaces and pieces of the map, cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nightreel.record import layout as L
from nightreel.table.choices import Choice
from nightreel.table.state import State
from nightreel.table.wording import option_of


class Aim(NamedTuple):
    """What an answer points at, each by its number; 0 for none."""

    space: int = 0
    """The space that it names, or in which what it names stands."""
    piece: int = 0
    act: int = 0
    """An Action card."""
    card: int = 0
    """Any other card."""


def aim_of(state: State, action: int) -> Aim:
    """What an answer to the open question points at."""
    option = option_of(state, action)
    if option is None:
        return Aim()
    thing = action - option.first
    if option.type == "space":
        return Aim(space=_on_the_map(state, thing))
    if option.type == "piece":
        place = int(state.words[L.PLACE + thing])
        return Aim(space=_on_the_map(state, place), piece=thing)
    if option.type in ("act", "card"):
        return Aim(**{option.type: thing})
    return Aim()


def _on_the_map(state: State, place: int) -> int:
    return place if 0 < place <= len(state.program.facts["map"]["spaces"]) else 0


def lit_spaces(state: State, choices: Iterable[Choice]) -> dict[int, int]:
    """The spaces that legal answers lead to, with the number of the first of each."""
    lit: dict[int, int] = {}
    for choice in choices:
        space = aim_of(state, choice.action).space if choice.legal else 0
        if space:
            lit.setdefault(space, choice.number)
    return lit
