"""Colours for examples in Reel on the site; ``docs/conf.py`` names this (the extra ``docs``)."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

_DECLARING = ("rule", "value", "state", "const", "secret", "as")
_SENTENCES = (
    *("if", "elif", "else", "while", "for", "in", "to", "do", "let", "set", "return", "perform"),
    *("ask", "option", "require", "because", "then", "choose", "may", "price", "say", "abilities"),
    *("before", "after", "instead", "where", "and", "or", "not", "any", "all", "none", "without"),
)


class ReelLexer(RegexLexer):
    """Reel in words for Pygments: names of rules, sentences, rule ids, texts, numbers."""

    name = "Reel"
    aliases: ClassVar[list[str]] = ["reel"]
    filenames: ClassVar[list[str]] = ["*.reel"]
    url = ""
    tokens: ClassVar = {
        "root": [
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\b[A-Z]+-\d+\b", Name.Label),
            (words(_DECLARING, prefix=r"\b", suffix=r"\b"), Keyword.Declaration),
            (words(_SENTENCES, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b\d+\b", Number.Integer),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/%=<>!]+", Operator),
            (r"\s+|.", Text),
        ]
    }
