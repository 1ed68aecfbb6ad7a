"""What answers point at: spaces and pieces of the map, cards."""

from __future__ import annotations

from collections.abc import Iterable

from nightreel.record import layout as L
from nightreel.table.choices import Choice
from nightreel.table.state import State
from nightreel.table.wording import option_of


def space_of(state: State, action: int) -> int:
    """The space that an answer names, or in which what it names stands; 0 for none."""
    option = option_of(state, action)
    thing = action - option.first if option is not None else 0
    if option is None or option.type not in ("space", "piece"):
        return 0
    place = thing if option.type == "space" else int(state.words[L.PLACE + thing])
    return place if 0 < place < len(state.program.facts["map"]["spaces"]) + 1 else 0


def act_of(state: State, action: int) -> int:
    """The Action card that an answer names; 0 for none."""
    return _named(state, action, "act")


def card_of(state: State, action: int) -> int:
    """The card, other than an Action card, that an answer names; 0 for none."""
    return _named(state, action, "card")


def piece_of(state: State, action: int) -> int:
    """The piece that an answer names; 0 for none."""
    return _named(state, action, "piece")


def _named(state: State, action: int, type_: str) -> int:
    option = option_of(state, action)
    return action - option.first if option is not None and option.type == type_ else 0


def lit_spaces(state: State, choices: Iterable[Choice]) -> dict[int, int]:
    """The spaces that legal answers lead to, with the number of the first of each."""
    lit: dict[int, int] = {}
    for choice in choices:
        space = space_of(state, choice.action) if choice.legal else 0
        if space:
            lit.setdefault(space, choice.number)
    return lit
