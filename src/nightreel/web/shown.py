"""What the page of a table shows, from a game as it stands: plain values for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nightreel.pages.plan import Plan
from nightreel.reel.program import Program
from nightreel.table.aims import act_of, space_of
from nightreel.table.choices import choices_of
from nightreel.table.following import Beat, beats_of
from nightreel.table.state import State
from nightreel.table.steps import Step
from nightreel.table.view import view
from nightreel.table.wording import why_not
from nightreel.web.board import board_of, moves, pieces_of
from nightreel.web.store import Sitting

Context = dict[str, Any]


@dataclass(frozen=True)
class Offer:
    """An answer that can be given, or is refused and why, and what it points at."""

    number: int
    action: int
    text: str
    legal: bool
    why: str
    space: int
    """The space that it points at, 0 for none."""
    act: int
    """The Action card that it names, 0 for none."""


@dataclass(frozen=True)
class Shot:
    """A sentence of the Killer phase, with what moves on the map meanwhile."""

    beat: Beat
    moves: list[tuple[int, int, int]]
    marks: list[tuple[int, str]]


def offers_of(state: State) -> list[Offer]:
    """The answers to the open question, the legal ones first."""
    if state.is_terminal():
        return []
    return [
        Offer(
            choice.number,
            choice.action,
            choice.text,
            choice.legal,
            "" if choice.legal else why_not(state, choice.action),
            space_of(state, choice.action),
            act_of(state, choice.action),
        )
        for choice in choices_of(state)
    ]


def shots_of(program: Program, plan: Plan, steps: Sequence[Step]) -> list[Shot]:
    """What there is to follow in an answer; nothing when the Killer did not act."""
    beats = beats_of(program, steps)
    if not beats:
        return []
    pieces = [pieces_of(program, plan, steps[0].before)]
    pieces += [pieces_of(program, plan, beat.words) for beat in beats]
    return [
        Shot(beat, moves(before, after), list(beat.marks.items()))
        for beat, before, after in zip(beats, pieces, pieces[1:], strict=False)
    ]


def table_context(sitting: Sitting) -> Context:
    """Everything that a table shows of a game."""
    seen = view(sitting.state)
    return {
        "sitting": sitting,
        "game": sitting.game,
        "v": seen,
        "board": board_of(sitting.program, sitting.loaded.plan, sitting.state.words, seen["map"]),
        "offers": offers_of(sitting.state),
        "log": grouped(sitting),
        "shots": shots_of(sitting.program, sitting.loaded.plan, sitting.fresh),
    }


@dataclass(frozen=True)
class Told:
    """An answer and what came of it, for the log."""

    answer: str
    """In words; nothing for what was told before the first one."""
    entries: tuple[tuple[str, tuple[str, ...]], ...]


def grouped(sitting: Sitting) -> list[Told]:
    """The log of the last turns, the newest last."""
    found = [Told("", _entries(sitting.opening))] if sitting.opening else []
    for told in sitting.recent:
        entries = _entries(told.log)
        if told.by_chance and found:
            found[-1] = Told(found[-1].answer, (*found[-1].entries, *entries))
        else:
            found.append(Told(told.text, entries))
    return found


def _entries(log: Iterable[Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((entry.text, entry.rules) for entry in log)
