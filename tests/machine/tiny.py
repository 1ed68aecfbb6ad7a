"""Tiny programs by hand, which run from a record that is set up word by word."""

from __future__ import annotations

from collections.abc import Sequence

from nightreel.machine.modes import Machine
from nightreel.machine.seat import Seat
from nightreel.machine.table import OPERATIONS
from nightreel.record import layout as L

FRAME = L.STACK + 16
LOCALS = 4
TOP = FRAME + LOCALS
"""Where the frame lies, and the stack above its local words."""
END = 0
"""No operation has this number, so the machine stops there and leaves all as it is."""


def code(*operations: tuple[str | int, ...]) -> list[int]:
    """The words of some operations, each a name with the words behind it, then the end."""
    words: list[int] = []
    for name, *inline in operations:
        operation = OPERATIONS[str(name)]
        assert len(inline) == len(operation.inline), name
        words += [operation.number, *map(int, inline)]
    return [*words, END]


def record(stack: Sequence[int], slots: Sequence[int] = (), words: Sequence[int] = ()) -> list[int]:
    """A record with words on the stack, in the local slots and from GLOBAL on."""
    g = [0] * L.WORDS
    g[L.GLOBAL : L.GLOBAL + len(words)] = words
    g[FRAME : FRAME + len(slots)] = slots
    g[TOP : TOP + len(stack)] = stack
    g[L.FP], g[L.SP] = FRAME, TOP + len(stack)
    return g


class Ran:
    """What a program came to."""

    def __init__(
        self, machine: Machine, code: Sequence[int], table: Sequence[int], g: list[int], mode: int
    ) -> None:
        """Run it to its end or its first fault."""
        self.seat = Seat(machine, code, table)
        row = self.seat.row(g)
        self.seat.run(row, -1, mode)
        self.words = [int(word) for word in row]
        self.at = self.words[L.PC]
        """Where in the code the machine stopped."""
        self.fault = self.words[L.FAULT]

    @property
    def stack(self) -> list[int]:
        """The words on the stack."""
        return self.words[TOP : self.words[L.SP]]

    @property
    def slots(self) -> list[int]:
        """The local words."""
        return self.words[FRAME:TOP]

    @property
    def globals(self) -> list[int]:
        """The words that rules may change, from GLOBAL on."""
        return self.words[L.GLOBAL : L.STACK]
