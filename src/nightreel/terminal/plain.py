"""The plain terminal: numbered choices on standard input and output.

It works in a pipe, with a screen reader and for a script: no colours, no cursor, nothing
that is only told by where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from nightreel.exits import DONE, FAILED, INTERRUPTED
from nightreel.files import games_folder
from nightreel.output import say, say_wrong, shortened
from nightreel.table import kept
from nightreel.table.choices import Choice, choices_of, fitting, meant
from nightreel.table.dice import dice_lines
from nightreel.table.errors import BrokenGame, SaveFailed, TableError
from nightreel.table.game import Game
from nightreel.table.odds import Odds
from nightreel.table.sharing import write_view
from nightreel.table.view import view
from nightreel.table.wording import LogEntry, why_not
from nightreel.table.wording import question_text as question_of
from nightreel.terminal.chances import answer_lines, odds_lines
from nightreel.terminal.reading import Ended, read_line
from nightreel.terminal.ruling import told_rules
from nightreel.terminal.screens import SCREENS, STATUS_PARTS, log_line, roll_lines, status
from nightreel.terminal.storytelling import tell_story
from nightreel.terminal.typed import typed
from nightreel.translation import gettext, put

RECENT: Final = 30
"""Sentences that ``log`` shows unless all are wanted."""


class Table:
    """One game at the plain terminal."""

    def __init__(self, game: Game) -> None:
        """Sit down at a game."""
        self.game = game
        self.news: list[LogEntry] = []
        self.shown_status = ""
        self.commands = self._commands()
        self.leaving = False

    def _commands(self) -> dict[str, tuple[Callable[[str], None], str]]:
        """What can be typed besides answers: what it does, and how that is told."""
        screens = {
            "map": gettext("the map"),
            "tracks": gettext("tracks, boards and health"),
            "hand": gettext("your hand with the lines of each card"),
            "tableau": gettext("the Action Tableau and the discard pile"),
            "items": gettext("your Items"),
            "decks": gettext("decks, piles and cards in play"),
            "look": gettext("all of these"),
        }
        return {
            **{name: (partial(self.screen, name), told) for name, told in screens.items()},
            "log": (self.show_log, gettext("what has happened; log all: from the beginning")),
            "why": (self.why, gettext("what is refused and why; why N or why WORDS: only that")),
            "rule": (self.rule, gettext("rule ID: what a rule says; rule WORDS: which say that")),
            "odds": (self.odds, gettext("chances of every result line; odds N: of one answer")),
            "undo": (
                self.undo,
                gettext("take the last answer back, if nothing was revealed since"),
            ),
            "save": (self.save, gettext("save FILE: keep a copy of the game in a file")),
            "view": (
                self.view,
                gettext("view FILE: write what you can see as JSON, to show around"),
            ),
            "rematch": (
                self.rematch,
                gettext("when the game is over: the same cast and options again"),
            ),
            "story": (self.story, gettext("when the game is over: its story")),
            "quit": (self.quit, gettext("leave; the game is saved")),
            "help": (self.help, gettext("this list")),
        }

    # ------------------------------------------------------------ the course of a game

    def play(self) -> None:
        """Play until the player leaves.  Raises Ended."""
        self.introduce()
        while not self.leaving:
            self.show_news()
            choices = self.farewell() if self.game.over else self.show_question()
            while not self.leaving and not self.take(read_line(), choices):
                pass

    def introduce(self) -> None:
        """Who plays, and how to check the seed later (SET-11)."""
        game = self.game
        say(game.program.title)
        if game.practice:
            say(gettext("A practice game: undo goes back freely."))
        text = gettext("Hash of the seed: {hash} (the seed is told at the end)")
        say(put(text, hash=game.seed_hash))
        if game.path is not None:
            say(put(gettext("The game is kept in {path}"), path=game.path))
        say(gettext("Answer with a number or the beginning of the words; help lists what else."))
        self.news = game.log[-RECENT:] if game.answer_count else game.log

    def show_news(self) -> None:
        """What changed since the last question."""
        say("", *(log_line(entry) for entry in self.news))
        self.news = []

    def farewell(self) -> list[Choice]:
        """Victory or defeat, the seed and the dice; there is nothing to answer."""
        game = self.game
        say(question_of(game.state))
        tell_story(game)
        if game.practice:
            say(gettext("It was a practice game."))
        say(put(gettext("The seed was {seed}"), seed=game.seed))
        if game.path is not None:
            again = typed("replay", name_of(game.path, game))
            say(put(gettext("See it again with: {command}"), command=again))
        say(*dice_lines(game.dice))
        say(gettext("rematch: the same cast again; story: its story once more; quit: leave"))
        return []

    # ------------------------------------------------------------ questions

    def choices(self) -> list[Choice]:
        """The answers to the open question."""
        return choices_of(self.game.state)

    def show_question(self) -> list[Choice]:
        """Ask; returns the numbered answers."""
        state = self.game.state
        shown = view(state, STATUS_PARTS)
        line = status(shown)
        if line != self.shown_status:
            say(line)
            self.shown_status = line
        choices = self.choices()
        say(question_of(state), *roll_lines(shown))
        say(*(f"{c.number}. {c.text}" for c in choices if c.legal))
        refused = [c.number for c in choices if not c.legal]
        if refused:
            text = gettext("Refused now: {first} to {last} (why tells the reasons)")
            if len(refused) == 1:
                text = gettext("Refused now: {first} (why tells the reason)")
            say(put(text, first=refused[0], last=refused[-1]))
        return choices

    def take(self, line: str, choices: Sequence[Choice]) -> bool:
        """Do what a line says; returns whether the question is to be shown (again)."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        if not line:
            return True
        if command is not None and not rest:
            return self.command(word.casefold(), "")
        found = meant(line, choices)
        if not found and command is not None:
            return self.command(word.casefold(), rest.strip())
        return self.choose(line, found)

    def choose(self, line: str, found: Sequence[Choice]) -> bool:
        """Answer with what a line means, if that is one thing."""
        if not found:
            text = gettext("There is no answer {line}. help lists what else.")
            say(put(text, line=shortened(repr(line))))
            return False
        if len(found) > 1:
            names = ", ".join(f"{c.number} {c.text}" for c in found)
            say(put(gettext("That could be: {names}"), names=names))
            return False
        choice = found[0]
        if not choice.legal:
            say(self.reason(choice))
            return False
        return self.answer(choice)

    def answer(self, choice: Choice) -> bool:
        """Give an answer to the game."""
        try:
            self.news = self.game.answer(choice.action)
        except BrokenGame as error:
            say(put(gettext("The film is broken: {why}"), why=error))
            return False
        except SaveFailed as error:
            say(str(error))
            self.news = self.since_last_answer()
        say(put(gettext("You: {answer}"), answer=choice.text))
        return True

    def since_last_answer(self) -> list[LogEntry]:
        """What happened in and after the player's last answer."""
        entries: list[LogEntry] = []
        for step in reversed(self.game.steps):
            entries = [*step.log, *entries]
            if not step.by_chance:
                break
        return entries

    # ------------------------------------------------------------ commands

    def command(self, name: str, rest: str) -> bool:
        """Do a command; returns whether the question has to be shown again."""
        before = self.game.state
        run = self.commands[name][0]
        try:
            run(rest)
        except TableError as error:
            say(shortened(str(error)))
        return self.game.state is not before

    def screen(self, name: str, _: str) -> None:
        """Show a part of the table."""
        say(*SCREENS[name](view(self.game.state)))

    def show_log(self, rest: str) -> None:
        """The log, its end or all of it."""
        entries = self.game.log
        say(*(log_line(e) for e in (entries if rest.casefold() == "all" else entries[-RECENT:])))

    def why(self, rest: str) -> None:
        """Why something is refused."""
        choices = self.choices()
        wanted = [c for c in choices if not c.legal]
        if rest:
            wanted = self.find_any(rest, choices)
        say(*(self.reason(c) for c in wanted))
        if not wanted:
            say(knows_no(rest) if rest else gettext("Nothing is refused."))

    def find_any(self, line: str, choices: Sequence[Choice]) -> list[Choice]:
        """The choices that a line means, refused ones first."""
        if line.isdecimal():
            return meant(line, choices)
        refused = fitting(line, [c for c in choices if not c.legal])
        return refused or fitting(line, choices)

    def reason(self, choice: Choice) -> str:
        """A choice with the reason why it is refused, or that it is legal."""
        return f"{choice.number}. {choice.text}: {why_not(self.game.state, choice.action)}"

    def odds(self, rest: str) -> None:
        """Exact chances, for all answers or for those that a line means."""
        state, choices = self.game.state, self.choices()
        odds = Odds(state.program)
        if not rest:
            say(*odds_lines(odds, state, [c for c in choices if c.legal]))
            return
        found = meant(rest, choices)
        for choice in found:
            told = answer_lines(odds, state, choice) if choice.legal else [self.reason(choice)]
            say(*told)
        if not found:
            say(knows_no(rest))

    def rule(self, rest: str) -> None:
        """What a rule says, or which rules say something."""
        say(*told_rules(rest))

    def undo(self, _: str) -> None:
        """Take the last answer back."""
        step = self.game.undo()
        say(put(gettext("Taken back: {answer}"), answer=step.text))

    def save(self, rest: str) -> None:
        """Keep a copy of the game in a file."""
        path = Path(rest) if rest else self.game.path
        if path is None:
            say(gettext("Name a file: save FILE"))
            return
        if rest and path.suffix != kept.ENDING:
            told = gettext("The name of a save ends in {ending}: save {path}{ending}")
            say(put(told, ending=kept.ENDING, path=rest))
            return
        self.game.save(path)
        say(put(gettext("The game is saved in {path}"), path=path))

    def view(self, rest: str) -> None:
        """Write what the player can see as JSON."""
        if not rest:
            say(gettext("Name a file: view FILE"))
            return
        write_view(self.game.export(), Path(rest))
        say(put(gettext("What you can see is written in {path}"), path=rest))

    def rematch(self, _: str) -> None:
        """Begin the same anew."""
        if not self.game.over:
            say(gettext("The game is not over: undo takes answers back, quit leaves it."))
            return
        self.game = kept.rematch(self.game)
        self.shown_status = ""
        self.introduce()

    def story(self, _: str) -> None:
        """The story of the finished game."""
        tell_story(self.game)

    def quit(self, _: str) -> None:
        """Leave the table."""
        self.leaving = True

    def help(self, _: str) -> None:
        """The commands."""
        say(*(f"{name}: {told}" for name, (_, told) in self.commands.items()))


def knows_no(line: str) -> str:
    """What is said of a line that means no answer."""
    return put(gettext("The question at hand knows no {line}."), line=shortened(repr(line)))


def sit_down(game: Game) -> int:
    """Play a game at the plain terminal; returns the exit status.

    When input ends or Ctrl-C is pressed the game is saved and it is told where.
    """
    ended = DONE
    table = Table(game)
    try:
        table.play()
    except Ended:
        pass
    except KeyboardInterrupt:
        say("")
        ended = INTERRUPTED
    return ended if leave(table.game) else FAILED


def leave(game: Game) -> bool:
    """Save a game, and tell where, unless it is over; returns whether that could be done."""
    if game.path is None:
        say(*([] if game.over else [gettext("The game is not saved.")]))
        return True
    try:
        game.autosave()
    except SaveFailed as error:
        say_wrong(error)
        return False
    if not game.over:
        command = typed("play", "--resume", name_of(game.path, game))
        say(put(gettext("The game is saved. Go on with: {command}"), command=command))
    return True


def name_of(path: Path, game: Game) -> str:
    """What a game is called on the command line: its id in the player's folder, else its file."""
    return game.id if path.parent == games_folder() else str(path)
