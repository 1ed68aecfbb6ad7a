"""Words written from parsed Reel: the text of a card is made from the tree that is compiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lark import Token, Tree

from nightreel.reel import english as E
from nightreel.reel.grammar import Phrase

_BRACES: Final = re.compile(r"\{([^{}]+)\}")
_LAYERS: Final = {"=": "is ", "least": "is at least ", "most": "is at most "}
_OF: Final = {True: "'", False: "'s"}
_HOLE: Final = re.compile(r"\{(\w+)\}")
_NOBODY: Final[Mapping[str, str]] = {}
THIS_CARD: Final = "this card"
"""What a card calls itself; a piece calls itself by its title."""


def unquote(token: Token) -> str:
    """The words between quotation marks."""
    return re.sub(r"\\(.)", r"\1", str(token)[1:-1])


def shown(words: str) -> str:
    """Words written in Python that the table translates when it shows them (``make messages``)."""
    return words


def placeholders(template: str) -> list[str]:
    """The expressions in the braces of a sentence, in order."""
    return _BRACES.findall(template)


def words_of(
    node: Tree[Token],
    phrases: Mapping[str, Phrase],
    titles: Mapping[str, str] = _NOBODY,
    this: str = THIS_CARD,
) -> str:
    """A text in Reel as printed on a card: ``Move 1, lose 1 health, Time -2``.

    Things with a title are called by it; ``this`` is what the card calls itself.
    """
    text = _Writer(phrases, titles, this).write(node).strip()
    return text[:1].upper() + text[1:]


def _plain(name: object) -> str:
    return str(name).replace("_", " ")


class _Writer:
    """Writes trees as text."""

    def __init__(self, phrases: Mapping[str, Phrase], titles: Mapping[str, str], this: str) -> None:
        self.phrases = phrases
        self.titles = titles
        self.nouns = {"this": this}

    def write(self, node: object) -> str:
        """The text of a node."""
        if node is None:
            return ""
        if isinstance(node, Token):
            return str(node)
        assert isinstance(node, Tree)
        phrase = self.phrases.get(node.data)
        if phrase is not None:
            return self.phrase(node, phrase)
        writer = getattr(self, "w_" + str(node.data), None)
        return str(writer(node)) if writer else self.join(node, " ")

    def join(self, node: Tree[Token], between: str) -> str:
        """The texts of the children that have any."""
        return between.join(t for t in map(self.write, node.children) if t)

    def phrase(self, node: Tree[Token], phrase: Phrase) -> str:
        """A phrase with its arguments in their places."""
        holes = [p[1:-1] for p in phrase.parts if p.startswith("<")]
        words = {n: self.argument(c) for n, c in zip(holes, node.children, strict=True)}
        template = E.PRINTED.get(phrase.rule) or self.counted(phrase.rule, words.get("n"))
        if template:
            return template.format(**words)
        parts = self.printed(phrase).parts
        arguments = iter(words.values())
        return " ".join(
            next(arguments) if p.startswith("<") else E.CAPITALS.get(p, p) for p in parts
        )

    def argument(self, node: object) -> str:
        """What stands in a phrase; a card calls itself this."""
        this = isinstance(node, Tree) and node.data == "name" and node.children[0] == "this"
        return "this" if this and self.nouns["this"] == THIS_CARD else self.write(node)

    def counted(self, rule: str, number: str | None) -> str:
        """The form of a phrase for one or for more."""
        one, more = E.COUNTED.get(rule, ("", ""))
        return one if number == "1" else more

    def printed(self, phrase: Phrase) -> Phrase:
        """The first of a rule's phrases with the same arguments: what stands on cards."""
        holes = [p for p in phrase.parts if p.startswith("<")]
        return next(
            p
            for p in self.phrases.values()
            if p.rule == phrase.rule and [x for x in p.parts if x.startswith("<")] == holes
        )

    def w_hook(self, node: Tree[Token]) -> str:
        when, moment, condition, once, price, block = node.children
        name = str(moment)
        happens, rest = self.filled(name, E.MOMENTS.get(name, _plain(name)), condition, E.ANY)
        start = f"when {happens}, instead" if when == "instead" else f"{when} {happens}"
        if when == "after" and name in E.TIMES:
            start = E.TIMES[name]
        limit = f", once a {once}" if once is not None else ""
        may = ", if you like" if price is not None else ""
        return f"{start}{rest}{limit}{may}{self.write(block)}"

    def w_modifier(self, node: Tree[Token]) -> str:
        name, layer, amount, condition = node.children
        template = E.VALUES.get(str(name), _plain(name) + " {=}")
        sign = _LAYERS.get(str(layer), str(layer))
        if template.endswith(": {=}") and str(layer) == "=":
            sign = ""
        every = {
            a: noun.replace("an ", "every ").replace("any ", "every ") for a, noun in E.ANY.items()
        }
        text, rest = self.filled(str(name), template, condition, every)
        return text.replace("{=}", sign + self.write(amount)) + rest

    def filled(
        self, name: str, template: str, condition: object, every: Mapping[str, str]
    ) -> tuple[str, str]:
        """A template whose arguments are named as a condition says; the rest of the condition."""
        holes = _HOLE.findall(template)
        said: dict[str, str] = {}
        rest = []
        for part in _parts(condition):
            hole, noun = self.noun(part)
            if hole in holes and hole not in said:
                said[hole] = noun
            else:
                rest.append(part)
        text = _HOLE.sub(lambda m: said.get(m[1]) or every.get(m[1], m[1]), template)
        self.nouns |= {**E.THAT, **said}
        if name in E.AMOUNTS:
            self.nouns["n"] = E.AMOUNTS[name]
        return text, ", if " + " and ".join(map(self.write, rest)) if rest else ""

    def noun(self, part: Tree[Token]) -> tuple[str, str]:
        """The argument that a condition names, and how: ``e == killer``, ``act_searches[c]``."""
        if part.data == "compare" and part.children[1] == "==":
            left = part.children[0]
            if isinstance(left, Tree) and left.data == "name":
                return str(left.children[0]), self.write(part.children[2])
        if part.data == "index" and str(part.children[0]) in E.SORTS:
            inner = part.children[1]
            if isinstance(inner, Tree) and inner.data == "name":
                return str(inner.children[0]), E.SORTS[str(part.children[0])]
        return "", ""

    def where(self, condition: object) -> str:
        """A condition behind what it limits."""
        return f" where {self.write(condition)}" if isinstance(condition, Tree) else ""

    def w_compare(self, node: Tree[Token]) -> str:
        left, sign, right = node.children
        if isinstance(left, Tree) and left.data == "name":
            known = E.FACTS.get((str(left.children[0]), f"{sign} {_bare(right)}"))
            if known is not None:
                return known
        if _bare(right) == "none":
            return self.there_is(left, str(sign) == "!=")
        if sign == "==" and isinstance(left, Tree) and left.data == "field":
            if str(left.children[1]) == "space":
                return f"{self.write(left.children[0])} is in {self.write(right)}"
        return f"{self.write(left)} {E.COMPARED[str(sign)]} {self.write(right)}"

    def there_is(self, thing: object, is_so: bool) -> str:
        """Whether something is there at all."""
        if isinstance(thing, Tree) and thing.data == "call" and str(thing.children[0]) == "kind_at":
            kind, space = (self.write(child) for child in thing.children[1:])
            return f"{kind} is {'' if is_so else 'not '}in {space}"
        return f"there is {'a' if is_so else 'no'} {self.write(thing)}"

    def w_sequence(self, node: Tree[Token]) -> str:
        return self.join(node, ", ")

    def w_sentence(self, node: Tree[Token]) -> str:
        return " or ".join(self.write(c) for c in node.children if isinstance(c, Tree))

    def w_line(self, node: Tree[Token]) -> str:
        return self.join(node, "; ")

    def w_text(self, node: Tree[Token]) -> str:
        return self.join(node, "; ")

    def w_block(self, node: Tree[Token]) -> str:
        return ": " + self.join(node, "; ")

    def w_group(self, node: Tree[Token]) -> str:
        return "(" + self.join(node, "; ") + ")"

    def w_if_(self, node: Tree[Token]) -> str:
        condition, block, other = node.children
        text = f"if {self.write(condition)}{self.write(block)}"
        return text + (f"; otherwise{self.write(other)}" if other is not None else "")

    def w_else_line(self, node: Tree[Token]) -> str:
        return "else" + self.join(node, "")

    def w_elif_line(self, node: Tree[Token]) -> str:
        return f"else if {self.write(node.children[0])}{self.write(node.children[1])}"

    def w_for_(self, node: Tree[Token]) -> str:
        return f"for {self.write(node.children[0])}{self.write(node.children[1])}"

    def w_while_(self, node: Tree[Token]) -> str:
        condition, most, block = node.children
        limit = f", up to {self.write(most)} times" if most is not None else ""
        return f"while {self.write(condition)}{limit}{self.write(block)}"

    def w_let(self, node: Tree[Token]) -> str:
        return f"{node.children[0]} is {self.write(node.children[1])}"

    def w_assign(self, node: Tree[Token]) -> str:
        target, change, value = node.children
        how = {"+=": "+", "-=": "-"}.get(str(change), "becomes ")
        return f"{self.write(target)} {how}{self.write(value)}"

    def w_act_(self, node: Tree[Token]) -> str:
        actors, aim, block = node.children
        who = self.write(actors)
        return f"{who + ' ' if who else ''}{self.write(aim)}{self.write(block)}"

    def w_aim(self, node: Tree[Token]) -> str:
        words = " ".join(str(node.children[0]).split())
        return E.AIMS.get(words, words)

    def w_actors(self, node: Tree[Token]) -> str:
        return f"{E.NAMES.get(str(node.children[0]), str(node.children[0]))},"

    def w_aim_at(self, node: Tree[Token]) -> str:
        return f"toward {self.write(node.children[0])}"

    def w_actors_of(self, node: Tree[Token]) -> str:
        return f"every {self.write(node.children[0])},"

    def w_count(self, node: Tree[Token]) -> str:
        return f"the number of {self.write(node.children[0])}"

    def w_total(self, node: Tree[Token]) -> str:
        return f"the total {self.write(node.children[1])} of {self.write(node.children[0])}"

    def w_those(self, node: Tree[Token]) -> str:
        return f"all {self.write(node.children[0])}"

    def w_may(self, node: Tree[Token]) -> str:
        return f"you may{self.write(node.children[1])}"

    def w_say(self, node: Tree[Token]) -> str:
        return ""

    def w_pay(self, node: Tree[Token]) -> str:
        return f"pay {self.write(node.children[0])} {str(node.children[1]).capitalize()}"

    def w_choose(self, node: Tree[Token]) -> str:
        return f"choose {self.write(node.children[0])}"

    def w_binding(self, node: Tree[Token]) -> str:
        name, iteration, where = node.children
        return f"{name} in {self.write(iteration)}{self.where(where)}"

    def w_iteration(self, node: Tree[Token]) -> str:
        return self.join(node, " at ")

    def w_numbers(self, node: Tree[Token]) -> str:
        return self.join(node, " to ")

    def w_call(self, node: Tree[Token]) -> str:
        name = _plain(node.children[0])
        words = [self.write(c) for c in node.children[1:] if c is not None]
        if str(node.children[0]) in E.CALLS:
            return E.CALLS[str(node.children[0])].format(*words)
        inner = ", ".join(words)
        return f"{name}({inner})" if inner else name

    def w_index(self, node: Tree[Token]) -> str:
        return f"{_plain(node.children[0])} of {self.write(node.children[1])}"

    def w_field(self, node: Tree[Token]) -> str:
        owner = self.write(node.children[0])
        return f"{owner}{_OF[owner.endswith('s')]} {node.children[1]}"

    def w_name(self, node: Tree[Token]) -> str:
        name = str(node.children[0])
        known = self.nouns.get(name) or self.titles.get(name) or E.NAMES.get(name)
        return known or _plain(name)

    def w_only(self, node: Tree[Token]) -> str:
        return self.join(node, "")

    def w_binary(self, node: Tree[Token]) -> str:
        left, sign, right = node.children
        word = {"without": "except", "|": "or", "&": "within"}.get(str(sign), str(sign))
        return f"{self.write(left)} {word} {self.write(right)}"

    def w_sign(self, node: Tree[Token]) -> str:
        return f"{node.children[0]}{self.write(node.children[1])}"

    def w_and_(self, node: Tree[Token]) -> str:
        return self.join(node, " and ")

    def w_or_(self, node: Tree[Token]) -> str:
        return self.join(node, " or ")

    def w_not_(self, node: Tree[Token]) -> str:
        return "not " + self.join(node, "")

    def w_in_(self, node: Tree[Token]) -> str:
        left = node.children[0]
        if isinstance(left, Tree) and left.data == "field" and str(left.children[1]) == "space":
            return f"{self.write(left.children[0])} is in {self.write(node.children[1])}"
        return self.join(node, " is in ")

    def w_no_class(self, node: Tree[Token]) -> str:
        name = str(node.children[0])
        return f"there are no {E.NAMES.get(name, name)}"

    def w_roll(self, node: Tree[Token]) -> str:
        return "one die"


def _parts(condition: object) -> list[Tree[Token]]:
    """The parts of a condition that ``and`` joins."""
    if not isinstance(condition, Tree):
        return []
    if condition.data == "and_":
        return [part for child in condition.children for part in _parts(child)]
    return [condition]


def _bare(node: object) -> str:
    """A number or name as it is written in Reel."""
    return str(node.children[0]) if isinstance(node, Tree) and len(node.children) == 1 else ""
