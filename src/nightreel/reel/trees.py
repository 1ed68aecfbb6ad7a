"""Small helps with the trees that the parser gives."""

from __future__ import annotations

from typing import Final

from lark import Token, Tree

from nightreel.reel.symbols import Node, RuleDecl

SHORT: Final = 48
"""Parts of a rule that is compiled where it is called."""


def as_tree(node: object) -> Node:
    """A node of a tree.  Raises TypeError for a token or nothing."""
    if not isinstance(node, Tree):
        raise TypeError(f"no node: {node!r}")
    return node


def as_token(node: object) -> Token:
    """A token of a tree.  Raises TypeError for a node or nothing."""
    if not isinstance(node, Token):
        raise TypeError(f"no token: {node!r}")
    return node


def mentions(node: Node, name: str) -> bool:
    """Whether an expression uses a name."""
    return any(t.data == "name" and str(t.children[0]) == name for t in node.iter_subtrees())


def ids_of(node: object) -> tuple[str, ...]:
    """The rule ids in brackets, none when there are none."""
    return tuple(str(t) for t in node.children) if isinstance(node, Tree) else ()


def only_return(rule: RuleDecl) -> Node | None:
    """The expression of a rule that is nothing but ``return expression``."""
    node: Node = Tree("body", list(rule.body))
    for wanted in ("line", "sentence", "sequence", "return_"):
        children = [c for c in node.children if isinstance(c, Tree)]
        if len(children) != 1 or children[0].data != wanted:
            return None
        node = children[0]
    value = node.children[0]
    return value if isinstance(value, Tree) else None


def is_short(rule: RuleDecl) -> bool:
    """Whether a rule has few words and leaves its arguments alone."""
    nodes = [t for line in rule.body for t in line.iter_subtrees()]
    if len(nodes) > SHORT or any(t.data in ("do_", "act_") for t in nodes):
        return False
    changed = {
        str(as_tree(t.children[0]).children[0])
        for t in nodes
        if t.data == "assign" and as_tree(t.children[0]).data == "name"
    }
    return not changed & {name for name, _ in rule.parameters}


def last_clause(sentence: Node) -> Node | None:
    """The last clause of a sentence, None when the sentence parts into alternatives."""
    sequences = [c for c in sentence.children if isinstance(c, Tree)]
    if len(sequences) != 1:
        return None
    return as_tree(sequences[0].children[-1])


def prices_of(sequence: Node) -> list[Node]:
    """The prices with which a sequence begins."""
    prices: list[Node] = []
    for clause in sequence.children:
        if not isinstance(clause, Tree) or clause.data != "pay":
            break
        prices.append(clause)
    return prices


def first_sequence(block: Node) -> Node | None:
    """The first sequence of a block, None when it is empty."""
    node: Node = block
    while node.data != "sequence":
        trees = [c for c in node.children if isinstance(c, Tree)]
        if not trees:
            return None
        node = trees[0]
    return node
