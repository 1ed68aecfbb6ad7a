"""The map as a list, where there is no room to draw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nightreel.table.view import View
from nightreel.terminal.full.lines import Line, beside, line, width_of
from nightreel.terminal.full.pieces import Lit, fitted, marks_of


def map_list(spaces: Iterable[View], width: int, lit: Mapping[int, Lit]) -> list[Line]:
    """Every space and who is there; what is marked stands first."""
    return [space_row(space, width, lit.get(space["number"])) for space in spaces]


def space_row(space: View, width: int, lit: Lit | None) -> Line:
    """One space in a row: its name, what it is, who is there."""
    number = line((f"{lit.text} ", "accent")) if lit else ()
    left = (*number, *line((space["title"], "strong" if space["pieces"] else "")))
    marks = marks_of(space)
    texts = fitted(marks, width - width_of(left) - 1)
    right = [((" " if n else "") + text, _ROLES[marks[n].role]) for n, text in enumerate(texts)]
    return beside(left, line(*right), width)


_ROLES = {"space": "", "space-accent": "accent", "space-strong": "strong", "space-dim": "dim"}
