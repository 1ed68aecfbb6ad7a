"""Compiles sentences: effects, blocks, questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from lark import Lark, Token, Tree

from nightreel.record import layout as L
from nightreel.reel.emit import Emitter, Label
from nightreel.reel.errors import Where, nearest_word
from nightreel.reel.expressions import BASES, INLINE_DEPTH, Expressions, _token, _tree, mentions
from nightreel.reel.grammar import Phrase, parse
from nightreel.reel.info import ClauseInfo, OptionInfo, QuestionInfo, SentenceInfo
from nightreel.reel.symbols import (
    FIELDS,
    RESULTS,
    Local,
    Names,
    Node,
    Row,
    RuleDecl,
    Type,
    ValueDecl,
    Word,
)
from nightreel.reel.words import placeholders, shown, unquote, words_of


@dataclass
class Book:
    """Everything of a program that is words, not code."""

    questions: list[QuestionInfo] = field(default_factory=list)
    clauses: list[ClauseInfo] = field(default_factory=list)
    sentences: list[SentenceInfo] = field(default_factory=list)


SECOND_RANGE: Final[dict[Type, tuple[int, ...]]] = {
    "act": (L.ACT_ACTION, L.ACT2_ACTION),
    "space": (L.SPACE_ACTION,),
    "piece": (L.PIECE_ACTION,),
    "card": (L.CARD_ACTION,),
    "way": (L.WAY_ACTION,),
}
RANGE_SIZE: Final[dict[Type, int]] = {
    "act": L.ACTS,
    "space": L.SPACES,
    "piece": L.PIECES,
    "card": L.CARDS,
    "way": L.WAYS,
    "number": 16,
    "meter": 16,
    "kind": L.KINDS,
    "zone": L.ZONES,
}
ACTED_WORDS: Final = 3
"""Words of the rulebook's row ``acted``: who acted in the Killer Action at hand."""
SETTERS: Final = {
    "space": "write put(PIECE, SPACE)",
    "kind": "write turn_into(PIECE, KIND)",
    "zone": "write lay(CARD, ZONE), or add CARD to ZONE",
}
"""How fields are changed that cannot be set."""
SHORT: Final = 48
"""Parts of a rule that is compiled where it is called."""
GROUPS_MAX: Final = 16
"""Groups of Action cards in a set."""
NUMBERS_END: Final = L.ACT_ACTION
NO_NUMBER: Final = NUMBERS_END - 1
"""The answer that takes none of several numbers: the result is then -1."""
NO_OR_YES: Final = (
    OptionInfo(0, 1, "number", shown("No")),
    OptionInfo(1, 2, "number", shown("Yes")),
)
NO_PRICE: Final = ClauseInfo(shown("The price cannot be paid."), "TIME-6", ())


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


def _joinable(tests: list[RowTest]) -> bool:
    """Whether tests can be made at once: all of one row, by groups, or a single one by a number."""
    if len(tests) == 1:
        return True
    return all(t.sign != "<=" and t.row == tests[0].row for t in tests)


