"""The table as it is shown: all panels, the question, the Killer phase while it is followed."""

from __future__ import annotations

from textual.app import ComposeResult

from nightreel.table.aims import aim_of, lit_spaces
from nightreel.table.choices import choices_of, keeping
from nightreel.table.following import Following, state_of
from nightreel.table.game import Game
from nightreel.table.reckoning import figures
from nightreel.table.view import View, act_view, view
from nightreel.table.wording import question_text, why_not
from nightreel.terminal.full import cards, ending
from nightreel.terminal.full.asking import Asking
from nightreel.terminal.full.beats import story_so_far
from nightreel.terminal.full.board import PARTS, Board
from nightreel.terminal.full.lines import line, styled
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.pieces import Lit
from nightreel.terminal.full.reckoned import ReckonedScreen
from nightreel.terminal.full.status import (
    follow_keys,
    keys_line,
    opening_lines,
    status_line,
    usual_keys,
)
from nightreel.terminal.screens import roll_lines
from nightreel.translation import gettext, put


class ShownTable(ReckonedScreen):
    """One game on the screen; it takes no keys."""

    def __init__(self, game: Game) -> None:
        """Lay the table for a game."""
        super().__init__(game)
        self.asking = Asking("asking")
        self.board = Board(self.asking)
        self.status = Panel("", "status")
        self.keys = Panel("", "keys")
        self.view: View = {}
        self.following = Following()

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
        self.following = Following()
        self.chances = {}
        self.view = view(self.game.state, PARTS)
        self.ask()
        lit = {} if self.game.over else lit_spaces(self.game.state, self.asking.choices)
        self.board.show_map(bool(lit))
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
        rolled = self.view["tracks"]["roll"] is not None
        self.asking.ask(head, choices, reasons, keeping(state, choices) if rolled else 0)

    def show_board(self, lit: dict[int, Lit]) -> None:
        """Show all panels but the question; ``lit``: what is marked on the map."""
        v, practice = self.view, self.game.practice
        self.status.show(lambda width: [status_line(v, practice, width)])
        self.board.show(v, lit)
        self.show_cards()
        entries = self.game.log
        told = entries[: len(entries) - self.following.to_come]
        self.board.show_log([*opening_lines(self.game), *cards.log(told)])
        keys = follow_keys() if self.following else usual_keys()
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
        return aim_of(self.game.state, action).act if action >= 0 else 0

    def reckon_answers(self) -> None:
        """Work out the chances of the answers at hand."""
        if not self.game.over and not self.following:
            legal = [c.action for c in self.asking.choices if c.legal]
            self.reckon(legal, self.chosen_action)

    def show_chances(self) -> None:
        """Show chances beside answers and result lines."""
        if not self.following:
            told = {action: figures(lines) for action, lines in self.chances.items()}
            self.asking.tell_chances(told)
            self.show_cards()

    # ------------------------------------------------------------ the Killer phase

    def show_beat(self, following: Following) -> None:
        """Show the table as it was at a beat."""
        beat = following.beat
        if not self.following:
            self.board.show_map(wanted=True)
        self.following = following
        self.view = view(state_of(self.game.program, beat), PARTS)
        of = put(gettext("Follow {n} of {all}"), n=following.at + 1, all=len(following.beats))
        self.asking.border_title = of
        self.asking.ask(story_so_far(following), (), {})
        self.asking.show_end()
        self.show_board({n: Lit(sign) for n, sign in beat.marks.items()})
