"""The grammar of Reel and its parser.

The fixed part is below.  Phrases such as ``lose 1 health`` are added from the headings
of the rulebook's rules (``rule lose_health(n) as "lose <n> health"``), so that a new
rule is a new phrase and no second list of words exists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from lark import Lark, Token, Tree
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter

from nightreel.reel.errors import SourceError, Where, nearest_word

FIXED: Final = r"""
program: _NL? declaration*
?declaration: state | constant | value | rule

state: "state" [STATEKIND] NAME ["[" NUMBER "]"] [":" NAME] ["=" signed] [STRING] _NL
STATEKIND.2: /(secret)\b/
constant: "const" NAME "=" signed _NL
value: "value" NAME "(" parameters ")" ["->" NAME] [references] "=" expression [STRING] _NL
rule: "rule" NAME "(" parameters ")" ["->" NAME] ["as" STRING] [references] [order] ":" \
    _NL _INDENT [document] line+ _DEDENT _NL
order: "in" "any" "order"
document: STRING _NL
parameters: [parameter ("," parameter)*]
parameter: NAME [":" NAME]
references: "[" RULEID ("," RULEID)* "]"
signed: [SIGN] NUMBER
SIGN: "+" | "-"

text: line+
hook: MOMENT NAME ["where" expression] ["once" NAME] [price] block _NL
price: "may" STRING
MOMENT.2: /(before|after|instead)\b/
modifier: NAME LAYER sum ["where" expression] _NL
LAYER.2: /\+|-|=|least\b|most\b/
condition: expression _NL

line: sentence (";" sentence)* [";"] _NL
    | "elif" expression block _NL -> elif_line
    | "else" block _NL -> else_line
sentence: [EITHER] sequence ("or" sequence)*
EITHER.2: /(either)\b/
sequence: clause ("," clause)*
block: ":" sentence
     | ":" _NL _INDENT line+ _DEDENT

?clause: group | let | assign | if_ | while_ | for_ | call | choose | may | say | return_
       | perform | catch_ | together | do_ | act_ | ask | pay | single | phrase
group: "(" sentence (";" sentence)* ")"
let: "let" NAME "=" expression
assign: "set" target CHANGE expression
CHANGE: "=" | "+=" | "-="
?target: NAME -> name
       | NAME "[" expression "]" -> index
       | postfix "." NAME -> field
if_: "if" expression block ["else" block]
while_: "while" expression ["up" "to" sum] block
for_: "for" binding block
call: NAME "(" [expression ("," expression)*] ")"
choose: "choose" binding STRING ["optional" STRING] ["worst" sum]
may: "may" STRING block
say: "say" STRING [references]
return_: "return" [expression]
perform: "perform" expression
catch_: "catch" block
together: "together" group
do_: "do" NAME block
pay: "pay" sum paid
!?paid: "time" | "health" | "cards"
single: SINGLE
SINGLE.2: /(cut|judge|cancel|win|defeat|break|nothing)\b/
act_: [actors] aim block
actors: "by" ACTORS | "by" binding -> actors_of
ACTORS.2: /(killer|minions|enemies)\b/
aim: AIM
AIM.2: /(closest[ ]+victim|closest|girl|victim[ ]+else[ ]+girl|farthest[ ]+victim)\b/

ask: "ask" STRING ":" _NL _INDENT option+ _DEDENT
option: "option" [binding] STRING ":" sentence _NL
      | "option" [binding] STRING ":" _NL _INDENT require* "then" block _NL _DEDENT _NL
      | "abilities" NAME _NL -> abilities
require: "require" expression "because" RULEID STRING _NL

binding: NAME "in" iteration ["where" expression]
iteration: sum ["at" sum] | sum "to" sum -> numbers

?expression: conjunction | expression "or" conjunction -> or_
?conjunction: negation | conjunction "and" negation -> and_
?negation: comparison | "not" negation -> not_
?comparison: sum | sum COMPARE sum -> compare | sum "in" sum -> in_ | sum "not" "in" sum -> not_in
COMPARE: "==" | "!=" | "<=" | ">=" | "<" | ">"
?sum: term | sum ADD term -> binary
?term: factor | term MULTIPLY factor -> binary
ADD.2: /\+(?!=)|-(?!=)|\||without\b/
MULTIPLY: /[*\/%&]/
?factor: postfix | SIGN factor -> sign
?postfix: atom | postfix "." NAME -> field
?atom: NUMBER -> number
     | NAME -> name
     | NAME "[" expression "]" -> index
     | NAME "(" [expression ("," expression)*] ")" -> call
     | "(" expression ")"
     | "{" expression "}" -> only
     | "count" "(" binding ")" -> count
     | "sum" "(" binding "," sum ")" -> total
     | "those" "(" binding ")" -> those
     | "any" "(" binding ")" -> any_
     | "no" "(" binding ")" -> no_binding
     | "no" NAME -> no_class
     | "roll" "(" NAME ["," NUMBER] ")" -> roll
     | "chance" "(" NAME weight+ ")" -> chance
     | "random" "(" NAME "," binding ["weight" sum] ")" -> random
     | "reveal" "(" NAME "," expression ")" -> reveal
     | "listened" "(" NAME ")" -> listened
