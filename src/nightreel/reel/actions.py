"""Compiles Killer Actions: who acts, whom it aims at, its icons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from lark import Token, Tree

from nightreel.reel.emit import Label
from nightreel.reel.questions import Questions
from nightreel.reel.symbols import Node, Row, Word
from nightreel.reel.trees import as_tree
from nightreel.reel.words import shown

ACTED_WORDS: Final = 3
"""Words of the rulebook's row ``acted``: who acted in the Killer Action at hand."""
ACTORS: Final = {"enemies": 0, "killer": 1, "minions": 2}
"""Who acts in a Killer Action; in the rulebook ``by_killer`` and so on."""
AIMS: Final = {
    "closest": 0,
    "closest victim": 1,
    "girl": 2,
    "victim else girl": 3,
    "farthest victim": 4,
    "named": 5,
}
"""Whom a Killer Action aims at; in the rulebook ``aim_closest_victim`` and so on.

The last one aims at spaces that the card names.
"""

ICONS: Final = {"move_enemy": 1, "move_killing": 2, "attack": 3}
"""The rules of the icons, with their numbers ``icon_boot`` and so on in the rulebook."""
ICONS_MOST: Final = 15
"""So many icons have room in a number; what comes later is not foreseen."""


class Actions(Questions):
    """Compiles Killer Actions."""

    def s_act_(self, node: Node) -> None:
        """A Killer Action: who acts, whom it aims at, its icons (KILL-2, TGT-1)."""
        actors, aim, _ = node.children
        with self.aimed(as_tree(aim)) as whom:
            if isinstance(actors, Tree) and actors.data == "actors_of":
                self.actors_of(node, as_tree(actors.children[0]), whom)
            else:
                self.enemies_act(node, whom)

    @contextmanager
    def aimed(self, aim: Node) -> Iterator[int]:
        """Whom an action aims at as a number; spaces that it names lie in a state meanwhile."""
        if aim.data != "aim_at":
            yield AIMS[re.sub(" +", " ", str(aim.children[0]))]
            return
        word = self.names.table["aimed_at"]
        assert isinstance(word, Word)
        kept, old = self.routine.used, self.routine.slot()
        self.typed(as_tree(aim.children[0]), "spaces")
        self.out.emit("load", word.address)
        self.out.emit("set_local", old)
        self.out.emit("store", word.address)
        yield AIMS["named"]
        self.out.emit("local", old)
        self.out.emit("store", word.address)
        self.routine.used = kept

    def enemies_act(self, node: Node, whom: int) -> None:
        """A Killer Action of Enemies."""
        actors, _, block = node.children
        who = str(as_tree(actors).children[0]) if isinstance(actors, Tree) else "enemies"
        body = self.add_entry(as_tree(block), self.routine.where, self.routine.is_text)
        self.out.push(ACTORS[who])
        self.out.push(whom)
        self.out.push(body)
        self.out.push(self.printed(as_tree(block)))
        self.call_label("killer_action", 4, False)

    def actors_of(self, node: Node, head: Node, whom: int) -> None:
        """A Killer Action of other pieces: one after the other, in the player's order (AMB-1)."""
        block = node.children[2]
        body = self.add_entry(as_tree(block), self.routine.where, self.routine.is_text)
        name, iteration, where = head.children
        who: Node = Tree("name", [name], head.meta)
        fresh: Node = Tree("not_", [_called("has_acted", who)], head.meta)
        condition: Node = fresh if where is None else Tree("and_", [where, fresh], head.meta)
        binding: Node = Tree("binding", [name, iteration, condition], head.meta)
        words = Token("STRING", '"' + shown("Who acts next?") + '"')
        kept, loop, end = self.routine.used, Label(), Label()
        acted = [self.routine.slot() for _ in range(ACTED_WORDS)]
        actor = self.routine.slot()
        row = self.names.table["acted"]
        assert isinstance(row, Row)
        for i, slot in enumerate(acted):
            self.out.emit("load", row.address + i)
            self.out.emit("set_local", slot)
            self.out.push(0)
            self.out.emit("store", row.address + i)
        self.out.here(loop)
        worst = _called("evil_actor", who, whom, self.printed(as_tree(block)))
        self.choose_into(node, binding, words, None, worst, actor)
        self.out.emit("local", actor)
        self.out.emit("jump_unless", end)
        self.out.emit("local", actor)
        self.call_label("note_acted", 1, False)
        self.out.emit("local", actor)
        self.out.push(whom)
        self.out.push(body)
        self.out.push(self.printed(as_tree(block)))
        self.call_label("enemy_acts", 4, False)
        self.out.emit("jump", loop)
        self.out.here(end)
        for i, slot in enumerate(acted):
            self.out.emit("local", slot)
            self.out.emit("store", row.address + i)
        self.routine.used = kept

    def printed(self, block: Node) -> int:
        """The icons of a Killer Action as a number in base 4, the first one lowest (AMB-1).

        Of alternatives, and of what conditions part, those with the most icons count.
        """
        icons = self.icons_in(block)[:ICONS_MOST]
        return sum(icon * 4**i for i, icon in enumerate(icons))

    def icons_in(self, node: Node) -> list[int]:
        """The icons that a part of a Killer Action shows, in their order."""
        phrase = self.phrases.get(node.data)
        if phrase is not None and phrase.rule in ICONS:
            return [ICONS[phrase.rule]]
        if node.data == "act_":
            return []
        parts = [self.icons_in(child) for child in node.children if isinstance(child, Tree)]
        if node.data in ("sentence", "if_"):
            return max(parts, key=len, default=[])
        return [icon for part in parts for icon in part]


def _called(name: str, who: Node, *numbers: int) -> Node:
    """The call of a rule for a piece, with numbers behind it."""
    more: list[Node] = [Tree("number", [Token("NUMBER", str(n))], who.meta) for n in numbers]
    return Tree("call", [Token("NAME", name), who, *more], who.meta)
