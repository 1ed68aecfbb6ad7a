"""Plays rule cases and says what differs from what they expect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from nightreel.films.source import Fields, listed, where_of
from nightreel.record import layout as L
from nightreel.record.log import Log, clear
from nightreel.reel.errors import SourceError, Where
from nightreel.table.casefile import Case, read_cases
from nightreel.table.errors import BrokenGame
from nightreel.table.expect import Expectations, Mismatch, named_by
from nightreel.table.lookup import Lookup, fields, words
from nightreel.table.position import set_up
from nightreel.table.state import begin, new_initial_state
from nightreel.table.wording import (
    action_texts,
    chance_text,
    question_text,
    read_log,
    refusals,
    why_not,
)
from nightreel.translation import gettext, put

_COUNT: Final = re.compile(r"[0-9]{1,4}")
_CHANCE: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}|/0{0,5}[1-9][0-9]{0,5})?")
SHOWN: Final = 14
"""How many actions are listed in words of a failure."""


@dataclass(frozen=True)
class Result:
    """What became of a case: ``mismatch`` is None when everything holds."""

    case: Case
    mismatch: Mismatch | None

    def __str__(self) -> str:
        """One line for people."""
        if self.mismatch is None:
            return f"{self.case.id}: holds"
        where, expected, found = self.mismatch.args
        line = gettext("{where}: {id}: expected {expected}, found {found}")
        at = f"{where.file}:{where.line}"
        return put(line, where=at, id=self.case.id, expected=expected, found=found)


class Player:
    """Plays the steps of one case."""

    def __init__(self, case: Case) -> None:
        """Set the position up, or begin a new game; the first step plays on from there."""
        self.case = case
        program = case.program()
        self.find = Lookup(program)
        self.log = Log()
        self.sentences: list[str] = []
        self.queues: dict[str, list[Any]] = {}
        self.odds: dict[str, list[Any]] = {}
        if case.position is None:
            self.state = new_initial_state(program, 0, case.options, True, self.log)
        else:
            record = set_up(program, case.position, case.options)
            self.state = begin(program, record, True, self.log)

    def play(self) -> None:
        """Play every step.  Raises Mismatch, SourceError."""
        self.take_log()
        for step in self.case.steps:
            try:
                self.step(step)
            except BrokenGame as error:
                raise Mismatch(step.where, gettext("a sound game"), str(error)) from None

    def step(self, step: Fields) -> None:
        """One step: actions with answers of chance, refusals, what must hold."""
        self.queues = self.forced(step)
        self.odds = self.chances(step)
        actions = listed(step.get("do"))
        if actions and not self.state.is_chance_node():
            self.sentences = []
        self.settle(step.where)
        for action in actions:
            where = where_of(action, step.keys_at["do"])
            self.act(_spoken(action), where)
            self.settle(where)
        self.all_used(step)
        if "refused" in step:
            self.refused(fields(step["refused"], step.keys_at["refused"]))
        if "expect" in step:
            expected = fields(step["expect"], step.keys_at["expect"])
            Expectations(self.state, self.sentences).check(expected)

    # ------------------------------------------------------------ chance

    def forced(self, step: Fields) -> dict[str, list[Any]]:
        """The forced answers of chance by stream."""
        if "chance" not in step:
            return {}
        at = step.keys_at["chance"]
        data = fields(step["chance"], at)
        for stream in data:
            if stream not in self.state.program.streams:
                known = ", ".join(self.state.program.streams)
                raise SourceError(data.keys_at[stream], f"no stream {stream!r}", known)
        return {stream: words(value) for stream, value in data.items()}

    def chances(self, step: Fields) -> dict[str, list[Any]]:
        """The chances that are expected, by stream, for its next questions."""
        if "odds" not in step:
            return {}
        data = fields(step["odds"], step.keys_at["odds"])
        return {stream: listed(value) for stream, value in data.items()}

    def settle(self, where: Where) -> None:
        """Let chance give the forced answers until the player is asked or the game is over."""
        while self.state.is_chance_node():
            stream = self.state.stream()
            self.check_odds(stream, where)
            queue = self.queues.get(stream)
            if not queue:
                found = put(gettext("chance asks for {stream}"), stream=stream)
                raise Mismatch(where, gettext("a forced answer"), found)
            self.apply(self.outcome(queue.pop(0), where))

    def outcome(self, wanted: Any, where: Where) -> int:
        """The outcome of chance that is meant."""
        legal = self.state.legal_actions()
        for action in legal:
            if self.is_outcome(action, wanted):
                return action
        known = ", ".join(chance_text(self.state, a) for a in legal)
        raise Mismatch(where_of(wanted, where), f"{self.state.stream()} {wanted}", known)

    def is_outcome(self, action: int, wanted: Any) -> bool:
        """Whether an outcome is meant by a number, a name or a title."""
        if isinstance(wanted, int):
            return action == L.NUMBER_ACTION + wanted
        names = [chance_text(self.state, action).casefold()]
        for base, type_ in ((L.CARD_ACTION, "card"), (L.ACT_ACTION, "act")):
            things = self.state.program.things[type_]
            if 0 < action - base < len(things):
                names.append(things[action - base].name.casefold())
        return str(wanted).strip().casefold() in names

    def check_odds(self, stream: str, where: Where) -> None:
        """Compare the chances of the next question to a stream with those expected."""
        queue = self.odds.get(stream)
        if not queue:
            return
        wanted = fields(queue.pop(0), where)
        asked = self.state.asked
        total = sum(asked.numbers[2 * a] for a in asked.legal)
        chances = {a: Fraction(asked.numbers[2 * a], total) for a in asked.legal}
        for name, chance in wanted.items():
            named: Any = int(name) if _COUNT.fullmatch(name) else name
            found = sum((c for a, c in chances.items() if self.is_outcome(a, named)), Fraction())
            if found != _chance(chance, wanted.keys_at[name]):
                raise Mismatch(wanted.keys_at[name], f"{name} with chance {chance}", str(found))

    def all_used(self, step: Fields) -> None:
        """Every forced answer and every stated chance was asked for."""
        for stream, rest in self.queues.items():
            if rest:
                left = ", ".join(str(r) for r in rest)
                expected = put(gettext("chance to be asked for {stream}"), stream=stream)
                raise Mismatch(step.keys_at["chance"], f"{expected}: {left}", self.question())
        for stream in (s for s, rest in self.odds.items() if rest):
            expected = put(gettext("chance to be asked for {stream}"), stream=stream)
            raise Mismatch(step.keys_at["odds"], expected, self.question())

    # ------------------------------------------------------------ actions

    def apply(self, action: int) -> None:
        """Take an action and keep what the log says."""
        self.state.apply_action(action, self.log)
        self.take_log()

    def take_log(self) -> None:
        """Read the log and clear it."""
        self.sentences += [
            f"{e.text} [{', '.join(e.rules)}]" for e in read_log(self.state, self.log)
        ]
        clear(self.log)

    def act(self, text: str, where: Where) -> None:
        """Take the legal action with these words."""
        self.apply(self.meant(text, action_texts(self.state), where))

    def meant(self, text: str, texts: dict[int, str], where: Where) -> int:
        """The action that is meant: its exact words, or a beginning that only one has."""
        found = named_by(text, texts.values())
        if len(found) == 1:
            return next(action for action, words in texts.items() if words == found[0])
        fitting = found or list(texts.values())
        shown = ", ".join(repr(t) for t in fitting[:SHOWN]) + (" ..." if fitting[SHOWN:] else "")
        raise Mismatch(where, repr(text), f"{self.question()} {shown}")

    def refused(self, wanted: Fields) -> None:
        """Actions that must be refused, each with the rule id and words of the reason."""
        texts = refusals(self.state)
        for text, reason in wanted.items():
            where = wanted.keys_at[text]
            action = self.meant(text, texts, where)
            found = why_not(self.state, action)
            rule, _, said = str(reason).partition(" ")
            if f"({rule})" not in found or said.casefold() not in found.casefold():
                raise Mismatch(where, f"{text!r} refused by {reason!r}", repr(found))

    def question(self) -> str:
        """The open question in words."""
        return f"{question_text(self.state)!r}"


def _chance(value: Any, where: Where) -> Fraction:
    """A chance such as 1/6 or 0.5.  Raises SourceError."""
    text = str(value).strip()
    if not _CHANCE.fullmatch(text):
        raise SourceError(where_of(value, where), f"{text[:40]!r} is no chance", "such as 1/6")
    return Fraction(text)


def _spoken(action: Any) -> str:
    """The words of an action; YAML takes a plain Yes or No for a truth."""
    return {True: "Yes", False: "No"}[action] if isinstance(action, bool) else str(action)


def run_case(case: Case) -> Result:
    """Play one case.  Raises SourceError when the case itself is wrong."""
    try:
        Player(case).play()
    except Mismatch as mismatch:
        return Result(case, mismatch)
    except BrokenGame as error:
        return Result(case, Mismatch(case.where, gettext("a sound game"), str(error)))
    return Result(case, None)


def run_case_file(path: Path) -> list[Result]:
    """Play every case of a file.  Raises SourceError."""
    return [run_case(case) for case in read_cases(path)]
