"""The grammar of Reel and its parser.

The fixed part is below.  Phrases such as ``lose 1 health`` are added from the headings
of the rulebook's rules (``rule lose_health(n) as "lose <n> health"``), so that a new
rule is a new phrase and no second list of words exists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from lark import Lark, Token, Tree
from lark.exceptions import LarkError, UnexpectedInput
from lark.indenter import DedentError, Indenter

from nightreel.reel.errors import SourceError, Where
from nightreel.reel.mistakes import told

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
aim: AIM | "toward" sum -> aim_at
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
UNEVEN: Final = "begin it where one of the lines above begins"


class Uneven(Exception):
    """A line that is indented less than the one above and more than those before."""

    def __init__(self, line: int, column: int) -> None:
        """Keep where the line begins in its text."""
        super().__init__(line, column)
        self.line = line
        self.column = column


class Layout(Indenter):
    """Turns indentation into blocks, and ends the line that a block stands in."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 -- named by Lark
        """The tokens of a line end.  Raises Uneven."""
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise Uneven(token.end_line or 1, token.end_column or 1) from None

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
    arguments: tuple[str, ...]
    """The names of the arguments of the rule."""

    @property
    def places(self) -> tuple[str, ...]:
        """The names at the places of arguments."""
        return tuple(part[1:-1] for part in self.parts if part.startswith("<"))

    @property
    def shape(self) -> tuple[str, ...]:
        """The parts without the names of the arguments."""
        return tuple("<>" if part.startswith("<") else part for part in self.parts)

    @property
    def label(self) -> str:
        """Name of the phrase's node in the tree."""
        return "phrase_" + re.sub(r"\W+", "_", " ".join(self.parts)).strip("_") + "_" + self.rule


HEADING: Final = re.compile(r'^rule\s+(\w+)\s*\(([^)]*)\)[^"\n]*?\bas\s+"([^"\n]+)"', re.MULTILINE)


ARGUMENT: Final = re.compile(r"(\w+)\s*(?::[^,]*)?(?:,|$)")
"""A name in a list of arguments, its type behind it."""


def phrases_in(source: str) -> list[Phrase]:
    """The phrases that a rulebook text declares (several are parted by ``/``)."""
    return [
        Phrase(rule, tuple(words.split()), tuple(ARGUMENT.findall(arguments)))
        for rule, arguments, declared in HEADING.findall(source)
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
        if phrase.places != phrase.arguments:
            what = f"the phrase of {phrase.rule} has not its arguments in their order"
            right = " ... ".join(f"<{name}>" for name in phrase.arguments)
            raise SourceError(where, what, f"such as {right}" if right else "no <places>")
        other = shapes.setdefault(phrase.shape, phrase)
        if other.rule != phrase.rule:
            raise SourceError(where, f"this phrase means {other.rule} already", "other words")
    try:
        return parser_of(tuple(shapes.values()))
    except LarkError:
        raise SourceError(where, "a phrase cannot be told from another", "other words") from None


def reserved_in(phrases: tuple[Phrase, ...]) -> frozenset[str]:
    """All words of the grammar and of phrases: none of them can be a name of a film's own."""
    fixed = set(re.findall(r'"([a-z_][a-z0-9_]*)"', FIXED))
    for group in re.findall(r"/\(([a-z|\[\] +]+)\)\\b/", FIXED):
        fixed.update(re.findall("[a-z]+", group))
    spoken = {part for p in phrases for part in p.parts if NAME_FORM.fullmatch(part)}
    return frozenset(fixed | spoken)


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
        raise told(parser, error, text, where) from None
    except Uneven as error:
        place = where.inside(error.line, error.column)
        raise SourceError(place, "this line begins below none of those above", UNEVEN) from None
    except (LarkError, AssertionError):  # from the indenter: a closing bracket without another
        raise SourceError(where, "the brackets do not fit together", "close each once") from None
    _check_limits(tree, where)
    return tree


def _check_limits(tree: Tree[Token], where: Where) -> None:
    """Numbers are of a size that the record holds, and nothing is nested without end."""
    todo: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > DEPTH_MAX:
            place = where.inside(getattr(node.meta, "line", 1), getattr(node.meta, "column", 1))
            raise SourceError(place, "nested too deep", "part it into rules of its own")
        for child in node.children:
            if isinstance(child, Tree):
                todo.append((child, depth + 1))
            elif child is not None and child.type == "NUMBER" and len(child) > NUMBER_DIGITS:
                place = where.inside(child.line or 1, child.column or 1)
                raise SourceError(place, f"{child[:12]} is too large", "at most 999999")
