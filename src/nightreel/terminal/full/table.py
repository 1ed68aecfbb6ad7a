"""The table: one game, played by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult

from nightreel.table import kept
from nightreel.table.errors import BrokenGame, SaveFailed, TableError
from nightreel.table.game import Game
from nightreel.table.view import View, act_view, view
from nightreel.table.wording import question_text, why_not
from nightreel.terminal.choices import Choice, choices_of
from nightreel.terminal.full import cards, ending
from nightreel.terminal.full.aims import act_of, lit_spaces
from nightreel.terminal.full.asking import Asking
from nightreel.terminal.full.board import PANELS, PARTS, Board
from nightreel.terminal.full.following import Beat, beats_of, state_of, story_so_far
from nightreel.terminal.full.help import help_lines
from nightreel.terminal.full.lines import line, styled
from nightreel.terminal.full.page import PageScreen
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.pieces import Lit
from nightreel.terminal.full.reckoned import ReckonedScreen
from nightreel.terminal.full.reckoning import figures
from nightreel.terminal.full.ruling import ids_in, rules_told
from nightreel.terminal.full.status import (
    follow_keys,
    keys_line,
    opening_lines,
    status_line,
    usual_keys,
)
from nightreel.terminal.screens import roll_lines
from nightreel.translation import gettext, put


class TableScreen(ReckonedScreen):
    """One game; ends with the game that is played next."""

    def __init__(self, game: Game) -> None:
        """Sit down at a game."""
        super().__init__(game)
        self.asking = Asking("asking")
        self.board = Board(self.asking)
        self.status = Panel("", "status")
        self.keys = Panel("", "keys")
        self.view: View = {}
        self.beats: Sequence[Beat] = ()
        self.beat = 0
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

    def compose(self) -> ComposeResult:
        """A line above the board and one below."""
        for bar in (self.status, self.keys):
            bar.add_class("bar")
        yield self.status
        yield self.board
        yield self.keys

    def on_mount(self) -> None:
        """Show the game."""
        self.show()

    # ------------------------------------------------------------ what is shown

    def show(self) -> None:
        """Show the game as it is now, and ask."""
        self.beats = ()
        self.chances = {}
        self.view = view(self.game.state, PARTS)
        self.ask()
        lit = {} if self.game.over else lit_spaces(self.game.state, self.asking.choices)
        self.show_board({n: Lit(f"▸{answer}") for n, answer in lit.items()})
        self.reckon_answers()

    def ask(self) -> None:
        """Ask the open question; at the end, what to do now."""
        state = self.game.state
        if self.game.over:
            self.asking.border_title = gettext("The end")
            self.asking.ask(ending.end_lines(self.game), ending.end_choices(), {})
            return
        choices = choices_of(state)
        reasons = {c.action: why_not(state, c.action) for c in choices if not c.legal}
        head = [line((question_text(state), "strong")), *styled(roll_lines(self.view), "accent")]
        self.asking.border_title = gettext("Your turn")
        self.asking.ask(head, choices, reasons)

    def show_board(self, lit: dict[int, Lit]) -> None:
        """Show all panels but the question; ``lit``: what is marked on the map."""
        v, practice = self.view, self.game.practice
        self.status.show(lambda width: [status_line(v, practice, width)])
        self.board.show(v, lit)
        self.show_cards()
        entries = self.game.log
        told = entries[: len(entries) - max(0, len(self.beats) - self.beat - 1)]
        self.board.show_log([*opening_lines(self.game), *cards.log(told)])
        keys = follow_keys() if self.beats else usual_keys()
        self.keys.show(lambda _: [keys_line(keys)])

    def show_cards(self) -> None:
        """The open page of cards, the one that the cursor is about before the others."""
        known = self.chances.get(self.chosen_action)
        chances = cards.likely(self.chances.values(), known)
        lit = known.card if known is not None else self.act_under_cursor()
        self.board.show_cards(self.view, self.rolled_card(lit), chances, lit)

    def rolled_card(self, lit: int) -> list[View]:
        """The card that is rolled for, when it is not among those in hand (ROLL-1)."""
        in_hand = any(act["number"] == lit for act in self.view["hand"])
        if self.view["tracks"]["roll"] is None or not lit or in_hand:
            return []
        act = act_view(self.game.program.facts["acts"][lit - 1])
        return [{**act, "number": lit, "count": 1}]

    @property
    def chosen_action(self) -> int:
        """The action under the cursor, -1 for none."""
        chosen = self.asking.chosen
        return chosen.action if chosen is not None and not self.game.over else -1

    def act_under_cursor(self) -> int:
        """The Action card that the answer under the cursor names, 0 for none."""
        action = self.chosen_action
        return act_of(self.game.state, action) if action >= 0 else 0

    def reckon_answers(self) -> None:
        """Work out the chances of the answers at hand."""
        if not self.game.over and not self.beats:
            legal = [c.action for c in self.asking.choices if c.legal]
            self.reckon(legal, self.chosen_action)

    def show_chances(self) -> None:
        """Show chances beside answers and result lines."""
        if not self.beats:
            told = {action: figures(lines) for action, lines in self.chances.items()}
            self.asking.tell_chances(told)
            self.show_cards()

    # ------------------------------------------------------------ answers

    def on_key(self, event: events.Key) -> None:
        """Do what a key says, here and at once: keys that follow each other keep their order."""
        event.stop()
        event.prevent_default()
        command = self.commands.get(event.key)
        if command is not None:
            command()
        elif self.beats:
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
        if not self.beats:
            self.asking.rub_out()
            self.follow_cursor()

    def follow_cursor(self) -> None:
        """The cards follow the cursor."""
        self.board.panels["cards"].top = 0
        self.show_cards()
        self.reckon_answers()

    def choose(self) -> None:
        """Take the answer under the cursor; one that is not seen is shown first."""
        if self.beats:
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
        beats = beats_of(self.game.program, self.game.steps[before:]) if self.step_by_step else ()
        if beats:
            self.beats, self.beat = beats, 0
            self.show_beat()
        else:
            self.show()
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

    def follow(self, steps: int) -> None:
        """Go on to the next beat, or back; behind the last one the game asks again."""
        self.beat = max(0, self.beat + steps)
        if self.beat < len(self.beats):
            self.show_beat()
        else:
            self.show()

    def show_beat(self) -> None:
        """Show the table as it was at a beat."""
        beat = self.beats[self.beat]
        self.view = view(state_of(self.game.program, beat), PARTS)
        of = put(gettext("Follow {n} of {all}"), n=self.beat + 1, all=len(self.beats))
        self.asking.border_title = of
        self.asking.ask(story_so_far(self.beats, self.beat), (), {})
        self.asking.show_end()
        self.show_board(beat.lit)

    def change_pace(self) -> None:
        """Follow the Killer phase step by step, or not."""
        self.step_by_step = not self.step_by_step
        on, off = gettext("The Killer phase step by step"), gettext("The Killer phase at once")
        if self.beats:
            self.show()
        self.asking.say(on if self.step_by_step else off)

    # ------------------------------------------------------------ keys

    def move(self, steps: int) -> None:
        """Move the cursor."""
        if self.beats:
            self.follow(steps)
        else:
            self.asking.move(steps)
            self.follow_cursor()

    def back(self) -> None:
        """Skip what is followed, forget what is typed, or show all panels again."""
        if self.beats:
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
        if self.beats:
            self.follow(steps)
        else:
            self.board.turn_page(steps)
            self.show_cards()

    def show_help(self) -> None:
        """All keys and signs."""
        self.app.push_screen(PageScreen(gettext("Help"), help_lines()))

    def show_rules(self) -> None:
        """What the rules at hand say."""
        lines = rules_told(self.rules_at_hand())
        if lines:
            self.app.push_screen(PageScreen(gettext("Rules at hand"), lines))

    def rules_at_hand(self) -> list[str]:
        """Ids of the rules of a refusal, of what is followed, or of the last answer."""
        chosen = self.asking.chosen
        if self.beats:
            return list(self.beats[self.beat].entry.rules)
        if chosen is not None and not chosen.legal:
            return ids_in(self.asking.reasons[chosen.action])
        last = self.game.steps[-1].log if self.game.steps else self.game.opening
        return [rule for entry in last for rule in entry.rules]
