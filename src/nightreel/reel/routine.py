"""What is known while one routine is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nightreel.reel.emit import Label
from nightreel.reel.errors import Where
from nightreel.reel.symbols import Constant, Local, Node, Type, Word


@dataclass
class Routine:
    """What is known while one routine is compiled."""

    where: Where
    arguments: int = 0
    result: Type | None = None
    is_text: bool = False
    scopes: list[dict[str, Local]] = field(default_factory=lambda: [{}])
    used: int = 0
    most: int = 0
    breaks: list[Label] = field(default_factory=list)
    end: Label | None = None
    result_slot: int | None = None
    cancel_slot: int | None = None
    judge_off: int = 0
    catches: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, dict[str, int]] = field(default_factory=dict)
    around: frozenset[str] = frozenset()
    """Local names of the text around a block that is a routine of its own."""
    aliases: dict[str, Constant | Word] = field(default_factory=dict)
    """Names of arguments that stand for a number or a word while a body is compiled in place."""

    def slot(self, words: int = 1) -> int:
        """Room for local words."""
        at = self.used
        self.used += words
        self.most = max(self.most, self.used)
        return at

    def find(self, name: str) -> Local | None:
        """The local word of a name, the innermost first."""
        return next((s[name] for s in reversed(self.scopes) if name in s), None)

    def declare(self, name: str, type_: Type, words: int = 1) -> Local:
        """A new local word with a name."""
        local = Local(self.slot(words), type_)
        self.scopes[-1][name] = local
        return local


@dataclass(frozen=True)
class Binding:
    """``v in victims at s where ...``: what a loop, a choice or a count goes through."""

    name: str
    type: Type
    start: Callable[[int], None]
    """Writes the code that readies the two local words from a slot on."""
    step: Callable[[int, Label], None]
    """Writes the code that goes to the next thing, or to the label after the last."""
    where: Node | None
    first: int = 0
