"""Words of the record and of the table: locals, states, rows."""

from __future__ import annotations

from nightreel.machine.arithmetic import wrapped
from nightreel.machine.words import (
    Address,
    Frame,
    Immediate,
    Length,
    Number,
    OuterSlot,
    Record,
    Result,
    Slot,
    Stored,
    Table,
    TableAt,
)
from nightreel.record import layout as L


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


# ---------------------------------------------------------------- two operations in one


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


def local_plus(g: Record, fp: Frame, slot: Slot, number: Immediate) -> Result:
    """A local word plus a number in the code."""
    return wrapped(g[fp + slot] + number)


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


def change_at(g: Record, address: Stored, length: Length, number: Immediate, index: Number) -> None:
    """Add a number in the code to a word of a row of the record."""
    if index < 0 or index >= length:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        g[address + index] = wrapped(g[address + index] + number)


def change_of(
    g: Record, fp: Frame, slot: Slot, address: Stored, length: Length, number: Immediate
) -> None:
    """Add a number in the code to a word of a row, its index in a local word."""
    change_at(g, address, length, number, g[fp + slot])
