"""The table, played by keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import events

from nightreel.table import kept
from nightreel.table.choices import Choice
from nightreel.table.errors import BrokenGame, SaveFailed, TableError
from nightreel.table.following import Following, beats_of
from nightreel.table.game import Game
from nightreel.terminal.full import ending
from nightreel.terminal.full.board import PANELS
from nightreel.terminal.full.help import help_lines
from nightreel.terminal.full.page import PageScreen
from nightreel.terminal.full.ruling import rules_at_hand, rules_told
from nightreel.terminal.full.shown import ShownTable
from nightreel.translation import gettext, put


class TableScreen(ShownTable):
    """One game; ends with the game that is played next."""

    def __init__(self, game: Game) -> None:
        """Sit down at a game."""
        super().__init__(game)
        self.step_by_step = True
        self.commands = self.commands_by_key()

    def commands_by_key(self) -> dict[str, Callable[[], None]]:
        """What each key does that types nothing."""
        fronts = {f"f{n}": partial(self.to_front, name) for n, name in enumerate(PANELS, start=2)}
        return {
            "up": partial(self.move, -1),
            "down": partial(self.move, 1),
            "enter": self.choose,
            "escape": self.back,
            "backspace": self.rub_out,
            "tab": partial(self.board.next_front, 1),
            "shift+tab": partial(self.board.next_front, -1),
            "left": partial(self.turn_page, -1),
            "right": partial(self.turn_page, 1),
            "pageup": partial(self.board.scroll_front, -1),
            "pagedown": partial(self.board.scroll_front, 1),
            "ctrl+z": self.undo,
            "ctrl+f": self.alone,
            "ctrl+p": self.change_pace,
            "f1": self.show_help,
            "f7": self.show_rules,
            **fronts,
        }

    # ------------------------------------------------------------ answers

    def on_key(self, event: events.Key) -> None:
        """Do what a key says, here and at once: keys that follow each other keep their order.

        A key that was on its way when a page was opened, or the next game begun, does nothing.
        """
        event.stop()
        event.prevent_default()
        if self.is_active:
            self.do(event)

    def do(self, event: events.Key) -> None:
        """Do what a key says."""
        command = self.commands.get(event.key)
        if command is not None:
            command()
        elif self.following:
            if event.key == "space":
                self.follow(1)
        elif self.game.over and event.character in ending.KEYS:
            self.end(ending.KEYS[event.character])
        elif event.is_printable and event.character:
            self.type(event.character)

    def type(self, letter: str) -> None:
        """A letter or digit is typed into the question."""
        self.board.give_room(alone=False)
        self.asking.type(letter)
        self.follow_cursor()

    def rub_out(self) -> None:
        """The last one is taken away."""
        if not self.following:
            self.asking.rub_out()
            self.follow_cursor()

    def follow_cursor(self) -> None:
        """The cards follow the cursor."""
        self.board.panels["cards"].top = 0
        self.show_cards()
        self.reckon_answers()

    def choose(self) -> None:
        """Take the answer under the cursor; one that is not seen is shown first."""
        if self.following:
            self.follow(1)
        elif self.board.alone:
            self.board.give_room(alone=False)
        else:
            choice = self.asking.choose()
            if choice is not None:
                self.take(choice)

    def take(self, choice: Choice) -> None:
        """Give an answer, or tell why it is refused."""
        if self.game.over:
            self.end(choice.action)
        elif choice.legal:
            self.answer(choice)
        else:
            self.asking.say(self.asking.reasons[choice.action])

    def answer(self, choice: Choice) -> None:
        """Give an answer to the game."""
        before, failed = len(self.game.steps), ""
        try:
            self.game.answer(choice.action)
        except BrokenGame as error:
            self.asking.say(put(gettext("The film is broken: {why}"), why=error))
            return
        except SaveFailed as error:
            failed = str(error)
        self.show_what_came(before)
        self.asking.say(failed)

    def end(self, what: int) -> None:
        """Do what was chosen at the end."""
        try:
            self._end(what)
        except TableError as error:
            self.asking.say(str(error))

    def _end(self, what: int) -> None:
        if what == ending.REMATCH:
            self.dismiss(kept.rematch(self.game))
        elif what == ending.STORY:
            story = ending.story_lines(self.game)
            self.app.push_screen(PageScreen(gettext("The story of this game"), story))
        else:
            self.app.exit()

    def undo(self) -> None:
        """Take the last answer back."""
        try:
            step = self.game.undo()
        except TableError as error:
            self.asking.say(str(error))
            return
        self.show()
        self.asking.say(put(gettext("Taken back: {answer}"), answer=step.text))

    # ------------------------------------------------------------ the Killer phase

    def show_what_came(self, before: int) -> None:
        """Show what came behind so many steps: beat by beat if the Killer acted, else ask."""
        earlier = [entry for step in self.game.steps[:before] for entry in step.log]
        steps = self.game.steps[before:]
        beats = beats_of(self.game.program, steps, earlier) if self.step_by_step else ()
        if beats:
            self.show_beat(Following(beats))
        else:
            self.show()

    def follow(self, steps: int) -> None:
        """Go on to the next beat, or back; behind the last one the game asks again."""
        further = self.following.moved(steps)
        if further:
            self.show_beat(further)
        else:
            self.show()

    def change_pace(self) -> None:
        """Follow the Killer phase step by step, or not."""
        self.step_by_step = not self.step_by_step
        on, off = gettext("The Killer phase step by step"), gettext("The Killer phase at once")
        if self.following:
            self.show()
        self.asking.say(on if self.step_by_step else off)

    # ------------------------------------------------------------ keys

    def move(self, steps: int) -> None:
        """Move the cursor."""
        if self.following:
            self.follow(steps)
        else:
            self.asking.move(steps)
            self.follow_cursor()

    def back(self) -> None:
        """Skip what is followed, forget what is typed, or show all panels again."""
        if self.following:
            self.show()
        elif self.asking.typed:
            self.asking.forget()
        else:
            self.board.give_room(alone=False)

    def to_front(self, name: str) -> None:
        """Bring a panel to the front; the one that is there already gets all the room."""
        if self.board.front == name:
            self.alone()
        self.board.to_front(name)

    def alone(self) -> None:
        """Give the front panel all the room, or not any more."""
        self.board.give_room(not self.board.alone)

    def turn_page(self, steps: int) -> None:
        """Turn to another page of cards; while the Killer acts, go on or back."""
        if self.following:
            self.follow(steps)
        else:
            self.board.turn_page(steps)
            self.show_cards()

    def show_help(self) -> None:
        """All keys and signs."""
        self.app.push_screen(PageScreen(gettext("Help"), help_lines()))

    def show_rules(self) -> None:
        """What the rules at hand say."""
        lines = rules_told(rules_at_hand(self.game, self.asking, self.following))
        if lines:
            self.app.push_screen(PageScreen(gettext("Rules at hand"), lines))
