"""The table: one game with all its panels, played by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen

from nightreel.table import kept
from nightreel.table.errors import BrokenGame, SaveFailed, TableError
from nightreel.table.game import Game
from nightreel.table.view import View, view
from nightreel.table.wording import question_text, why_not
from nightreel.terminal.choices import Choice, choices_of
from nightreel.terminal.full import boards, cards, ending
from nightreel.terminal.full.aims import act_of, lit_spaces
from nightreel.terminal.full.asking import Asking
from nightreel.terminal.full.following import Beat, beats_of, state_of, story_so_far
from nightreel.terminal.full.help import HelpScreen
from nightreel.terminal.full.lines import Line, line, styled
from nightreel.terminal.full.mapping import MapPanel
from nightreel.terminal.full.panel import Panel
from nightreel.terminal.full.pieces import Lit
from nightreel.terminal.full.status import keys_line, status_line
from nightreel.terminal.screens import roll_lines
from nightreel.translation import gettext, put

PANELS: Final = ("map", "killer", "girl", "cards", "log")
"""The panels beside the question, in the order of their keys."""
PAGES: Final = ("hand", "tableau", "decks")
"""What the panel of cards shows by turns."""
PARTS: Final = (
    *("title", "turn", "phase", "tracks", "girl", "killers", "map", "elsewhere", "victims"),
    *("hand", "tableau", "discard", "items", "decks", "in_play", "piles", "film_zones"),
)
"""The parts of a view that are shown."""


ROOMY: Final = (118, 34)
"""Columns and rows from which the whole table is shown at once."""


def key(keys: str, action: str) -> Binding:
    """A key that works wherever the player is."""
    return Binding(keys, action, show=False, priority=True)


class TableScreen(Screen[Game]):
    """One game; ends with the game that is played next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "move(-1)"),
        key("down", "move(1)"),
        key("enter", "choose"),
        key("escape", "back"),
        key("tab", "turn(1)"),
        key("shift+tab", "turn(-1)"),
        key("left", "page(-1)"),
        key("right", "page(1)"),
        key("pageup", "scroll(-1)"),
        key("pagedown", "scroll(1)"),
        key("ctrl+z", "undo"),
        key("ctrl+f", "alone"),
        key("ctrl+p", "pace"),
        key("f1", "help"),
        *(key(f"f{n}", f"front('{name}')") for n, name in enumerate(PANELS, start=2)),
    ]

    def __init__(self, game: Game) -> None:
        """Sit down at a game."""
        super().__init__()
        self.game = game
        self.asking = Asking("asking")
        self.status = Panel("", "status")
        self.keys = Panel("", "keys")
        self.map = MapPanel("map")
        self.panels = {
            "map": self.map,
            "killer": Panel(gettext("Killer"), "killer"),
            "girl": Panel(gettext("You"), "girl"),
            "cards": Panel("", "cards"),
            "log": Panel(gettext("Log"), "log", tail=True),
        }
        self.phase = ""
        self.page = PAGES[0]
        self.view: View = {}
        self.beats: Sequence[Beat] = ()
        self.beat = 0
        self.step_by_step = True

    def compose(self) -> ComposeResult:
        """All panels."""
        for bar in (self.status, self.keys):
            bar.add_class("bar")
        yield self.status
        before = (self.panels[name] for name in ("map", "killer", "girl"))
        yield Container(*before, self.asking, self.panels["cards"], self.panels["log"], id="table")
        yield self.keys

    def on_mount(self) -> None:
        """Show the game."""
        self.action_front("map")
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Show the whole table at once where there is room for it."""
        wide, high = ROOMY
        self.set_class(event.size.width >= wide and event.size.height >= high, "-wide")

    # ------------------------------------------------------------ what is shown

    def show(self) -> None:
        """Show the game as it is now, and ask."""
        self.beats = ()
        self.view = view(self.game.state, PARTS)
        if self.view["phase"] != self.phase:
            self.phase = self.view["phase"]
            self.page = "tableau" if self.phase == "planning" else "hand"
        self.ask()
        self.show_table(self.lit())

    def lit(self) -> dict[int, Lit]:
        """The spaces that answers lead to."""
        if self.game.over:
            return {}
        lit = lit_spaces(self.game.state, self.asking.choices)
        return {n: Lit(f"▸{answer}") for n, answer in lit.items()}

    def ask(self) -> None:
        """Ask the open question; at the end, what to do now."""
        if self.game.over:
            self.asking.border_title = gettext("The end")
            self.asking.ask(ending.end_lines(self.game), ending.end_choices(), {})
            return
        state = self.game.state
        choices = choices_of(state)
        reasons = {c.action: why_not(state, c.action) for c in choices if not c.legal}
        head = [line((question_text(state), "strong")), *styled(roll_lines(self.view), "accent")]
        self.asking.border_title = gettext("Your turn")
        self.asking.ask(head, choices, reasons)

    def show_table(self, lit: dict[int, Lit]) -> None:
        """Show all panels but the question; ``lit``: what is marked on the map."""
        v, practice = self.view, self.game.practice
        self.status.show(lambda width: [status_line(v, practice, width)])
        self.map.show_map(v["map"], lit)
        self.panels["killer"].show(lambda width: boards.killer_board(v, width))
        self.panels["girl"].show(lambda width: boards.girl_board(v, width))
        self.show_cards()
        entries = self.game.log[: len(self.game.log) - self.unseen()]
        head = self.opening_lines()
        self.panels["log"].show(lambda _: [*head, *cards.log(entries)])
        self.keys.show(lambda _: [keys_line(self.keys_now())])

    def unseen(self) -> int:
        """How many sentences at the end of the log are still to be followed."""
        return max(0, len(self.beats) - self.beat - 1)

    def opening_lines(self) -> list[Line]:
        """What stands before the log: how to check the seed (SET-11), where the game is kept."""
        game = self.game
        text = gettext("Hash of the seed: {hash} (the seed is told at the end)")
        lines = [put(text, hash=game.seed_hash)]
        if game.practice:
            lines.append(gettext("A practice game: undo goes back freely."))
        if game.path is not None:
            lines.append(put(gettext("The game is kept in {path}"), path=game.path))
        return styled(lines, "dim")

    def show_cards(self) -> None:
        """The page of cards that is open."""
        panel, v = self.panels["cards"], self.view
        chosen = None if self.game.over else self.asking.chosen
        lit = act_of(self.game.state, chosen.action) if chosen is not None else 0
        pages: dict[str, Callable[[int], list[Line]]] = {
            "hand": lambda _: cards.hand(v, {}, lit),
            "tableau": lambda _: cards.tableau(v, {}, lit),
            "decks": lambda _: cards.decks(v),
        }
        panel.border_title = page_titles()[self.page]
        panel.show(pages[self.page])

    def keys_now(self) -> list[tuple[str, str]]:
        """The keys worth to be named now."""
        if self.beats:
            return [
                (gettext("Space"), gettext("next")),
                ("←", gettext("back")),
                (gettext("Esc"), gettext("skip")),
                ("Ctrl+P", gettext("never step by step")),
            ]
        return [
            ("F1", gettext("help")),
            ("F2-F6", gettext("panels")),
            ("← →", gettext("cards")),
            ("Ctrl+F", gettext("full")),
            ("Ctrl+Z", gettext("undo")),
            ("Ctrl+Q", gettext("leave")),
        ]

    # ------------------------------------------------------------ answers

    def on_key(self, event: events.Key) -> None:
        """Letters and digits are typed into the question."""
        if self.beats:
            if event.key == "space":
                self.follow(1)
        elif self.game.over and event.character in ending.KEYS:
            self.end(ending.KEYS[event.character])
        elif event.is_printable and event.character:
            self.asking.type(event.character)
        elif event.key == "backspace":
            self.asking.rub_out()

    def on_asking_moved(self) -> None:
        """The cards follow the cursor."""
        self.panels["cards"].top = 0
        self.show_cards()

    def on_asking_answered(self, message: Asking.Answered) -> None:
        """Give an answer, or tell why it is refused."""
        choice = message.choice
        if self.game.over:
            self.end(choice.action)
        elif choice.legal:
            self.answer(choice)
        else:
            self.notify(f"{choice.text}: {self.asking.reasons[choice.action]}", severity="warning")

    def answer(self, choice: Choice) -> None:
        """Give an answer to the game."""
        before = len(self.game.steps)
        try:
            self.game.answer(choice.action)
        except BrokenGame as error:
            self.notify(put(gettext("The film is broken: {why}"), why=error), severity="error")
            return
        except SaveFailed as error:
            self.notify(str(error), severity="error")
        beats = beats_of(self.game.program, self.game.steps[before:]) if self.step_by_step else ()
        if beats:
            self.beats, self.beat = beats, 0
            self.show_beat()
        else:
            self.show()

    def end(self, what: int) -> None:
        """Do what was chosen at the end."""
        if what == ending.REMATCH:
            self.dismiss(kept.rematch(self.game))
        else:
            self.app.exit()

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
        self.asking.scroll(1 << 30)
        self.show_table(beat.lit)

    def action_pace(self) -> None:
        """Follow the Killer phase step by step, or not."""
        self.step_by_step = not self.step_by_step
        on, off = gettext("The Killer phase step by step"), gettext("The Killer phase at once")
        self.notify(on if self.step_by_step else off)
        if self.beats:
            self.show()

    # ------------------------------------------------------------ keys

    def action_move(self, steps: int) -> None:
        """Move the cursor."""
        if self.beats:
            self.follow(steps)
        else:
            self.asking.move(steps)

    def action_choose(self) -> None:
        """Take the answer under the cursor."""
        if self.beats:
            self.follow(1)
        else:
            self.asking.choose()

    def action_back(self) -> None:
        """Skip what is followed, forget what is typed, or show all panels again."""
        if self.beats:
            self.show()
        elif self.asking.typed:
            self.asking.forget()
        else:
            self.remove_class("alone")

    def action_front(self, name: str) -> None:
        """Bring a panel to the front; the one that is there already gets all the room."""
        if self.panels[name].has_class("front"):
            self.action_alone()
        for other, panel in self.panels.items():
            panel.set_class(other == name, "front")

    def action_turn(self, steps: int) -> None:
        """Bring the next panel to the front."""
        at = PANELS.index(self.front)
        self.action_front(PANELS[(at + steps) % len(PANELS)])

    @property
    def front(self) -> str:
        """The panel at the front."""
        return next(name for name, panel in self.panels.items() if panel.has_class("front"))

    def action_alone(self) -> None:
        """Give the front panel all the room, or not any more."""
        self.toggle_class("alone")

    def action_page(self, steps: int) -> None:
        """Turn to another page of cards; while the Killer acts, go on or back."""
        if self.beats:
            self.follow(steps)
            return
        self.page = PAGES[(PAGES.index(self.page) + steps) % len(PAGES)]
        if self.front != "cards":
            self.action_front("cards")
        self.show_cards()

    def action_scroll(self, pages: int) -> None:
        """Scroll the front panel."""
        panel = self.panels[self.front]
        panel.scroll(pages * (panel.size.height - 1))

    def action_undo(self) -> None:
        """Take the last answer back."""
        try:
            step = self.game.undo()
        except TableError as error:
            self.notify(str(error), severity="warning")
            return
        self.show()
        self.notify(put(gettext("Taken back: {answer}"), answer=step.text))

    def action_help(self) -> None:
        """All keys."""
        self.app.push_screen(HelpScreen())


def page_titles() -> dict[str, str]:
    """What the pages of cards are called."""
    return {
        "hand": gettext("Hand ◂▸"),
        "tableau": gettext("Tableau ◂▸"),
        "decks": gettext("Decks and cards in play ◂▸"),
    }
