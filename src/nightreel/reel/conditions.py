"""Compiles conditions into jumps."""

from __future__ import annotations

from typing import Final

from lark import Token, Tree

from nightreel.reel.emit import Label
from nightreel.reel.expressions import Expressions
from nightreel.reel.symbols import Node, RuleDecl, Type, ValueDecl, fits
from nightreel.reel.trees import as_tree

_JUMPS: Final = {
    "==": "unless_equal",
    "!=": "unless_unequal",
    "<": "unless_less",
    "<=": "unless_at_most",
}
_OPPOSITE: Final = {
    "==": Token("COMPARE", "!="),
    "!=": Token("COMPARE", "=="),
    "<": Token("COMPARE", ">="),
    ">=": Token("COMPARE", "<"),
    ">": Token("COMPARE", "<="),
    "<=": Token("COMPARE", ">"),
}


class Conditions(Expressions):
    """Compiles conditions: go on here when one holds, at a label when it does not."""

    def truth(self, node: Node) -> Type:
        """A condition as a word: 1 or 0."""
        no, end = Label(), Label()
        self.condition(node, no)
        self.out.push(1)
        self.out.emit("jump", end)
        self.out.shift(-1)
        self.out.here(no)
        self.out.push(0)
        self.out.here(end)
        return "number"

    def e_compare(self, node: Node) -> Type:
        """A comparison as a word."""
        return self.truth(node)

    e_and_ = e_or_ = e_not_ = e_any_ = e_no_binding = e_no_class = e_compare

    def e_in_(self, node: Node) -> Type:
        """Whether a space is in a set."""
        self.expression(as_tree(node.children[0]))
        self.typed(as_tree(node.children[1]), "spaces")
        self.out.emit("contains")
        return "number"

    def e_not_in(self, node: Node) -> Type:
        """Whether a space is not in a set."""
        self.e_in_(node)
        self.out.emit("is_zero")
        return "number"

    def e_listened(self, node: Node) -> Type:
        """1 when some card of this cast hooks a moment or changes a value."""
        self.out.push(int(str(node.children[0]) in self.listened))
        return "number"

    def condition(self, node: Node, no: Label) -> None:
        """Compile a condition: go on here when it holds, at the label when it does not."""
        compiler = getattr(self, "c_" + node.data, None)
        number = self.constant(node)
        if number is not None:
            if number == 0:
                self.out.emit("jump", no)
        elif compiler is not None:
            compiler(node, no)
        elif not self.placed_condition(node, no):
            self.expression(node)
            self.out.emit("jump_unless", no)

    def placed_condition(self, node: Node, no: Label) -> bool:
        """A call whose body can stand here, as a condition."""
        if node.data != "call":
            return False
        symbol = self.names.table.get(str(node.children[0]))
        arguments = [as_tree(c) for c in node.children[1:] if c is not None]
        if not isinstance(symbol, RuleDecl | ValueDecl):
            return False
        body = self.in_place(symbol, arguments)
        if body is None:
            return False
        number = self.constant(body)
        with self.placed(node, symbol, arguments):
            if number is None:
                self.condition(body, no)
            elif number == 0:
                self.out.emit("jump", no)
        return True

    def c_listened(self, node: Node, no: Label) -> None:
        """Whether some card of this cast listens is known before the game."""
        if str(node.children[0]) not in self.listened:
            self.out.emit("jump", no)

    def c_and_(self, node: Node, no: Label) -> None:
        """Both."""
        self.condition(as_tree(node.children[0]), no)
        self.condition(as_tree(node.children[1]), no)

    def c_or_(self, node: Node, no: Label) -> None:
        """Either."""
        yes = Label()
        self.unless(as_tree(node.children[0]), yes)
        self.condition(as_tree(node.children[1]), no)
        self.out.here(yes)

    def unless(self, node: Node, yes: Label) -> None:
        """Go on here when a condition does not hold, at the label when it does."""
        if node.data == "not_":
            self.condition(as_tree(node.children[0]), yes)
        elif node.data == "compare":
            left, sign, right = node.children
            self.condition(Tree("compare", [left, _OPPOSITE[str(sign)], right], node.meta), yes)
        else:
            other = Label()
            self.condition(node, other)
            self.out.emit("jump", yes)
            self.out.here(other)

    def c_not_(self, node: Node, no: Label) -> None:
        """Not."""
        inner = as_tree(node.children[0])
        if "c_" + inner.data in dir(self) or inner.data == "call":
            self.unless(inner, no)
        else:
            self.expression(inner)
            self.out.emit("jump_if", no)

    def c_compare(self, node: Node, no: Label) -> None:
        """A comparison."""
        left, sign, right = (
            as_tree(node.children[0]),
            str(node.children[1]),
            as_tree(node.children[2]),
        )
        number = self.constant(right)
        if sign in (">", ">=") and number is None:
            left, right = right, left
            sign = {">": "<", ">=": "<="}[sign]
        given = self.expression(left)
        if number is not None:
            self.check_constant_against(right, given)
            self.out.emit(*_number_jump(sign, number, no))
            return
        other = self.expression(right)
        if not fits(given, other):
            raise self.error(
                node, f"a {given} is compared with a {other}", "compare like with like"
            )
        self.out.emit(_JUMPS[sign], no)

    def check_constant_against(self, node: Node, given: Type) -> None:
        """Check a named constant against the type it is compared with."""
        if node.data == "name":
            self.check_constant(node, given)


def _number_jump(sign: str, number: int, no: Label) -> tuple[str, int | Label, int | Label]:
    """The jump for a comparison with a number in the code."""
    match sign:
        case "==":
            return ("unless_number", number, no)
        case "<":
            return ("unless_below", number, no)
        case "<=":
            return ("unless_below", number + 1, no)
        case ">":
            return ("unless_from", number + 1, no)
        case ">=":
            return ("unless_from", number, no)
    return ("unless_not_number", number, no)
