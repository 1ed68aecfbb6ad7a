"""Words written from parsed Reel: the text of a card is made from the tree that is compiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lark import Token, Tree

from nightreel.reel.grammar import Phrase

_BRACES: Final = re.compile(r"\{([^{}]+)\}")
_LAYERS: Final = {"=": "is ", "least": "is at least ", "most": "is at most "}
_COMPARED: Final = {"==": "is", "!=": "is not"}


def unquote(token: Token) -> str:
    """The words between quotation marks."""
    return re.sub(r"\\(.)", r"\1", str(token)[1:-1])


def shown(words: str) -> str:
    """Words written in Python that the table translates when it shows them (``make messages``)."""
    return words


def placeholders(template: str) -> list[str]:
    """The expressions in the braces of a sentence, in order."""
    return _BRACES.findall(template)


def words_of(node: Tree[Token], phrases: Mapping[str, Phrase]) -> str:
    """A text in Reel as printed on a card: ``Move 1, lose 1 health, Time -2``."""
    text = _Writer(phrases).write(node).strip()
    return text[:1].upper() + text[1:]


def _plain(name: object) -> str:
    return str(name).replace("_", " ")


class _Writer:
    """Writes trees as text."""

    def __init__(self, phrases: Mapping[str, Phrase]) -> None:
        self.phrases = phrases

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
        arguments = iter(node.children)
        parts = self.printed(phrase).parts
        return " ".join(self.write(next(arguments)) if p.startswith("<") else p for p in parts)

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
        limit = f", once a {once}" if once is not None else ""
        may = ", if you like" if price is not None else ""
        return f"{when} {_plain(moment)}{self.where(condition)}{limit}{may}{self.write(block)}"

    def w_modifier(self, node: Tree[Token]) -> str:
        name, layer, amount, condition = node.children
        sign = _LAYERS.get(str(layer), str(layer))
        return f"{_plain(name)} {sign}{self.write(amount)}{self.where(condition)}"

    def where(self, condition: object) -> str:
        """A condition behind what it limits."""
        return f" where {self.write(condition)}" if isinstance(condition, Tree) else ""

    def w_compare(self, node: Tree[Token]) -> str:
        left, sign, right = node.children
        return f"{self.write(left)} {_COMPARED.get(str(sign), str(sign))} {self.write(right)}"

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
        return text + (f" else{self.write(other)}" if other is not None else "")

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
        return self.join(node, " ")

    def w_act_(self, node: Tree[Token]) -> str:
        actors, aim, block = node.children
        who = self.write(actors)
        return f"{who + ' ' if who else ''}{self.write(aim)}{self.write(block)}"

    def w_actors(self, node: Tree[Token]) -> str:
        return f"{node.children[0]},"

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
        inner = ", ".join(self.write(c) for c in node.children[1:] if c is not None)
        return f"{name}({inner})" if inner else name

    def w_index(self, node: Tree[Token]) -> str:
        return f"{_plain(node.children[0])} of {self.write(node.children[1])}"

    def w_field(self, node: Tree[Token]) -> str:
        return f"{self.write(node.children[0])}'s {node.children[1]}"

    def w_name(self, node: Tree[Token]) -> str:
        return _plain(node.children[0])

    def w_sign(self, node: Tree[Token]) -> str:
        return f"{node.children[0]}{self.write(node.children[1])}"

    def w_and_(self, node: Tree[Token]) -> str:
        return self.join(node, " and ")

    def w_or_(self, node: Tree[Token]) -> str:
        return self.join(node, " or ")

    def w_not_(self, node: Tree[Token]) -> str:
        return "not " + self.join(node, "")

    def w_in_(self, node: Tree[Token]) -> str:
        return self.join(node, " in ")

    def w_no_class(self, node: Tree[Token]) -> str:
        return f"no {node.children[0]}"

    def w_roll(self, node: Tree[Token]) -> str:
        return "one die"
