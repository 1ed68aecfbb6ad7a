"""A game as people play it: answers one after the other, the log, undo, saving, replay."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nightreel.record.log import clear, new_log
from nightreel.reel.program import Program
from nightreel.table import saves
from nightreel.table.errors import BadSave, CannotUndo, SaveFailed, TableError
from nightreel.table.saves import Answer, ProgramFile, Save
from nightreel.table.state import (
    CHANCE,
    PLAYER,
    Options,
    State,
    Words,
    begin,
    first_record,
    random_seed,
    seed_hash,
)
from nightreel.table.view import View, phase_id, view
from nightreel.table.wording import LogEntry, action_texts, plain_text, question_text, read_log
from nightreel.translation import gettext, put


@dataclass(frozen=True)
class Step:
    """One answer in words: the question, the answer, and what happened then."""

    answer: Answer
    question: str
    text: str
    log: tuple[LogEntry, ...]
    before: Words
    """The record before the answer."""

    @property
    def by_chance(self) -> bool:
        """Whether chance gave the answer."""
        return self.answer.by == CHANCE


class Game:
    """A running or finished game.

    ``state`` always stands at a question of the player, or at the end.  With a ``path``
    every answer is saved at once, so that a killed process loses none.
    """

    def __init__(
        self,
        program: Program,
        seed: int | None = None,
        options: Options | None = None,
        practice: bool = False,
        path: Path | None = None,
    ) -> None:
        """Begin a game (SET-1 to SET-11).  ``seed``: None for one that nobody knows.

        A practice game may undo freely and is marked as one.  Raises BrokenGame.
        """
        self.set_up(program, random_seed() if seed is None else seed, options, practice, path)
        self._run_chance()

    def set_up(
        self,
        program: Program,
        seed: int,
        options: Options | None,
        practice: bool,
        path: Path | None,
    ) -> None:
        """Run as far as the first question, of the player or of chance."""
        self.program = program
        self.seed = seed
        self.options = options or Options()
        self.practice = practice
        self.path = path
        self.steps: list[Step] = []
        self._log = new_log()
        self._file: ProgramFile | None = None
        record = first_record(program, seed, self.options)
        self.state: State = begin(program, record, explicit_chance=True, log=self._log)
        self.opening = tuple(read_log(self.state, self._log))

    # ------------------------------------------------------------ what there is to see

    @property
    def over(self) -> bool:
        """Whether the game has ended (TURN-2)."""
        return self.state.is_terminal()

    @property
    def seed_hash(self) -> str:
        """What is shown of the seed while the game runs."""
        return seed_hash(self.seed)

    @property
    def log(self) -> list[LogEntry]:
        """Everything that has happened."""
        return [*self.opening, *(entry for step in self.steps for entry in step.log)]

    @property
    def identity(self) -> dict[str, Any]:
        """What makes this game another one than others: cast, program, seed and options."""
        return saves.identity(
            self.program.title, self.program.digest, self.seed, self.options, self.practice
        )

    def answers(self) -> int:
        """How many answers the player has given."""
        return sum(1 for step in self.steps if not step.by_chance)

    def summary(self) -> dict[str, Any]:
        """What a save tells at a glance."""
        result = {1.0: "victory", -1.0: "defeat"}.get(self.state.returns()[0], "")
        return {
            "title": self.program.title,
            "turn": self.state.get("turn"),
            "phase": phase_id(self.state),
            "result": result,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def export(self) -> View:
        """The game as anybody may see it: without generator, secrets and things to come.

        The seed is in it when the game is over, else its hash.
        """
        seed = {"seed": str(self.seed)} if self.over else {}
        head = {
            "practice": self.practice,
            "program": self.program.digest,
            "seed_hash": self.seed_hash,
            **seed,
        }
        log = [{"text": entry.text, "rules": list(entry.rules)} for entry in self.log]
        return {**head, **view(self.state), "log": log}

    # ------------------------------------------------------------ answers

    def answer(self, action: int) -> list[LogEntry]:
        """Give the player's answer, let chance give its own, save; returns what happened.

        Raises IllegalAction, UnknownAction; BrokenGame for a fault of rules or film, and
        the game then stands as before; SaveFailed after the answer was taken.
        """
        self.state.check(action)
        old_state, old_length = self.state, len(self.steps)
        try:
            self.take(Answer(PLAYER, action, action, 0))
            self._run_chance()
        except BaseException:  # also Ctrl-C: never stop in the middle of an answer
            self.state = old_state
            del self.steps[old_length:]
            raise
        self.autosave()
        return [entry for step in self.steps[old_length:] for entry in step.log]

    def _run_chance(self) -> None:
        """Let chance answer until the player is asked."""
        while self.state.is_chance_node():
            outcome = self.state.drawn_outcome()
            self.take(Answer(CHANCE, outcome, outcome, 0))

    def take(self, answer: Answer) -> None:
        """Take one answer and write down what came of it."""
        before = self.state
        question = question_text(before)
        text = self._text(before, answer)
        after = before.clone()
        clear(self._log)
        after.apply_action(answer.action, self._log)
        check = saves.check_of(after.serialize())
        done = Answer(answer.by, answer.meant, answer.action, check)
        log = tuple(read_log(after, self._log))
        self.steps.append(Step(done, question, text, log, before.words))
        self.state = after

    def _text(self, state: State, answer: Answer) -> str:
        if answer.by == CHANCE:
            return plain_text(state, answer.action)
        return action_texts(state).get(answer.action, "")

    # ------------------------------------------------------------ undo

    def undo(self) -> Step:
        """Take back the player's last answer; returns it.

        Never past a question to chance that was answered since, except in practice games.
        Raises CannotUndo.
        """
        at = len(self.steps) - 1
        while at >= 0 and self.steps[at].by_chance:
            at -= 1
        if at < 0:
            raise CannotUndo(gettext("Nothing has been answered yet."))
        if at < len(self.steps) - 1 and not self.practice:
            raise CannotUndo(
                gettext(
                    "A die or card has been revealed since your last answer: only practice "
                    "games go back further."
                )
            )
        step = self.steps[at]
        self.state = State(self.program, step.before, explicit_chance=True)
        del self.steps[at:]
        self.autosave()
        return step

    # ------------------------------------------------------------ saving

    def autosave(self) -> None:
        """Save to the game's own file, if it has one.  Raises SaveFailed."""
        if self.path is not None:
            self.save(self.path)

    def save(self, path: Path) -> None:
        """Write the game to a file, whole or not at all.  Raises SaveFailed."""
        if self._file is None:
            self._file = saves.file_of(self.program)
        answers = tuple(step.answer for step in self.steps)
        record = self.state.serialize()
        save = Save(
            self.program, self.seed, self.options, self.practice, answers, record, self.summary()
        )
        try:
            saves.write(path, save, self._file)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            text = gettext("{path}: the game cannot be saved there: {why}")
            raise SaveFailed(put(text, path=path, why=why)) from None


