"""Finds the words to translate in rulebook and films, for ``make messages``.

Babel calls ``rulebook``, ``rules`` and ``film`` for each file (see pyproject.toml) and takes what
they give as messages: what is asked, said and refused, titles and stories, and the words
that are written from the sentences of a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from lark import Lark, Token

from nightreel.films.rulebook import core_data, rulebook_phrases
from nightreel.films.source import Fields, Text, read_file, titles_in
from nightreel.films.telling import plain, prose
from nightreel.reel.errors import Where
from nightreel.reel.grammar import Phrase, parse, parser_of, phrases_in
from nightreel.reel.symbols import Node
from nightreel.reel.words import THIS_CARD, unquote, words_of

Message: TypeAlias = tuple[int, None, str, list[str]]
"""As Babel wants it: line, no function, the words, no comments."""

SHOWN: Final = frozenset({"ask", "option", "require", "choose", "may", "price", "say"})
"""Sentences of Reel whose words in quotation marks people read."""
PROSE: Final = frozenset({"title", "story", "flavour", "because", "words"})
"""Fields of a film that are plain words."""
EFFECTS: Final = frozenset(
    {
        "text",
        "action",
        "final_effect",
        "slots",
        "back",
        "three",
        "two",
        "one",
        "none",
        "effect",
        "deal",
    }
)
"""Fields of a film that are effects in Reel."""
NAMED_EFFECTS: Final = frozenset({"facts", "levels", "tables"})
"""Fields that hold numbers, names or effects under names of their own."""
PIECES: Final = frozenset({"roles", "minions", "tokens", "killers"})
"""Lists of pieces, which call themselves by their titles."""
STARTS: Final[Mapping[str, str]] = {
    "rules": "program",
    "when": "hook",
    "while": "modifier",
    **dict.fromkeys(EFFECTS, "text"),
}
"""How each field in Reel is parsed."""


def rulebook(file: IO[bytes], *_: object, **__: object) -> Iterator[Message]:
    """The messages of a chapter of the rulebook; raises SourceError when it cannot be read."""
    tree = parse(
        parser_of(rulebook_phrases()), "program", file.read().decode(), Where(str(file.name))
    )
    for token in quoted(tree):
        yield token.line or 1, None, unquote(token), []


def film(file: IO[bytes], *_: object, **__: object) -> Iterator[Message]:
    """The messages of a film or a file of the core box; raises SourceError when it is broken."""
    data = read_file(Path(str(file.name)))
    own = tuple(p for text in rules_in(data) for p in phrases_in(text))
    yield from _Finder(rulebook_phrases() + own, titles_in(core_data()[0], data)).fields(data)


def rules(file: IO[bytes], *_: object, **__: object) -> Iterator[Message]:
    """The messages of the rules in words; raises SourceError when they cannot be read."""
    for text in prose_in(read_file(Path(str(file.name)))):
        yield text.where.line, None, text, []


def prose_in(value: Any) -> Iterator[Text]:
    """Every plain word that people read, anywhere in the rules in words."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Fields):
        for name, inner in value.items():
            if name != "page":
                yield from prose_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from prose_in(inner)


def quoted(tree: Node) -> Iterator[Token]:
    """The words in quotation marks that people read."""
    for node in tree.iter_subtrees():
        if node.data in SHOWN:
            yield from (c for c in node.children if isinstance(c, Token) and c.type == "STRING")


def rules_in(value: Any) -> Iterator[str]:
    """Every text with rules of its own that lies anywhere in a film."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "rules" and isinstance(inner, str):
                yield inner
            else:
                yield from rules_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from rules_in(inner)


class _Finder:
    """Finds the messages of one film."""

    def __init__(self, phrases: tuple[Phrase, ...], titles: Mapping[str, str]) -> None:
        self.parser: Lark = parser_of(phrases)
        self.phrases = {p.label: p for p in phrases}
        self.titles = titles
        self.this = THIS_CARD

    def fields(self, data: Fields) -> Iterator[Message]:
        """The messages of all fields."""
        for name, value in data.items():
            if name in PIECES:
                for piece in value:
                    self.this = str(piece.get("title") or THIS_CARD)
                    yield from self.fields(piece)
                self.this = THIS_CARD
            else:
                yield from self.field(name, value)

    def field(self, name: str, value: Any) -> Iterator[Message]:
        """The messages of a field: of one value, of a list of them, or of fields inside."""
        if name in NAMED_EFFECTS:
            yield from self.named_effects(value)
        elif name == "telling" and isinstance(value, Fields):
            for text in prose(value):
                yield text.where.line, None, plain(text), []
        elif isinstance(value, Fields):
            yield from self.fields(value)
        elif isinstance(value, list):
            for inner in value:
                yield from self.field(name, inner)
        elif isinstance(value, Text) and name in PROSE:
            yield value.where.line, None, " ".join(value.split()), []
        elif isinstance(value, Text) and name in STARTS:
            yield from self.reel(STARTS[name], value)

    def named_effects(self, value: Any) -> Iterator[Message]:
        """The messages of facts, levels and tables; a name of a thing has no space in it."""
        if isinstance(value, Fields):
            for inner in value.values():
                yield from self.named_effects(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from self.named_effects(inner)
        elif isinstance(value, Text) and " " in value:
            yield from self.reel("text", value)

    def reel(self, start: str, text: Text) -> Iterator[Message]:
        """The messages of a text in Reel."""
        tree = parse(self.parser, start, text, text.where)
        for token in quoted(tree):
            yield text.where.line, None, unquote(token), []
        if start != "program":
            yield text.where.line, None, words_of(tree, self.phrases, self.titles, self.this), []
        for sentence in tree.find_data("sentence"):
            for option in sentence.find_data("sequence"):
                yield text.where.line, None, words_of(option, self.phrases, self.titles), []