weight: "," sum ":" sum

NAME: /[a-z_][a-z0-9_]*/
NUMBER: /[0-9]+/
STRING: /"([^"\\\n]|\\.)*"/
RULEID: /[A-Z]+-[0-9]+/
_NL: /(\r?\n[\t ]*(#[^\n]*)?)+/
%import common.WS_INLINE
%ignore WS_INLINE
%ignore /#[^\n]*/
%declare _INDENT _DEDENT
"""


PART_FORM: Final = re.compile(r"[a-z0-9_]+|<[a-z_]+>")
NAME_FORM: Final = re.compile(r"[a-z_][a-z0-9_]*")
DEPTH_MAX: Final = 100
"""Levels of a tree; a rule of the rulebook has some thirty."""
NUMBER_DIGITS: Final = 6


class Layout(Indenter):
    """Turns indentation into blocks, and ends the line that a block stands in."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a text, with a line end behind every block."""
        tokens: Callable[[Iterator[Token]], Iterator[Token]] = super().process
        for token in tokens(stream):
            yield token
            if token.type == self.DEDENT_type:
                yield Token.new_borrow_pos("_NL", "\n", token)


@dataclass(frozen=True)
class Phrase:
    """A way to call a rule in words: its parts are words, or the place of an argument."""

    rule: str
    parts: tuple[str, ...]

    @property
    def shape(self) -> tuple[str, ...]:
        """The parts without the names of the arguments."""
        return tuple("<>" if part.startswith("<") else part for part in self.parts)

    @property
    def label(self) -> str:
        """Name of the phrase's node in the tree."""
        return "phrase_" + re.sub(r"\W+", "_", " ".join(self.parts)).strip("_") + "_" + self.rule


HEADING: Final = re.compile(r'^rule\s+(\w+)\s*\([^)]*\)[^"\n]*?\bas\s+"([^"\n]+)"', re.MULTILINE)


def phrases_in(source: str) -> list[Phrase]:
    """The phrases that a rulebook text declares (several are parted by ``/``)."""
    return [
        Phrase(rule, tuple(words.split()))
        for rule, declared in HEADING.findall(source)
        for words in declared.split(" / ")
    ]


def _production(phrase: Phrase) -> str:
    parts = ["sum" if p.startswith("<") else f'"{p}"' for p in phrase.parts]
    return " ".join(parts) + f" -> {phrase.label}"


def grammar_of(phrases: tuple[Phrase, ...]) -> str:
    """The whole grammar in Lark's notation."""
    if not phrases:
        return FIXED + '\nphrase: "nothing at all"\n'
    return FIXED + "\n?phrase: " + "\n   | ".join(_production(p) for p in phrases) + "\n"


@lru_cache(maxsize=8)
def parser_of(phrases: tuple[Phrase, ...]) -> Lark:
    """The parser for a set of phrases."""
    return Lark(
        grammar_of(phrases),
        parser="lalr",
        postlex=Layout(),
        start=["program", "text", "hook", "modifier", "condition", "expression"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parser_with(known: tuple[Phrase, ...], added: Iterable[tuple[Phrase, Where]]) -> Lark:
    """The parser for known phrases and those of a film's own rules, each with its place.

    Raises SourceError when a phrase is none, or cannot be told from another.
    """
    shapes = {phrase.shape: phrase for phrase in known}
    where = Where("<film>")
    for phrase, where in added:
        formed = all(PART_FORM.fullmatch(part) for part in phrase.parts)
        if not phrase.parts or not formed or phrase.shape[0] == "<>":
            spoken = " ".join(phrase.parts)
            raise SourceError(where, f"{spoken!r} is no phrase", "small words, then <places>")
        other = shapes.setdefault(phrase.shape, phrase)
        if other.rule != phrase.rule:
            raise SourceError(where, f"this phrase means {other.rule} already", "other words")
    try:
        return parser_of(tuple(shapes.values()))
    except LarkError:
        raise SourceError(where, "a phrase cannot be told from another", "other words") from None


WORDS_FOR: Final[Mapping[str, str]] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "words in quotation marks",
    "_NL": "the end of the line",
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


def _spelled(parser: Lark, terminal: str) -> str:
    if terminal in WORDS_FOR:
        return WORDS_FOR[terminal]
    pattern = parser.get_terminal(terminal).pattern
    return repr(pattern.value) if pattern.type == "str" else terminal.lower()


def _expected(parser: Lark, terminals: set[str]) -> list[str]:
    return sorted({_spelled(parser, t) for t in terminals})


def _mend(parser: Lark, found: str, terminals: set[str]) -> str:
    spelled = _expected(parser, terminals)
    known = [s.strip("'") for s in spelled if s.startswith("'")]
    near = nearest_word(found, known)
    shown = ", ".join(spelled[:8]) + (" ..." if len(spelled) > 8 else "")
    return "; ".join(s for s in (near, f"expected {shown}") if s)


def reserved_in(phrases: tuple[Phrase, ...]) -> frozenset[str]:
    """All words of the grammar and of phrases: none of them can be a name of a film's own."""
    fixed = set(re.findall(r'"([a-z_][a-z0-9_]*)"', FIXED))
    for group in re.findall(r"/\(([a-z|\[\] +]+)\)\\b/", FIXED):
        fixed.update(re.findall("[a-z]+", group))
    spoken = {part for p in phrases for part in p.parts if NAME_FORM.fullmatch(part)}
    return frozenset(fixed | spoken)


def words_in(parser: Lark) -> frozenset[str]:
    """All plain words that a parser knows."""
    patterns = (t.pattern for t in parser.terminals)
    return frozenset(p.value for p in patterns if p.type == "str" and NAME_FORM.fullmatch(p.value))


def _place_of(token: Token, where: Where) -> tuple[int, int]:
    """Line and column of a token in the file."""
    line, column = token.line or 1, token.column or 1
    return where.line + line - 1, column + (where.column - 1 if line == 1 else 0)


def _unknown_first_word(error: UnexpectedToken) -> Token | None:
    """The name with which a sentence begins, where only a call could go on."""
    stack = getattr(error.state, "value_stack", None)
    last = stack[-1] if stack else None
    wanted = set(error.accepts or error.expected)
    is_name = isinstance(last, Token) and last.type == "NAME"
    return last if is_name and wanted == {"LPAR"} else None


def _unexpected(parser: Lark, error: UnexpectedInput, where: Where) -> SourceError:
    line = where.line + max(error.line, 1) - 1
    column = error.column + (where.column - 1 if error.line <= 1 else 0)
    place = Where(where.file, line, max(column, 1))
    if isinstance(error, UnexpectedToken):
        first = _unknown_first_word(error)
        if first is not None:
            return SourceError(
                Where(where.file, *_place_of(first, where)),
                f"no such word {str(first)!r}",
                nearest_word(str(first), words_in(parser)) or "begin with what happens: lose 1",
            )
        found = str(error.token).strip() or "the end of the line"
        return SourceError(
            place,
            f"unexpected {found!r}",
            _mend(parser, found, set(error.accepts or error.expected)),
        )
    if isinstance(error, UnexpectedCharacters):
        word = re.match(r"\w+|.", error.char + "", re.DOTALL)
        found = word.group() if word else error.char
        return SourceError(place, f"unexpected {found!r}", _mend(parser, found, set(error.allowed)))
    return SourceError(place, "the text breaks off", "finish the sentence")


def parse(parser: Lark, start: str, source: str, where: Where) -> Tree[Token]:
    """Parse a text.

    ``where`` is the place of its first character.  Raises SourceError with the place,
    what was found and what was expected.
    """
    text = source if source.endswith("\n") else source + "\n"
    if start == "expression":
        text = source.strip()
    try:
        tree = parser.parse(text, start=start)
    except UnexpectedInput as error:
        raise _unexpected(parser, error, where) from None
    except (LarkError, AssertionError) as error:  # from the indenter
        raise SourceError(where, f"the indentation is off: {error}", "indent by 4 spaces") from None
    _check_limits(tree, where)
    return tree


def _check_limits(tree: Tree[Token], where: Where) -> None:
    """Numbers are of a size that the record holds, and nothing is nested without end."""
    todo: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > DEPTH_MAX:
            line, column = getattr(node.meta, "line", 1), getattr(node.meta, "column", 1)
            place = _place_of(Token("NAME", "", line=line, column=column), where)
            raise SourceError(
                Where(where.file, *place), "nested too deep", "part it into rules of its own"
            )
        for child in node.children:
            if isinstance(child, Tree):
                todo.append((child, depth + 1))
            elif child is not None and child.type == "NUMBER" and len(child) > NUMBER_DIGITS:
                place = _place_of(child, where)
                raise SourceError(
                    Where(where.file, *place), f"{child[:12]} is too large", "at most 999999"
                )
