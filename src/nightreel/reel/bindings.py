"""Compiles what goes through things: ``v in victims at s where ...``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lark import Tree

from nightreel.record import layout as L
from nightreel.reel.conditions import Conditions
from nightreel.reel.emit import Label
from nightreel.reel.routine import Binding
from nightreel.reel.symbols import Constant, Local, Node, PieceClass, Row, Things, Type, called
from nightreel.reel.trees import as_tree

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


class Bindings(Conditions):
    """Compiles loops over things, and what is counted or found in them."""

    def binding(self, node: Node) -> Binding:
        """What a binding goes through."""
        name, iteration, where = str(node.children[0]), as_tree(node.children[1]), node.children[2]
        condition = where if isinstance(where, Tree) else None
        if iteration.data == "numbers":
            return self.numbers(name, iteration, condition)
        subject, at = as_tree(iteration.children[0]), iteration.children[1]
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

    def type_of(self, node: Node) -> Type:
        """The type of an expression, found by compiling it aside."""
        kept = (len(self.out.code), len(self.out.places), self.out.depth, self.out.deepest)
        used, barrier = self.routine.used, self.out.barrier
        self.out.barrier = len(self.out.code)
        type_ = self.expression(node)
        del self.out.code[kept[0] :]
        del self.out.places[kept[1] :]
        self.out.depth, self.out.deepest = kept[2], kept[3]
        self.routine.used, self.out.barrier = used, barrier
        return type_

    def zero(self, slot: int) -> None:
        """Begin before the first thing."""
        self.out.push(0)
        self.out.emit("set_local", slot)

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
        low, high = as_tree(node.children[0]), as_tree(node.children[1])

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

    def c_any_(self, node: Node, no: Label) -> None:
        """Whether there is any."""
        loop, yes, none = Label(), Label(), Label()
        binding, kept = self.bound(as_tree(node.children[0]))
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
        binding, kept = self.bound(as_tree(node.children[0]))
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

    def e_count(self, node: Node) -> Type:
        """How many there are."""

        def more(binding: Binding, slot: int) -> str:
            self.out.push(1)
            return "add"

        self.gathered(node, more)
        return "number"

    def gathered(self, node: Node, more: Callable[[Binding, int], str]) -> None:
        """Go through a binding and join what ``more`` leaves on the stack to a total."""
        loop, end = Label(), Label()
        total = self.routine.slot()
        self.out.push(0)
        self.out.emit("set_local", total)
        binding, kept = self.bound(as_tree(node.children[0]))
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
            self.typed(as_tree(node.children[1]), "number")
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
