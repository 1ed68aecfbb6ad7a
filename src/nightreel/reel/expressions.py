"""Compiles expressions and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from lark import Token, Tree

from nightreel.record import layout as L
from nightreel.reel.emit import Emitter, Label
from nightreel.reel.errors import SourceError, Where, nearest_word
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
    Things,
    Type,
    ValueDecl,
    Word,
    called,
    fits,
)

COUNTED: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
KIND: Final = "a kind is wanted here, such as victim"
INLINE_DEPTH: Final = 6
"""Bodies compiled in place inside one another."""


@dataclass
class Routine:
    """What is known while one routine is compiled."""

    where: Where
    arguments: int = 0
    result: Type | None = None
    is_text: bool = False
    scopes: list[dict[str, Local]] = field(default_factory=lambda: [{}])
    used: int = 0
    most: int = 0
    breaks: list[Label] = field(default_factory=list)
    end: Label | None = None
    result_slot: int | None = None
    cancel_slot: int | None = None
    in_hook: bool = False
    judge_off: int = 0
    catches: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, dict[str, int]] = field(default_factory=dict)
    around: frozenset[str] = frozenset()
    """Local names of the text around a block that is a routine of its own."""
    aliases: dict[str, Constant | Word] = field(default_factory=dict)
    """Names of arguments that stand for a number or a word while a body is compiled in place."""

    def slot(self, words: int = 1) -> int:
        """Room for local words."""
        at = self.used
        self.used += words
        self.most = max(self.most, self.used)
        return at

    def find(self, name: str) -> Local | None:
        """The local word of a name, the innermost first."""
        return next((s[name] for s in reversed(self.scopes) if name in s), None)

    def declare(self, name: str, type_: Type, words: int = 1) -> Local:
        """A new local word with a name."""
        local = Local(self.slot(words), type_)
        self.scopes[-1][name] = local
        return local


@dataclass(frozen=True)
class Binding:
    """``v in victims at s where ...``: what a loop, a choice or a count goes through."""

    name: str
    type: Type
    start: Callable[[int], None]
    """Writes the code that readies the two local words from a slot on."""
    step: Callable[[int, Label], None]
    """Writes the code that goes to the next thing, or to the label after the last."""
    where: Node | None
    first: int = 0


class Expressions:
    """Compiles expressions into code that leaves one word on the stack."""

    def __init__(self, names: Names, emitter: Emitter, streams: dict[str, int]) -> None:
        """Compile with these names into this emitter."""
        self.names = names
        self.out = emitter
        self.streams = streams
        self.routine = Routine(Where("<start>"))
        self.listened: dict[str, int] = {}
        self.uses: set[str] = set()
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

    # ------------------------------------------------------------ constants

    def constant(self, node: Node) -> int | None:
        """The number that an expression always is, None when it may change."""
        if node.data == "number":
            return int(str(node.children[0]))
        if node.data == "sign":
            inner = self.constant(_tree(node.children[1]))
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
        return self.routine.aliases.get(name) or self.names.table.get(name)

    # ------------------------------------------------------------ expressions

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
        name, inner = str(node.children[0]), _tree(node.children[1])
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
        inner, name = _tree(node.children[0]), str(node.children[1])
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
        arguments = [_tree(c) for c in node.children[1:] if c is not None]
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
        return called.base if isinstance(called, ValueDecl) else _only_return(called)

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
            at = self.constant(_tree(node.children[0]))
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
        self.uses.add(name)
        self.out.emit("call", self.label_of(name))
        self.out.shift(int(result) - arguments)

    def label_of(self, name: str) -> Label:
        """The label of a rule or value."""
        raise NotImplementedError

    def e_only(self, node: Node) -> Type:
        """``{x}``: the set of one."""
        self.expression(_tree(node.children[0]))
        self.out.emit("only")
        return "spaces"

    def e_sign(self, node: Node) -> Type:
        """Minus or plus before a value."""
        self.typed(_tree(node.children[1]), "number")
        if str(node.children[0]) == "-":
            self.out.emit("negate")
        return "number"

    def e_binary(self, node: Node) -> Type:
        """Arithmetic, and the union, intersection and difference of sets."""
        left, sign, right = _tree(node.children[0]), str(node.children[1]), _tree(node.children[2])
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
        self.expression(_tree(node.children[0]))
        self.typed(_tree(node.children[1]), "spaces")
        self.out.emit("contains")
        return "number"

    def e_not_in(self, node: Node) -> Type:
        """Whether a space is not in a set."""
        self.e_in_(node)
        self.out.emit("negation")
        return "number"

    def e_listened(self, node: Node) -> Type:
        """1 when some card of this cast hooks a moment or changes a value."""
        self.out.push(int(str(node.children[0]) in self.listened))
        return "number"

    # ------------------------------------------------------------ conditions

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
        arguments = [_tree(c) for c in node.children[1:] if c is not None]
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
        self.condition(_tree(node.children[0]), no)
        self.condition(_tree(node.children[1]), no)

    def c_or_(self, node: Node, no: Label) -> None:
        """Either."""
        yes = Label()
        self.unless(_tree(node.children[0]), yes)
        self.condition(_tree(node.children[1]), no)
        self.out.here(yes)

    def unless(self, node: Node, yes: Label) -> None:
        """Go on here when a condition does not hold, at the label when it does."""
        if node.data == "not_":
            self.condition(_tree(node.children[0]), yes)
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
        inner = _tree(node.children[0])
        if "c_" + inner.data in dir(self) or inner.data == "call":
            self.unless(inner, no)
        else:
            self.expression(inner)
            self.out.emit("jump_if", no)

    def c_compare(self, node: Node, no: Label) -> None:
        """A comparison."""
        left, sign, right = _tree(node.children[0]), str(node.children[1]), _tree(node.children[2])
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

    def bound(self, node: Node) -> tuple[Binding, int]:
        """Compile the head of a loop over a binding; its name is known until ``unbound``."""
        self.routine.scopes.append({})
        kept = self.routine.used
        binding = self.binding(node)
        slot = self.routine.slot(2)
        binding.start(slot)
        self.routine.scopes[-1][binding.name] = Local(slot, binding.type)
        return binding, kept

    def unbound(self, kept: int) -> None:
        """End the scope of a binding."""
        self.routine.scopes.pop()
        self.routine.used = kept

    def slot_of(self, binding: Binding) -> int:
        """The local word of a binding's name."""
        return self.routine.scopes[-1][binding.name].slot

    def c_any_(self, node: Node, no: Label) -> None:
        """Whether there is any."""
        loop, yes, none = Label(), Label(), Label()
        binding, kept = self.bound(_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), none)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("jump", yes)
        self.out.here(none)
        self.out.emit("jump", no)
        self.out.here(yes)
        self.unbound(kept)

    def c_no_binding(self, node: Node, no: Label) -> None:
        """Whether there is none."""
        loop, none = Label(), Label()
        binding, kept = self.bound(_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), none)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("jump", no)
        self.out.here(none)
        self.unbound(kept)

    def c_no_class(self, node: Node, no: Label) -> None:
        """Whether no piece of a class is on the map."""
        name = str(node.children[0])
        symbol = self.names.find(name, self.place(node))
        if not isinstance(symbol, PieceClass):
            raise self.error(node, f"{name!r} is no class of pieces", "such as victims")
        none = Label()
        kept = self.routine.used
        slot = self.routine.slot(2)
        self.out.push(0)
        self.out.emit("set_local", slot)
        self.out.emit("next_piece", slot, symbol.mask, none)
        self.out.emit("jump", no)
        self.out.here(none)
        self.routine.used = kept

    # ------------------------------------------------------------ bindings

    def e_count(self, node: Node) -> Type:
        """How many there are."""
        loop, end = Label(), Label()
        total = self.routine.slot()
        self.out.push(0)
        self.out.emit("set_local", total)
        binding, kept = self.bound(_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("local", total)
        self.out.emit("add_number", 1)
        self.out.emit("set_local", total)
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)
        self.out.emit("local", total)
        return "number"

    def gathered(self, node: Node, more: Callable[[Binding, int], str]) -> None:
        """Go through a binding and join what ``more`` leaves on the stack to a total."""
        loop, end = Label(), Label()
        total = self.routine.slot()
        self.out.push(0)
        self.out.emit("set_local", total)
        binding, kept = self.bound(_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        join = more(binding, self.slot_of(binding))
        self.out.emit("local", total)
        self.out.emit(join)
        self.out.emit("set_local", total)
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)
        self.out.emit("local", total)

    def e_total(self, node: Node) -> Type:
        """The sum of a number over all things of a binding."""

        def more(binding: Binding, slot: int) -> str:
            self.typed(_tree(node.children[1]), "number")
            return "add"

        self.gathered(node, more)
        return "number"

    def e_those(self, node: Node) -> Type:
        """The spaces of a binding as a set; of pieces, the spaces in which they stand."""

        def more(binding: Binding, slot: int) -> str:
            self.out.emit("local", slot)
            if binding.type == "piece":
                self.out.emit("load_at", L.PLACE, L.PIECES)
            elif binding.type != "space":
                raise self.error(node, f"a {binding.type} stands in no space", "spaces or pieces")
            self.out.emit("only")
            return "either"

        self.gathered(node, more)
        return "spaces"

    def binding(self, node: Node) -> Binding:
        """What a binding goes through."""
        name, iteration, where = str(node.children[0]), _tree(node.children[1]), node.children[2]
        condition = where if isinstance(where, Tree) else None
        if iteration.data == "numbers":
            return self.numbers(name, iteration, condition)
        subject, at = _tree(iteration.children[0]), iteration.children[1]
        symbol = self.symbol_of(subject)
        if isinstance(symbol, PieceClass):
            return self.pieces(name, symbol, at if isinstance(at, Tree) else None, condition)
        if isinstance(symbol, Things):
            return self.all_things(name, symbol, condition)
        if isinstance(symbol, Row) and symbol.index == "act" and not symbol.in_table:
            return self.acts(name, symbol, condition)
        if isinstance(symbol, Constant) and symbol.type == "zone":
            return self.simple(name, "card", subject, "next_card", condition)
        return self.by_type(name, subject, condition)

    def symbol_of(self, node: Node) -> object:
        """The meaning of a plain name, None for anything else."""
        if node.data != "name" or self.routine.find(str(node.children[0])) is not None:
            return None
        return self.meaning(str(node.children[0]))

    def pieces(self, name: str, cls: PieceClass, at: Node | None, where: Node | None) -> Binding:
        """Pieces of a class, on the map or in one place."""

        def start(slot: int) -> None:
            self.zero(slot)
            if at is not None:
                self.typed(at, "space")
                self.out.emit("set_local", slot + 1)

        def step(slot: int, end: Label) -> None:
            op = "next_piece" if at is None else "next_piece_at"
            self.out.emit(op, slot, cls.mask, end)

        return Binding(name, "piece", start, step, where)

    def acts(self, name: str, row: Row, where: Node | None) -> Binding:
        """Action cards of which there is a copy in a row."""
        return Binding(
            name,
            "act",
            self.zero,
            lambda slot, end: self.out.emit("next_act", slot, row.address, end),
            where,
        )

    def all_things(self, name: str, things: Things, where: Node | None) -> Binding:
        """Every thing of a type."""

        def start(slot: int) -> None:
            self.zero(slot)
            self.out.push(things.last)
            self.out.emit("set_local", slot + 1)

        return Binding(
            name, things.type, start, lambda s, end: self.out.emit("next_number", s, end), where
        )

    def numbers(self, name: str, node: Node, where: Node | None) -> Binding:
        """Numbers from one to another."""
        low, high = _tree(node.children[0]), _tree(node.children[1])

        def start(slot: int) -> None:
            number = self.constant(low)
            if number is None:
                self.typed(low, "number")
                self.out.emit("add_number", -1)
            else:
                self.out.push(number - 1)
            self.out.emit("set_local", slot)
            self.typed(high, "number")
            self.out.emit("set_local", slot + 1)

        return Binding(
            name, "number", start, lambda s, end: self.out.emit("next_number", s, end), where
        )

    def zero(self, slot: int) -> None:
        """Begin before the first thing."""
        self.out.push(0)
        self.out.emit("set_local", slot)

    def simple(self, name: str, type_: Type, subject: Node, op: str, where: Node | None) -> Binding:
        """Things that the word behind the slot says where to find."""

        def start(slot: int) -> None:
            self.zero(slot)
            self.expression(subject)
            self.out.emit("set_local", slot + 1)

        return Binding(name, type_, start, lambda s, end: self.out.emit(op, s, end), where)

    def by_type(self, name: str, subject: Node, where: Node | None) -> Binding:
        """Spaces of a set, ways at a space, cards in a zone."""
        kinds = {
            "spaces": ("space", "next_space"),
            "space": ("way", "next_way"),
            "zone": ("card", "next_card"),
        }
        type_ = self.type_of(subject)
        if type_ not in kinds:
            raise self.error(
                subject,
                f"{called(type_)} has nothing to go through",
                "such as victims, victims at SPACE, enemies, exits, hand",
            )
        return self.simple(name, kinds[type_][0], subject, kinds[type_][1], where)

    def type_of(self, node: Node) -> Type:
        """The type of an expression, found by compiling it aside."""
        kept = (len(self.out.code), len(self.out.places), self.out.depth, self.out.deepest)
        used = self.routine.used
        type_ = self.expression(node)
        del self.out.code[kept[0] :]
        del self.out.places[kept[1] :]
        self.out.depth, self.out.deepest = kept[2], kept[3]
        self.routine.used = used
        return type_

    # ------------------------------------------------------------ chance

    def stream(self, token: Token | Node) -> int:
        """The number of a stream of chance."""
        name = str(token)
        if name not in self.streams:
            where = self.place(token)
            raise SourceError(
                where,
                f"unknown source of chance {name!r}",
                nearest_word(name, self.streams) or "one of " + ", ".join(self.streams),
            )
        return self.streams[name]

    def e_roll(self, node: Node) -> Type:
        """Roll a die."""
        faces = int(str(node.children[1])) if node.children[1] is not None else 6
        if not 2 <= faces <= 20:
            raise self.error(node, f"a die with {faces} faces", "2 to 20 faces")
        self.out.emit("roll", self.stream(_token(node.children[0])), faces)
        self.out.shift(1)
        return "number"

    def e_reveal(self, node: Node) -> Type:
        """Which card an unseen one of a zone is."""
        self.out.emit("question")
        self.typed(_tree(node.children[1]), "zone")
        self.out.emit("reveal", self.stream(_token(node.children[0])))
        self.out.emit("add_number", -L.CARD_ACTION)
        return "card"

    def e_chance(self, node: Node) -> Type:
        """One of several numbers by weight."""
        self.out.emit("question")
        for weight in node.children[1:]:
            pair = _tree(weight)
            self.typed(_tree(pair.children[0]), "number")
            self.typed(_tree(pair.children[1]), "number")
            self.out.emit("outcome", L.NUMBER_ACTION)
        self.out.emit("ask_chance", self.stream(_token(node.children[0])), L.NUMBER_ACTION)
        self.out.shift(1)
        return "number"

    def e_random(self, node: Node) -> Type:
        """One thing of a binding by chance."""
        loop, end = Label(), Label()
        self.out.emit("question")
        binding, kept = self.bound(_tree(node.children[1]))
        base = BASES[binding.type]
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("local", self.slot_of(binding))
        if node.children[2] is None:
            self.out.push(1)
        else:
            self.typed(_tree(node.children[2]), "number")
        self.out.emit("outcome", base)
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)
        self.out.emit("ask_chance", self.stream(_token(node.children[0])), base)
        self.out.shift(1)
        self.out.emit("add_number", -base)
        return binding.type


