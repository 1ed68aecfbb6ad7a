"""The operations of the language itself: numbers, jumps, calls, loops, questions, chance.

What stands in a signature is all there is to say about an operation: the generator
reads from it which words follow it in the code, what it takes from the stack and what
it leaves there.
"""

from __future__ import annotations

from nightreel.machine.cards import loose, nth_unseen, unseen, weight_in
from nightreel.machine.chance import advance, draw
from nightreel.machine.words import (
    ActRow,
    Address,
    Answers,
    ClassMask,
    ClauseId,
    Ending,
    Faces,
    Flow,
    Frame,
    Here,
    HookId,
    Immediate,
    Length,
    Log,
    Mode,
    NewPc,
    NewStack,
    Number,
    Numbers,
    OuterSlot,
    Pair,
    Pause,
    PieceRange,
    QuestionId,
    Range,
    Record,
    Result,
    SentenceId,
    Slot,
    SourceId,
    Stack,
    Stored,
    StreamId,
    Table,
    TableAt,
    Target,
    Touched,
)
from nightreel.record import layout as L

# ---------------------------------------------------------------- words


def push_number(number: Immediate) -> Result:
    """A number."""
    return number


def local(g: Record, fp: Frame, slot: Slot) -> Result:
    """A local word or argument."""
    return g[fp + slot]


def set_local(g: Record, fp: Frame, slot: Slot, value: Number) -> None:
    """Store in a local word or argument."""
    g[fp + slot] = value


def outer(g: Record, fp: Frame, slot: OuterSlot) -> Result:
    """A local word or argument of the moment that a hook listens to."""
    return g[g[fp - 1] + slot]


def set_outer(g: Record, fp: Frame, slot: OuterSlot, value: Number) -> None:
    """Store in a local word or argument of the moment that a hook listens to."""
    g[g[fp - 1] + slot] = value


def load(g: Record, address: Address) -> Result:
    """A word of the record."""
    return g[address]


def store(g: Record, address: Stored, value: Number) -> None:
    """Store in a word of the record."""
    g[address] = value


def load_at(g: Record, address: Address, length: Length, index: Number) -> Result:
    """A word of a row of the record; an index outside it is a fault."""
    if index < 0 or index >= length:
        g[L.FAULT] = L.FAULT_RANGE
        return 0
    return g[address + index]


def store_at(g: Record, address: Stored, length: Length, index: Number, value: Number) -> None:
    """Store in a word of a row of the record; an index outside it is a fault."""
    if index < 0 or index >= length:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        g[address + index] = value


def data(g: Record, tab: Table, at: TableAt, length: Length, index: Number) -> Result:
    """A word of a row of the film's table; an index outside it is a fault."""
    if index < 0 or index >= length:
        g[L.FAULT] = L.FAULT_RANGE
        return 0
    return tab[at + index]


def drop(value: Number) -> None:
    """Forget the top of the stack."""


# ---------------------------------------------------------------- two in one


def set_number(g: Record, fp: Frame, number: Immediate, slot: Slot) -> None:
    """A number in the code goes into a local word."""
    g[fp + slot] = number


def set_word(g: Record, number: Immediate, address: Stored) -> None:
    """A number in the code goes into a word of the record."""
    g[address] = number


def store_local(g: Record, fp: Frame, slot: Slot, address: Stored) -> None:
    """A local word goes into a word of the record."""
    g[address] = g[fp + slot]


def load_via(g: Record, index: Address, address: Address, length: Length) -> Result:
    """A word of a row of the record, its index in another word."""
    return load_at(g, address, length, g[index])


def keep(g: Record, fp: Frame, slot: Slot, value: Number) -> Result:
    """Store in a local word what stays on the stack."""
    g[fp + slot] = value
    return value


def local_and(g: Record, fp: Frame, slot: Slot, number: Immediate) -> Result:
    """A local word plus a number in the code."""
    return g[fp + slot] + number


def data_of(g: Record, tab: Table, fp: Frame, slot: Slot, at: TableAt, length: Length) -> Result:
    """A word of a row of the film's table, its index in a local word."""
    return data(g, tab, at, length, g[fp + slot])


def load_of(g: Record, fp: Frame, slot: Slot, address: Address, length: Length) -> Result:
    """A word of a row of the record, its index in a local word."""
    return load_at(g, address, length, g[fp + slot])


