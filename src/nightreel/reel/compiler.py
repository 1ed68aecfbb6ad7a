"""Compiles a whole program: the rulebook, the film's texts, hooks, modifiers and abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from lark import Lark, Token, Tree

from nightreel.record import layout as L
from nightreel.reel.emit import Emitter, Label
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.grammar import Phrase
from nightreel.reel.info import AbilityInfo, ClauseInfo, OptionInfo, SentenceInfo
from nightreel.reel.options import Options
from nightreel.reel.program import RoutineInfo
from nightreel.reel.questions import NO_OR_YES, NO_PRICE
from nightreel.reel.routine import Routine
from nightreel.reel.statements import Book
from nightreel.reel.symbols import (
    RESULTS,
    Constant,
    Local,
    Names,
    Node,
    Row,
    RuleDecl,
    ValueDecl,
    Word,
)
from nightreel.reel.trees import as_tree, first_sequence, prices_of
from nightreel.reel.words import shown

PERIODS = {"phase": 0, "turn": 1, "game": 2}
USED = {
    "phase": shown("Used already: once a phase."),
    "turn": shown("Used already: once a turn."),
    "game": shown("Used already: once a game."),
}
UPKEEP_MOMENT = "in_upkeep"
FILM_ENDS = "film_ends"
JUDGE = "judge_effect"
RUNNING = "running"
RESOLVING = "resolving"
NESTING = frozenset({"roll", "attack"})
"""Windows that can open again while an ability of theirs is resolved."""
IN_USE = shown("It is being resolved.")
RUNNING_BITS = 30


@dataclass(frozen=True)
class Source:
    """Something whose rules hold while it is in play: a card, a board, a role of pieces."""

    number: int
    title: str
    this: Constant
    role: bool = False
    """Whether its rules run for every piece of a kind (``this`` is then the kind)."""
    from_next_turn: bool = False
    """Whether its Upkeep effects begin in the turn after its reveal (FIN-1)."""


@dataclass(frozen=True)
class Hook:
    """``before``, ``after`` or ``instead`` of a moment."""

    source: Source
    when: str
    moment: str
    condition: Node | None
    price: str | None
    block: Node
    where: Where
    once: str | None = None
    """The period in which it happens once at most: phase, turn or game."""


@dataclass(frozen=True)
class Modifier:
    """A change of a layered value while its source is in play."""

    source: Source
    value: str
    layer: str
    amount: Node
    condition: Node | None
    where: Where


@dataclass(frozen=True)
class Ending:
    """A condition of the film under which the game is won or lost."""

    result: int
    condition: Node
    words: str
    where: Where


@dataclass(frozen=True)
class Requirement:
    """What an ability asks for before it can be used."""

    condition: Node
    rule: str
    words: str
    where: Where


@dataclass(frozen=True)
class Ability:
    """Something that the player may use in a window."""

    source: Source
    window: str
    once: str | None
    requires: tuple[Requirement, ...]
    text: Node
    words: str
    where: Where


@dataclass
class Entry:
    """A text that is called through its number."""

    label: Label
    block: Node
    where: Where
    is_text: bool
    this: Constant | None
    name: str
    ability: int | None = None
    """The ability whose use this text is."""
    around: frozenset[str] = frozenset()
    """Local names of the text around it."""


@dataclass
class Listeners:
    """All hooks, modifiers and abilities of a cast."""

    hooks: list[Hook] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)


class Compiler(Options):
    """Compiles what is reachable from the start of a game and from the film's texts."""

    def __init__(
        self,
        names: Names,
        parser: Lark,
        phrases: Iterable[Phrase],
        streams: dict[str, int],
        listeners: Listeners,
    ) -> None:
        """Ready to take texts and compile."""
        super().__init__(names, Emitter(), streams, parser, phrases, Book())
        self.listeners = listeners
        self.labels: dict[str, Label] = {}
        self.waiting: list[str] = []
        self.entries: list[Entry] = []
        self.compiled_entries = 0
        self.routines: list[tuple[Label, int, bool, str]] = []
        self.hook_numbers: dict[str, int] = {}
        self.waiting_hooks: list[tuple[Hook, Label, RuleDecl]] = []
        self.waiting_conditions: list[tuple[Hook, Label, RuleDecl]] = []
        self.this: Constant | None = None
        self.ability_entries: list[int] = []
        self.listened = dict.fromkeys(
            [h.moment for h in listeners.hooks] + [m.value for m in listeners.modifiers], 1
        )
        self.check_listeners()
        nothing: Node = Tree("block", [])
        self.entries.append(Entry(Label(), nothing, Where("<nothing>"), False, None, "nothing"))

    # ------------------------------------------------------------ listeners

    def check_listeners(self) -> None:
        """Every moment is a rule, every changed value a value."""
        for hook in self.listeners.hooks:
            if not isinstance(self.names.table.get(hook.moment), RuleDecl):
                raise self.no_such(hook.where, "moment", hook.moment, RuleDecl)
        for modifier in self.listeners.modifiers:
            if not isinstance(self.names.table.get(modifier.value), ValueDecl):
                raise self.no_such(modifier.where, "value", modifier.value, ValueDecl)

    def no_such(self, where: Where, what: str, name: str, cls: type) -> SourceError:
        """An error for an unknown moment or value."""
        symbol = self.names.table.get(name)
        if isinstance(symbol, ValueDecl):
            return SourceError(where, f"{name} is a value, no moment", f'while: "{name} +1"')
        if isinstance(symbol, RuleDecl):
            return SourceError(where, f"{name} is a moment, no value", f'when: "after {name}: ..."')
        known = [n for n, s in self.names.table.items() if isinstance(s, cls)]
        right = nearest_word(name, known) or f"docs/reference.md lists every {what}"
        return SourceError(where, f"there is no {what} {name!r}", right)

    def hook_number(self, name: str) -> int:
        """The number under which a moment or value counts its listeners."""
        if name not in self.hook_numbers:
            if len(self.hook_numbers) >= L.HOOKS_MAX:
                raise SourceError(
                    Where("<cast>"), "too many moments are hooked", f"at most {L.HOOKS_MAX}"
                )
            self.hook_numbers[name] = len(self.hook_numbers)
        return self.hook_numbers[name]

    def hooks_of_source(self, number: int) -> list[int]:
        """The hook numbers that a source counts for, one for each hook or modifier."""
        hooks = [
            self.hook_number(h.moment) for h in self.listeners.hooks if h.source.number == number
        ]
        more = [
            self.hook_number(m.value) for m in self.listeners.modifiers if m.source.number == number
        ]
        return hooks + more

    # ------------------------------------------------------------ labels and entries

    def label_of(self, name: str) -> Label:
        """The label of a rule or value; it will be compiled."""
        if name not in self.labels:
            self.labels[name] = Label()
            self.waiting.append(name)
        return self.labels[name]

    def add_entry(self, block: Node, where: Where, is_text: bool) -> int:
        """Compile a block as a routine of its own later; returns its number."""
        name = self.routine_name
        around = self.routine.around.union(*self.routine.scopes)
        self.entries.append(Entry(Label(), block, where, is_text, self.this, name, around=around))
        if len(self.entries) > L.ENTRIES_MAX:
            raise SourceError(where, "too many texts", f"at most {L.ENTRIES_MAX}")
        return len(self.entries) - 1

    def text(self, tree: Node, where: Where, name: str, this: Constant | None = None) -> int:
        """Take a text of a card; returns the number through which it is called."""
        self.routine_name = name
        kept, self.this = self.this, this
        number = self.add_entry(tree, where, True)
        self.this = kept
        return number

    # ------------------------------------------------------------ the program

    def compile(self, start: str, position: str, position_word: str, deal: str) -> dict[str, int]:
        """Compile everything reachable; returns the places where a game can begin."""
        starts = {"game": len(self.out.code)}
        self.routine = Routine(Where("<start>"))
        self.call_label(start, 0, False)
        self.out.emit("finish", L.DEFEAT)
        starts["position"] = len(self.out.code)
        word = self.names.table[position_word]
        assert isinstance(word, Word)
        self.out.emit("load", word.address)
        self.call_label(position, 1, False)
        self.out.emit("finish", L.DEFEAT)
        starts["deal"] = len(self.out.code)
        self.call_label(deal, 0, False)
        self.out.emit("finish", L.VICTORY)
        self.abilities_ready()
        while self.step():
            pass
        return starts

    def step(self) -> bool:
        """Compile one thing that waits; False when nothing does."""
        if self.waiting:
            self.named(self.waiting.pop(0))
        elif self.waiting_hooks:
            self.hook(*self.waiting_hooks.pop(0))
        elif self.waiting_conditions:
            self.hook_condition(*self.waiting_conditions.pop(0))
        elif self.compiled_entries < len(self.entries):
            self.compiled_entries += 1
            self.entry(self.entries[self.compiled_entries - 1])
        else:
            return False
        return True

    def named(self, name: str) -> None:
        """Compile a rule, a value or the offers of a window."""
        symbol = self.names.table.get(name)
        if isinstance(symbol, RuleDecl):
            self.rule(symbol)
        elif isinstance(symbol, ValueDecl):
            self.value(symbol)
        elif name.startswith("offer_abilities_"):
            self.window(name)
        elif name == FILM_ENDS:
            self.film_ends()
        else:
            raise SourceError(
                Where("<rulebook>"), f"the rulebook has no rule {name!r}", "it is needed"
            )

    @contextmanager
    def routine_of(
        self, name: str, label: Label, where: Where, arguments: int, result: str | None
    ) -> Iterator[Routine]:
        """Write the beginning of a routine, let its body be compiled, mend the beginning."""
        kept = (self.routine, self.routine_name, self.out.depth, self.out.deepest)
        self.routine = Routine(where, arguments, result)
        self.routine_name = name
        self.out.here(label)
        self.out.mark(where)
        self.out.depth = self.out.deepest = 0
        at = len(self.out.code)
        self.out.emit("enter", 0, 0)
        self.routines.append((label, arguments, result is not None, name))
        yield self.routine
        self.out.code[at + 1] = self.routine.most
        self.out.code[at + 2] = self.routine.most + self.out.deepest + 2
        self.routine, self.routine_name, self.out.depth, self.out.deepest = kept

    @contextmanager
    def named_this(self, this: Constant | None) -> Iterator[None]:
        """Let ``this`` mean the source whose text is compiled."""
        kept, kept_symbol = self.this, self.names.table.pop("this", None)
        self.this = this
        if this is not None:
            self.names.table["this"] = this
        yield
        self.this = kept
        self.names.table.pop("this", None)
        if kept_symbol is not None:
            self.names.table["this"] = kept_symbol

    def entry(self, entry: Entry) -> None:
        """Compile a text."""
        with (
            self.named_this(entry.this),
            self.routine_of(entry.name, entry.label, entry.where, 0, None) as routine,
        ):
            routine.is_text = entry.is_text
            routine.around = entry.around
            if entry.ability is not None:
                self.out.push(entry.ability)
                self.out.emit("use")
            self.count_from_here(entry.block)
            if entry.ability is not None and self.nests(entry.ability):
                self.resolved_once(entry.block, entry.ability, routine)
            else:
                self.body(entry.block)
            self.out.emit("give_back", 0)

    def body(self, block: Node) -> None:
        """The lines of a text, or a block."""
        if block.data == "text":
            self.lines([as_tree(c) for c in block.children])
        elif block.children:
            self.block(block)

    def count_from_here(self, block: Node) -> None:
        """Note what was counted so far, for ``killed``, ``hurt`` ... in a text."""
        names = {
            str(t.children[0])
            for t in block.iter_subtrees()
            if t.data == "name" and isinstance(t.children[0], Token)
        }
        for result in RESULTS:
            if result in names and self.is_counted(result) and result not in self.names.table:
                slot = self.routine.slot()
                self.out.emit("load", self.counter_address(block, result))
                self.out.emit("set_local", slot)
                self.routine.counters[result] = slot

    # ------------------------------------------------------------ rules

    def parameters(self, routine: Routine, given: tuple[tuple[str, str], ...]) -> None:
        """The arguments of a routine lie below its frame."""
        for i, (name, type_) in enumerate(given):
            routine.scopes[0][name] = Local(i - len(given) - 2, type_)

    def rule(self, rule: RuleDecl) -> None:
        """Compile a rule with everything that hooks it."""
        hooks = [h for h in self.listeners.hooks if h.moment == rule.name]
        before = [h for h in hooks if h.when != "after"]
        after = [h for h in hooks if h.when == "after"]
        with (
            self.named_this(None),
            self.routine_of(
                rule.name, self.labels[rule.name], rule.where, len(rule.parameters), rule.result
            ) as routine,
        ):
            self.parameters(routine, rule.parameters)
            if hooks:
                self.hooked_rule(rule, routine, before, after)
            else:
                self.lines(rule.body)
                self.fall_out(rule)

    def fall_out(self, rule: RuleDecl) -> None:
        """The end of a rule that nobody left before."""
        if rule.result is None:
            self.out.emit("give_back", self.routine.arguments)
        else:
            self.out.push(0)
            self.out.emit("give_value", self.routine.arguments)
            self.out.shift(-1)

    def hooked_rule(
        self, rule: RuleDecl, routine: Routine, before: list[Hook], after: list[Hook]
    ) -> None:
        """A rule with its hooks around it."""
        end, cancelled = Label(), Label()
        routine.end = end
        if rule.result is not None:
            routine.result_slot = routine.declare("result", rule.result).slot
        if before:
            routine.cancel_slot = routine.slot()
            self.before(rule, before, routine.cancel_slot, cancelled)
        self.lines(rule.body)
        self.out.here(end)
        if after:
            self.after(rule, after)
        self.out.here(cancelled)
        if routine.result_slot is None:
            self.out.emit("give_back", routine.arguments)
        else:
            self.out.emit("local", routine.result_slot)
            self.out.emit("give_value", routine.arguments)
            self.out.shift(-1)

    def before(self, rule: RuleDecl, hooks: list[Hook], cancel: int, cancelled: Label) -> None:
        """Hooks before a moment, until one cancels it."""
        skip = Label()
        self.out.emit("unless_hooked", self.hook_number(rule.name), skip)
        for hook in hooks:
            next_ = Label()
            self.out.emit("unless_active", hook.source.number, next_)
            self.out.emit("call", self.hook_label(hook, rule))
            self.out.emit("local", cancel)
            self.out.emit("jump_if", cancelled)
            self.out.here(next_)
        self.out.here(skip)

    def hook_label(self, hook: Hook, rule: RuleDecl) -> Label:
        """The routine of a hook; it will be compiled."""
        label = Label()
        self.waiting_hooks.append((hook, label, rule))
        return label

    def after(self, rule: RuleDecl, hooks: list[Hook]) -> None:
        """Hooks after a moment; in the player's order where the rule says so."""
        skip = Label()
        self.out.emit("unless_hooked", self.hook_number(rule.name), skip)
        if rule.any_order and len(hooks) > 1:
            self.in_any_order(rule, hooks)
        else:
            for hook in hooks:
                next_ = Label()
                self.out.emit("unless_active", hook.source.number, next_)
                self.out.emit("call", self.hook_label(hook, rule))
                self.out.here(next_)
        self.out.here(skip)

    def in_any_order(self, rule: RuleDecl, hooks: list[Hook]) -> None:
        """The player says which of several effects comes next (UPK-2)."""
        done, answer = self.routine.slot(), self.routine.slot()
        loop, end = Label(), Label()
        self.out.push(0)
        self.out.emit("set_local", done)
        self.out.here(loop)
        self.out.emit("question")
        options = []
        for i, hook in enumerate(hooks, start=1):
            self.offer_hook(rule, hook, i, done)
            options.append(self.option_info(i, hook))
        self.out.emit("ask_thing", self.asked(shown("Which effect comes next?"), options), 0)
        self.out.shift(1)
        self.out.emit("set_local", answer)
        self.out.emit("local", answer)
        self.out.emit("jump_unless", end)
        self.out.emit("local", done)
        self.out.emit("local", answer)
        self.out.emit("only")
        self.out.emit("either")
        self.out.emit("set_local", done)
        for i, hook in enumerate(hooks, start=1):
            no = Label()
            self.out.emit("local", answer)
            self.out.emit("unless_number", i, no)
            self.out.emit("call", self.hook_label(hook, rule))
            self.out.emit("jump", loop)
            self.out.here(no)
        self.out.emit("jump", loop)
        self.out.here(end)

    def option_info(self, i: int, hook: Hook) -> OptionInfo:
        """The words of one of several effects."""
        return OptionInfo(i, i + 1, "number", hook.source.title)

    def offer_hook(self, rule: RuleDecl, hook: Hook, number: int, done: int) -> None:
        """Offer one of several effects that has not happened and can happen now."""
        no = Label()
        self.out.emit("unless_active", hook.source.number, no)
        self.out.push(number)
        self.out.emit("local", done)
        self.out.emit("contains")
        self.out.emit("jump_if", no)
        if hook.source.role:
            self.unless_on_map(hook, no)
        elif hook.condition is not None or hook.source.from_next_turn:
            label = Label()
            self.waiting_conditions.append((hook, label, rule))
            self.out.emit("call", label)
            self.out.shift(1)
            self.out.emit("jump_unless", no)
        self.out.push(number)
        self.out.emit("offer", L.NUMBER_ACTION)
        self.out.here(no)

    def outer_names(self, rule: RuleDecl, routine: Routine) -> None:
        """The arguments of the moment, seen from a hook."""
        count = len(rule.parameters)
        for i, (name, type_) in enumerate(rule.parameters):
            routine.scopes[0][name] = Local(i - count - 2, type_, outer=True)
        if rule.result is not None:
            routine.scopes[0]["result"] = Local(0, rule.result, outer=True)

    def hook_condition(self, hook: Hook, label: Label, rule: RuleDecl) -> None:
        """The condition of a hook as a routine of its own."""
        name = f"{hook.source.title}: {hook.when} {hook.moment}"
        with (
            self.named_this(hook.source.this),
            self.routine_of(name, label, hook.where, 0, "number") as routine,
        ):
            self.outer_names(rule, routine)
            no = Label()
            self.hook_guard(hook, no)
            self.out.push(1)
            self.out.emit("give_value", 0)
            self.out.shift(-1)
            self.out.here(no)
            self.out.push(0)
            self.out.emit("give_value", 0)
            self.out.shift(-1)

    def hook_guard(self, hook: Hook, no: Label) -> None:
        """The conditions of a hook."""
        if hook.source.from_next_turn and hook.moment == UPKEEP_MOMENT:
            for name in ("turn", "finale_turn"):
                word = self.names.table[name]
                assert isinstance(word, Word)
                self.out.emit("load", word.address)
            self.out.emit("unless_unequal", no)
        if hook.when == "instead":
            self.running(hook)
            self.out.emit("both")
            self.out.emit("jump_if", no)
        if hook.condition is not None:
            self.condition(hook.condition, no)
        if hook.once is not None:
            self.out.push(self.once_number(hook))
            self.out.push(PERIODS[hook.once])
            self.out.emit("used")
            self.out.emit("jump_if", no)

    def once_number(self, hook: Hook) -> int:
        """The number under which a hook that happens once is noted, behind those of abilities."""
        limited = [h for h in self.listeners.hooks if h.once is not None]
        number = len(self.listeners.abilities) + next(i for i, h in enumerate(limited) if h is hook)
        if number >= L.ABILITIES:
            raise SourceError(hook.where, "too many abilities and 'once'", f"at most {L.ABILITIES}")
        return number

    def running(self, hook: Hook) -> int:
        """Put the word and the bit that say whether a replacing hook runs; returns the address."""
        replacing = [h for h in self.listeners.hooks if h.when == "instead"]
        number = next(i for i, h in enumerate(replacing) if h is hook)
        row = self.names.table[RUNNING]
        assert isinstance(row, Row)
        if number >= RUNNING_BITS * row.length:
            raise SourceError(hook.where, "too many 'instead'", f"at most {RUNNING_BITS * 2}")
        address = row.address + number // RUNNING_BITS
        self.out.emit("load", address)
        self.out.push(1 << number % RUNNING_BITS)
        return address

    def hook(self, hook: Hook, label: Label, rule: RuleDecl) -> None:
        """Compile a hook: a routine whose frame lies above that of its moment."""
        name = f"{hook.source.title}: {hook.when} {hook.moment}"
        this = None if hook.source.role else hook.source.this
        with (
            self.named_this(this),
            self.routine_of(name, label, hook.where, 0, None) as routine,
        ):
            routine.is_text = hook.moment != JUDGE  # judging is not judged again
            self.outer_names(rule, routine)
            routine.cancel_slot = None if hook.when == "after" else _cancel_slot(rule)
            self.count_from_here(hook.block)
            if hook.source.role:
                self.for_every_piece(hook, rule)
            else:
                self.hook_body(hook)
            self.out.emit("give_back", 0)

    def hook_body(self, hook: Hook) -> None:
        """Conditions, price and effect of a hook."""
        no = Label()
        self.hook_guard(hook, no)
        if hook.price is None:
            self.hook_effect(hook)
        else:
            self.optional_hook(hook)
        self.out.here(no)

    def hook_effect(self, hook: Hook) -> None:
        """The effect of a hook; one instead of its moment cancels it."""
        if hook.once is not None:
            self.out.push(self.once_number(hook))
            self.out.emit("use")
        if hook.when != "instead":
            self.block(hook.block)
            return
        self.w_cancel(hook.block)
        kept, self.routine.end = self.routine.end, Label()
        self.out.emit("store", self.marked(hook, "either"))
        self.block(hook.block)
        self.out.here(self.routine.end)
        self.out.emit("store", self.marked(hook, "without"))
        self.routine.end = kept

    def marked(self, hook: Hook, change: str) -> int:
        """Put the word of running hooks with this one entered or left out; returns its address."""
        address = self.running(hook)
        self.out.emit(change)
        return address

    def optional_hook(self, hook: Hook) -> None:
        """A hook that the player may use."""
        no = Label()
        self.out.emit("question")
        self.out.push(0)
        self.out.emit("offer", L.NUMBER_ACTION)
        first = first_sequence(hook.block)
        self.affordable(first if first is not None else Tree("sequence", []), 1)
        self.out.emit("ask", self.asked(hook.price or "", [*NO_OR_YES]))
        self.out.shift(1)
        self.out.emit("jump_unless", no)
        self.hook_effect(hook)
        self.out.here(no)

    def for_every_piece(self, hook: Hook, rule: RuleDecl) -> None:
        """The rules of a role: once for each piece of the kind on the map or in the moment."""
        slot = self.routine.slot()
        loop, next_, end = Label(), Label(), Label()
        self.unless_concerned(hook, rule, loop, end)
        self.out.here(loop)
        self.out.emit("next_of_kind", slot, hook.source.this.value, end)
        self.piece_concerned(rule, slot, loop, next_)
        self.out.here(next_)
        self.routine.scopes.append({"this": Local(slot, "piece")})
        self.hook_body(hook)
        self.routine.scopes.pop()
        self.out.emit("jump", loop)
        self.out.here(end)

    def unless_on_map(self, hook: Hook, no: Label) -> None:
        """Go on elsewhere when no piece of a role is on the map."""
        self.out.push(hook.source.this.value)
        self.out.emit("pieces_of")
        self.out.emit("jump_unless", no)

    def unless_concerned(self, hook: Hook, rule: RuleDecl, yes: Label, no: Label) -> None:
        """Go on at once when the moment is about a piece of the role or one is on the map."""
        for name, type_ in rule.parameters:
            if type_ == "piece":
                other = Label()
                self.out.emit("outer", self.routine.scopes[0][name].slot)
                self.out.emit("load_at", L.KIND, L.PIECES)
                self.out.emit("unless_number", hook.source.this.value, other)
                self.out.emit("jump", yes)
                self.out.here(other)
        self.unless_on_map(hook, no)

    def piece_concerned(self, rule: RuleDecl, slot: int, loop: Label, yes: Label) -> None:
        """A piece is concerned when the moment is about it or when it is on the map."""
        for name, type_ in rule.parameters:
            if type_ == "piece":
                other = Label()
                local = self.routine.scopes[0][name]
                self.out.emit("local", slot)
                self.out.emit("outer", local.slot)
                self.out.emit("unless_equal", other)
                self.out.emit("jump", yes)
                self.out.here(other)
        self.out.push(0)
        self.out.emit("local", slot)
        self.out.emit("load_at", L.PLACE, L.PIECES)
        self.out.emit("unless_less", loop)
        self.out.emit("local", slot)
        self.out.emit("load_at", L.PLACE, L.PIECES)
        self.out.emit("unless_below", L.PLACE_DEAD, loop)

    # ------------------------------------------------------------ endings

    def judge(self) -> None:
        """Judge deaths and returns, and the endings of the film."""
        super().judge()
        if self.listeners.endings:
            self.call_label(FILM_ENDS, 0, False)

    def film_ends(self) -> None:
        """The conditions under which the film is won or lost, victory first (TURN-2)."""
        with self.routine_of(FILM_ENDS, self.labels[FILM_ENDS], Where("<endings>"), 0, None):
            for ending in sorted(self.listeners.endings, key=lambda e: e.result):
                no, quiet = Label(), Label()
                kept, self.routine.where = self.routine.where, ending.where
                self.condition(ending.condition, no)
                self.routine.where = kept
                self.out.emit("unless_logged", quiet)
                self.book.sentences.append(SentenceInfo(ending.words, ("TURN-2",), ()))
                self.out.emit("say", len(self.book.sentences) - 1, 0)
                self.out.here(quiet)
                self.out.emit("finish", ending.result)
                self.out.here(no)
            self.out.emit("give_back", 0)

    # ------------------------------------------------------------ values

    def value(self, value: ValueDecl) -> None:
        """Compile a layered value: base, additions, exact value, minimum and maximum."""
        modifiers = [m for m in self.listeners.modifiers if m.value == value.name]
        with (
            self.named_this(None),
            self.routine_of(
                value.name, self.labels[value.name], value.where, len(value.parameters), value.type
            ) as routine,
        ):
            self.parameters(routine, value.parameters)
            self.typed(value.base, value.type)
            if modifiers:
                self.layers(value, modifiers)
            self.out.emit("give_value", routine.arguments)
            self.out.shift(-1)

    def layers(self, value: ValueDecl, modifiers: list[Modifier]) -> None:
        """Apply the modifiers to the value on the stack."""
        total, end = self.routine.slot(), Label()
        self.out.emit("set_local", total)
        self.out.emit("unless_hooked", self.hook_number(value.name), end)
        for layer in ("+", "-", "=", "least", "most"):
            for modifier in modifiers:
                if modifier.layer == layer:
                    self.layer(value, modifier, total)
        self.out.here(end)
        self.out.emit("local", total)

    def layer(self, value: ValueDecl, modifier: Modifier, total: int) -> None:
        """One modifier, if its source is in play and its condition holds."""
        no = Label()
        kept, self.routine.where = self.routine.where, modifier.where
        with self.named_this(modifier.source.this):
            self.out.emit("unless_active", modifier.source.number, no)
            if modifier.condition is not None:
                self.condition(modifier.condition, no)
            if modifier.layer != "=":
                self.out.emit("local", total)
            self.typed(modifier.amount, value.type)
            if modifier.layer != "=":
                layers = _SET_LAYERS if value.type == "spaces" else _LAYERS
                self.out.emit(layers[modifier.layer])
            self.out.emit("set_local", total)
        self.out.here(no)
        self.routine.where = kept

    # ------------------------------------------------------------ abilities

    def abilities_ready(self) -> None:
        """Give every ability its text, and its number in the row of the table."""
        for number, ability in enumerate(self.listeners.abilities):
            if number >= L.ABILITIES:
                raise SourceError(
                    ability.where, "too many abilities in this cast", f"at most {L.ABILITIES}"
                )
            entry = self.text(
                ability.text, ability.where, ability.source.title, ability.source.this
            )
            self.entries[entry].ability = number
            self.ability_entries.append(entry)

    def ability_infos(self) -> tuple[AbilityInfo, ...]:
        """The words of the abilities."""
        return tuple(
            AbilityInfo(a.source.title, a.words, a.window) for a in self.listeners.abilities
        )

    def nests(self, number: int) -> bool:
        """Whether an ability could be offered while it is resolved."""
        return self.listeners.abilities[number].window in NESTING

    def resolving(self, number: int) -> int:
        """Put the word and the bit that say whether an ability is resolved; returns the address."""
        row = self.names.table[RESOLVING]
        assert isinstance(row, Row)
        address = row.address + number // RUNNING_BITS
        self.out.emit("load", address)
        self.out.push(1 << number % RUNNING_BITS)
        return address

    def resolved_once(self, block: Node, number: int, routine: Routine) -> None:
        """The text of an ability, which is not offered again inside itself (MOV-4)."""
        routine.end = Label()
        self.mark_resolving(number, "either")
        self.body(block)
        self.out.here(routine.end)
        self.mark_resolving(number, "without")

    def mark_resolving(self, number: int, change: str) -> None:
        """Note that an ability is resolved, or no more."""
        address = self.resolving(number)
        self.out.emit(change)
        self.out.emit("store", address)

    def offer_abilities(self, window: str) -> None:
        """Offer the abilities of a window, if this cast has any."""
        if any(a.window == window for a in self.listeners.abilities):
            self.call_label("offer_abilities_" + window, 0, False)

    def window(self, name: str) -> None:
        """Offer the abilities of a window."""
        window = name.removeprefix("offer_abilities_")
        with self.routine_of(name, self.labels[name], Where("<abilities>"), 0, None):
            for number, ability in enumerate(self.listeners.abilities):
                if ability.window == window:
                    self.offer_ability(number, ability)
            self.out.emit("give_back", 0)

    def offer_ability(self, number: int, ability: Ability) -> None:
        """Offer or refuse one ability."""
        end = Label()
        kept, self.routine.where = self.routine.where, ability.where
        with self.named_this(ability.source.this):
            self.out.emit("unless_active", ability.source.number, end)
            refusals = self.ability_guards(number, ability)
            self.out.push(number)
            self.out.emit("offer", L.ABILITY_ACTION)
            for label, clause in refusals:
                self.out.emit("jump", end)
                self.out.here(label)
                self.out.push(number)
                self.book.clauses.append(clause)
                place = L.ANSWER_CLAUSE + len(self.book.clauses) - 1
                self.out.emit("refuse", L.ABILITY_ACTION, place)
        self.out.here(end)
        self.routine.where = kept

    def ability_guards(self, number: int, ability: Ability) -> list[tuple[Label, ClauseInfo]]:
        """Check whether an ability can be used; returns where each refusal goes on."""
        refusals: list[tuple[Label, ClauseInfo]] = []
        if self.nests(number):
            inside = Label()
            self.resolving(number)
            self.out.emit("both")
            self.out.emit("jump_if", inside)
            refusals.append((inside, ClauseInfo(IN_USE, "MOV-4", ())))
        if ability.once is not None:
            used = Label()
            self.out.push(number)
            self.out.push(PERIODS[ability.once])
            self.out.emit("used")
            self.out.emit("jump_if", used)
            refusals.append((used, ClauseInfo(USED[ability.once], "MOV-4", ())))
        for require in ability.requires:
            no = Label()
            self.condition(require.condition, no)
            refusals.append((no, ClauseInfo(require.words, require.rule, ())))
        first = first_sequence(ability.text)
        for price in prices_of(first) if first is not None else []:
            no = Label()
            self.call_label_checked(price)
            self.out.emit("jump_unless", no)
            refusals.append((no, NO_PRICE))
        return refusals

    # ------------------------------------------------------------ results

    def routine_infos(self) -> tuple[RoutineInfo, ...]:
        """All routines in the order of the code."""
        infos = [RoutineInfo(label.at, n, result, name) for label, n, result, name in self.routines]
        return tuple(sorted(infos, key=lambda r: r.at))

    def fill_row(self, table: list[int], row: Row, numbers: Iterable[int]) -> None:
        """Write numbers into a row of the table."""
        for i, number in enumerate(numbers):
            if i >= row.length:
                raise ValueError(f"more than {row.length} numbers for one row")
            table[row.address + i] = number


_LAYERS = {"+": "add", "-": "subtract", "least": "greater", "most": "lesser"}
_SET_LAYERS = {"+": "either", "-": "without", "least": "either", "most": "both"}
"""How a modifier changes a set of spaces: more of them, without these, at least, only these."""


def _cancel_slot(rule: RuleDecl) -> int:
    """The local word of a hooked rule that says it is cancelled: behind its result."""
    return 0 if rule.result is None else 1
