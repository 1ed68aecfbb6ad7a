"""Compiles questions with one kind of answer: alternatives, may, choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lark import Token, Tree

from nightreel.record import layout as L
from nightreel.reel.bindings import BASES
from nightreel.reel.emit import Label
from nightreel.reel.info import ClauseInfo, OptionInfo, QuestionInfo
from nightreel.reel.statements import Statements
from nightreel.reel.symbols import Local, Node, Type
from nightreel.reel.trees import as_token, as_tree, first_sequence, prices_of
from nightreel.reel.words import placeholders, shown, unquote, words_of

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
NUMBERS_END: Final = L.ACT_ACTION
NO_NUMBER: Final = NUMBERS_END - 1
"""The answer that takes none of several numbers: the result is then -1."""
NO_OR_YES: Final = (
    OptionInfo(0, 1, "number", shown("No")),
    OptionInfo(1, 2, "number", shown("Yes")),
)
NO_PRICE: Final = ClauseInfo(shown("The price cannot be paid."), "TIME-6", ())


class Questions(Statements):
    """Compiles what the player is asked in a sentence."""

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
            words = words_of(sequence, self.phrases, self.titles)
            options.append(OptionInfo(i, i + 1, "number", words))
        number = self.asked(shown("Choose one."), options)
        self.out.emit("ask", number)
        self.out.shift(1)
        self.dispatch([(i, i + 1, s) for i, s in enumerate(sequences)])

    def affordable(self, sequence: Node, action: int) -> None:
        """Offer an alternative; one that begins with a price is refused when it cannot be paid."""
        prices = prices_of(sequence)
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
        self.call_name(price, "can_pay_" + str(price.children[1]), [as_tree(price.children[0])])

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
        words, block = unquote(as_token(node.children[0])), as_tree(node.children[1])
        no = Label()
        types = self.begin_question(as_token(node.children[0]))
        self.out.push(0)
        self.out.emit("offer", L.NUMBER_ACTION)
        first = first_sequence(block)
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
        name = str(as_tree(head).children[0])
        existing = self.routine.find(name)
        kept = self.routine.used
        result = self.routine.slot() if existing is None else existing.slot
        if existing is not None and existing.outer:
            raise self.error(node, f"{name!r} belongs to the moment", "choose another name")
        type_ = self.choose_into(node, as_tree(head), words, optional, worst, result)
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
        types = self.begin_question(as_token(words))
        type_ = self.offers(head)
        base = BASES[type_]
        options = [OptionInfo(base, base + RANGE_SIZE[type_], type_, "{it}", "it")]
        if isinstance(optional, Token):
            nothing = NO_NUMBER if type_ == "number" else 0
            self.out.push(nothing)
            self.out.emit("offer", L.NUMBER_ACTION)
            options.insert(0, OptionInfo(nothing, nothing + 1, "number", unquote(optional)))
        number = self.asked(unquote(as_token(words)), options, types)
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
        subject = as_tree(as_tree(head.children[1]).children[0])
        plain = as_tree(head.children[1]).data == "iteration" and head.children[2] is None
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
