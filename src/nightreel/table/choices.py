"""The numbered answers to an open question, and how typed words find theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nightreel.table.state import State
from nightreel.table.wording import action_texts, option_of, option_place, refusals


@dataclass(frozen=True)
class Choice:
    """A numbered answer to the open question, legal or refused."""

    number: int
    action: int
    text: str
    legal: bool


def choices_of(state: State) -> list[Choice]:
    """The answers to the open question, numbered: the legal ones, then those refused."""
    legal, refused = action_texts(state), refusals(state)
    ordered = [
        (action, text, kind is legal)
        for kind in (legal, refused)
        for action, text in sorted(kind.items(), key=lambda at: option_place(state, at[0]))
    ]
    return [Choice(n, *choice) for n, choice in enumerate(ordered, start=1)]


def keeping(state: State, choices: Sequence[Choice]) -> int:
    """The place of the answer that leaves all as it is: the last legal one that names nothing.

    The first one, where every answer names something.
    """
    options = [option_of(state, choice.action) if choice.legal else None for choice in choices]
    plain = [n for n, o in enumerate(options) if o and o.type == "number" and o.last - o.first == 1]
    return plain[-1] if plain else 0


def meant(line: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that a typed line means: legal ones before those refused."""
    if line.isdecimal():
        return [c for c in choices if str(c.number) == line.lstrip("0")]
    legal = fitting(line, [c for c in choices if c.legal])
    return legal or fitting(line, [c for c in choices if not c.legal])


def fitting(words: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that words fit: as a whole, as a beginning, or each word as a beginning."""
    wanted = " ".join(words.casefold().split())
    texts = {c: " ".join(c.text.casefold().split()) for c in choices}
    for fits in (_whole, _beginning, _beginnings):
        found = [c for c, text in texts.items() if fits(wanted, text)]
        if found:
            return found
    return []


def _whole(wanted: str, text: str) -> bool:
    return wanted == text


def _beginning(wanted: str, text: str) -> bool:
    return text.startswith(wanted)


def _beginnings(wanted: str, text: str) -> bool:
    short, long = wanted.split(), text.split()
    return len(short) <= len(long) and all(
        word.startswith(begun) for begun, word in zip(short, long, strict=False)
    )
