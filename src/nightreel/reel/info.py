"""The words of a program: questions, refusals, sentences of the log, names of things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionInfo:
    """An option of a question: its range of actions, the words for one of them."""

    first: int
    last: int
    type: str
    words: str
    variable: str = ""
    types: tuple[str, ...] = ()
    """Types of the numbers in the words, besides the thing itself."""


@dataclass(frozen=True)
class QuestionInfo:
    """A question of the player, and the rule that asks it."""

    words: str
    options: tuple[OptionInfo, ...]
    rule: str
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClauseInfo:
    """Why an answer is refused: words, rule id, types of the two numbers in it."""

    words: str
    rule: str
    types: tuple[str, ...]


@dataclass(frozen=True)
class SentenceInfo:
    """A sentence of the log: words, rule ids, types of the numbers in it."""

    words: str
    rules: tuple[str, ...]
    types: tuple[str, ...]


@dataclass(frozen=True)
class AbilityInfo:
    """An ability: whose it is and its words."""

    source: str
    words: str
    window: str


@dataclass(frozen=True)
class Thing:
    """A thing with a name in Reel and a title for people."""

    name: str
    title: str
