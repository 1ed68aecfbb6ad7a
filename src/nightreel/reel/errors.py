"""What is said to somebody whose film, rule or case cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

ALIKE: Final = 0.66
"""How much a known word must be like the one that was written to be proposed."""
SHORTEST: Final = 3
"""Letters of a word for which another one is proposed: names such as v mean nothing."""


Fold: TypeAlias = tuple[int, int, int, int]
"""Line and column in a text, and line and column in the file where they stand."""


@dataclass(frozen=True)
class Where:
    """A place in a file: name, line and column from 1."""

    file: str
    line: int = 1
    column: int = 1
    folds: tuple[Fold, ...] = ()
    """Of a text that was folded or indented in its file: where its parts stand there."""

    def __str__(self) -> str:
        """``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"

    def inside(self, line: int, column: int) -> Where:
        """The place in the file of a line and column of the text that begins here."""
        before = [fold for fold in self.folds if fold[:2] <= (line, column)]
        if before:
            text_line, text_column, file_line, file_column = before[-1]
            more = column - text_column if line == text_line else 0
            return Where(self.file, file_line + line - text_line, file_column + more)
        if line > 1:
            return Where(self.file, self.line + line - 1, column)
        return Where(self.file, self.line, self.column + column - 1)


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
    others = sorted(set(known) - {word})
    if len(word) < SHORTEST:
        return ""
    close = get_close_matches(word, others, n=1, cutoff=ALIKE)
    return f"did you mean {close[0]!r}?" if close else ""