class Statements(Expressions):
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
        self.routine_name = ""

    def add_entry(self, block: Node, where: Where, is_text: bool) -> int:
        """Compile a block as a routine of its own later; returns its number."""
        raise NotImplementedError

    # ------------------------------------------------------------ lines

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
        sentences = [_tree(s) for s in line.children if s is not None]
        for sentence in sentences[:-1]:
            self.sentence(sentence)
        if not rest:
            self.sentence(sentences[-1])
            return
        last = _last_clause(sentences[-1])
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
                self.block(_tree(line.children[0]))
            else:
                self.branch(line, end, i != len(rest) - 1)
        self.out.here(end)

    def branch(self, node: Node, end: Label, more: bool) -> None:
        """A condition and its block."""
        no = Label()
        self.condition(_tree(node.children[0]), no)
        self.block(_tree(node.children[1]))
        if more:
            self.out.emit("jump", end)
        self.out.here(no)

    def block(self, node: Node) -> None:
        """A block: a sentence, or indented lines."""
        self.routine.scopes.append({})
        kept = self.routine.used
        children = [_tree(c) for c in node.children]
        if len(children) == 1 and children[0].data == "sentence":
            self.sentence(children[0])
        else:
            self.lines(children)
        self.routine.scopes.pop()
        self.routine.used = kept

    def sentence(self, node: Node) -> None:
        """A sentence: one sequence, or several of which the player chooses one (ACT-3)."""
        sequences = [_tree(c) for c in node.children if isinstance(c, Tree)]
        if len(sequences) == 1:
            self.sequence(sequences[0])
        else:
            self.alternatives(sequences)

    def sequence(self, node: Node) -> None:
        """Clauses one after the other."""
        for clause in node.children:
            self.clause(_tree(clause))
        if self.routine.is_text and any(self.discards_this(_tree(c)) for c in node.children):
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
        if self.routine.is_text and not self.routine.judge_off and _may_hurt(node):
            self.judge()

    def phrase(self, node: Node, phrase: Phrase) -> None:
        """A rule called in words."""
        self.call_sentence(node, phrase.rule, [_tree(c) for c in node.children])

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
        return _is_short(rule) and all(self.is_plain(a) for a in arguments)

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

    # ------------------------------------------------------------ clauses

    def s_group(self, node: Node) -> None:
        """Sentences in parentheses."""
        for sentence in node.children:
            self.sentence(_tree(sentence))

    def s_let(self, node: Node) -> None:
        """A local word."""
        name = str(node.children[0])
        if self.routine.find(name) is not None:
            raise self.error(node, f"{name!r} is there already", f"write: set {name} = ...")
        type_ = self.expression(_tree(node.children[1]))
        local = self.routine.declare(name, type_)
        self.out.emit("set_local", local.slot)

    def s_assign(self, node: Node) -> None:
        """Change a local word, a state, a row or a field."""
        target, change, value = _tree(node.children[0]), str(node.children[1]), node.children[2]
        getattr(self, "assign_" + target.data)(target, change, _tree(value))

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
        self.typed(_tree(target.children[1]), row.index)
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
        self.typed(_tree(target.children[0]), wanted)
        self.changed(target, change, value, type_)
        self.out.emit("store_at", address, length)

    def s_if_(self, node: Node) -> None:
        """``if`` with its ``else`` in one line."""
        end = Label()
        other = node.children[2]
        self.branch(node, end, other is not None)
        if other is not None:
            self.block(_tree(other))
        self.out.here(end)

    def s_while_(self, node: Node) -> None:
        """A loop while a condition holds."""
        loop, end = Label(), Label()
        condition, most, block = node.children
        kept = self.routine.used
        left = self.routine.slot() if isinstance(most, Tree) else None
        if left is not None:
            self.typed(_tree(most), "number")
            self.out.emit("set_local", left)
        self.out.here(loop)
        if left is not None:
            self.out.emit("local", left)
            self.out.emit("unless_from", 1, end)
            self.out.emit("local", left)
            self.out.emit("add_number", -1)
            self.out.emit("set_local", left)
        self.condition(_tree(condition), end)
        self.routine.breaks.append(end)
        self.block(_tree(block))
        self.routine.breaks.pop()
        self.out.emit("jump", loop)
        self.out.here(end)
        self.routine.used = kept

    def s_for_(self, node: Node) -> None:
        """A loop over things."""
        loop, end = Label(), Label()
        binding, kept = self.bound(_tree(node.children[0]))
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.routine.breaks.append(end)
        self.block(_tree(node.children[1]))
        self.routine.breaks.pop()
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)

    def s_call(self, node: Node) -> None:
        """A call as a sentence."""
        arguments = [_tree(c) for c in node.children[1:] if c is not None]
        self.call_sentence(node, str(node.children[0]), arguments)

    def s_say(self, node: Node) -> None:
        """A sentence of the log."""
        end = Label()
        template = unquote(_token(node.children[0]))
        rules = _ids(node.children[1])
        self.out.emit("unless_logged", end)
        types = self.fill(placeholders(template), _token(node.children[0]))
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
            self.typed(_tree(value), routine.result)
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
        self.typed(_tree(node.children[0]), "entry")
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
        self.block(_tree(node.children[0]))
        routine.catches -= 1
        routine.breaks = kept
        self.out.here(end)
        self.out.emit("release")
        self.out.shift(-3)

    def s_together(self, node: Node) -> None:
        """Several things that are one effect (FHT-6)."""
        self.routine.judge_off += 1
        self.s_group(_tree(node.children[0]))
        self.routine.judge_off -= 1

    def s_do_(self, node: Node) -> None:
        """A block with a name, which reports what it did."""
        name = str(node.children[0])
        slots = {result: self.routine.slot() for result in RESULTS if self.is_counted(result)}
        for result, slot in slots.items():
            self.out.emit("load", self.counter_address(node, result))
            self.out.emit("set_local", slot)
        self.routine.blocks[name] = slots
        self.block(_tree(node.children[1]))
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
        amount, what = _tree(node.children[0]), str(node.children[1])
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

    def s_act_(self, node: Node) -> None:
        """A Killer Action: who acts, whom it aims at, its icons (KILL-2, TGT-1)."""
        actors, aim, _ = node.children
        with self.aimed(_tree(aim)) as whom:
            if isinstance(actors, Tree) and actors.data == "actors_of":
                self.actors_of(node, _tree(actors.children[0]), whom)
            else:
                self.enemies_act(node, whom)

    @contextmanager
    def aimed(self, aim: Node) -> Iterator[int]:
        """Whom an action aims at as a number; spaces that it names lie in a state meanwhile."""
        if aim.data != "aim_at":
            yield _AIMS[re.sub(" +", " ", str(aim.children[0]))]
            return
        word = self.names.table["aimed_at"]
        assert isinstance(word, Word)
        kept, old = self.routine.used, self.routine.slot()
        self.typed(_tree(aim.children[0]), "spaces")
        self.out.emit("load", word.address)
        self.out.emit("set_local", old)
        self.out.emit("store", word.address)
        yield AIM_AT
        self.out.emit("local", old)
        self.out.emit("store", word.address)
        self.routine.used = kept

    def enemies_act(self, node: Node, whom: int) -> None:
        """A Killer Action of Enemies."""
        actors, _, block = node.children
        who = str(_tree(actors).children[0]) if isinstance(actors, Tree) else "enemies"
        body = self.add_entry(_tree(block), self.routine.where, self.routine.is_text)
        self.out.push(_WHO[who])
        self.out.push(whom)
        self.out.push(body)
        self.call_label("killer_action", 3, False)

    def actors_of(self, node: Node, head: Node, whom: int) -> None:
        """A Killer Action of other pieces: one after the other, in the player's order (AMB-1)."""
        block = node.children[2]
        body = self.add_entry(_tree(block), self.routine.where, self.routine.is_text)
        name, iteration, where = head.children
        who: Node = Tree("name", [name], head.meta)
        called: Node = Tree("call", [Token("NAME", "has_acted"), who], head.meta)
        fresh: Node = Tree("not_", [called], head.meta)
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
        worst = Tree("call", [Token("NAME", "evil_minion"), who], head.meta)
        self.choose_into(node, binding, words, None, worst, actor)
        self.out.emit("local", actor)
        self.out.emit("jump_unless", end)
        self.out.emit("local", actor)
        self.call_label("note_acted", 1, False)
        self.out.emit("local", actor)
        self.out.push(whom)
        self.out.push(body)
        self.call_label("enemy_acts", 3, False)
        self.out.emit("jump", loop)
        self.out.here(end)
        for i, slot in enumerate(acted):
            self.out.emit("local", slot)
            self.out.emit("store", row.address + i)
        self.routine.used = kept

    # ------------------------------------------------------------ questions

    def asked(self, words: str, options: list[OptionInfo], types: tuple[Type, ...] = ()) -> int:
        """Note a question; returns its number."""
        self.book.questions.append(QuestionInfo(words, tuple(options), self.routine_name, types))
        return len(self.book.questions) - 1

    def begin_question(self, token: Token | None) -> tuple[Type, ...]:
        """Begin a question; the numbers in its words are worked out when somebody reads them."""
        self.out.emit("question")
        if token is None:
            return ()
        return self.numbers_in(token, (), lambda: self.out.emit("topic"))

    def numbers_in(
        self, token: Token, known: tuple[str, ...], write: Callable[[], None]
    ) -> tuple[Type, ...]:
        """Compile the expressions in words, two at most, besides the known names."""
        template = unquote(token)
        inner = [x for x in placeholders(template) if x not in known]
        if not inner:
            return ()
        if len(inner) > 2:
            raise self.error(token, "too many { } in these words", "at most two")
        quick = Label()
        self.out.emit("unless_reasons", quick)
        types = self.fill(inner, token)
        if len(types) == 1:
            self.out.push(0)
        write()
        self.out.here(quick)
        return types

    def alternatives(self, sequences: list[Node]) -> None:
        """The player chooses one of several sequences, whole (ACT-3)."""
        self.out.emit("question")
        options = []
        for i, sequence in enumerate(sequences):
            self.affordable(sequence, i)
            words = words_of(sequence, self.phrases)
            options.append(OptionInfo(i, i + 1, "number", words))
        number = self.asked(shown("Choose one."), options)
        self.out.emit("ask", number)
        self.out.shift(1)
        self.dispatch([(i, i + 1, s) for i, s in enumerate(sequences)])

    def affordable(self, sequence: Node, action: int) -> None:
        """Offer an alternative; one that begins with a price is refused when it cannot be paid."""
        prices = _prices(sequence)
        self.out.push(action)
        if not prices:
            self.out.emit("offer", L.NUMBER_ACTION)
            return
        no, end = Label(), Label()
        for price in prices:
            self.call_label_checked(price)
            self.out.emit("jump_unless", no)
        self.out.emit("offer", L.NUMBER_ACTION)
        self.out.emit("jump", end)
        self.out.here(no)
        self.out.shift(1)
        self.book.clauses.append(NO_PRICE)
        clause = L.ANSWER_CLAUSE + len(self.book.clauses) - 1
        self.out.emit("refuse", L.NUMBER_ACTION, clause)
        self.out.here(end)

    def call_label_checked(self, price: Node) -> None:
        """Whether a price can be paid."""
        self.call_name(price, "can_pay_" + str(price.children[1]), [_tree(price.children[0])])

    def dispatch(self, branches: list[tuple[int, int, Node]]) -> None:
        """Run the sequence of the answer on the stack."""
        kept = self.routine.used
        answer = self.routine.slot()
        self.out.emit("set_local", answer)
        end = Label()
        for i, (_, last, body) in enumerate(branches):
            no = Label()
            if i < len(branches) - 1:
                self.out.emit("local", answer)
                self.out.emit("unless_below", last, no)
            self.sequence(body)
            self.out.emit("jump", end)
            self.out.here(no)
        self.out.here(end)
        self.routine.used = kept

    def s_may(self, node: Node) -> None:
        """The player may do something."""
        words, block = unquote(_token(node.children[0])), _tree(node.children[1])
        no = Label()
        types = self.begin_question(_token(node.children[0]))
        self.out.push(0)
        self.out.emit("offer", L.NUMBER_ACTION)
        first = _first_sequence(block)
        if first is None:
            self.out.push(1)
            self.out.emit("offer", L.NUMBER_ACTION)
        else:
            self.affordable(first, 1)
        self.out.emit("ask", self.asked(words, [*NO_OR_YES], types))
        self.out.shift(1)
        self.out.emit("jump_unless", no)
        self.block(block)
        self.out.here(no)

    def s_choose(self, node: Node) -> None:
        """The player chooses one of several things."""
        head, words, optional, worst = node.children
        name = str(_tree(head).children[0])
        existing = self.routine.find(name)
        kept = self.routine.used
        result = self.routine.slot() if existing is None else existing.slot
        if existing is not None and existing.outer:
            raise self.error(node, f"{name!r} belongs to the moment", "choose another name")
        type_ = self.choose_into(node, _tree(head), words, optional, worst, result)
        if existing is None:
            self.routine.used = max(result + 1, kept)
            self.routine.scopes[-1][name] = Local(result, type_)

    def choose_into(
        self,
        node: Node,
        head: Node,
        words: object,
        optional: object,
        worst: object,
        result: int,
    ) -> Type:
        """Compile a choice whose answer goes into a local word."""
        end, ask = Label(), Label()
        if isinstance(worst, Tree):
            self.out.emit("load", L.OPTIONS)
            self.out.push(L.OPTION_EVIL)
            self.out.emit("both")
            self.out.emit("jump_unless", ask)
            self.worst(head, worst, result)
            self.out.emit("jump", end)
        self.out.here(ask)
        if not isinstance(optional, Token):
            self.single_space(head, result, end)
        types = self.begin_question(_token(words))
        type_ = self.offers(head)
        base = BASES[type_]
        options = [OptionInfo(base, base + RANGE_SIZE[type_], type_, "{it}", "it")]
        if isinstance(optional, Token):
            nothing = NO_NUMBER if type_ == "number" else 0
            self.out.push(nothing)
            self.out.emit("offer", L.NUMBER_ACTION)
            options.insert(0, OptionInfo(nothing, nothing + 1, "number", unquote(optional)))
        number = self.asked(unquote(_token(words)), options, types)
        self.out.emit("ask_thing", number, base)
        self.out.shift(1)
        if isinstance(optional, Token) and type_ == "number":
            self.take_number(result)
        else:
            self.take(result, base, isinstance(optional, Token))
        self.out.here(end)
        return type_

    def single_space(self, head: Node, result: int, end: Label) -> None:
        """A choice among the spaces of a set that has just one is no question."""
        subject = _tree(_tree(head.children[1]).children[0])
        plain = _tree(head.children[1]).data == "iteration" and head.children[2] is None
        if not plain or not self.is_plain(subject) or self.type_of(subject) != "spaces":
            return
        several = Label()
        self.expression(subject)
        self.out.emit("unless_single", several)
        self.expression(subject)
        self.out.emit("first")
        self.out.emit("set_local", result)
        self.out.emit("jump", end)
        self.out.here(several)

    def take_number(self, result: int) -> None:
        """A number that need not be chosen: -1 when it is not."""
        some = Label()
        self.out.emit("set_local", result)
        self.out.emit("local", result)
        self.out.emit("unless_number", NO_NUMBER, some)
        self.out.push(-1)
        self.out.emit("set_local", result)
        self.out.here(some)

    def take(self, result: int, base: int, optional: bool) -> None:
        """Turn the action on the stack into the thing that it names."""
        if not optional:
            self.out.emit("add_number", -base)
            self.out.emit("set_local", result)
            return
        none = Label()
        self.out.emit("set_local", result)
        self.out.emit("local", result)
        self.out.emit("jump_unless", none)
        self.out.emit("local", result)
        self.out.emit("add_number", -base)
        self.out.emit("set_local", result)
        self.out.here(none)

    def offers(self, head: Node) -> Type:
        """Offer every thing of a binding."""
        loop, end = Label(), Label()
        binding, kept = self.bound(head)
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        self.out.emit("local", self.slot_of(binding))
        op = "offer_piece" if binding.type == "piece" else "offer"
        self.out.emit(op, BASES[binding.type])
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)
        return binding.type

    def worst(self, head: Node, score: Node, result: int) -> None:
        """Infinite Evil: the thing with the highest score, the first of equals (AMB-1)."""
        loop, end = Label(), Label()
        best = self.routine.slot()
        self.out.push(-(10**9))
        self.out.emit("set_local", best)
        self.out.push(0)
        self.out.emit("set_local", result)
        binding, kept = self.bound(head)
        self.out.here(loop)
        binding.step(self.slot_of(binding), end)
        if binding.where is not None:
            self.condition(binding.where, loop)
        value = self.routine.slot()
        self.typed(score, "number")
        self.out.emit("set_local", value)
        self.out.emit("local", best)
        self.out.emit("local", value)
        self.out.emit("unless_less", loop)
        self.out.emit("local", value)
        self.out.emit("set_local", best)
        self.out.emit("local", self.slot_of(binding))
        self.out.emit("set_local", result)
        self.out.emit("jump", loop)
        self.out.here(end)
        self.unbound(kept)

    def s_ask(self, node: Node) -> None:
        """A question with several options, each open for several things."""
        token = _token(node.children[0])
        nodes = [_tree(c) for c in node.children[1:]]
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
        words = unquote(_token(option.node.children[1]))
        return OptionInfo(
            option.first,
            option.first + option.size,
            option.type or "number",
            words,
            option.variable,
        )

    def option(self, option: OpenOption) -> None:
        """Offer or refuse every thing of an option."""
        requires = [_tree(c) for c in option.node.children[2:-1]]
        head = option.node.children[0]
        if not isinstance(head, Tree):
            self.thing(option, None, requires, None)
            return
        end = Label()
        variable = str(head.children[0])
        general = [r for r in requires if not mentions(_tree(r.children[0]), variable)]
        refusals = [(r, Label()) for r in general]
        for require, no in refusals:
            self.condition(_tree(require.children[0]), no)
        if not any(self.constant(_tree(r.children[0])) == 0 for r in general):
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
        asked = [r for r in requires if not self.constant(_tree(r.children[0]))]
        tests = [self.row_test(r, option.variable) for r in asked]
        known = [t for t in tests if t is not None]
        if row is None or not tests or len(known) != len(tests) or not _joinable(known):
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
        head = _tree(option.node.children[0])
        symbol = self.symbol_of(_tree(_tree(head.children[1]).children[0]))
        if head.children[2] is not None or not isinstance(symbol, Row):
            return None
        return symbol if symbol.index == "act" and not symbol.in_table else None

    def row_test(self, require: Node, variable: str) -> RowTest | None:
        """``row[c] != group``, ``... or condition``, ``row[c] <= number``, else None."""
        node, unless = _tree(require.children[0]), None
        if node.data == "or_":
            node, unless = _tree(node.children[0]), _tree(node.children[1])
        if node.data != "compare" or (unless is not None and mentions(unless, variable)):
            return None
        left, sign, right = _tree(node.children[0]), str(node.children[1]), _tree(node.children[2])
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
        if node.data != "index" or _tree(node.children[1]).data != "name":
            return None
        row = self.names.table.get(str(node.children[0]))
        same = str(_tree(node.children[1]).children[0]) == variable
        return row if same and isinstance(row, Row) and row.in_table else None

    def every_thing(self, option: OpenOption, requires: list[Node], refused: Node | None) -> None:
        """Offer every thing of an option, or refuse all of them for one reason."""
        if not requires and refused is None and self.all_acts(option):
            return
        loop, end = Label(), Label()
        binding, kept = self.bound(_tree(option.node.children[0]))
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
        head = _tree(option.node.children[0])
        subject = _tree(head.children[1]).children[0]
        symbol = self.symbol_of(_tree(subject))
        words = placeholders(unquote(_token(option.node.children[1])))
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
            self.condition(_tree(require.children[0]), no)
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
        return self.numbers_with(option, slot, _token(words), (option.variable,))

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
        template = unquote(_token(token))
        clause = L.ANSWER_CLAUSE + len(self.book.clauses)
        self.subject(option, slot)
        self.out.emit("refuse", option.first, clause)
        types = self.numbers_with(option, slot, _token(token), ())
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
        body = _tree(option.node.children[-1])
        if body.data == "block":
            self.block(body)
        else:
            self.sentence(body)
        self.routine.scopes.pop()
        self.routine.used = kept


