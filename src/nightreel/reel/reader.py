"""Reads rulebook texts: states, constants, values and rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from lark import Lark, Token, Tree

from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.grammar import parse
from nightreel.reel.symbols import (
    TYPES,
    Constant,
    Names,
    Node,
    Row,
    RuleDecl,
    Type,
    ValueDecl,
    Word,
)
from nightreel.reel.trees import as_tree, ids_of
from nightreel.reel.words import unquote


@dataclass
class States:
    """Gives states their words in the record."""

    used: int = 0
    docs: dict[str, str] = field(default_factory=dict)

    def room(self, words: int, where: Where) -> int:
        """The address of so many words."""
        if self.used + words > L.GLOBALS_MAX:
            raise SourceError(where, "too many states", f"at most {L.GLOBALS_MAX} words")
        at = L.GLOBAL + self.used
        self.used += words
        return at


@lru_cache(maxsize=64)
def parsed(parser: Lark, source: str, where: Where) -> Node:
    """The tree of a text of rules; many programs read the same rulebook, so it is kept.

    Nobody changes a tree.  Raises SourceError.
    """
    return parse(parser, "program", source, where)


class Reader:
    """Reads declarations into names."""

    def __init__(self, names: Names, states: States, parser: Lark) -> None:
        """Add to these names and states what this parser reads."""
        self.names = names
        self.states = states
        self.parser = parser
        self.where = Where("<start>")

    def read(self, source: str, where: Where, replace: bool = False) -> None:
        """Read a text from a place; with ``replace`` its rules may take the place of others."""
        self.where = where
        tree = parsed(self.parser, source, self.where)
        for node in tree.children:
            getattr(self, "d_" + str(as_tree(node).data))(as_tree(node), replace)

    def place(self, node: Node) -> Where:
        """The place of a declaration."""
        return self.where.inside(getattr(node.meta, "line", 1), getattr(node.meta, "column", 1))

    def d_state(self, node: Node, replace: bool) -> None:
        """``state name: type = start``."""
        secret, name, length, type_, start, doc = node.children
        where = self.place(node)
        self.state(
            str(name),
            int(str(length)) if length is not None else 0,
            self.type(type_, where),
            secret is not None,
            _signed(start),
            where,
        )
        if doc is not None:
            self.states.docs[str(name)] = unquote(Token("STRING", str(doc)))

    def state(
        self, name: str, length: int, type_: Type, secret: bool, start: int, where: Where
    ) -> None:
        """Add a state, or with a length a row of them."""
        address = self.states.room(max(length, 1), where)
        symbol = (
            Row(address, length, "any", type_, secret=secret)
            if length
            else Word(address, type_, secret, start)
        )
        self.names.add(name, symbol, where)

    def d_constant(self, node: Node, replace: bool) -> None:
        """``const name = number``."""
        name, value = node.children
        self.names.add(str(name), Constant(_signed(value)), self.place(node), replace)

    def d_value(self, node: Node, replace: bool) -> None:
        """``value name(parameters) = base``."""
        name, parameters, type_, ids, base, doc = node.children
        where = self.place(node)
        symbol = ValueDecl(
            str(name),
            self.parameters(as_tree(parameters), where),
            self.type(type_, where),
            as_tree(base),
            self.where,
            ids_of(ids),
            unquote(Token("STRING", str(doc))) if doc is not None else "",
        )
        self.names.add(str(name), symbol, where, replace)

    def d_rule(self, node: Node, replace: bool) -> None:
        """``rule name(parameters) as "words" [ids]: ...``."""
        name, parameters, type_, _, ids, order, document, *lines = node.children
        where = self.place(node)
        old = self.names.table.get(str(name))
        symbol = RuleDecl(
            str(name),
            self.parameters(as_tree(parameters), where),
            self.type(type_, where) if type_ is not None else None,
            tuple(as_tree(line) for line in lines),
            self.where,
            ids_of(ids),
            unquote(as_tree(document).children[0]) if isinstance(document, Tree) else "",  # type: ignore[arg-type]
            order is not None,
        )
        if isinstance(old, RuleDecl) and replace:
            self.same_heading(old, symbol, where)
        self.names.add(str(name), symbol, where, replace and isinstance(old, RuleDecl))

    def same_heading(self, old: RuleDecl, new: RuleDecl, where: Where) -> None:
        """A rule that replaces another takes and gives the same."""
        given = ([t for _, t in new.parameters], new.result)
        if given != ([t for _, t in old.parameters], old.result):
            wanted = ", ".join(f"{n}: {t}" for n, t in old.parameters)
            raise SourceError(where, f"{new.name} replaces a rule", f"its heading has ({wanted})")

    def type(self, token: object, where: Where) -> Type:
        """A type by its name; a number when none stands there."""
        if token is None:
            return "number"
        if str(token) not in TYPES:
            raise SourceError(where, f"unknown type {str(token)!r}", ", ".join(sorted(TYPES)))
        return str(token)

    def parameters(self, node: Node, where: Where) -> tuple[tuple[str, Type], ...]:
        """Names and types of parameters."""
        found = [as_tree(p).children for p in node.children if p is not None]
        return tuple((str(name), self.type(type_, where)) for name, type_ in found)


def _signed(node: object) -> int:
    if not isinstance(node, Tree):
        return 0
    text = "".join(str(c) for c in node.children if c is not None)
    return int(text)