def clear_row(g: Record, address: Stored, length: Length) -> None:
    """Set all words of a row of the record to zero."""
    for i in range(length):
        g[address + i] = 0


def change_at(
    g: Record, address: Stored, length: Length, number: Immediate, index: Number
) -> None:
    """Add a number in the code to a word of a row of the record."""
    if index < 0 or index >= length:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        g[address + index] += number


def change_of(
    g: Record, fp: Frame, slot: Slot, address: Stored, length: Length, number: Immediate
) -> None:
    """Add a number in the code to a word of a row, its index in a local word."""
    change_at(g, address, length, number, g[fp + slot])


# ---------------------------------------------------------------- numbers

WORD = 0xFFFFFFFF
HALF = 0x80000000
"""Sums wrap at 32 bits when interpreted as they do in the record when compiled."""


def add(a: Number, b: Number) -> Result:
    """Plus."""
    return ((a + b + HALF) & WORD) - HALF


def subtract(a: Number, b: Number) -> Result:
    """Minus."""
    return ((a - b + HALF) & WORD) - HALF


def multiply(a: Number, b: Number) -> Result:
    """Times, kept within 16 bits on either side."""
    return min(max(a, -32768), 32767) * min(max(b, -32768), 32767)


def halve(a: Number, b: Number) -> Result:
    """Divided, rounded up; by zero gives zero."""
    if b == 0:
        return 0
    return min(-(-a // b), HALF - 1)


def remainder(a: Number, b: Number) -> Result:
    """Remainder of a division; by zero gives zero."""
    if b == 0:
        return 0
    return a % b


def lesser(a: Number, b: Number) -> Result:
    """The smaller of two."""
    return min(a, b)


def greater(a: Number, b: Number) -> Result:
    """The larger of two."""
    return max(a, b)


def negate(a: Number) -> Result:
    """Minus, of one number."""
    return min(-a, HALF - 1)


def negation(a: Number) -> Result:
    """Not."""
    return 1 if a == 0 else 0


def equal(a: Number, b: Number) -> Result:
    """Equal."""
    return 1 if a == b else 0


def unequal(a: Number, b: Number) -> Result:
    """Unequal."""
    return 1 if a != b else 0


def less(a: Number, b: Number) -> Result:
    """Less than."""
    return 1 if a < b else 0


def at_most(a: Number, b: Number) -> Result:
    """Less than or equal."""
    return 1 if a <= b else 0


def add_number(number: Immediate, a: Number) -> Result:
    """Plus a number in the code."""
    return ((a + number + HALF) & WORD) - HALF


def increase(g: Record, address: Stored, number: Immediate) -> None:
    """Add a number in the code to a word of the record."""
    g[address] = ((g[address] + number + HALF) & WORD) - HALF


def both(a: Number, b: Number) -> Result:
    """What two sets have in common."""
    return a & b


def either(a: Number, b: Number) -> Result:
    """What is in one of two sets."""
    return a | b


def without(a: Number, b: Number) -> Result:
    """What is in the first set and not in the second."""
    return a & ~b


def only(a: Number) -> Result:
    """The set of one space; of none when it is no space."""
    return 1 << a if 0 < a < L.SPACES - 1 else 0


def contains(element: Number, group: Number) -> Result:
    """1 when a space is in a set."""
    return (group >> element) & 1 if 0 <= element < L.SPACES - 1 else 0


# ---------------------------------------------------------------- jumps and calls


def jump(target: Target) -> NewPc:
    """Go on elsewhere."""
    return target


def jump_unless(pc: Here, target: Target, value: Number) -> NewPc:
    """Go on elsewhere when a value is zero."""
    return target if value == 0 else pc + 2


def jump_if(pc: Here, target: Target, value: Number) -> NewPc:
    """Go on elsewhere when a value is not zero."""
    return target if value != 0 else pc + 2


def unless_equal(pc: Here, target: Target, a: Number, b: Number) -> NewPc:
    """Go on elsewhere unless two values are equal."""
    return target if a != b else pc + 2


def unless_unequal(pc: Here, target: Target, a: Number, b: Number) -> NewPc:
    """Go on elsewhere when two values are equal."""
    return target if a == b else pc + 2


def unless_less(pc: Here, target: Target, a: Number, b: Number) -> NewPc:
    """Go on elsewhere unless one value is less than another."""
    return target if a >= b else pc + 2


def unless_at_most(pc: Here, target: Target, a: Number, b: Number) -> NewPc:
    """Go on elsewhere unless one value is at most another."""
    return target if a > b else pc + 2


def unless_number(pc: Here, number: Immediate, target: Target, a: Number) -> NewPc:
    """Go on elsewhere unless a value is a number in the code."""
    return target if a != number else pc + 3


def unless_not_number(pc: Here, number: Immediate, target: Target, a: Number) -> NewPc:
    """Go on elsewhere when a value is a number in the code."""
    return target if a == number else pc + 3


def unless_below(pc: Here, number: Immediate, target: Target, a: Number) -> NewPc:
    """Go on elsewhere unless a value is below a number in the code."""
    return target if a >= number else pc + 3


def unless_from(pc: Here, number: Immediate, target: Target, a: Number) -> NewPc:
    """Go on elsewhere unless a value is at least a number in the code."""
    return target if a < number else pc + 3


def local_unless(g: Record, pc: Here, fp: Frame, slot: Slot, target: Target) -> NewPc:
    """Go on elsewhere when a local word is zero."""
    return target if g[fp + slot] == 0 else pc + 3


def local_unless_number(
    g: Record, pc: Here, fp: Frame, slot: Slot, number: Immediate, target: Target
) -> NewPc:
    """Go on elsewhere unless a local word is a number in the code."""
    return target if g[fp + slot] != number else pc + 4


def local_unless_below(
    g: Record, pc: Here, fp: Frame, slot: Slot, number: Immediate, target: Target
) -> NewPc:
    """Go on elsewhere unless a local word is below a number in the code."""
    return target if g[fp + slot] >= number else pc + 4


def local_unless_from(
    g: Record, pc: Here, fp: Frame, slot: Slot, number: Immediate, target: Target
) -> NewPc:
    """Go on elsewhere unless a local word is at least a number in the code."""
    return target if g[fp + slot] < number else pc + 4


def data_unless_number(
    g: Record,
    tab: Table,
    pc: Here,
    fp: Frame,
    slot: Slot,
    at: TableAt,
    length: Length,
    number: Immediate,
    target: Target,
) -> NewPc:
    """Go on elsewhere unless a word of a row of the table is a number in the code."""
    return target if data_of(g, tab, fp, slot, at, length) != number else pc + 6


def data_unless_not_number(
    g: Record,
    tab: Table,
    pc: Here,
    fp: Frame,
    slot: Slot,
    at: TableAt,
    length: Length,
    number: Immediate,
    target: Target,
) -> NewPc:
    """Go on elsewhere when a word of a row of the table is a number in the code."""
    return target if data_of(g, tab, fp, slot, at, length) == number else pc + 6


def word_unless_from(
    g: Record, pc: Here, address: Address, number: Immediate, target: Target
) -> NewPc:
    """Go on elsewhere unless a word of the record is at least a number in the code."""
    return target if g[address] < number else pc + 4


def unless_equal_to(
    g: Record, pc: Here, fp: Frame, slot: Slot, target: Target, a: Number
) -> NewPc:
    """Go on elsewhere unless a value is that of a local word."""
    return target if a != g[fp + slot] else pc + 3


def unless_less_than(
    g: Record, pc: Here, fp: Frame, slot: Slot, target: Target, a: Number
) -> NewPc:
    """Go on elsewhere unless a value is less than a local word."""
    return target if a >= g[fp + slot] else pc + 3


def unless_at_most_local(
    g: Record, pc: Here, fp: Frame, slot: Slot, target: Target, a: Number
) -> NewPc:
    """Go on elsewhere unless a value is at most a local word."""
    return target if a > g[fp + slot] else pc + 3


def unless_contains(pc: Here, target: Target, element: Number, group: Number) -> NewPc:
    """Go on elsewhere unless a space is in a set."""
    return pc + 2 if contains(element, group) else target


def unless_single(pc: Here, target: Target, spaces: Spaces) -> NewPc:
    """Go on elsewhere unless a set has exactly one space."""
    return pc + 2 if spaces > 0 and spaces & (spaces - 1) == 0 else target


def word_unless(g: Record, pc: Here, address: Address, target: Target) -> NewPc:
    """Go on elsewhere when a word of the record is zero."""
    return target if g[address] == 0 else pc + 3


def word_unless_number(
    g: Record, pc: Here, address: Address, number: Immediate, target: Target
) -> NewPc:
    """Go on elsewhere unless a word of the record is a number in the code."""
    return target if g[address] != number else pc + 4


def unless_hooked(g: Record, pc: Here, hook: HookId, target: Target) -> NewPc:
    """Go on elsewhere when nobody listens."""
    return target if g[L.HOOKS + hook] == 0 else pc + 3


def unless_active(g: Record, pc: Here, source: SourceId, target: Target) -> NewPc:
    """Go on elsewhere when the rules of a source do not hold."""
    return target if (g[L.ACTIVE + (source >> 4)] >> (source & 15)) & 1 == 0 else pc + 3


def unless_logged(pc: Here, log: Log, target: Target) -> NewPc:
    """Go on elsewhere when nobody keeps a log."""
    return target if len(log) == 0 else pc + 2


def unless_reasons(pc: Here, mode: Mode, target: Target) -> NewPc:
    """Go on elsewhere when nobody wants the numbers of a refusal."""
    return target if mode & L.MODE_QUICK else pc + 2


def call(g: Record, pc: Here, sp: Stack, fp: Frame, target: Target) -> Flow:
    """Call a routine; its arguments lie on the stack."""
    g[sp] = pc + 2
    g[sp + 1] = fp
    return target, sp + 2, sp + 2


def call_entry(g: Record, tab: Table, pc: Here, sp: Stack, fp: Frame) -> Flow:
    """Call the routine whose number lies on the stack; a wrong number is a fault."""
    entry = g[sp - 1]
    if entry < 0 or entry >= tab[L.T_ENTRIES]:
        g[L.FAULT] = L.FAULT_RANGE
        return pc + 1, sp - 1, fp
    g[sp - 1] = pc + 1
    g[sp] = fp
    return tab[L.T_ENTRIES + 1 + entry], sp + 1, sp + 1


def enter(g: Record, sp: Stack, words: Length, need: Length) -> Pause:
    """Begin a routine: clear its local words, see that the stack has room for it."""
    if sp + need > L.WORDS:
        g[L.FAULT] = L.FAULT_STACK
        return sp
    for i in range(words):
        g[sp + i] = 0
    return sp + words


def give_back(g: Record, fp: Frame, words: Length) -> Flow:
    """End a routine that has no result; ``words`` arguments leave the stack."""
    return g[fp - 2], fp - 2 - words, g[fp - 1]


def give_value(g: Record, sp: Stack, fp: Frame, words: Length) -> Flow:
    """End a routine with a result."""
    target = g[fp - 2]
    frame = g[fp - 1]
    top = fp - 2 - words
    g[top] = g[sp - 1]
    return target, top + 1, frame


def catch(g: Record, sp: Stack, fp: Frame, target: Target) -> NewStack:
    """A cut from here on goes on at the target (FHT-3); the one before waits on the stack."""
    g[sp] = g[L.CUT_PC]
    g[sp + 1] = g[L.CUT_SP]
    g[sp + 2] = g[L.CUT_FP]
    g[L.CUT_PC] = target
    g[L.CUT_SP] = sp + 3
    g[L.CUT_FP] = fp
    return sp + 3


def release(g: Record, sp: Stack) -> NewStack:
    """The end of what a ``catch`` holds: a cut goes again where it went before."""
    g[L.CUT_PC] = g[sp - 3]
    g[L.CUT_SP] = g[sp - 2]
    g[L.CUT_FP] = g[sp - 1]
    return sp - 3


def cut(g: Record, pc: Here, sp: Stack, fp: Frame) -> Flow:
    """The phase ends at once: whatever was going on is given up (FHT-3, FHT-5)."""
    if g[L.CUT_FP] == 0:
        g[L.FAULT] = L.FAULT_CUT
        return pc, sp, fp
    return g[L.CUT_PC], g[L.CUT_SP], g[L.CUT_FP]


def finish(g: Record, result: Ending) -> Pause:
    """The game is over (TURN-2)."""
    g[L.RESULT] = result
    g[L.STOP] = L.STOP_OVER
    return g[L.SP]


# ---------------------------------------------------------------- loops


def next_piece(
    g: Record, tab: Table, pc: Here, fp: Frame, slot: Slot, classes: ClassMask, target: Target
) -> NewPc:
    """The next piece of these classes on the map; go on elsewhere after the last."""
    piece = g[fp + slot] + 1
    while 0 < piece < L.PIECES:
        if 0 < g[L.PLACE + piece] < L.PLACE_DEAD and (
            tab[L.T_KIND_CLASS + g[L.KIND + piece]] & classes
        ):
            g[fp + slot] = piece
            return pc + 4
        piece += 1
    return target


def next_piece_at(
    g: Record, tab: Table, pc: Here, fp: Frame, slot: Pair, classes: ClassMask, target: Target
) -> NewPc:
    """The next piece of these classes in the place that the word behind the slot names, if any."""
    place = g[fp + slot + 1]
    piece = g[fp + slot] + 1
    while place > 0 and 0 < piece < L.PIECES:
        if g[L.PLACE + piece] == place and tab[L.T_KIND_CLASS + g[L.KIND + piece]] & classes:
            g[fp + slot] = piece
            return pc + 4
        piece += 1
    return target


def next_of_kind(
    g: Record, pc: Here, fp: Frame, slot: Slot, kind: Immediate, target: Target
) -> NewPc:
    """The next piece of a kind, wherever it is; go on elsewhere after the last."""
    piece = g[fp + slot] + 1
    while 0 < piece < L.PIECES:
        if g[L.KIND + piece] == kind:
            g[fp + slot] = piece
            return pc + 4
        piece += 1
    return target


def next_space(g: Record, pc: Here, fp: Frame, slot: Pair, target: Target) -> NewPc:
    """The next space of the set in the word behind the slot."""
    rest = g[fp + slot + 1]
    space = g[fp + slot] + 1
    while 0 < space < L.SPACES - 1:
        if (rest >> space) & 1:
            g[fp + slot] = space
            return pc + 3
        space += 1
    return target


def next_number(g: Record, pc: Here, fp: Frame, slot: Pair, target: Target) -> NewPc:
    """The next number, up to and including that in the word behind the slot."""
    number = g[fp + slot] + 1
    if number > g[fp + slot + 1]:
        return target
    g[fp + slot] = number
    return pc + 3


def next_act(g: Record, pc: Here, fp: Frame, slot: Slot, row: ActRow, target: Target) -> NewPc:
    """The next Action card of which there is a copy in a row of the record."""
    act = g[fp + slot] + 1
    while 0 < act < L.ACTS:
        if g[row + act] > 0:
            g[fp + slot] = act
            return pc + 4
        act += 1
    return target


def next_card(g: Record, pc: Here, fp: Frame, slot: Pair, target: Target) -> NewPc:
    """The next card that lies in the zone in the word behind the slot, and has been seen."""
    zone = g[fp + slot + 1]
    card = g[fp + slot] + 1
    while zone > 0 and 0 < card < L.CARDS:
        if g[L.CARD_ZONE + card] == zone:
            g[fp + slot] = card
            return pc + 3
        card += 1
    return target


def next_way(tab: Table, g: Record, pc: Here, fp: Frame, slot: Pair, target: Target) -> NewPc:
    """The next way that touches the space in the word behind the slot (0: any way)."""
    space = g[fp + slot + 1]
    way = g[fp + slot] + 1
    while 0 < way <= tab[L.T_WAYS]:
        if space == 0 or tab[L.T_WAY_A + way] == space or tab[L.T_WAY_B + way] == space:
            g[fp + slot] = way
            return pc + 3
        way += 1
    return target


# ---------------------------------------------------------------- questions


def clear(ans: Answers, acts: Touched) -> None:
    """Forget the answers of the last question."""
    for i in range(acts[0]):
        ans[acts[4 + i]] = 0
    acts[0] = 0
    acts[1] = 0
    acts[3] = 0


def question(g: Record, ans: Answers, acts: Touched, pc: Here) -> None:
    """Begin a question."""
    clear(ans, acts)
    g[L.QUESTION_PC] = pc


def note(ans: Answers, acts: Touched, action: Number, answer: Number) -> None:
    """Write down what the question says of an action; a legal one stays legal."""
    if ans[action] == 0:
        acts[4 + acts[0]] = action
        acts[0] += 1
    elif ans[action] == L.ANSWER_LEGAL:
        return
    ans[action] = answer
    if answer == L.ANSWER_LEGAL:
        acts[1] += 1
        acts[2] = action


def offer(g: Record, ans: Answers, acts: Touched, base: Range, thing: Number) -> None:
    """A legal answer."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        note(ans, acts, action, L.ANSWER_LEGAL)


def offer_of(g: Record, ans: Answers, acts: Touched, fp: Frame, slot: Slot, base: Range) -> None:
    """A legal answer whose thing is in a local word."""
    offer(g, ans, acts, base, g[fp + slot])


def offer_acts(g: Record, ans: Answers, acts: Touched, row: ActRow, base: Range) -> None:
    """Every Action card of which there is a copy in a row of the record, as legal answers."""
    for act in range(1, L.ACTS):
        if g[row + act] > 0:
            offer(g, ans, acts, base, act)


def offer_acts_but(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    row: ActRow,
    base: Range,
    at: TableAt,
    length: Length,
    groups: Number,
) -> None:
    """The Action cards in a row of the record whose word in the table is not in a set, as legal."""
    for act in range(1, min(L.ACTS, length)):
        if g[row + act] > 0 and (groups >> (tab[at + act] & 15)) & 1 == 0:
            offer(g, ans, acts, base, act)


def offer_acts_up_to(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    row: ActRow,
    base: Range,
    at: TableAt,
    length: Length,
    most: Number,
) -> None:
    """The Action cards in a row of the record whose word in the table is at most a number, as legal."""
    for act in range(1, min(L.ACTS, length)):
        if g[row + act] > 0 and tab[at + act] <= most:
            offer(g, ans, acts, base, act)


def offer_next(
    g: Record, ans: Answers, acts: Touched, fp: Frame, slot: Slot, base: Range, target: Target
) -> NewPc:
    """A legal answer whose thing is in a local word, then go on elsewhere."""
    offer(g, ans, acts, base, g[fp + slot])
    return target


def offer_quick(
    g: Record,
    ans: Answers,
    acts: Touched,
    pc: Here,
    fp: Frame,
    mode: Mode,
    slot: Slot,
    base: Range,
    target: Target,
) -> NewPc:
    """A legal answer whose thing is in a local word; go on elsewhere unless words are wanted."""
    offer(g, ans, acts, base, g[fp + slot])
    return target if mode & L.MODE_QUICK else pc + 4


def alike(g: Record, a: Number, b: Number) -> int:
    """1 when two pieces are the same for every rule."""
    if g[L.KIND + a] != g[L.KIND + b] or g[L.PLACE + a] != g[L.PLACE + b]:
        return 0
    return 1 if g[L.HEALTH + a] == g[L.HEALTH + b] and g[L.MARK + a] == g[L.MARK + b] else 0


def offer_piece(g: Record, ans: Answers, acts: Touched, base: PieceRange, thing: Number) -> None:
    """A piece as a legal answer, unless one like it has been offered."""
    if thing < 0 or thing >= L.PIECES:
        g[L.FAULT] = L.FAULT_RANGE
        return
    for i in range(acts[0]):
        other = acts[4 + i] - base
        if 0 < other < L.PIECES and ans[base + other] == 1 and alike(g, thing, other):
            return
    note(ans, acts, base + thing, L.ANSWER_LEGAL)


def refuse(
    g: Record,
    ans: Answers,
    acts: Touched,
    base: Range,
    clause: ClauseId,
    thing: Number,
) -> None:
    """An answer that a clause refuses."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        note(ans, acts, action, clause)


def reason(
    g: Record, nums: Numbers, base: Range, thing: Number, one: Number, other: Number
) -> None:
    """The two numbers in the words of a refusal."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
        return
    nums[2 * action] = one
    nums[2 * action + 1] = other


def topic(nums: Numbers, one: Number, other: Number) -> None:
    """The two numbers in the words of the question."""
    nums[2 * L.ACTIONS] = one
    nums[2 * L.ACTIONS + 1] = other


def ask(g: Record, acts: Touched, sp: Stack, question_id: QuestionId) -> Pause:
    """Ask the player; a question with one legal answer answers itself."""
    if acts[1] == 0:
        g[L.FAULT] = L.FAULT_EMPTY
        return sp
    g[L.QUESTION] = question_id
    if acts[1] == 1 and g[L.OPTIONS] & L.OPTION_ASK_SINGLE == 0:
        g[sp] = acts[2]
        return sp + 1
    g[L.STOP] = L.STOP_PLAYER
    return sp


def ask_thing(g: Record, acts: Touched, sp: Stack, question_id: QuestionId, base: Range) -> Pause:
    """Ask the player for one of a set of things; nothing when the set is empty."""
    if acts[1] == 0:
        g[sp] = base
        return sp + 1
    return ask(g, acts, sp, question_id)


# ---------------------------------------------------------------- chance


def outcome(
    g: Record,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    base: Range,
    thing: Number,
    weight: Number,
) -> None:
    """A possible answer of chance with its weight; one of no weight is left out."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS or weight > L.WEIGHT_MAX:
        g[L.FAULT] = L.FAULT_RANGE
    elif weight > 0:
        note(ans, acts, action, L.ANSWER_LEGAL)
        nums[2 * action] = weight
        acts[3] += weight


def drawn(g: Record, acts: Touched, nums: Numbers, stream: Number) -> int:
    """The outcome that the generator has next in a stream."""
    rest = draw(g, stream, acts[3])
    for i in range(acts[0]):
        action = acts[4 + i]
        rest -= nums[2 * action]
        if rest < 0:
            return action
    return acts[2]


def ask_chance(
    g: Record, acts: Touched, nums: Numbers, sp: Stack, mode: Mode, stream: StreamId, base: Range
) -> Pause:
    """Ask chance for one of the outcomes; nothing when there is none."""
    if acts[1] == 0:
        g[sp] = base
        return sp + 1
    g[L.QUESTION] = stream
    if mode & L.MODE_AUTO_CHANCE:
        g[sp] = drawn(g, acts, nums, stream)
        advance(g, stream)
        return sp + 1
    g[L.STOP] = L.STOP_CHANCE
    return sp


def roll(
    g: Record,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    pc: Here,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
    faces: Faces,
) -> Pause:
    """Roll one die (COMP-3)."""
    if mode & L.MODE_AUTO_CHANCE:
        g[sp] = 1 + draw(g, stream, faces)
        advance(g, stream)
        return sp + 1
    question(g, ans, acts, pc)
    for face in range(1, faces + 1):
        outcome(g, ans, acts, nums, L.NUMBER_ACTION, face, 1)
    return ask_chance(g, acts, nums, sp, mode, stream, L.NUMBER_ACTION)


def reveal(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
) -> Pause:
    """Which card an unseen one of a zone is: takes the zone, leaves the action of the card."""
    zone = g[sp - 1]
    if zone < 0 or zone >= L.ZONES:
        g[L.FAULT] = L.FAULT_RANGE
        return sp
    pool = tab[L.T_ZONE_POOL + zone]
    if loose(g, tab, zone) > 0:
        return reveal_shuffled(g, tab, ans, acts, nums, sp, mode, stream)
    if mode & L.MODE_AUTO_CHANCE:
        n = unseen(g, tab, pool)
        g[sp - 1] = L.CARD_ACTION
        if n > 0:
            g[sp - 1] += nth_unseen(g, tab, pool, draw(g, stream, n))
            advance(g, stream)
        return sp
    for card in range(1, L.CARDS):
        if tab[L.T_POOL + card] == pool and g[L.CARD_ZONE + card] == 0:
            outcome(g, ans, acts, nums, L.CARD_ACTION, card, 1)
    return ask_chance(g, acts, nums, sp - 1, mode, stream, L.CARD_ACTION)


def reveal_shuffled(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
) -> int:
    """The same for a zone into which known cards were shuffled; it stops only when asked to."""
    zone = g[sp - 1]
    if mode & L.MODE_AUTO_CHANCE == 0:
        for card in range(1, L.CARDS):
            weight = weight_in(g, tab, zone, card)
            outcome(g, ans, acts, nums, L.CARD_ACTION, card, weight)
        return ask_chance(g, acts, nums, sp - 1, mode, stream, L.CARD_ACTION)
    total = 0
    for card in range(1, L.CARDS):
        total += weight_in(g, tab, zone, card)
    rest = draw(g, stream, total)
    card = 0
    while rest >= 0 and card < L.CARDS - 1:
        card += 1
        rest -= weight_in(g, tab, zone, card)
    g[sp - 1] = L.CARD_ACTION + card
    advance(g, stream)
    return sp


# ---------------------------------------------------------------- the log


def say(g: Record, log: Log, sp: Stack, sentence: SentenceId, words: Length) -> NewStack:
    """Write a sentence with its numbers into the log; a full log takes no more."""
    if len(log) > 0 and log[0] + words + 3 <= len(log):
        at = log[0] + 1
        log[at] = sentence
        log[at + 1] = words
        for i in range(words):
            log[at + 2 + i] = g[sp - words + i]
        log[0] += words + 2
    return sp - words
