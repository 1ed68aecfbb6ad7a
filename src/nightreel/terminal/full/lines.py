"""Lines of words with roles: what panels show, before anybody knows of colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size

from nightreel.output import shown

Span: TypeAlias = tuple[str, str]
"""Words and their role: one of ROLES, or nothing for plain words."""
Line: TypeAlias = tuple[Span, ...]

ROLES: Final = (
    *("strong", "dim", "accent", "mark"),
    *("way", "number", "lit", "space", "space-strong", "space-accent", "space-dim"),
)
"""strong: heads; dim: what can wait; accent: what matters now; mark: what the cursor is on;
then those of the map: ways, panic numbers, spaces that are marked, and what lies in spaces."""
BLANK: Final[Line] = ()


def line(*parts: str | Span) -> Line:
    """A line of words, each with its role or plain."""
    spans = ((part, "") if isinstance(part, str) else part for part in parts)
    return tuple((shown(words), role) for words, role in spans if words)


def width_of(text: Line) -> int:
    """How many columns a line takes."""
    return sum(cell_len(words) for words, _ in text)


def plain(text: Line) -> str:
    """The words of a line."""
    return "".join(words for words, _ in text)


def styled(texts: Iterable[str], role: str = "") -> list[Line]:
    """Plain lines in one role."""
    return [line((text, role)) for text in texts]


def cut(text: str, width: int) -> str:
    """Words made exactly so wide: cut with a mark, or filled up."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, width - 1) + "…" if width > 0 else ""


def beside(left: Line, right: Line, width: int) -> Line:
    """One line of two: the right one at the right edge, if there is room for both."""
    space = width - width_of(left) - width_of(right)
    return (*left, (" " * space, ""), *right) if space > 0 else (*left, (" ", ""), *right)


@lru_cache(maxsize=4096)
def wrapped(text: Line, width: int, indent: int | None = None) -> tuple[Line, ...]:
    """A line broken into lines of a width; they go on below where the first one began.

    ``indent``: where they go on instead.
    """
    if width_of(text) <= width:
        return (text,)
    if indent is None:
        whole = plain(text)
        indent = len(whole) - len(whole.lstrip()) + 2
    return tuple(_broken(_words(text), width, indent))


def _words(text: Line) -> Iterator[Span]:
    """Words and gaps by turns, each with its role."""
    for words, role in text:
        for gap, letters in groupby(words, str.isspace):
            yield "".join(letters), role if not gap else ""


def _broken(words: Iterable[Span], width: int, indent: int) -> Iterator[Line]:
    row: list[Span] = []
    used = 0
    for word, role in words:
        size = cell_len(word)
        if used + size > width and used > indent:
            yield tuple(row)
            row, used = [(" " * indent, "")], indent
            if word.isspace():
                continue
        row.append((cut(word, width - used) if used + size > width else word, role))
        used = min(width, used + size)
    yield tuple(row)
