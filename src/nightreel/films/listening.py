"""The rulebook, the film's own rules, and everything that listens to them."""

from __future__ import annotations

from lark import Tree

from nightreel.films.boards import Boards
from nightreel.films.components import Components
from nightreel.films.rulebook import rulebook_sources
from nightreel.films.source import Fields, Text, listed, where_of
from nightreel.record import layout as L
from nightreel.reel.compiler import PERIODS, Ability, Hook, Modifier, Requirement, Source
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.reader import Reader
from nightreel.reel.symbols import Constant
from nightreel.reel.trees import as_tree
from nightreel.reel.words import words_of


class Listening(Boards):
    """Reads rules, hooks, modifiers and abilities."""

    components: Components
    """What films bring of their own; ready before rules are read."""

    def read_rules(self) -> None:
        """Read the rulebook and the film's own rules; add the sources of rules."""
        self.make_sources()
        reader = Reader(self.names, self.states, self.parser)
        for file, text in rulebook_sources():
            reader.read(text, Where("rulebook/" + file))
        self.components.read_states(reader)
        for half in (self.cast.killer, self.cast.location, self.cast.girl):
            rules = half.get("rules")
            if rules:
                reader.read(str(rules), where_of(rules, half.where), replace=True)
        self.components.read_elsewhere()

    def source(self, title: str, this: Constant, role: bool = False) -> Source:
        """A new source of rules that is no card."""
        number = self.next_source
        self.next_source += 1
        if number >= L.SOURCES:
            raise SourceError(self.cast.killer.where, "too many sources of rules")
        return Source(number, title, this, role)

    def make_sources(self) -> None:
        """Boards, the two sides of the Final Girl card, kinds of pieces."""
        nothing = Constant(0, "any")
        self.sources: list[tuple[Source, Fields]] = []
        girl = self.cast.girl
        ultimate: Fields = girl.get("ultimate") or Fields(girl.where)
        for name, title, data in (
            ("source_killer", str(self.cast.killer["title"]), self.cast.killer),
            ("source_location", str(self.cast.location["title"]), self.cast.location),
            ("source_girl", str(girl["title"]), girl),
            ("source_ultimate", str(ultimate.get("title") or girl["title"]), ultimate),
        ):
            source = self.source(title, nothing)
            self.sources.append((source, data))
            self.constant(name, source.number, "any", Where("<core>"))
        numbers = [0] * L.KINDS
        for number, (_, title, role) in enumerate(self.kinds, start=1):
            source = self.source(title, Constant(number, "kind"), role=True)
            numbers[number] = source.number
            if role is not None and role not in (self.cast.killer, girl):
                self.sources.append((source, role))
        self.rows.add("source_of_kind", "kind", "any", numbers)
        for number, (type_, card) in enumerate(self.cards, start=1):
            from_next = type_ == "finale"
            self.sources.append(
                (
                    Source(number, str(card["title"]), Constant(number, "card"), False, from_next),
                    card,
                )
            )

    def listen(self) -> None:
        """Read hooks, modifiers and abilities of everything, and the endings of the film."""
        self.listeners.endings = list(self.components.endings())
        for source, data in self.sources:
            for text in listed(data.get("when")):
                self.hook(source, text)
            for text in listed(data.get("while")):
                self.modifier(source, text)
            for ability in data.get("use") or []:
                self.ability(source, ability)

    def hook(self, source: Source, text: Text) -> None:
        """``before``, ``after`` or ``instead`` of a moment."""
        tree = self.tree("hook", text)
        when, moment, condition, once, price, block = tree.children
        if str(moment) in self.names.missing:
            return
        if once is not None and str(once) not in PERIODS:
            raise SourceError(
                where_of(text, Where("<film>")), f"once a {once}?", "phase, turn, game"
            )
        words = as_tree(price).children[0] if isinstance(price, Tree) else None
        self.listeners.hooks.append(
            Hook(
                source,
                str(when),
                str(moment),
                condition if isinstance(condition, Tree) else None,
                str(words)[1:-1] if words is not None else None,
                as_tree(block),
                where_of(text, Where("<film>")),
                str(once) if once is not None else None,
            )
        )

    def modifier(self, source: Source, text: Text) -> None:
        """A change of a value."""
        name, layer, amount, condition = self.tree("modifier", text).children
        if str(name) in self.names.missing:
            return
        self.listeners.modifiers.append(
            Modifier(
                source,
                str(name),
                str(layer),
                as_tree(amount),
                condition if isinstance(condition, Tree) else None,
                where_of(text, Where("<film>")),
            )
        )

    def ability(self, source: Source, data: Fields) -> None:
        """Something that the player may use."""
        requires = []
        for require in data.get("require") or []:
            condition = self.tree("condition", require["if"])
            requires.append(
                Requirement(
                    as_tree(condition.children[0]),
                    str(require.get("rule") or "ITEM-1"),
                    str(require["because"]),
                    where_of(require["if"], data.where),
                )
            )
        text = self.tree("text", data["text"])
        once = data.get("once")
        words = words_of(text, {p.label: p for p in self.phrases}, self.titles)
        self.listeners.abilities.append(
            Ability(
                source,
                str(data.get("window") or "action"),
                str(once) if once else None,
                tuple(requires),
                text,
                f"{source.title}: {words}",
                where_of(data["text"], data.where),
            )
        )
