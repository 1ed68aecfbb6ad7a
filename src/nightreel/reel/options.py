"""Compiles questions that are a union of what all open rules offer: ``ask`` with options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lark import Token, Tree

from nightreel.record import layout as L
from nightreel.reel.actions import Actions
from nightreel.reel.bindings import BASES
from nightreel.reel.emit import Label
from nightreel.reel.info import ClauseInfo, OptionInfo
from nightreel.reel.questions import NUMBERS_END, RANGE_SIZE
from nightreel.reel.symbols import Node, Row, Type, ValueDecl
from nightreel.reel.trees import as_token, as_tree, mentions
from nightreel.reel.words import placeholders, unquote

SECOND_RANGE: Final[dict[Type, tuple[int, ...]]] = {
    "act": (L.ACT_ACTION, L.ACT2_ACTION),
    "space": (L.SPACE_ACTION,),
    "piece": (L.PIECE_ACTION,),
    "card": (L.CARD_ACTION,),
    "way": (L.WAY_ACTION,),
}
GROUPS_MAX: Final = 16
"""Groups of Action cards in a set."""


@dataclass
class OpenOption:
    """An option while its question is compiled."""

    node: Node
    first: int
    size: int
    type: Type | None
    variable: str
    types: tuple[Type, ...] = ()


@dataclass(frozen=True)
class RowTest:
    """What is asked of a card through a row of the table, the same way for every card."""

    row: Row
    sign: str
    other: Node
    number: int
    unless: Node | None

    def refused(self) -> int:
        """The groups that are refused, as a set."""
        bit = 1 << self.number
        return bit if self.sign == "!=" else (1 << GROUPS_MAX) - 1 - bit


class Options(Actions):
    """Compiles ``ask``: every option offered or refused for every thing."""

    def s_ask(self, node: Node) -> None:
        """A question with several options, each open for several things."""
        token = as_token(node.children[0])
        nodes = [as_tree(c) for c in node.children[1:]]
        types = self.begin_question(token)
        opened = self.open_options(nodes)
        for option in opened:
            if option.node.data == "abilities":
                self.offer_abilities(str(option.node.children[0]))
            else:
                self.option(option)
        infos = [self.info(o) for o in opened]
        self.out.emit("ask", self.asked(unquote(token), infos, types))
        self.out.shift(1)
        self.answer(opened)

    def offer_abilities(self, window: str) -> None:
        """Offer the abilities of a window, if this cast has any."""
        raise NotImplementedError

    def open_options(self, nodes: list[Node]) -> list[OpenOption]:
        """Give each option its range of actions."""
        number = 0
        taken: dict[Type, int] = {}
        opened: list[OpenOption] = []
        for node in nodes:
            if node.data == "abilities":
                opened.append(OpenOption(node, L.ABILITY_ACTION, L.ABILITIES, None, ""))
                continue
            head = node.children[0]
            if not isinstance(head, Tree):
                opened.append(OpenOption(node, number, 1, None, ""))
                number += 1
                continue
            type_ = self.binding_type(head)
            if BASES[type_] == L.NUMBER_ACTION:
                size = RANGE_SIZE[type_]
                opened.append(OpenOption(node, number, size, type_, str(head.children[0])))
                number += size
            else:
                ranges = SECOND_RANGE[type_]
                at = taken.get(type_, 0)
                if at >= len(ranges):
                    raise self.error(node, f"too many options of the type {type_}")
                taken[type_] = at + 1
                variable = str(head.children[0])
                opened.append(OpenOption(node, ranges[at], RANGE_SIZE[type_], type_, variable))
            if number > NUMBERS_END:
                raise self.error(node, "too many options in one question")
        return opened

    def binding_type(self, head: Node) -> Type:
        """The type of the things of a binding."""
        return self.binding(head).type

    def info(self, option: OpenOption) -> OptionInfo:
        """The words of an option."""
        if option.node.data == "abilities":
            return OptionInfo(option.first, option.first + option.size, "ability", "{it}", "it")
        words = unquote(as_token(option.node.children[1]))
        return OptionInfo(
            option.first,
            option.first + option.size,
            option.type or "number",
            words,
            option.variable,
            option.types,
        )

    def option(self, option: OpenOption) -> None:
        """Offer or refuse every thing of an option."""
        requires = [as_tree(c) for c in option.node.children[2:-1]]
        head = option.node.children[0]
        if not isinstance(head, Tree):
            self.thing(option, None, requires, None)
            return
        end = Label()
        variable = str(head.children[0])
        general = [r for r in requires if not mentions(as_tree(r.children[0]), variable)]
        refusals = [(r, Label()) for r in general]
        for require, no in refusals:
            self.condition(as_tree(require.children[0]), no)
        if not any(self.constant(as_tree(r.children[0])) == 0 for r in general):
            self.every_thing_or_row(option, [r for r in requires if r not in general])
        for require, no in refusals:
            self.out.emit("jump", end)
            self.out.here(no)
            self.out.emit("unless_reasons", end)
            self.every_thing(option, [], require)
        self.out.here(end)

    def every_thing_or_row(self, option: OpenOption, requires: list[Node]) -> None:
        """Offer every thing; when nobody wants reasons and all is in rows, all cards at once."""
        row = self.row_of_acts(option)
        asked = [r for r in requires if not self.constant(as_tree(r.children[0]))]
        tests = [self.row_test(r, option.variable) for r in asked]
        known = [t for t in tests if t is not None]
        if row is None or not tests or len(known) != len(tests) or not joinable(known):
            self.every_thing(option, requires, None)
            return
        quick, end = Label(), Label()
        self.out.emit("unless_reasons", quick)
        self.every_thing(option, requires, None)
        self.out.emit("jump", end)
        self.out.here(quick)
        self.offer_row(option, row, known)
        self.out.here(end)

    def offer_row(self, option: OpenOption, row: Row, tests: list[RowTest]) -> None:
        """Offer the Action cards of a row that pass the tests, all at once."""
        data = tests[0].row
        words = (row.address, option.first, data.address, data.length)
        if tests[0].sign == "<=":
            self.expression(tests[0].other)
            self.out.emit("offer_acts_up_to", *words)
            return
        refused = 0
        for test in tests:
            if test.unless is None:
                refused |= test.refused()
        kept = self.routine.used
        slot = self.routine.slot()
        self.out.push(refused)
        self.out.emit("set_local", slot)
        for test in tests:
            if test.unless is not None:
                self.refuse_unless(test, slot)
        self.out.emit("local", slot)
        self.out.emit("offer_acts_but", *words)
        self.routine.used = kept

    def refuse_unless(self, test: RowTest, slot: int) -> None:
        """Refuse one group of cards unless a condition holds that is the same for all."""
        yes = Label()
        assert test.unless is not None
        self.unless(test.unless, yes)
        self.out.emit("local", slot)
        self.out.push(test.refused())
        self.out.emit("either")
        self.out.emit("set_local", slot)
        self.out.here(yes)

    def row_of_acts(self, option: OpenOption) -> Row | None:
        """The row of Action cards that an option goes through whole, None for anything else."""
        head = as_tree(option.node.children[0])
        symbol = self.symbol_of(as_tree(as_tree(head.children[1]).children[0]))
        if head.children[2] is not None or not isinstance(symbol, Row):
            return None
        return symbol if symbol.index == "act" and not symbol.in_table else None

    def row_test(self, require: Node, variable: str) -> RowTest | None:
        """``row[c] != group``, ``... or condition``, ``row[c] <= number``, else None."""
        node, unless = as_tree(require.children[0]), None
        if node.data == "or_":
            node, unless = as_tree(node.children[0]), as_tree(node.children[1])
        if node.data != "compare" or (unless is not None and mentions(unless, variable)):
            return None
        left, sign, right = (
            as_tree(node.children[0]),
            str(node.children[1]),
            as_tree(node.children[2]),
        )
        row = self.row_in(left, variable)
        number = self.constant(right)
        if row is None or mentions(right, variable):
            return None
        if sign == "<=" and unless is None and self.is_plain(right):
            return RowTest(row, sign, right, 0, None)
        if number is None or sign not in ("==", "!=") or not 0 <= number < GROUPS_MAX:
            return None
        return RowTest(row, sign, right, number, unless) if sign == "!=" or not unless else None

    def row_in(self, node: Node, variable: str) -> Row | None:
        """The row of the table in ``row[c]``, or in a value that is just that."""
        if node.data == "call" and len(node.children) == 2 and mentions(node, variable):
            symbol = self.names.table.get(str(node.children[0]))
            if not isinstance(symbol, ValueDecl) or symbol.name in self.listened:
                return None
            node, variable = symbol.base, symbol.parameters[0][0]
        if node.data != "index" or as_tree(node.children[1]).data != "name":
            return None
        row = self.names.table.get(str(node.children[0]))
        same = str(as_tree(node.children[1]).children[0]) == variable
        return row if same and isinstance(row, Row) and row.in_table else None

    def every_thing(self, option: OpenOption, requires: list[Node], refused: Node | None) -> None:
        """Offer every thing of an option, or refuse all of them for one reason."""
        if not requires and refused is None and self.all_acts(option):
            return
        loop, end = Label(), Label()
        binding, kept = self.bound(as_tree(option.node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        if refused is None:
            self.thing(option, self.slot_of(binding), requires, loop)
        else:
            self.refusal(option, self.slot_of(binding), refused)
            self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)

    def all_acts(self, option: OpenOption) -> bool:
        """Offer all Action cards of a row at once, when nothing more is to be said of them."""
        head = as_tree(option.node.children[0])
        subject = as_tree(head.children[1]).children[0]
        symbol = self.symbol_of(as_tree(subject))
        words = placeholders(unquote(as_token(option.node.children[1])))
        if head.children[2] is not None or any(w != option.variable for w in words):
            return False
        if not isinstance(symbol, Row) or symbol.index != "act" or symbol.in_table:
            return False
        self.out.emit("offer_acts", symbol.address, option.first)
        return True

    def thing(
        self, option: OpenOption, slot: int | None, requires: list[Node], loop: Label | None
    ) -> None:
        """Offer or refuse one thing."""
        done = loop or Label()
        refusals = [(require, Label()) for require in requires]
        for require, no in refusals:
            self.condition(as_tree(require.children[0]), no)
        self.subject(option, slot)
        self.out.emit("offer_piece" if option.type == "piece" else "offer", option.first)
        option.types = self.option_numbers(option, slot)
        self.out.emit("jump", done)
        for require, no in refusals:
            self.out.here(no)
            self.out.emit("unless_reasons", done)
            self.refusal(option, slot, require)
            self.out.emit("jump", done)
        if loop is None:
            self.out.here(done)

    def option_numbers(self, option: OpenOption, slot: int | None) -> tuple[Type, ...]:
        """The numbers in the words of an option."""
        words = option.node.children[1]
        return self.numbers_with(option, slot, as_token(words), (option.variable,))

    def numbers_with(
        self, option: OpenOption, slot: int | None, token: Token, known: tuple[str, ...]
    ) -> tuple[Type, ...]:
        """Compile the numbers in words about one thing, which lies below them on the stack."""
        inner = [x for x in placeholders(unquote(token)) if x not in known]
        if not inner:
            return ()
        if len(inner) > 2:
            raise self.error(token, "too many { } in these words", "at most two")
        quick = Label()
        if known:
            self.out.emit("unless_reasons", quick)
        self.subject(option, slot)
        types = self.fill(inner, token)
        if len(types) == 1:
            self.out.push(0)
        self.out.emit("reason", option.first)
        self.out.here(quick)
        return types

    def subject(self, option: OpenOption, slot: int | None) -> None:
        """Put the thing on the stack."""
        if slot is None:
            self.out.push(0)
        else:
            self.out.emit("local", slot)

    def refusal(self, option: OpenOption, slot: int | None, require: Node) -> None:
        """Refuse one thing, with the numbers of the reason."""
        _, rule, token = require.children
        template = unquote(as_token(token))
        clause = L.ANSWER_CLAUSE + len(self.book.clauses)
        self.subject(option, slot)
        self.out.emit("refuse", option.first, clause)
        types = self.numbers_with(option, slot, as_token(token), ())
        self.book.clauses.append(ClauseInfo(template, str(rule), types))

    def answer(self, opened: list[OpenOption]) -> None:
        """Run what the answer on the stack stands for."""
        kept = self.routine.used
        answer = self.routine.slot()
        self.out.emit("set_local", answer)
        end = Label()
        ordered = sorted(opened, key=lambda o: o.first)
        for i, option in enumerate(ordered):
            no = Label()
            if i < len(ordered) - 1:
                self.out.emit("local", answer)
                self.out.emit("unless_below", option.first + option.size, no)
            self.chosen(option, answer)
            self.out.emit("jump", end)
            self.out.here(no)
        self.out.here(end)
        self.routine.used = kept

    def chosen(self, option: OpenOption, answer: int) -> None:
        """Run the block of an option, its name bound to the thing chosen."""
        if option.node.data == "abilities":
            self.out.emit("local", answer)
            self.out.emit("add_number", -L.ABILITY_ACTION)
            row = self.names.table["ability_entry"]
            assert isinstance(row, Row)
            self.out.emit("data", row.address, row.length)
            self.out.emit("call_entry")
            self.out.shift(-1)
            return
        self.routine.scopes.append({})
        kept = self.routine.used
        if option.variable and option.type is not None:
            local = self.routine.declare(option.variable, option.type)
            self.out.emit("local", answer)
            self.out.emit("add_number", -option.first)
            self.out.emit("set_local", local.slot)
        body = as_tree(option.node.children[-1])
        if body.data == "block":
            self.block(body)
        else:
            self.sentence(body)
        self.routine.scopes.pop()
        self.routine.used = kept


def joinable(tests: list[RowTest]) -> bool:
    """Whether tests can be made at once: all of one row, by groups, or a single one by a number."""
    if len(tests) == 1:
        return True
    return all(t.sign != "<=" and t.row == tests[0].row for t in tests)
