"""Writes code: operations with their words, labels, the depth of the stack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from nightreel.machine.table import BY_NUMBER, OPERATIONS
from nightreel.reel.errors import Where


@dataclass(eq=False)
class Label:
    """A place in the code that may be known later."""

    at: int = -1


Words: TypeAlias = tuple[int | Label, ...]

FUSIONS: Final[dict[tuple[str, str], str]] = {
    ("push_number", "set_local"): "set_number",
    ("set_local", "local"): "keep",
    ("push_number", "store"): "set_word",
    ("local", "store"): "store_local",
    ("load", "load_at"): "load_via",
    ("contains", "jump_unless"): "unless_contains",
    ("local", "add_number"): "local_plus",
    ("local", "data"): "data_of",
    ("local", "load_at"): "load_of",
    ("local", "offer"): "offer_of",
    ("local", "jump_unless"): "local_unless",
    ("local", "unless_number"): "local_unless_number",
    ("local", "unless_below"): "local_unless_below",
    ("load", "jump_unless"): "word_unless",
    ("load", "unless_number"): "word_unless_number",
    ("load", "unless_from"): "word_unless_from",
    ("local", "unless_from"): "local_unless_from",
    ("local", "change_at"): "change_of",
    ("local", "unless_equal"): "unless_equal_to",
    ("local", "unless_less"): "unless_less_than",
    ("local", "unless_at_most"): "unless_at_most_local",
    ("data_of", "unless_number"): "data_unless_number",
    ("data_of", "unless_not_number"): "data_unless_not_number",
    ("data_of", "jump_unless"): "data_unless_not_number",
    ("data_of", "jump_if"): "data_unless_number",
    ("offer_of", "jump"): "offer_next",
    ("offer_of", "unless_reasons"): "offer_quick",
}
"""Pairs of operations that one operation does."""
OPPOSITES: Final[dict[str, str]] = {
    "jump_if": "jump_unless",
    "unless_equal": "unless_unequal",
    "unless_number": "unless_not_number",
    "unless_below": "unless_from",
    "local_unless_below": "local_unless_from",
    "data_unless_number": "data_unless_not_number",
}
OPPOSITES.update([(other, one) for one, other in OPPOSITES.items()])
"""Jumps that are made exactly when the other one is not."""
JUMPS_MAX: Final = 8


@dataclass
class Emitter:
    """The code of a program as it grows."""

    code: list[int | Label] = field(default_factory=list)
    places: list[tuple[int, Where]] = field(default_factory=list)
    depth: int = 0
    deepest: int = 0
    last: str = ""
    last_at: int = 0
    before_last_at: int = 0
    barrier: int = -1
    """Where the last label stands: an operation behind a label is never joined to one before it."""

    def emit(self, name: str, *words: int | Label) -> None:
        """Write an operation with the words behind it; with the one before it may become one."""
        operation = OPERATIONS[name]
        if len(words) != len(operation.inline):
            raise TypeError(f"{name} takes {len(operation.inline)} words")
        self.shift(operation.leaves - len(operation.takes))
        fused = self.fused(name, words)
        if fused is not None:
            del self.code[self.last_at :]
            name, words = fused
        else:
            self.before_last_at = self.last_at
        self.last, self.last_at = name, len(self.code)
        self.code.append(OPERATIONS[name].number)
        self.code.extend(words)

    def fused(self, name: str, words: Words) -> tuple[str, Words] | None:
        """The operation that does the work of the last one and this one, if there is one."""
        fused = FUSIONS.get((self.last, name))
        if fused is None or self.barrier == len(self.code) or self.cut_off():
            return None
        before = tuple(self.code[self.last_at + 1 :])
        if self.last == "data_of" and name in ("jump_unless", "jump_if"):
            words = (0, *words)
        if fused == "keep":
            return ("keep", before) if before == words else None
        return fused, before + words

    def cut_off(self) -> bool:
        """Whether the last operation is not the end of the code any more."""
        return self.last_at + OPERATIONS[self.last].size != len(self.code)

    def shift(self, words: int) -> None:
        """Count words that come on the stack or leave it."""
        self.depth += words
        self.deepest = max(self.deepest, self.depth)

    def here(self, label: Label) -> None:
        """Let a label stand for this place; a jump over a jump becomes its opposite."""
        if self.last == "jump" and not self.cut_off():
            self.turn_round(label)
        label.at = len(self.code)
        self.barrier = len(self.code)

    def turn_round(self, label: Label) -> None:
        """Write ``unless a: label; jump b`` as ``unless not a: b``."""
        at, end = self.before_last_at, len(self.code)
        before = BY_NUMBER.get(self.word(at))
        opposite = OPPOSITES.get(before.name) if before is not None else None
        if before is None or opposite is None or at + before.size != self.last_at:
            return
        if self.barrier in (self.last_at, end) or self.code[self.last_at - 1] is not label:
            return
        target = self.code[-1]
        del self.code[self.last_at :]
        self.code[at], self.code[-1] = OPERATIONS[opposite].number, target
        self.last, self.last_at = opposite, at

    def word(self, at: int) -> int:
        """The number of the operation at a place."""
        word = self.code[at]
        return word if isinstance(word, int) else 0

    def mark(self, where: Where) -> None:
        """Remember which line of which file the code from here on comes from."""
        self.places.append((len(self.code), where))

    def push(self, number: int) -> None:
        """Put a number on the stack."""
        self.emit("push_number", number)

    def finished(self) -> list[int]:
        """The code with every label resolved; a jump to a jump goes to the end of the chain."""
        code = [word.at if isinstance(word, Label) else word for word in self.code]
        for at, word in enumerate(self.code):
            if isinstance(word, Label):
                code[at] = threaded(code, code[at])
        return code


def threaded(code: list[int], target: int) -> int:
    """Where a jump to a place ends."""
    for _ in range(JUMPS_MAX):
        if code[target] != OPERATIONS["jump"].number:
            break
        target = code[target + 1]
    return target
