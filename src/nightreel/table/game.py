"""A game as people play it: answers one after the other, the log, undo, saving, replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from nightreel.files import same_file, taken
from nightreel.reel.program import Program
from nightreel.table import save_reading, saves
from nightreel.table.dice import Dice
from nightreel.table.errors import BadSave, SaveFailed, TableError, taken_by_other
from nightreel.table.journal import Journal
from nightreel.table.saves import Answer, Beginning, Save, Standing
from nightreel.table.sharing import exported
from nightreel.table.state import CHANCE, Options, State, random_seed, seed_hash
from nightreel.table.steps import LastAnswer, Step, answered, check_undo, opened, revealed, stepped
from nightreel.table.view import View, phase_id, result_id
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext, put


class Game:
    """A running or finished game.

    ``state`` always stands at a question of the player, or at the end.  A game that is kept
    in a file writes every answer there at once, so that a killed process loses none.
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

        A practice game may undo freely and is marked as one.  With a ``path`` it is kept there
        from the first answer on; ``keep_in`` does so at once.  Raises BrokenGame.
        """
        chosen = random_seed() if seed is None else seed
        self._set_up(Beginning(program, chosen, options or Options(), practice), path)
        self._go_on(*revealed(self.state))

    @classmethod
    def unanswered(cls, beginning: Beginning) -> Self:
        """A game at its very first question, of the player or of chance.  Raises BrokenGame."""
        game = cls.__new__(cls)
        game._set_up(beginning, None)
        return game

    def _set_up(self, beginning: Beginning, path: Path | None) -> None:
        """Run as far as the first question."""
        self.beginning = beginning
        self.steps: list[Step] = []
        self._path = path
        self._journal: Journal | None = None
        self.state: State
        self.state, self.opening = opened(self.program, self.seed, self.options)

    # ------------------------------------------------------------ what was settled

    @property
    def program(self) -> Program:
        """The cast, compiled."""
        return self.beginning.program

    @property
    def seed(self) -> int:
        """The seed; nobody is to see it while the game runs."""
        return self.beginning.seed

    @property
    def options(self) -> Options:
        """What was chosen before the game."""
        return self.beginning.options

    @property
    def practice(self) -> bool:
        """Whether it is a practice game: undo goes back freely."""
        return self.beginning.practice

    @property
    def id(self) -> str:
        """What tells this game from all others, those with the same cast and seed too."""
        return self.beginning.id

    @property
    def path(self) -> Path | None:
        """The file in which the game is kept, if it is."""
        return self._path

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
    def answer_count(self) -> int:
        """How many answers the player has given."""
        return sum(1 for step in self.steps if not step.by_chance)

    @property
    def dice(self) -> Dice:
        """The dice that she has rolled."""
        return Dice.of(step.face for step in self.steps)

    def standing(self) -> Standing:
        """How the game stands, as its file tells at a glance."""
        turn, phase, result = self.state.get("turn"), phase_id(self.state), result_id(self.state)
        return Standing(turn, phase, result, self.dice, saves.now())

    def export(self) -> View:
        """The game as anybody may see it: without generator, secrets and things to come.

        The seed is in it when the game is over, else its hash.
        """
        return exported(self.beginning, self.state, self.log, self.over)

    # ------------------------------------------------------------ answers

    def answer(self, action: int) -> list[LogEntry]:
        """Give the player's answer, let chance give its own, save; returns what happened.

        Raises IllegalAction, UnknownAction; BrokenGame for a fault of rules or film, and
        the game then stands as before; SaveFailed after the answer was taken.
        """
        self.state.check(action)
        steps, state = answered(self.state, action)
        self._go_on(steps, state)
        self.autosave()
        return [entry for step in steps for entry in step.log]

    def take(self, answer: Answer) -> None:
        """Take one answer, of the player or of chance, and write down what came of it."""
        step, state = stepped(self.state, answer)
        self._go_on([step], state)

    def _go_on(self, steps: Sequence[Step], state: State) -> None:
        """Both at once: Ctrl-C never leaves the game in the middle of an answer."""
        self.steps, self.state = [*self.steps, *steps], state

    # ------------------------------------------------------------ undo

    def undo(self) -> Step:
        """Take back the player's last answer; returns it.

        Never past a question to chance that was answered since, past the end, or past what
        a secret has told, except in practice games.  Raises CannotUndo.
        """
        given = [n for n, step in enumerate(self.steps) if not step.by_chance]
        at = given[-1] if given else len(self.steps)
        check_undo(self._last(at), self.practice)
        step = self.steps[at]
        self.state = State(self.program, step.before, explicit_chance=True)
        del self.steps[at:]
        self.autosave()
        return step

    def _last(self, at: int) -> LastAnswer | None:
        """The player's last answer: the step of this number, None when there is none."""
        if at == len(self.steps):
            return None
        step = self.steps[at]
        before = State(self.program, step.before, explicit_chance=True)
        return LastAnswer(before, step.answer.action, len(self.steps) - at, self.over)

    # ------------------------------------------------------------ another one

    def rematch(self) -> Game:
        """A new game with the same cast and options and a secret seed.  Raises BrokenGame."""
        return Game(self.program, None, self.options, self.practice)

    # ------------------------------------------------------------ saving

    @property
    def given(self) -> tuple[Answer, ...]:
        """All answers so far, those of chance included."""
        return tuple(step.answer for step in self.steps)

    def autosave(self) -> None:
        """Bring the game's own file up to date, if it has one.  Raises SaveFailed."""
        if self._path is None:
            return
        if self._journal is None:
            self._journal = self._begun_in(self._path)
        self._journal.add(self.given, self.standing())

    def _begun_in(self, path: Path) -> Journal:
        return Journal.begin(path, self.beginning, self.given, self.standing())

    def keep_in(self, path: Path) -> None:
        """Keep the game in this file from now on, and let nobody else write there.

        The file is a new one, or holds this game, perhaps as it stood earlier.  Raises
        SaveFailed, and the game then stays where it was.
        """
        self.let_go()
        journal = self._journal_at(path)
        self._path, self._journal = path, journal

    def come_from(self, save: Save) -> None:
        """Go on in the file that was read."""
        self._path, self._journal = save.glance.path, Journal.of(save)

    def hold(self) -> None:
        """Let nobody else write to the game's file.

        Raises SaveFailed when somebody else does, or has done so since it was read.
        """
        if self._journal is not None:
            self._journal.hold()

    def save(self, path: Path) -> None:
        """Keep a copy of the game in a file: a new one, or a copy from earlier.

        Raises SaveFailed.
        """
        if self._is_own(path):
            self.autosave()
        else:
            self._journal_at(path).let_go()

    def _is_own(self, path: Path) -> bool:
        """Whether it is the game's own file, perhaps through a link."""
        if self._path is None or path == self._path:
            return path == self._path
        return same_file(path, self._path)

    def _journal_at(self, path: Path) -> Journal:
        """A file that holds the game as it stands now.  Raises SaveFailed."""
        if not taken(path):
            return self._begun_in(path)
        journal = Journal.of(self._earlier(path))
        journal.hold()
        journal.add(self.given, self.standing())
        return journal

    def _earlier(self, path: Path) -> Save:
        """This game as it stood earlier, from a file.  Raises SaveFailed for any other file."""
        try:
            save = save_reading.read(path)
        except BadSave:
            save = None
        if save is None or save.beginning.id != self.id:
            raise taken_by_other(path)
        if save.answers[: len(self.given)] == self.given != save.answers:
            text = gettext("{path}: the game has gone on further in that file; nothing was changed")
            raise SaveFailed(put(text, path=path))
        if save.answers != self.given[: len(save.answers)]:
            text = gettext("{path}: the game went on differently in that file; name another one")
            raise SaveFailed(put(text, path=path))
        return save

    def let_go(self) -> None:
        """Let others go on with the game: its file is held no more."""
        if self._journal is not None:
            self._journal.let_go()


