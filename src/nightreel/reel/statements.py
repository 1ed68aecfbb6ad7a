"""Compiles sentences: lines, blocks, effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from lark import Lark, Token, Tree

from nightreel.record import layout as L
from nightreel.reel.draws import Draws
from nightreel.reel.emit import Emitter, Label
from nightreel.reel.errors import Where, nearest_word
from nightreel.reel.expressions import INLINE_DEPTH
from nightreel.reel.grammar import Phrase, parse
from nightreel.reel.info import ClauseInfo, QuestionInfo, SentenceInfo
from nightreel.reel.symbols import FIELDS, RESULTS, Names, Node, Row, RuleDecl, Type, Word
from nightreel.reel.trees import as_token, as_tree, ids_of, is_short, last_clause
from nightreel.reel.words import placeholders, unquote

SETTERS: Final = {
    "space": "write put(PIECE, SPACE)",
    "kind": "write turn_into(PIECE, KIND)",
    "zone": "write lay(CARD, ZONE), or add CARD to ZONE",
}
"""How fields are changed that cannot be set."""
_DISCARDS: Final = frozenset({"discard_lasting", "discard_item", "discard_minor"})
_HARMLESS: Final = frozenset({"let", "assign", "say", "return_", "single", "choose"})


@dataclass
class Book:
    """Everything of a program that is words, not code."""

    questions: list[QuestionInfo] = field(default_factory=list)
    clauses: list[ClauseInfo] = field(default_factory=list)
    sentences: list[SentenceInfo] = field(default_factory=list)


class Statements(Draws):
    """Compiles sentences into code that leaves the stack as it was."""

    def __init__(
        self,
        names: Names,
        emitter: Emitter,
        streams: dict[str, int],
        parser: Lark,
        phrases: Iterable[Phrase],
        book: Book,
    ) -> None:
        """Compile with these names, phrases and words into this emitter."""
        super().__init__(names, emitter, streams)
        self.parser = parser
        self.phrases = {p.label: p for p in phrases}
        self.book = book
        self.titles: Mapping[str, str] = {}
        self.routine_name = ""

    def add_entry(self, block: Node, where: Where, is_text: bool) -> int:
        """Compile a block as a routine of its own later; returns its number."""
        raise NotImplementedError

    def alternatives(self, sequences: list[Node]) -> None:
        """The player chooses one of several sequences, whole (ACT-3)."""
        raise NotImplementedError

    def lines(self, nodes: Iterable[Node]) -> None:
        """Compile lines; an ``else`` belongs to the ``if`` before it."""
        todo = list(nodes)
        while todo:
            line = todo.pop(0)
            if line.data in ("elif_line", "else_line"):
                raise self.error(line, "no 'if' stands before this", "begin with: if ...:")
            rest: list[Node] = []
            while todo and todo[0].data in ("elif_line", "else_line"):
                rest.append(todo.pop(0))
            self.line(line, rest)

    def line(self, line: Node, rest: list[Node]) -> None:
        """One line, with the ``elif`` and ``else`` lines that follow it."""
        sentences = [as_tree(s) for s in line.children if s is not None]
        for sentence in sentences[:-1]:
            self.sentence(sentence)
        if not rest:
            self.sentence(sentences[-1])
            return
        last = last_clause(sentences[-1])
        if last is None or last.data != "if_" or last.children[2] is not None:
            raise self.error(rest[0], "no 'if' stands before this", "begin with: if ...:")
        self.out.mark(self.place(line))
        self.chain(last, rest)

    def chain(self, first: Node, rest: list[Node]) -> None:
        """``if``, ``elif`` ..., ``else`` on lines of their own."""
        end = Label()
        self.branch(first, end, bool(rest))
        for i, line in enumerate(rest):
            if line.data == "else_line":
                if i != len(rest) - 1:
                    raise self.error(rest[i + 1], "nothing can follow 'else'")
                self.block(as_tree(line.children[0]))
            else:
                self.branch(line, end, i != len(rest) - 1)
        self.out.here(end)

    def branch(self, node: Node, end: Label, more: bool) -> None:
        """A condition and its block."""
        no = Label()
        self.condition(as_tree(node.children[0]), no)
        self.block(as_tree(node.children[1]))
        if more:
            self.out.emit("jump", end)
        self.out.here(no)

    def block(self, node: Node) -> None:
        """A block: a sentence, or indented lines."""
        self.routine.scopes.append({})
        kept = self.routine.used
        children = [as_tree(c) for c in node.children]
        if len(children) == 1 and children[0].data == "sentence":
            self.sentence(children[0])
        else:
            self.lines(children)
        self.routine.scopes.pop()
        self.routine.used = kept

    def sentence(self, node: Node) -> None:
        """A sentence: one sequence, or several of which the player chooses one (ACT-3)."""
        sequences = [as_tree(c) for c in node.children if isinstance(c, Tree)]
        if len(sequences) == 1:
            self.sequence(sequences[0])
        else:
            self.alternatives(sequences)

    def sequence(self, node: Node) -> None:
        """Clauses one after the other."""
        for clause in node.children:
            self.clause(as_tree(clause))
        if self.routine.is_text and any(self.discards_this(as_tree(c)) for c in node.children):
            self.leave()

    def discards_this(self, clause: Node) -> bool:
        """Whether a clause discards the card itself: what stands below is not resolved (TERM-1)."""
        phrase = self.phrases.get(clause.data)
        return (
            phrase is not None
            and phrase.rule in _DISCARDS
            and clause.children == [Tree("name", [Token("NAME", "this")])]
        )

    def clause(self, node: Node) -> None:
        """One clause; in the text of a card deaths are judged when it is complete (FHT-6)."""
        self.out.mark(self.place(node))
        phrase = self.phrases.get(node.data)
        if phrase is not None:
            self.phrase(node, phrase)
        else:
            getattr(self, "s_" + node.data)(node)
        if self.routine.is_text and not self.routine.judge_off and may_hurt(node):
            self.judge()

    def phrase(self, node: Node, phrase: Phrase) -> None:
        """A rule called in words."""
        self.call_sentence(node, phrase.rule, [as_tree(c) for c in node.children])

    def call_sentence(self, node: Node, name: str, arguments: list[Node]) -> None:
        """A call whose result, if any, is dropped; a small rule is compiled in place."""
        rule = self.names.table.get(name)
        if isinstance(rule, RuleDecl) and self.is_small(rule, arguments):
            self.rule_in_place(node, rule, arguments)
        elif self.call_any(node, name, arguments) is not None:
            self.out.emit("drop")

    def rule_in_place(self, node: Node, rule: RuleDecl, arguments: list[Node]) -> None:
        """Compile the body of a rule here; its ``return`` goes on behind it."""
        routine = self.routine
        kept = (routine.end, routine.result, routine.result_slot, routine.catches)
        routine.end, routine.result, routine.result_slot, routine.catches = Label(), None, None, 0
        routine.judge_off += 1
        used = routine.used
        with self.placed(node, rule, arguments):
            self.lines(rule.body)
        routine.used = used
        routine.judge_off -= 1
        self.out.here(routine.end)
        routine.end, routine.result, routine.result_slot, routine.catches = kept

    def is_small(self, rule: RuleDecl, arguments: list[Node]) -> bool:
        """Whether a rule is compiled where it is called: short, unhooked, without a result."""
        if rule.name in self.listened or rule.name in self.placing or rule.result is not None:
            return False
        if len(self.placing) > INLINE_DEPTH or len(arguments) != len(rule.parameters):
            return False
        return is_short(rule) and all(self.is_plain(a) for a in arguments)

    def judge(self) -> None:
        """Judge deaths and returns, when there are any."""
        end = Label()
        word = self.names.table.get("judgement")
        if not isinstance(word, Word):
            return
        self.out.emit("load", word.address)
        self.out.emit("jump_unless", end)
        self.call_label("judge_effect", 0, False)
        self.out.here(end)

    def s_group(self, node: Node) -> None:
        """Sentences in parentheses."""
        for sentence in node.children:
            self.sentence(as_tree(sentence))

    def s_let(self, node: Node) -> None:
        """A local word."""
        name = str(node.children[0])
        if self.routine.find(name) is not None:
            raise self.error(node, f"{name!r} is there already", f"write: set {name} = ...")
        type_ = self.expression(as_tree(node.children[1]))
        local = self.routine.declare(name, type_)
        self.out.emit("set_local", local.slot)

    def s_assign(self, node: Node) -> None:
        """Change a local word, a state, a row or a field."""
        target, change, value = as_tree(node.children[0]), str(node.children[1]), node.children[2]
        getattr(self, "assign_" + target.data)(target, change, as_tree(value))

    def changed(self, target: Node, change: str, value: Node, type_: Type) -> None:
        """The new value of a target."""
        if change == "=":
            self.typed(value, type_)
            return
        self.expression(target)
        self.typed(value, "number")
        self.out.emit("add" if change == "+=" else "subtract")

    def assign_name(self, target: Node, change: str, value: Node) -> None:
        """Change a local word or a state."""
        name = str(target.children[0])
        local = self.routine.find(name)
        if local is not None:
            self.changed(target, change, value, local.type)
            self.out.emit("set_outer" if local.outer else "set_local", local.slot)
            return
        if name in self.names.missing:
            self.typed(value, "number")
            self.out.emit("drop")
            return
        word = self.meaning(name) or self.known(name, target)
        if isinstance(word, Row) and not word.in_table and self.constant(value) == 0:
            self.out.emit("clear_row", word.address, word.length)
            return
        if not isinstance(word, Word) or not L.storable(word.address):
            raise self.error(target, f"{name!r} cannot be changed", "only states can")
        number = self.constant(value)
        if change != "=" and number is not None:
            self.out.emit("increase", word.address, number if change == "+=" else -number)
            return
        self.changed(target, change, value, word.type)
        self.out.emit("store", word.address)

    def assign_index(self, target: Node, change: str, value: Node) -> None:
        """Change a word of a row."""
        name = str(target.children[0])
        row = self.names.find(name, self.place(target))
        if not isinstance(row, Row) or row.in_table or not L.storable(row.address, row.length):
            raise self.error(target, f"{name!r} cannot be changed", "only rows of the game can")
        self.typed(as_tree(target.children[1]), row.index)
        number = self.constant(value)
        if change != "=" and number is not None:
            signed = number if change == "+=" else -number
            self.out.emit("change_at", row.address, row.length, signed)
            return
        self.changed(target, change, value, row.type)
        self.out.emit("store_at", row.address, row.length)

    def assign_field(self, target: Node, change: str, value: Node) -> None:
        """Change a field of a piece or card."""
        name = str(target.children[1])
        if name not in ("health", "mark", "marks"):
            right = nearest_word(name, ("health", "mark", "marks")) or SETTERS.get(
                name, "health, mark and marks can"
            )
            raise self.error(target, f"{name!r} cannot be set", right)
        wanted, address, length, type_ = FIELDS[name]
        self.typed(as_tree(target.children[0]), wanted)
        self.changed(target, change, value, type_)
        self.out.emit("store_at", address, length)

    def s_if_(self, node: Node) -> None:
        """``if`` with its ``else`` in one line."""
        end = Label()
        other = node.children[2]
        self.branch(node, end, other is not None)
        if other is not None:
            self.block(as_tree(other))
        self.out.here(end)

    def s_while_(self, node: Node) -> None:
        """A loop while a condition holds."""
        loop, end = Label(), Label()
        condition, most, block = node.children
        kept = self.routine.used
        left = self.routine.slot() if isinstance(most, Tree) else None
        if left is not None:
            self.typed(as_tree(most), "number")
            self.out.emit("set_local", left)
        self.out.here(loop)
        if left is not None:
            self.out.emit("local", left)
            self.out.emit("unless_from", 1, end)
            self.out.emit("local", left)
            self.out.emit("add_number", -1)
            self.out.emit("set_local", left)
        self.condition(as_tree(condition), end)
        self.routine.breaks.append(end)
        self.block(as_tree(block))
        self.routine.breaks.pop()
        self.out.emit("jump", loop)
        self.out.here(end)
        self.routine.used = kept

    def s_for_(self, node: Node) -> None:
        """A loop over things."""
        loop, end = Label(), Label()
        binding, kept = self.bound(as_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.routine.breaks.append(end)
        self.block(as_tree(node.children[1]))
        self.routine.breaks.pop()
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)

    def s_call(self, node: Node) -> None:
        """A call as a sentence."""
        arguments = [as_tree(c) for c in node.children[1:] if c is not None]
        self.call_sentence(node, str(node.children[0]), arguments)

    def s_say(self, node: Node) -> None:
        """A sentence of the log."""
        end = Label()
        template = unquote(as_token(node.children[0]))
        rules = ids_of(node.children[1])
        self.out.emit("unless_logged", end)
        types = self.fill(placeholders(template), as_token(node.children[0]))
        self.book.sentences.append(SentenceInfo(template, rules, types))
        self.out.emit("say", len(self.book.sentences) - 1, len(types))
        self.out.shift(-len(types))
        self.out.here(end)

    def fill(self, expressions: list[str], token: Token) -> tuple[Type, ...]:
        """Compile the expressions in the braces of a sentence."""
        where = self.place(token)
        kept, self.routine.where = self.routine.where, where
        types = tuple(
            self.expression(parse(self.parser, "expression", inner, where)) for inner in expressions
        )
        self.routine.where = kept
        return types

    def s_return_(self, node: Node) -> None:
        """Leave the rule, with its result."""
        value = node.children[0]
        routine = self.routine
        if routine.catches:
            raise self.error(node, "'return' inside 'catch'", "return behind its block")
        if (value is None) != (routine.result is None):
            raise self.error(node, "the result does not fit the heading of the rule")
        if value is not None and routine.result is not None:
            self.typed(as_tree(value), routine.result)
        self.leave()

    def leave(self) -> None:
        """End the routine; the result, if it has one, lies on the stack."""
        routine = self.routine
        if routine.end is not None:
            if routine.result_slot is not None:
                self.out.emit("set_local", routine.result_slot)
            self.out.emit("jump", routine.end)
        elif routine.result is None:
            self.out.emit("give_back", routine.arguments)
        else:
            self.out.emit("give_value", routine.arguments)
            self.out.shift(-1)

    def s_perform(self, node: Node) -> None:
        """Run a text by its number."""
        self.typed(as_tree(node.children[0]), "entry")
        self.out.emit("call_entry")
        self.out.shift(-1)

    def s_catch_(self, node: Node) -> None:
        """A cut inside this block goes on behind it (FHT-3)."""
        end = Label()
        routine = self.routine
        self.out.emit("catch", end)
        self.out.shift(3)
        kept, routine.breaks = routine.breaks, []
        routine.catches += 1
        self.block(as_tree(node.children[0]))
        routine.catches -= 1
        routine.breaks = kept
        self.out.here(end)
        self.out.emit("release")
        self.out.shift(-3)

    def s_together(self, node: Node) -> None:
        """Several things that are one effect (FHT-6)."""
        self.routine.judge_off += 1
        self.s_group(as_tree(node.children[0]))
        self.routine.judge_off -= 1

    def s_do_(self, node: Node) -> None:
        """A block with a name, which reports what it did."""
        name = str(node.children[0])
        slots = {result: self.routine.slot() for result in RESULTS if self.is_counted(result)}
        for result, slot in slots.items():
            self.out.emit("load", self.counter_address(node, result))
            self.out.emit("set_local", slot)
        self.routine.blocks[name] = slots
        self.block(as_tree(node.children[1]))
        for result, slot in slots.items():
            self.out.emit("load", self.counter_address(node, result))
            self.out.emit("local", slot)
            self.out.emit("subtract")
            self.out.emit("set_local", slot)

    def is_counted(self, result: str) -> bool:
        """Whether the rulebook counts a result."""
        return "count_" + result in self.names.table

    def s_pay(self, node: Node) -> None:
        """Pay a price (TIME-6)."""
        amount, what = as_tree(node.children[0]), str(node.children[1])
        self.call_sentence(node, "pay_" + what, [amount])

    def s_single(self, node: Node) -> None:
        """Sentences of one word."""
        getattr(self, "w_" + str(node.children[0]))(node)

    def w_nothing(self, node: Node) -> None:
        """Do nothing."""

    def w_cut(self, node: Node) -> None:
        """The phase ends at once."""
        self.out.emit("cut")

    def w_judge(self, node: Node) -> None:
        """Judge deaths and returns now."""
        self.judge()

    def w_win(self, node: Node) -> None:
        """Victory."""
        self.out.emit("finish", L.VICTORY)

    def w_defeat(self, node: Node) -> None:
        """Defeat."""
        self.out.emit("finish", L.DEFEAT)

    def w_break(self, node: Node) -> None:
        """Leave the loop."""
        if not self.routine.breaks:
            raise self.error(node, "'break' outside a loop")
        self.out.emit("jump", self.routine.breaks[-1])

    def w_cancel(self, node: Node) -> None:
        """In a hook before a moment: it does not happen."""
        slot = self.routine.cancel_slot
        if slot is None:
            raise self.error(node, "'cancel' outside a hook", "only 'before ...' hooks cancel")
        self.out.push(1)
        self.out.emit("set_outer", slot)


def may_hurt(node: Node) -> bool:
    """Whether a clause may hurt somebody, so that deaths are judged behind it."""
    return node.data not in _HARMLESS
