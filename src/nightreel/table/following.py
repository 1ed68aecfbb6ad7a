"""The Killer phase to follow: each sentence of the log in turn, on the board as it was then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nightreel.films.box import PHASES
from nightreel.record.log import Watch
from nightreel.reel.program import Program
from nightreel.table.state import State
from nightreel.table.steps import Step
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext

FOLLOWED: Final = ("KILL", "TGT", "KMOV", "KATK", "PANIC")
"""Chapters of the rules whose sentences are worth to be followed."""
BEFORE: Final = ("TURN", "PLAN")
"""Chapters of what is told before a Killer phase."""
KILLER: Final = PHASES.index("killer")


@dataclass(frozen=True)
class Beat:
    """One sentence, and the record as it was when it was written."""

    entry: LogEntry
    record: Sequence[int]
    icon: str
    """What stands behind it: an icon, or the card."""
    source: str
    """The card or line whose icons are resolved."""
    tells_source: bool
    """Whether the sentence itself tells that line."""
    marks: dict[int, str]
    """The signs that spaces of the map bear."""


def chapter(entry: LogEntry) -> str:
    """The chapter of the first rule of a sentence."""
    return entry.rules[0].partition("-")[0] if entry.rules else ""


def beats_of(
    program: Program, steps: Iterable[Step], earlier: Sequence[LogEntry] = ()
) -> list[Beat]:
    """What there is to follow in some answers; nothing when the Killer did not act.

    ``earlier``: what was told before, of a card perhaps that is still resolved.
    """
    steps = list(steps)
    if not any(chapter(entry) in FOLLOWED for step in steps for entry in step.log):
        return []
    told = list(_told(program, steps))
    first = next((n for n, (e, _) in enumerate(told) if chapter(e) in FOLLOWED), len(told))
    told = told[first:]
    beats: list[Beat] = []
    begin = steps[0].before.tolist()
    phase = program.value(begin, "phase")
    source = _begun(program, earlier, begin) if phase == KILLER else ""
    for n, (entry, record) in enumerate(told):
        was, phase = phase, program.value(record, "phase")
        source = _source(program, entry, record) or (source if phase == was else "")
        itself = all(part in entry.text for part in source.split(": ", 1))
        marks = _marks(entry, [e for e, _ in told[n + 1 :]])
        beats.append(Beat(entry, record, icon_of(entry), source, itself, marks))
    return beats


def _begun(program: Program, earlier: Sequence[LogEntry], record: Sequence[int]) -> str:
    """The line whose icons are still resolved in a Killer phase that was asked something."""
    for entry in reversed(earlier):
        source = _source(program, entry, record)
        if source or chapter(entry) in BEFORE:
            return source
    return ""


def _told(program: Program, steps: Iterable[Step]) -> Iterator[tuple[LogEntry, Sequence[int]]]:
    """Every sentence with the record as it was when it was written."""
    for step in (step for step in steps if step.log):
        yield from zip(step.log, step.seen or _watched(program, step), strict=True)


def _watched(program: Program, step: Step) -> Sequence[Sequence[int]]:
    """The record at every sentence of an answer that nobody watched: it is taken once more."""
    watch = Watch()
    before = State(program, step.before, explicit_chance=True)
    before.apply_action(step.answer.action, watch)
    return watch.records


def _marks(entry: LogEntry, later: Sequence[LogEntry]) -> dict[int, str]:
    """The target and the path of an Enemy that aims; the space of one that moves."""
    types = [type_ for type_, _ in entry.things]
    if types != ["piece", "space"] or chapter(entry) not in ("TGT", "KMOV"):
        return {}
    (_, enemy), (_, goal) = entry.things
    if chapter(entry) == "KMOV":
        return {goal: "»"}
    path = _path(enemy, later)
    return {**{s: f"→{n}" for n, s in enumerate(path, start=1)}, goal: "◎"}


def _path(enemy: int, later: Iterable[LogEntry]) -> list[int]:
    """The spaces to which an Enemy goes before something else is aimed at."""
    path = []
    for entry in later:
        if chapter(entry) in ("TGT", "KILL"):
            break
        if chapter(entry) == "KMOV" and len(entry.things) == 2 and entry.things[0][1] == enemy:
            path.append(entry.things[1][1])
    return path


def _source(program: Program, entry: LogEntry, words: Sequence[int]) -> str:
    """The line whose icons come next: the Killer's own, or that of a card."""
    if "KILL-1" in entry.rules:
        finale = program.states.get("finale_up")
        card = int(words[finale.address]) if finale is not None else 0
        if card:
            return _card_line(program, card)
        board = program.facts["boards"]["killer"]
        return f"{gettext(board['title'])}: {gettext(board['action'])}"
    cards = [number for type_, number in entry.things if type_ == "card"]
    if chapter(entry) in ("KILL", "EVT", "DP", "FIN") and cards:
        return _card_line(program, cards[0])
    return ""


def _card_line(program: Program, number: int) -> str:
    card = program.facts["cards"][number - 1]
    said = gettext(card["action"] or card["text"]) or "; ".join(map(gettext, card["rules"]))
    return f"{gettext(card['title'])}: {said}"


def icon_of(entry: LogEntry) -> str:
    """What stands behind a sentence."""
    icons = {
        "TGT": gettext("◎ target"),
        "KMOV": gettext("» boot"),
        "KATK": gettext("† knife"),
        "KILL": gettext("■ card"),
        "BLOOD": gettext("▲ blood"),
        "PANIC": gettext("~ panic"),
        "EVT": gettext("■ Event"),
        "DP": gettext("▲ power"),
        "FIN": gettext("▲ Finale"),
    }
    return icons.get(chapter(entry), "·")


@dataclass(frozen=True)
class Following:
    """The beats that are followed, and which of them is shown; false when there is none."""

    beats: Sequence[Beat] = ()
    at: int = 0

    def __bool__(self) -> bool:
        return self.at < len(self.beats)

    @property
    def beat(self) -> Beat:
        """The beat that is shown."""
        return self.beats[self.at]

    @property
    def to_come(self) -> int:
        """How many beats come after the one that is shown."""
        return max(0, len(self.beats) - self.at - 1)

    def moved(self, steps: int) -> Following:
        """Some beats further on, or back as far as the first one."""
        return replace(self, at=max(0, self.at + steps))


def state_of(program: Program, beat: Beat) -> State:
    """The board at a beat, to be looked at only."""
    return State(program, np.array(beat.record, dtype=np.int32), explicit_chance=True)
