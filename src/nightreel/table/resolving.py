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

LINE: Final = "resolve_line"
"""The rule that performs the line for a number of successes, its last argument (ACT-2)."""
LINES: Final = ("none", "one", "two", "three")
"""The lines of a card by the successes that they need."""


def act_resolved(program: Program, words: Words) -> View | None:
    """The Action card that is resolved, as in a hand; None while there is none (ACT-2).

    Of cards within each other it is the innermost; a roll without a card has none. ``holds`` is the
    line that came of the roll, and empty until then.
    """
    number, successes = _resolved(program, words.tolist())
    if not number:
        return None
    act = act_view(program.facts["acts"][number - 1])
    holds = "" if successes is None else _line(act["lines"], successes)
    return {**act, "number": number, "count": 1, "holds": holds}


def _line(lines: Mapping[str, str], successes: int) -> str:
    """The line for a number of successes."""
    known = [name for name in LINES[: successes + 1] if name in lines]
    return known[-1] if known else ""


@once
def _routines(program: Program) -> Mapping[int, tuple[str, int]]:
    """Where the routines begin that resolve a card or its line: names, number of arguments."""
    wanted = RESOLVING | {LINE}
    return {r.at: (r.name, r.arguments) for r in program.routines if r.name in wanted}


def _resolved(program: Program, words: Sequence[int]) -> tuple[int, int | None]:
    """The number of the card, 0 for none, and the successes of its line when it has come to it."""
    begins, routines = begins_of(program), _routines(program)
    successes = None
    for frame, pc in frames(words):
        name, arguments = routines.get(routine_at(begins, pc), ("", 0))
        if name == LINE:
            successes = words[frame - 3]
        elif name:
            return words[frame - 2 - arguments], successes
    return 0, None
