"""The question at hand with its numbered answers: what is chosen, typed, refused and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightreel.table.choices import Choice, meant
from nightreel.terminal.full.lines import BLANK, Line, beside, line, width_of, wrapped
from nightreel.terminal.full.panel import Panel
from nightreel.translation import gettext


class Asking(Panel):
    """The question and its answers, one of them under the cursor."""

    def __init__(self, name: str) -> None:
        """A panel that asks nothing yet."""
        super().__init__(gettext("Your turn"), name)
        self.head: Sequence[Line] = ()
        self.choices: Sequence[Choice] = ()
        self.reasons: Mapping[int, str] = {}
        self.chances: Mapping[int, str] = {}
        self.typed = ""
        self.note = ""
        """What is said above the question until the next key."""
        self.at = 0
        self._rows: list[int] = []

    # ------------------------------------------------------------ what is shown

    def ask(
        self,
        head: Sequence[Line],
        choices: Sequence[Choice],
        reasons: Mapping[int, str],
        at: int = 0,
    ) -> None:
        """Ask a question; ``reasons`` tell by action why something is refused.

        ``at``: the answer on which the cursor begins.
        """
        self.head, self.choices, self.reasons = head, choices, reasons
        self.chances = {}
        self.note = ""
        self.at = at
        self._type("")
        self.top = 0
        self.lay()
        self.keep_cursor()

    def say(self, note: str) -> None:
        """Say something above the question; saying nothing takes it away."""
        if note != self.note:
            self.note = note
            self.lay()
            self.go(0 if note else self.top)

    def tell_chances(self, chances: Mapping[int, str]) -> None:
        """Show the chances of some answers beside them."""
        self.chances = chances
        self.lay()

    @property
    def chosen(self) -> Choice | None:
        """The answer under the cursor."""
        return self.choices[self.at] if self.at < len(self.choices) else None

    def laid(self, width: int) -> list[Line]:
        """The question, then the answers, each with the cursor or without."""
        note = [line((self.note, "accent")), BLANK] if self.note else []
        lines = [part for text in (*note, *self.head) for part in wrapped(text, width)]
        if lines:
            lines.append(BLANK)
        self._rows = []
        for n, choice in enumerate(self.choices):
            self._rows.append(len(lines))
            lines += self._answer(choice, n == self.at, width)
        self._rows.append(len(lines))
        return lines

    def _answer(self, choice: Choice, here: bool, width: int) -> tuple[Line, ...]:
        digits = len(str(len(self.choices)))
        number = f"{'▸' if here else ' '}{choice.number:>{digits}} "
        if not choice.legal:
            why = self.reasons.get(choice.action, "")
            words = line(
                (f"{number}✗ ", "mark" if here else "dim"), (f"{choice.text}: {why}", "dim")
            )
            return wrapped(words, width, len(number))
        words = line((number, "mark" if here else "accent"), (choice.text, "mark" if here else ""))
        rows = wrapped(words, width, len(number))
        chance = self.chances.get(choice.action)
        return _with_chance(rows, line((chance, "accent")), width) if chance else rows

    # ------------------------------------------------------------ moving and typing

    def move(self, steps: int) -> None:
        """Move the cursor, round and round."""
        self.say("")
        if self.choices:
            self._go((self.at + steps) % len(self.choices))

    def type(self, letter: str) -> None:
        """Add a letter to what is typed; the cursor goes to the first answer that fits."""
        self.say("")
        if letter.isspace() and not self.typed:
            return
        self._type(self.typed + letter)
        self._find()

    def rub_out(self) -> None:
        """Take the last typed letter away."""
        self.say("")
        self._type(self.typed[:-1])
        self._find()

    def forget(self) -> None:
        """Take away all that is typed."""
        self._type("")

    def choose(self) -> Choice | None:
        """The answer under the cursor; none when what is typed means another one, or nothing."""
        found = meant(self.typed.strip(), self.choices) if self.typed.strip() else self.choices
        if self.chosen is not None and self.chosen in found:
            return self.chosen
        self.app.bell()
        return None

    def _find(self) -> None:
        found = meant(self.typed.strip(), self.choices) if self.typed.strip() else []
        if found:
            self._go(self.choices.index(found[0]))

    def _type(self, typed: str) -> None:
        self.typed = typed
        self.border_subtitle = f"> {typed}" if typed else ""

    def _go(self, at: int) -> None:
        if at == self.at:
            return
        self.at = at
        self.lay()
        self.keep_cursor()

    def cursor_rows(self) -> tuple[int, int] | None:
        """The rows of the answer under the cursor, with the question above the first one."""
        if self.at + 1 >= len(self._rows):
            return None
        return self._rows[self.at] if self.at else 0, self._rows[self.at + 1]


def _with_chance(rows: tuple[Line, ...], chance: Line, width: int) -> tuple[Line, ...]:
    """An answer with its chances at the right edge, below it where there is no room beside."""
    if width_of(rows[-1]) + width_of(chance) < width:
        return (*rows[:-1], beside(rows[-1], chance, width))
    return (*rows, beside(BLANK, chance, width))