BASES: Final[dict[Type, int]] = {
    "number": L.NUMBER_ACTION,
    "act": L.ACT_ACTION,
    "space": L.SPACE_ACTION,
    "piece": L.PIECE_ACTION,
    "card": L.CARD_ACTION,
    "way": L.WAY_ACTION,
    "kind": L.NUMBER_ACTION,
    "zone": L.NUMBER_ACTION,
    "meter": L.NUMBER_ACTION,
}
"""First action of the range of each type of thing."""

_SETS: Final = {"|": "either", "&": "both", "without": "without"}
_NUMBERS: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "halve", "%": "remainder"}
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


def mentions(node: Node, name: str) -> bool:
    """Whether an expression uses a name."""
    return any(t.data == "name" and str(t.children[0]) == name for t in node.iter_subtrees())


def _only_return(rule: RuleDecl) -> Node | None:
    """The expression of a rule that is nothing but ``return expression``."""
    node: Node = Tree("body", list(rule.body))
    for wanted in ("line", "sentence", "sequence", "return_"):
        children = [c for c in node.children if isinstance(c, Tree)]
        if len(children) != 1 or children[0].data != wanted:
            return None
        node = children[0]
    value = node.children[0]
    return value if isinstance(value, Tree) else None


def _tree(node: object) -> Node:
    if not isinstance(node, Tree):
        raise TypeError(f"no node: {node!r}")
    return node


def _token(node: object) -> Token:
    if not isinstance(node, Token):
        raise TypeError(f"no token: {node!r}")
    return node
