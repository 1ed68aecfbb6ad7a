"""Writes code: operations with their words, labels, the depth of the stack."""

from __future__ import annotations

from dataclasses import dataclass, field

from nightreel.machine.table import OPERATIONS
from nightreel.reel.errors import Where


@dataclass(eq=False)
class Label:
    """A place in the code that may be known later."""

    at: int = -1


@dataclass
class Emitter:
    """The code of a program as it grows."""

    code: list[int | Label] = field(default_factory=list)
    places: list[tuple[int, Where]] = field(default_factory=list)
    depth: int = 0
    deepest: int = 0

    def emit(self, name: str, *words: int | Label) -> None:
        """Write an operation with the words behind it."""
        operation = OPERATIONS[name]
        if len(words) != len(operation.inline):
            raise TypeError(f"{name} takes {len(operation.inline)} words")
        self.code.append(operation.number)
        self.code.extend(words)
        self.shift(operation.leaves - len(operation.takes))

    def shift(self, words: int) -> None:
        """Count words that come on the stack or leave it."""
        self.depth += words
        self.deepest = max(self.deepest, self.depth)

    def here(self, label: Label) -> None:
        """Let a label stand for this place."""
        label.at = len(self.code)

    def mark(self, where: Where) -> None:
        """Remember which line of which file the code from here on comes from."""
        self.places.append((len(self.code), where))

    def push(self, number: int) -> None:
        """Put a number on the stack."""
        self.emit("push_number", number)

    def finished(self) -> list[int]:
        """The code with every label resolved."""
        return [word.at if isinstance(word, Label) else word for word in self.code]
