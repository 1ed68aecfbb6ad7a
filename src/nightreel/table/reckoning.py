"""The chances of the answers at hand, worked out beside the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Final

from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.odds import THRESHOLDS, WINDOW, Odds
from nightreel.table.resolving import act_resolved
from nightreel.table.state import State

PAUSE: Final = 0.05
"""Seconds before anything is reckoned: first the screen is drawn."""


@dataclass(frozen=True)
class Lines:
    """The chances of the result lines of one roll, by the names of the lines (ACT-2)."""

    card: int
    """The Action card that is rolled for, 0 when there is none."""
    kept: Mapping[str, Fraction]
    """When the roll is kept as soon as it can be."""
    best: Mapping[str, Fraction] = field(default_factory=dict)
    """Of this line or a better one, when the roll is changed as well as possible."""


class Reckoner:
    """Reckons for the states of one program; one thread after the other."""

    def __init__(self, program: Program) -> None:
        """Ready as soon as something is asked."""
        self.program = program
        self._odds: Odds | None = None
        self._lock = Lock()

    def kept(
        self, state: State, actions: Iterable[int], stop: Callable[[], bool]
    ) -> dict[int, Lines]:
        """The chances after each action that leads to a roll; what there is when stopped."""
        found: dict[int, Lines] = {}
        for action in actions:
            if stop():
                break
            with self._lock:
                chances = self.odds.kept(state, action)
            if chances is not None:
                found[action] = Lines(chances.card, dict(chances.lines(self.program)))
        return found

    def best(self, state: State, action: int, lines: Lines) -> Lines:
        """The same chances with the greatest that can be reached."""
        wanted = [THRESHOLDS[name] for name in lines.kept if THRESHOLDS[name]]
        with self._lock:
            found = self.odds.best(state, action, wanted) or {}
        best = {name: found[THRESHOLDS[name]] for name in lines.kept if THRESHOLDS[name] in found}
        return Lines(lines.card, lines.kept, best)

    @property
    def odds(self) -> Odds:
        """What knows the chances, made when it is needed first."""
        if self._odds is None:
            self._odds = Odds(self.program)
        return self._odds


def telling(state: State, lines: Mapping[int, Lines]) -> list[int]:
    """The answers whose chances tell something of their own.

    While a roll lies open most answers leave its chances as they are, which stand with the card:
    those that change them tell, and the last one, which keeps the roll (ROLL-5).
    """
    if not lines or act_resolved(state.program, state.words) is None:
        return list(lines)
    *others, last = lines
    changing = [action for action in others if lines[action].kept != lines[last].kept]
    if state.program.questions[int(state.words[L.QUESTION])].rule == WINDOW:
        return [*changing, last]
    return list(lines) if changing else []


def percent(chance: Fraction) -> str:
    """A chance in two or three digits; nothing that can happen is 0, nor is it certain at 100."""
    rounded = round(100 * chance)
    if rounded == 0 and chance:
        return "<1"
    if rounded == 100 and chance != 1:
        return ">99"
    return str(rounded)


def figures(lines: Lines) -> str:
    """The chances of all lines, the best line first."""
    return "/".join(percent(chance) for chance in lines.kept.values()) + "%"
