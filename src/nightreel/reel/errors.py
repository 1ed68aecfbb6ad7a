"""What is said to somebody whose film, rule or case cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True)
class Where:
    """A place in a file: name, line and column from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


class SourceError(Exception):
    """Something in a file is wrong: where, what, and what would be right."""

    def __init__(self, where: Where, what: str, right: str = "") -> None:
        """Keep the place, the fault and its mend apart; the message joins them."""
        self.where = where
        self.what = what
        self.right = right
        super().__init__(f"{where}: {what}" + (f" ({right})" if right else ""))


def nearest_word(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the known word most like this one, or nothing."""
    close = get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else ""