def load(path: Path) -> Game:
    """A game from its file, at the question where it was left.

    Every answer is played again and the records compared.  Raises BadSave.
    """
    *_, game = replay(path)
    if game.state.is_chance_node():
        raise BadSave(put(gettext("{path}: the game stops in the middle of an answer"), path=path))
    return game


def replay(path: Path) -> Iterator[Game]:
    """Step through a saved game: as it began, then after every answer.

    Each record is compared with the one that was saved.  Raises BadSave.
    """
    save = saves.read(path)
    game = Game.__new__(Game)
    with _failure_told(path, 0):
        game.set_up(save.program, save.seed, save.options, save.practice, path)
    yield game
    for number, answer in enumerate(save.answers, start=1):
        with _failure_told(path, number):
            _play_again(game, answer)
        yield game
    if game.state.serialize() != save.record:
        raise BadSave(put(gettext("{path}: the answers lead to another record"), path=path))


@contextmanager
def _failure_told(path: Path, number: int) -> Iterator[None]:
    """Tell which answer of a save cannot be played; 0 is the beginning.  Raises BadSave."""
    try:
        yield
    except (TableError, ValueError) as error:
        text = gettext("{path}: answer {n} cannot be played: {why}")
        raise BadSave(put(text, path=path, n=number, why=error)) from None


def _play_again(game: Game, answer: Answer) -> None:
    """Take a recorded answer and compare the record after it.  Raises ValueError."""
    state = game.state
    if state.current_player() != answer.by:
        raise ValueError(gettext("somebody else is asked"))
    meant = state.drawn_outcome() if answer.by == CHANCE else answer.action
    if meant != answer.meant:
        raise ValueError(gettext("the generator gives something else"))
    game.take(answer)
    if game.steps[-1].answer.check != answer.check:
        raise ValueError(gettext("the record after it is another one"))
