"""What is said when the parser refuses a text: where, what, and what would be right there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from nightreel.reel.errors import SourceError, Where, nearest_word

LINE_END: Final = "the end of the line"
WORDS_FOR: Final[Mapping[str, str]] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "words in quotation marks",
    "_NL": LINE_END,
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "RULEID": "the id of a rule such as ACT-1",
    "$END": "the end of the text",
    "ADD": "'+', '-'",
    "MULTIPLY": "'*', '/'",
    "SIGN": "'-'",
    "COMPARE": "a comparison such as '>='",
    "CHANGE": "'=', '+=', '-='",
    "LAYER": "'+', '-', '=', 'least', 'most'",
    "MOMENT": "'before', 'after', 'instead'",
    "PAID": "'time', 'health', 'cards'",
    "ACTORS": "'killer', 'minions', 'enemies'",
    "AIM": "an aim such as closest",
    "SINGLE": "a word such as nothing",
    "EITHER": "'either'",
}
VALUE: Final = frozenset(
    {
        *("NUMBER", "NAME", "LPAR", "LBRACE", "SIGN", "COUNT", "SUM", "THOSE", "ANY", "NO"),
        *("ROLL", "CHANCE", "RANDOM", "REVEAL", "LISTENED", "NOT"),
    }
)
"""How a value can begin."""
FIRST: Final = ("a value", "':'", "','", "';'", "')'", LINE_END)
"""What is named first of all that is expected."""
SHOWN: Final = 8
STARTS: Final = "begin with what happens, such as lose 1 or horror +1"
ARTICLES: Final = ("the", "a", "an")
HINTS: Final[Mapping[str, str]] = {
    "=": "to compare write ==",
    "&": "write and",
    "|": "write or",
    "!": "write not, or != to compare",
    ".": "no full stop",
    "at": "to ask whether there are any: any(v in victims at SPACE)",
    "else": "if CONDITION: lose 1 else: time -1, without ';' before else",
    "elif": "if CONDITION: ... on a line, then elif and else on lines of their own",
    "\u201c": 'straight quotation marks: "',
    "\u201d": 'straight quotation marks: "',
    "\u2019": "straight quotation marks: '",
    "\u2013": "a plain minus: -",
    "\u2212": "a plain minus: -",
}
"""What is right where people write this."""
PLACED: Final = re.compile(r"\bplace\s+([a-z]\w*)$")
"""What is to be placed, where it is not said how many."""
CHARACTERS: Final = re.compile(r"\w+|.", re.DOTALL)


def told(parser: Lark, error: UnexpectedInput, text: str, where: Where) -> SourceError:
    """What an error of the parser in a text that begins at a place means."""
    place = where.inside(max(error.line, 1), max(error.column, 1))
    if isinstance(error, UnexpectedToken):
        first = _unknown_first_word(error)
        if first is not None:
            place = where.inside(first.line or 1, first.column or 1)
            near = nearest_word(str(first), _first_words(parser)) if first not in ARTICLES else ""
            right = near or STARTS
            return SourceError(place, f"no such word {str(first)!r}", right)
        found = str(error.token).strip()
        wanted = set(error.accepts or error.expected)
        before = text[: error.pos_in_stream].rstrip() if error.pos_in_stream is not None else ""
        right = _right(parser, found or LINE_END, wanted, before)
        return SourceError(place, f"unexpected {found!r}" if found else _ended(wanted), right)
    if isinstance(error, UnexpectedCharacters):
        word = CHARACTERS.match(text, error.pos_in_stream or 0)
        found = word.group() if word else error.char
        if found == '"':
            return SourceError(place, "a quotation mark is missing", "close the words in this line")
        right = _right(parser, found, set(error.allowed), "")
        return SourceError(place, f"unexpected {found!r}", right)
    return SourceError(place, "the text breaks off", "finish the sentence")


def _ended(wanted: set[str]) -> str:
    """What is wrong with a line that ends too early."""
    return "a ')' is missing" if "RPAR" in wanted else "the line breaks off"


def _right(parser: Lark, found: str, wanted: set[str], before: str) -> str:
    """What would be right where something else was found."""
    if wanted == {"NAME"} and before.endswith("."):
        return "no full stop" if found == LINE_END else "whole numbers only"
    placed = PLACED.search(before)
    if found == "at" and placed is not None:
        what = placed.group(1).removesuffix("s")
        return f"place {1 if what == 'victim' else 'one'} {what} at SPACE"
    if found in HINTS:
        return HINTS[found]
    if found == "and" and "COMMA" in wanted:
        return "part what happens with ','"
    if found[:1].isupper() and found.lower() != found:
        return f"small letters: {found.lower()}"
    spelled = _expected(parser, wanted)
    near = nearest_word(found, [s.strip("'") for s in spelled if s.startswith("'")])
    shown = ", ".join(spelled[:SHOWN]) + (" ..." if len(spelled) > SHOWN else "")
    return "; ".join(s for s in (near, f"expected {shown}") if s)


def _expected(parser: Lark, terminals: set[str]) -> list[str]:
    """All that is expected in words, what ends a clause first."""
    names = terminals
    if {"NUMBER", "NAME"} <= terminals:
        names = terminals - VALUE
    spelled = {_spelled(parser, t) for t in names}
    if names is not terminals:
        spelled.add("a value")
    return sorted(spelled, key=lambda s: (FIRST.index(s) if s in FIRST else len(FIRST), s))


def _spelled(parser: Lark, terminal: str) -> str:
    if terminal in WORDS_FOR:
        return WORDS_FOR[terminal]
    pattern = parser.get_terminal(terminal).pattern
    return repr(pattern.value) if pattern.type == "str" else terminal.lower()


@lru_cache(maxsize=8)
def _first_words(parser: Lark) -> frozenset[str]:
    """The plain words with which a sentence can begin."""
    terminals: Iterable[str] = parser.parse_interactive("", start="text").accepts()  # type: ignore[no-untyped-call]
    spelled = " ".join(_spelled(parser, t) for t in terminals)
    words = set(re.findall(r"'([a-z_]+)'", spelled))
    return frozenset(words | {"closest", "girl", "nothing", "cancel", "judge", "win", "defeat"})


def _unknown_first_word(error: UnexpectedToken) -> Token | None:
    """The name with which a sentence begins, where only a call could go on."""
    stack = getattr(error.state, "value_stack", None)
    last = stack[-1] if stack else None
    wanted = set(error.accepts or error.expected)
    is_name = isinstance(last, Token) and last.type == "NAME"
    return last if is_name and wanted == {"LPAR"} else None