_WHO: Final = {"enemies": 0, "killer": 1, "minions": 2}
_AIMS: Final = {
    "closest": 0,
    "closest victim": 1,
    "girl": 2,
    "victim else girl": 3,
    "farthest victim": 4,
}
_DISCARDS: Final = frozenset({"discard_lasting", "discard_item", "discard_minor"})
AIM_AT: Final = 5
"""An action that aims at spaces named by the card."""
_HARMLESS: Final = frozenset({"let", "assign", "say", "return_", "single", "choose"})


def _is_short(rule: RuleDecl) -> bool:
    """Whether a rule has few words and leaves its arguments alone."""
    nodes = [t for line in rule.body for t in line.iter_subtrees()]
    if len(nodes) > SHORT or any(t.data in ("do_", "act_") for t in nodes):
        return False
    changed = {
        str(_tree(t.children[0]).children[0])
        for t in nodes
        if t.data == "assign" and _tree(t.children[0]).data == "name"
    }
    return not changed & {name for name, _ in rule.parameters}


def _may_hurt(node: Node) -> bool:
    return node.data not in _HARMLESS


def _ids(node: object) -> tuple[str, ...]:
    return tuple(str(t) for t in node.children) if isinstance(node, Tree) else ()


def _last_clause(sentence: Node) -> Node | None:
    sequences = [c for c in sentence.children if isinstance(c, Tree)]
    if len(sequences) != 1:
        return None
    return _tree(sequences[0].children[-1])


def _prices(sequence: Node) -> list[Node]:
    prices: list[Node] = []
    for clause in sequence.children:
        if not isinstance(clause, Tree) or clause.data != "pay":
            break
        prices.append(clause)
    return prices


def _first_sequence(block: Node) -> Node | None:
    node: Node = block
    while node.data != "sequence":
        trees = [c for c in node.children if isinstance(c, Tree)]
        if not trees:
            return None
        node = trees[0]
    return node
