"""The Action card that is being resolved: its Horror Roll, or the line that came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nightreel.reel.once import once
from nightreel.reel.program import Program
from nightreel.table.frames import begins_of, frames, routine_at
from nightreel.table.state import Words
from nightreel.table.view import View, act_view

RESOLVING: Final = frozenset({"play_action", "play_reaction", "horror_roll"})
"""The rules of the rulebook that resolve a card; it is their argument (ACT-2, REACT-2, ROLL-7)."""


def act_resolved(program: Program, words: Words) -> View | None:
    """The Action card that is resolved, as in a hand; None while there is none (ACT-2).

    Of cards within each other it is the innermost; a roll without a card has none.
    """
    number = _number(program, words.tolist())
    if not number:
        return None
    return {**act_view(program.facts["acts"][number - 1]), "number": number, "count": 1}


@once
def _resolving(program: Program) -> Mapping[int, int]:
    """Where the routines begin that resolve a card, with the number of their arguments."""
    return {r.at: r.arguments for r in program.routines if r.name in RESOLVING}


def _number(program: Program, words: Sequence[int]) -> int:
    begins, resolving = begins_of(program), _resolving(program)
    for frame, pc in frames(words):
        begin = routine_at(begins, pc)
        if begin in resolving:
            return words[frame - 2 - resolving[begin]]
    return 0
