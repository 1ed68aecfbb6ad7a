"""Who is in a space, in a few columns: words where there is room, else letters and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nightreel.table.view import View
from nightreel.terminal.full.lines import Span, cut
from nightreel.translation import gettext

RANKS: Final = ("girl", "killer", "minion", "victim", "carrier", "token")
"""Classes of pieces from the most important one down; what is left is last."""
ARTICLES: Final = ("The", "A", "An")
"""First words of English titles that say nothing."""


@dataclass(frozen=True)
class Lit:
    """What is marked at a space: the number of an answer, or a sign of the Killer phase."""

    text: str


@dataclass(frozen=True)
class Mark:
    """Something at a space: in words, and as a letter with a number."""

    long: str
    short: str
    role: str = "space"
    letters: str = ""
    """The letters of ``short``, and what they stand for."""
    meaning: str = ""


def marks_of(space: View) -> list[Mark]:
    """Everything at a space, the most important first."""
    found = sorted(space["pieces"], key=_rank)
    return [piece_mark(piece) for piece in found] + place_marks(space)


def _rank(piece: View) -> int:
    return RANKS.index(piece["class"]) if piece["class"] in RANKS else len(RANKS)


def piece_mark(piece: View) -> Mark:
    """Equal pieces as a mark."""
    if piece["class"] == "girl":
        return Mark(gettext("YOU"), gettext("YOU"), "space-accent")
    if piece["class"] == "killer":
        return Mark(
            gettext("KILLER"), gettext("K"), "space-strong", gettext("K"), gettext("Killer")
        )
    count, title, short = piece["count"], bare(piece["title"]), letters(piece)
    if count == 1:
        return Mark(title, short, letters=short, meaning=title)
    long = f"{title} \N{MULTIPLICATION SIGN}{count}"
    return Mark(long, f"{short}{count}", letters=short, meaning=title)


def bare(title: str) -> str:
    """A title without its article."""
    first, _, rest = title.partition(" ")
    return rest if first in ARTICLES and rest else title


def letters(piece: View) -> str:
    """The letters of a piece: one for a plain Victim, two or more for all others."""
    if piece["class"] == "victim" and piece["title"] == gettext("Victim"):
        return gettext("V")
    words = bare(piece["title"]).split()
    return words[0][:2] if len(words) == 1 else "".join(word[0].upper() for word in words)


def place_marks(space: View) -> list[Mark]:
    """What the space itself is: Exit, Search space with its Item deck."""
    marks = [_place_mark(gettext("Exit"), gettext("E"))] if space["exit"] else []
    deck = space["deck"]
    if deck:
        count, title = deck["count"], deck["title"]
        marks.append(_place_mark(title, title[:1], f" {count}", f"{count}"))
    elif space["search"]:
        marks.append(_place_mark(gettext("Search"), gettext("S")))
    return marks


def _place_mark(title: str, short: str, more: str = "", less: str = "") -> Mark:
    return Mark(f"{title}{more}", f"{short}{less}", "space-dim", short, title)


def told(space: View, width: int, lit: Lit | None) -> list[Span]:
    """What is at a space, in exactly so many columns."""
    first = [(f" {lit.text}", "space-accent")] if lit else []
    marks = marks_of(space)
    texts = fitted(marks, _room(width, lit))
    spans = [*first, *((f" {text}", mark.role) for text, mark in zip(texts, marks, strict=True))]
    return _filled(spans, width)


def fitted(marks: Sequence[Mark], room: int) -> list[str]:
    """The words of marks; the least important ones shortened until there is room for all."""
    texts = [mark.long for mark in marks]
    for at in range(len(marks) - 1, -1, -1):
        if sum(len(text) + 1 for text in texts) - 1 <= room:
            break
        texts[at] = marks[at].short
    return texts


def _filled(spans: Iterable[Span], width: int) -> list[Span]:
    filled: list[Span] = []
    left = width
    for words, role in spans:
        kept = cut(words, left) if len(words) > left else words
        filled.append((kept, role))
        left -= len(kept)
    return [*filled, (" " * left, "space")]


def legend(spaces: Iterable[View], width: int, lit: Mapping[int, Lit]) -> dict[str, str]:
    """What the letters that stand on the map mean."""
    known: dict[str, str] = {}
    for space in spaces:
        marks = marks_of(space)
        texts = fitted(marks, _room(width, lit.get(space["number"])))
        for mark, text in zip(marks, texts, strict=True):
            if mark.letters and text != mark.long:
                known[mark.letters] = mark.meaning
    return known


def _room(width: int, lit: Lit | None) -> int:
    """Columns for the marks of a space, behind what marks itself."""
    return width - 1 - (len(lit.text) + 1 if lit else 0)
