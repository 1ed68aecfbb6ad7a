"""Jumps, calls, cuts and the end of a game."""

from __future__ import annotations

from nightreel.machine.arithmetic import contains
from nightreel.machine.data import data_of
from nightreel.machine.words import (
    Address,
    Code,
    Ending,
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
    Pause,
    Record,
    Slot,
    SourceId,
    Spaces,
    Stack,
    Table,
    TableAt,
    Target,
)
from nightreel.record import layout as L


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


def unless_equal_to(g: Record, pc: Here, fp: Frame, slot: Slot, target: Target, a: Number) -> NewPc:
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
    return target if log[L.LOG_ROOM] == 0 else pc + 2


def unless_reasons(pc: Here, mode: Mode, target: Target) -> NewPc:
    """Go on elsewhere when nobody wants the numbers of a refusal."""
    return target if mode & L.MODE_QUICK else pc + 2


def call(g: Record, code: Code, pc: Here, sp: Stack, fp: Frame, target: Target) -> Flow:
    """Call a routine, which begins with ``enter``; its arguments lie on the stack."""
    return begun(g, code, target, sp, pc + 2, fp)


def call_entry(g: Record, code: Code, tab: Table, pc: Here, sp: Stack, fp: Frame) -> Flow:
    """Call the routine whose number lies on the stack; a wrong number is a fault."""
    entry = g[sp - 1]
    if entry < 0 or entry >= tab[L.T_ENTRIES]:
        g[L.FAULT] = L.FAULT_RANGE
        return pc + 1, sp - 1, fp
    return begun(g, code, tab[L.T_ENTRIES + 1 + entry], sp - 1, pc + 1, fp)


def begun(g: Record, code: Code, target: Number, sp: Stack, back: Number, fp: Frame) -> Flow:
    """Begin a routine that will come back: where it goes on, its stack and its frame."""
    g[sp] = back
    g[sp + 1] = fp
    return target + 3, enter(g, sp + 2, code[target + 1], code[target + 2]), sp + 2


def enter(g: Record, sp: Stack, words: Length, need: Length) -> NewStack:
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
