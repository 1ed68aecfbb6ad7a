"""The log of the last turns as the page tells it, with what can be followed in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from markupsafe import Markup

from nightreel.reel.program import Program
from nightreel.table.following import beats_of
from nightreel.table.steps import Step
from nightreel.table.wording import LogEntry
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.board import (
    Piece,
    Record,
    Rows,
    drawings_of,
    moves,
    pieces_of,
    standing,
)
from nightreel.web.playing.parts import attributes, print_of

CAME: Final = 3
"""Sentences of the log that stand beside the question."""


def packed(data: Any) -> str:
    """Plain values for the script."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Shot:
    """What a sentence of the Killer phase shows on the map."""

    moves: Rows
    marks: list[tuple[int, str]]
    source: str | None
    """The card or line whose icons are resolved, unless it is that of before; empty at the sentence
    that tells it."""

    @property
    def attributes(self) -> Markup:
        """All that, as attributes of its element."""
        told = {
            "data-moves": packed(self.moves) if self.moves else None,
            "data-marks": packed(self.marks) if self.marks else None,
            "data-source": self.source,
        }
        return attributes({name: value for name, value in told.items() if value is not None})


@dataclass(frozen=True)
class Entry:
    """A sentence of the log."""

    text: str
    rules: tuple[str, ...]
    shot: Shot | None = None


@dataclass(frozen=True)
class Group:
    """An answer and what came of it, for the log."""

    number: int
    """Which answer of the player it was; 0 for what was told before the first."""
    answer: str
    entries: tuple[Entry, ...]
    first: int | None = None
    """The first sentence that can be followed; None when there is none."""
    start: Rows = field(default_factory=list)
    """Where everybody stood before it."""
    kinds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Who they were, by their classes: some are gone when it is seen again."""

    @property
    def follow(self) -> dict[str, str]:
        """The attributes by which the script follows it."""
        if self.first is None:
            return {}
        told = {"data-start": packed(self.start), "data-kinds": packed(self.kinds)}
        return {"data-first": str(self.first), **told}

    @property
    def print(self) -> str:
        """What tells it from others; whether it can be followed makes no difference."""
        return print_of(self.answer, *(e.text for e in self.entries))


def grouped(sitting: Sitting) -> list[Group]:
    """The log of the last turns, the newest last; what was followed last can be followed."""
    found = _told(sitting)
    first = sitting.game.answers - len(found) + 1
    groups = [
        Group(number, answer, _entries(log)) for number, (answer, log) in enumerate(found, first)
    ]
    n = sitting.watched_answer - first
    if sitting.watched and 0 <= n < len(found):
        earlier = [entry for _, log in found[:n] for entry in log]
        groups[n] = _followed(sitting, groups[n], earlier)
    return groups


def _told(sitting: Sitting) -> list[tuple[str, list[LogEntry]]]:
    """The player's answers of the last turns, each with all that came of it."""
    found: list[tuple[str, list[LogEntry]]] = []
    if sitting.opening:
        found.append(("", [*sitting.opening]))
    for told in sitting.recent:
        if told.by_chance and found:
            found[-1][1].extend(told.log)
        else:
            found.append((told.text, [*told.log]))
    return found


def came_of(log: Sequence[Group]) -> str:
    """The last sentences that an answer brought, to stand beside the next question."""
    if not log or not log[-1].answer:
        return ""
    return " ".join(entry.text for entry in log[-1].entries[-CAME:])


def _entries(log: Iterable[LogEntry]) -> tuple[Entry, ...]:
    return tuple(Entry(entry.text, entry.rules) for entry in log)


def _followed(sitting: Sitting, group: Group, earlier: Sequence[LogEntry]) -> Group:
    """The same with what can be followed in it, behind what was told before."""
    program = sitting.program
    shots = shots_of(program, sitting.watched, earlier)
    if not shots:
        return group
    quiet: list[Shot | None] = [None] * (len(group.entries) - len(shots))
    before = pieces_of(program, sitting.watched[0].before)
    kinds = sorted({piece.kind for piece in before})
    entries = zip(group.entries, quiet + shots, strict=True)
    return replace(
        group,
        entries=tuple(replace(entry, shot=shot) for entry, shot in entries),
        first=len(quiet),
        start=moves(drawings_of(program), (), before),
        kinds={kind: [p.number for p in before if p.kind == kind] for kind in kinds},
    )


def shots_of(
    program: Program, steps: Sequence[Step], earlier: Sequence[LogEntry]
) -> list[Shot | None]:
    """What there is to follow in an answer; nothing when the Killer did not act."""
    beats = beats_of(program, steps, earlier)
    if not beats:
        return []
    scenes = _scenes(program, [steps[0].before, *(beat.record for beat in beats)])
    drawings = drawings_of(program)
    sources = ["", *("" if beat.tells_source else beat.source for beat in beats)]
    return [
        Shot(
            moves(drawings, before, after) if before is not after else [],
            list(beat.marks.items()),
            source if source != old else None,
        )
        for beat, before, after, old, source in zip(
            beats, scenes, scenes[1:], sources, sources[1:], strict=False
        )
    ]


def _scenes(program: Program, records: Sequence[Record]) -> list[tuple[Piece, ...]]:
    """Everybody on the map in each record; where nobody moved it is drawn once."""
    scenes: list[tuple[Piece, ...]] = []
    last = None
    for record in records:
        now = standing(record)
        scenes.append(scenes[-1] if now == last else pieces_of(program, record))
        last = now
    return scenes