def played(beginning: Beginning, answers: Iterable[Answer]) -> Game:
    """A game of which all answers are known, those of chance among them.

    Every answer is played again, and the records compared.  Raises TableError, ValueError.
    """
    game = Game.unanswered(beginning)
    for answer in answers:
        _play_again(game, answer)
    return game


def load(path: Path) -> Game:
    """A game from its file, at the question where it was left.

    Every answer is played again and the records compared.  The file is held by the first
    answer, or by ``Game.hold``.  Raises BadSave.
    """
    *_, game = replay(path)
    if game.state.is_chance_node():
        raise BadSave(put(gettext("{path}: the game stops in the middle of an answer"), path=path))
    return game


def replay(path: Path) -> Iterator[Game]:
    """Step through a saved game: as it began, then after every answer.

    Each record is compared with the one that was saved.  Raises BadSave.
    """
    save = save_reading.read(path)
    for game in replayed(save):
        yield game
    game.come_from(save)


def replayed(save: Save) -> Iterator[Game]:
    """Step through what a file held, as ``replay`` does; the game is kept nowhere.

    Raises BadSave.
    """
    path = save.glance.path
    with _failure_told(path, 0):
        game = Game.unanswered(save.beginning)
    yield game
    for number, answer in enumerate(save.answers, start=1):
        with _failure_told(path, number):
            _play_again(game, answer)
        yield game
    if replace(game.standing(), saved="") != replace(save.glance.standing, saved=""):
        raise BadSave(put(gettext("{path}: the game does not stand as the save says"), path=path))


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
