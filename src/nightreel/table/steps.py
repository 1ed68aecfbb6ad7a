"""Answers taken one by one, with what came of each: nothing is kept, nothing is changed.

Whoever keeps games, in memory, in a file or in a database, takes its answers here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nightreel.record import layout as L
from nightreel.record.log import Log, Watch
from nightreel.reel.program import Program
from nightreel.table import saves
from nightreel.table.dice import face_of
from nightreel.table.errors import CannotUndo
from nightreel.table.saves import Answer
from nightreel.table.state import (
    CHANCE,
    PLAYER,
    Options,
    State,
    Words,
    begin,
    broken,
    first_record,
)
from nightreel.table.unseen import tells_secrets
from nightreel.table.wording import LogEntry, action_texts, plain_text, question_text, read_log
from nightreel.translation import gettext

CHANCE_MAX: Final = 1000
"""Most answers of chance behind one of the player's; the longest Killer phases have some 60."""


@dataclass(frozen=True)
class Step:
    """One answer in words: the question, the answer, and what happened then."""

    answer: Answer
    question: str
    text: str
    log: tuple[LogEntry, ...]
    before: Words
    """The record before the answer."""
    face: int = 0
    """The face of her die that chance showed; 0 when it was no die of hers."""
    seen: Sequence[Sequence[int]] = ()
    """The record at every sentence of the log, if somebody watched."""

    @property
    def by_chance(self) -> bool:
        """Whether chance gave the answer."""
        return self.answer.by == CHANCE


def opened(program: Program, seed: int, options: Options) -> tuple[State, tuple[LogEntry, ...]]:
    """A new game at its first question, of the player or of chance, and what was told till then.

    Set up by SET-1 to SET-11.  Raises BrokenGame.
    """
    log = Log()
    record = first_record(program, seed, options)
    state = begin(program, record, explicit_chance=True, log=log)
    return state, tuple(read_log(state, log))


def stepped(state: State, answer: Answer, watch: bool = False) -> tuple[Step, State]:
    """Take one answer of the player or of chance; its check is worked out.

    ``watch``: keep the record at every sentence.  Raises IllegalAction, UnknownAction, BrokenGame.
    """
    question, text = question_text(state), _text(state, answer)
    after, log = state.clone(), Watch() if watch else Log()
    after.apply_action(answer.action, log)
    done = answer._replace(check=saves.check_of(after.serialize()))
    face = face_of(state, answer.action)
    told = tuple(read_log(after, log))
    seen = log.records if isinstance(log, Watch) else ()
    return Step(done, question, text, told, state.words, face, seen), after


def _text(state: State, answer: Answer) -> str:
    if answer.by == CHANCE:
        return plain_text(state, answer.action)
    return action_texts(state).get(answer.action, "")


def answered(state: State, action: int, watch: bool = False) -> tuple[list[Step], State]:
    """Take the player's answer and those of chance behind it, up to the player's next question.

    ``watch``: keep the record at every sentence, to follow them.
    Raises IllegalAction, UnknownAction, BrokenGame.
    """
    step, after = stepped(state, Answer(PLAYER, action, action, 0), watch)
    steps, after = revealed(after, watch)
    return [step, *steps], after


def revealed(state: State, watch: bool = False) -> tuple[list[Step], State]:
    """Let chance answer, as the game's generator has it, until the player is asked.

    Raises BrokenGame.
    """
    steps: list[Step] = []
    while state.is_chance_node():
        if len(steps) == CHANCE_MAX:
            pc = int(state.words[L.PC])
            raise broken(state.program, pc, gettext("chance is asked without an end"))
        outcome = state.drawn_outcome()
        step, state = stepped(state, Answer(CHANCE, outcome, outcome, 0), watch)
        steps.append(step)
    return steps, state


@dataclass(frozen=True)
class LastAnswer:
    """The last answer of the player, which somebody wants back."""

    before: State
    """The state at its question."""
    action: int
    steps: int
    """How many answers there are from it on, those of chance among them."""
    over: bool
    """Whether the game has ended since."""


def check_undo(last: LastAnswer | None, practice: bool) -> None:
    """Whether the player's last answer may be taken back; None when there is none.

    What was seen cannot be unseen: only practice games go back past what chance revealed or
    what an answer told of a secret, and from the end, where the seed is shown.  Raises
    CannotUndo.
    """
    if last is None:
        raise CannotUndo(gettext("Nothing has been answered yet."))
    if practice:
        return
    if last.over:
        raise CannotUndo(gettext("The game is over: only practice games go back."))
    if last.steps > 1:
        raise CannotUndo(
            gettext(
                "A die or card has been revealed since your last answer: only practice "
                "games go back further."
            )
        )
    if tells_secrets(last.before, last.action):
        raise CannotUndo(
            gettext(
                "Your last answer may have told something hidden: only practice games go "
                "back further."
            )
        )
