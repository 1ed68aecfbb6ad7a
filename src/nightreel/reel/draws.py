"""Compiles questions to chance inside an expression."""

from __future__ import annotations

from lark import Token

from nightreel.record import layout as L
from nightreel.reel.bindings import BASES, Bindings
from nightreel.reel.emit import Label
from nightreel.reel.errors import SourceError, nearest_word
from nightreel.reel.symbols import Node, Type
from nightreel.reel.trees import as_token, as_tree


class Draws(Bindings):
    """Compiles dice, revealed cards and random picks."""

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
        self.out.emit("roll", self.stream(as_token(node.children[0])), faces)
        self.out.shift(1)
        return "number"

    def e_reveal(self, node: Node) -> Type:
        """Which card an unseen one of a zone is."""
        self.out.emit("question")
        self.typed(as_tree(node.children[1]), "zone")
        self.out.emit("reveal", self.stream(as_token(node.children[0])))
        self.out.emit("add_number", -L.CARD_ACTION)
        return "card"

    def e_chance(self, node: Node) -> Type:
        """One of several numbers by weight."""
        self.out.emit("question")
        for weight in node.children[1:]:
            pair = as_tree(weight)
            self.typed(as_tree(pair.children[0]), "number")
            self.typed(as_tree(pair.children[1]), "number")
            self.out.emit("outcome", L.NUMBER_ACTION)
        self.out.emit("ask_chance", self.stream(as_token(node.children[0])), L.NUMBER_ACTION)
        self.out.shift(1)
        return "number"

    def e_random(self, node: Node) -> Type:
        """One thing of a binding by chance."""
        loop, end = Label(), Label()
        self.out.emit("question")
        binding, kept = self.bound(as_tree(node.children[1]))
        base = BASES[binding.type]
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("local", self.slot_of(binding))
        if node.children[2] is None:
            self.out.push(1)
        else:
            self.typed(as_tree(node.children[2]), "number")
        self.out.emit("outcome", base)
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)
        self.out.emit("ask_chance", self.stream(as_token(node.children[0])), base)
        self.out.shift(1)
        self.out.emit("add_number", -base)
        return binding.type
