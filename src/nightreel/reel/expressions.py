"""Compiles values: names, rows, fields, calls, arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from lark import Token

from nightreel.reel.emit import Emitter, Label
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.routine import Routine
from nightreel.reel.symbols import (
    FIELDS,
    RESULTS,
    Constant,
    Local,
    Names,
    Node,
    PieceClass,
    Primitive,
    Row,
    RuleDecl,
    Symbol,
    Type,
    ValueDecl,
    Word,
    called,
    fits,
)
from nightreel.reel.trees import as_tree, mentions, only_return

COUNTED: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
KIND: Final = "a kind is wanted here, such as victim"
INLINE_DEPTH: Final = 6
"""Bodies compiled in place inside one another."""
_SETS: Final = {"|": "either", "&": "both", "without": "without"}
_NUMBERS: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide_up", "%": "remainder"}


class Expressions:
    """Compiles expressions into code that leaves one word on the stack."""

    def __init__(self, names: Names, emitter: Emitter, streams: dict[str, int]) -> None:
        """Compile with these names into this emitter."""
        self.names = names
        self.out = emitter
        self.streams = streams
        self.routine = Routine(Where("<start>"))
        self.listened: dict[str, int] = {}
        self.placing: list[str] = []

    # ------------------------------------------------------------ help

    def place(self, node: Node | Token) -> Where:
        """The place of a node in its file."""
        base = self.routine.where
        line = (node.line if isinstance(node, Token) else getattr(node.meta, "line", 1)) or 1
        column = (node.column if isinstance(node, Token) else getattr(node.meta, "column", 1)) or 1
        return base.inside(line, column)

    def error(self, node: Node | Token, what: str, right: str = "") -> SourceError:
        """An error at a node."""
        return SourceError(self.place(node), what, right)

    def want(self, node: Node, given: Type, wanted: Type) -> None:
        """Check a type."""
        if fits(given, wanted):
            return
        if isinstance(self.symbol_of(node), PieceClass):
            name = str(node.children[0])
            right = f"one of them: choose v in {name} ..., or for v in {name}: ..."
            raise self.error(node, f"{name!r} are many", right if wanted == "piece" else KIND)
        raise self.error(node, f"this is {called(given)}", f"{called(wanted)} is wanted here")

    def typed(self, node: Node, wanted: Type) -> None:
        """Compile an expression of a known type."""
        if node.data == "name":
            self.check_name(node, str(node.children[0]), wanted)
        given = self.expression(node)
        if wanted == "spaces" and given == "space":
            self.out.emit("only")
            return
        self.want(node, given, wanted)

    def check_name(self, node: Node, name: str, wanted: Type) -> None:
        """An unknown name where a thing of a type is wanted is told with those of the type."""
        if self.routine.find(name) or self.meaning(name) or name in RESULTS:
            return
        if name in self.routine.around:
            return
        if wanted == "number" and name in COUNTED:
            raise self.error(node, f"unknown name {name!r}", f"write {COUNTED.index(name)}")
        known = [n for n, s in self.names.table.items() if getattr(s, "type", "") == wanted]
        right = nearest_word(name, known) or self.unknown(name)
        raise self.error(
            node, f"unknown name {name!r}", right or f"{called(wanted)} is wanted here"
        )

    def unknown(self, name: str) -> str:
        """What may be right instead of an unknown name: one like it, or what a moment knows."""
        near = nearest_word(name, self.names.table)
        moment = [n for n, local in self.routine.scopes[0].items() if local.outer]
        return near or ("this moment knows " + ", ".join(moment) if moment else "")

    def constant(self, node: Node) -> int | None:
        """The number that an expression always is, None when it may change."""
        if node.data == "number":
            return int(str(node.children[0]))
        if node.data == "sign":
            inner = self.constant(as_tree(node.children[1]))
            if inner is None:
                return None
            return -inner if str(node.children[0]) == "-" else inner
        if node.data == "name" and self.routine.find(str(node.children[0])) is None:
            symbol = self.meaning(str(node.children[0]))
            return symbol.value if isinstance(symbol, Constant) else None
        if node.data == "call":
            return self.constant_value(str(node.children[0]))
        return None

    def constant_value(self, name: str) -> int | None:
        """The number that a value always is in this cast, whatever its arguments."""
        symbol = self.names.table.get(name)
        if not isinstance(symbol, ValueDecl) or name in self.listened:
            return None
        if any(mentions(symbol.base, parameter) for parameter, _ in symbol.parameters):
            return None
        return self.constant(symbol.base)

    def meaning(self, name: str) -> Symbol | None:
        """What a name that is no local word stands for here, None when it is unknown."""
        return self.routine.aliases.get(name) or self.names.meaning(name, self.routine.where.file)

    def symbol_of(self, node: Node) -> object:
        """The meaning of a plain name, None for anything else."""
        if node.data != "name" or self.routine.find(str(node.children[0])) is not None:
            return None
        return self.meaning(str(node.children[0]))

    def expression(self, node: Node) -> Type:
        """Compile an expression; returns its type."""
        value = self.constant(node)
        if value is not None and node.data in ("number", "sign"):
            self.out.push(value)
            return "number"
        compiler = getattr(self, "e_" + node.data, None)
        if compiler is None:
            raise self.error(node, "this is no value", "write a number, a name or a call")
        type_: Type = compiler(node)
        return type_

    def e_name(self, node: Node) -> Type:
        """A name."""
        name = str(node.children[0])
        local = self.routine.find(name)
        if local is not None:
            self.out.emit("outer" if local.outer else "local", local.slot)
            return local.type
        if name in RESULTS and name not in self.names.table:
            return self.counter(node, name)
        symbol = self.meaning(name) or self.known(name, node)
        match symbol:
            case Constant(value, type_):
                self.out.push(value)
                return type_
            case Word(address, type_):
                self.out.emit("load", address)
                return type_
            case PieceClass(mask):
                self.out.push(mask)
                return "number"
            case ValueDecl(parameters=()) | RuleDecl(parameters=()):
                return self.call_name(node, name, [])
        raise self.error(node, f"{name!r} stands alone", f"write {name}[...] or {name}(...)")

    def known(self, name: str, node: Node) -> Symbol:
        """The meaning of a name; one that only the text around this block knows is an error."""
        if name in self.routine.around and name not in self.names.table:
            raise self.error(
                node,
                f"{name!r} belongs to the text around this Killer Action",
                "inside it use 'actor' and states, or set a state before",
            )
        if name not in self.names.table:
            raise self.error(node, f"unknown name {name!r}", self.unknown(name))
        return self.names.find(name, self.place(node))

    def counter(self, node: Node, name: str) -> Type:
        """How much was killed, hurt ... since this text began."""
        slot = self.routine.counters.get(name)
        if slot is None:
            raise self.error(node, f"{name!r} has no block here", "write do B: ... and B." + name)
        self.out.emit("load", self.counter_address(node, name))
        self.out.emit("local", slot)
        self.out.emit("subtract")
        return "number"

    def counter_address(self, node: Node, name: str) -> int:
        """Where the rulebook counts a result."""
        symbol = self.names.find("count_" + name, self.place(node))
        if not isinstance(symbol, Word):
            raise self.error(node, f"count_{name} is not counted")
        return symbol.address

    def e_index(self, node: Node) -> Type:
        """``row[x]``."""
        name, inner = str(node.children[0]), as_tree(node.children[1])
        row = self.names.find(name, self.place(node))
        if not isinstance(row, Row):
            raise self.error(node, f"{name!r} is no row", "only rows have [ ]")
        at = self.constant(inner)
        if at is not None and 0 <= at < row.length and not row.in_table:
            self.check_constant(inner, row.index)
            self.out.emit("load", row.address + at)
            return row.type
        self.typed(inner, row.index)
        self.out.emit("data" if row.in_table else "load_at", row.address, row.length)
        return row.type

    def check_constant(self, node: Node, wanted: Type) -> None:
        """Check the type of an expression that is folded into the code."""
        if node.data == "name":
            symbol = self.meaning(str(node.children[0]))
            if isinstance(symbol, Constant):
                self.want(node, symbol.type, wanted)

    def e_field(self, node: Node) -> Type:
        """``piece.health``, or what a named block did: ``B.killed``."""
        inner, name = as_tree(node.children[0]), str(node.children[1])
        if inner.data == "name" and str(inner.children[0]) in self.routine.blocks:
            return self.block_result(node, str(inner.children[0]), name)
        if name in RESULTS:
            block = self.out_of(inner)
            raise self.error(node, f"no block {block!r} stands before this", f"do {block}: ...")
        if name not in FIELDS:
            right = nearest_word(name, FIELDS) or "known are " + ", ".join(FIELDS)
            raise self.error(node, f"unknown field {name!r}", right)
        wanted, address, length, type_ = FIELDS[name]
        at = self.constant(inner)
        if at is not None and 0 <= at < length:
            self.check_constant(inner, wanted)
            self.out.emit("load", address + at)
            return type_
        self.typed(inner, wanted)
        self.out.emit("load_at", address, length)
        return type_

    def out_of(self, node: Node) -> str:
        """The name before a dot, if it is one."""
        return str(node.children[0]) if node.data == "name" else "B"

    def block_result(self, node: Node, block: str, name: str) -> Type:
        """What a named block did."""
        slot = self.routine.blocks[block].get(name)
        if slot is None:
            raise self.error(node, f"a block does not report {name!r}", ", ".join(RESULTS))
        self.out.emit("local", slot)
        return "number"

    def e_call(self, node: Node) -> Type:
        """``name(...)`` for its result."""
        arguments = [as_tree(c) for c in node.children[1:] if c is not None]
        return self.call_name(node, str(node.children[0]), arguments)

    def call_name(self, node: Node, name: str, arguments: list[Node]) -> Type:
        """Call a rule, value or primitive for its result."""
        result = self.call_any(node, name, arguments)
        if result is None:
            raise self.error(node, f"{name} has no result", "use it as a sentence of its own")
        return result

    def call_any(self, node: Node, name: str, arguments: list[Node]) -> Type | None:
        """Call a rule, value or primitive; returns the type of its result, if any."""
        symbol = self.names.find(name, self.place(node))
        match symbol:
            case Primitive(operation, parameters, result):
                self.arguments(node, name, arguments, list(parameters))
                self.out.emit(operation.name)
                return result
            case RuleDecl():
                return self.call_rule(node, symbol, arguments)
            case ValueDecl():
                return self.call_value(node, symbol, arguments)
        raise self.error(node, f"{name!r} cannot be called", "only rules and values have ( )")

    def arguments(self, node: Node, name: str, given: list[Node], wanted: list[Type]) -> None:
        """Compile the arguments of a call."""
        if len(given) != len(wanted):
            raise self.error(
                node, f"{name} is given {len(given)} arguments", f"it takes {len(wanted)}"
            )
        for argument, type_ in zip(given, wanted, strict=True):
            self.typed(argument, type_)

    def call_rule(self, node: Node, rule: RuleDecl, arguments: list[Node]) -> Type | None:
        """Call a rule; one that is a single ``return`` is worked out in place."""
        body = self.in_place(rule, arguments)
        if body is not None and rule.result is not None:
            with self.placed(node, rule, arguments):
                self.typed(body, rule.result)
            return rule.result
        self.arguments(node, rule.name, arguments, [t for _, t in rule.parameters])
        self.call_label(rule.name, len(arguments), rule.result is not None)
        return rule.result

    def call_value(self, node: Node, value: ValueDecl, arguments: list[Node]) -> Type:
        """Ask for a value; one that nothing changes in this cast is worked out in place."""
        body = self.in_place(value, arguments)
        if body is not None:
            with self.placed(node, value, arguments):
                self.typed(body, value.type)
            return value.type
        self.arguments(node, value.name, arguments, [t for _, t in value.parameters])
        self.call_label(value.name, len(arguments), True)
        return value.type

    def in_place(self, called: RuleDecl | ValueDecl, arguments: list[Node]) -> Node | None:
        """The expression that a call stands for, None when it must be called."""
        if called.name in self.listened or len(self.placing) > INLINE_DEPTH:
            return None
        if called.name in self.placing or len(arguments) != len(called.parameters):
            return None
        if not all(self.is_plain(a) for a in arguments):
            return None
        return called.base if isinstance(called, ValueDecl) else only_return(called)

    def is_plain(self, node: Node) -> bool:
        """Whether an argument is a name, a number or a word: it may be used more than once."""
        return self.plain(node) is not None

    def plain(self, node: Node) -> Constant | Word | Local | None:
        """What a plain argument stands for, None when it must be worked out."""
        number = self.constant(node)
        if number is not None:
            symbol = self.meaning(str(node.children[0])) if node.data == "name" else None
            return symbol if isinstance(symbol, Constant) else Constant(number)
        if node.data == "name":
            name = str(node.children[0])
            found = self.routine.find(name) or self.meaning(name)
            return found if isinstance(found, Local | Word) else None
        if node.data == "field" and str(node.children[1]) in FIELDS:
            _, address, length, type_ = FIELDS[str(node.children[1])]
            at = self.constant(as_tree(node.children[0]))
            return Word(address + at, type_) if at is not None and 0 <= at < length else None
        return None

    @contextmanager
    def placed(
        self, node: Node, called: RuleDecl | ValueDecl, arguments: list[Node]
    ) -> Iterator[None]:
        """Compile the body of a call here: its arguments are names for what they stand for."""
        scope: dict[str, Local] = {}
        aliases: dict[str, Constant | Word] = {}
        for (name, type_), argument in zip(called.parameters, arguments, strict=True):
            found = self.plain(argument)
            if isinstance(found, Local):
                self.want(argument, found.type, type_)
                scope[name] = found
            elif found is not None:
                self.want(argument, found.type, type_)
                aliases[name] = found
        routine = self.routine
        kept = (routine.where, routine.scopes, routine.aliases)
        routine.where, routine.scopes, routine.aliases = called.where, [scope], aliases
        self.placing.append(called.name)
        yield
        self.placing.pop()
        routine.where, routine.scopes, routine.aliases = kept

    def call_label(self, name: str, arguments: int, result: bool) -> None:
        """Write the call of a routine."""
        self.out.emit("call", self.label_of(name))
        self.out.shift(int(result) - arguments)

    def label_of(self, name: str) -> Label:
        """The label of a rule or value."""
        raise NotImplementedError

    def e_only(self, node: Node) -> Type:
        """``{x}``: the set of one."""
        self.expression(as_tree(node.children[0]))
        self.out.emit("only")
        return "spaces"

    def e_sign(self, node: Node) -> Type:
        """Minus or plus before a value."""
        self.typed(as_tree(node.children[1]), "number")
        if str(node.children[0]) == "-":
            self.out.emit("negate")
        return "number"

    def e_binary(self, node: Node) -> Type:
        """Arithmetic, and the union, intersection and difference of sets."""
        left, sign, right = (
            as_tree(node.children[0]),
            str(node.children[1]),
            as_tree(node.children[2]),
        )
        if sign in _SETS:
            self.typed(left, "spaces")
            self.typed(right, "spaces")
            self.out.emit(_SETS[sign])
            return "spaces"
        number = self.constant(right)
        self.expression(left)
        if number is not None and sign in "+-":
            self.out.emit("add_number", number if sign == "+" else -number)
            return "number"
        self.expression(right)
        self.out.emit(_NUMBERS[sign])
        return "number"
