"""Numbers and sets of spaces."""

from __future__ import annotations

from nightreel.machine.words import (
    Immediate,
    Number,
    Record,
    Result,
    Stored,
)
from nightreel.record import layout as L

WORD = 0xFFFFFFFF
HALF = 0x80000000


def wrapped(number: Number) -> int:
    """A sum as the record holds it: interpreted it must wrap at 32 bits as it does compiled.

    What is given must not be the negative of a word itself: compiled, ``-a`` is as narrow
    as ``a``, while sums and differences are wide.
    """
    return ((number + HALF) & WORD) - HALF


def add(a: Number, b: Number) -> Result:
    """Plus."""
    return wrapped(a + b)


def subtract(a: Number, b: Number) -> Result:
    """Minus."""
    return wrapped(a - b)


def multiply(a: Number, b: Number) -> Result:
    """Times, kept within 16 bits on either side."""
    return min(max(a, -32768), 32767) * min(max(b, -32768), 32767)


def divide_up(a: Number, b: Number) -> Result:
    """Divided, rounded up; by zero gives zero."""
    if b == 0:
        return 0
    return wrapped(0 - (0 - a) // b)


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
    return wrapped(0 - a)


def is_zero(a: Number) -> Result:
    """Not: 1 when a number is zero."""
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
    return wrapped(a + number)


def increase(g: Record, address: Stored, number: Immediate) -> None:
    """Add a number in the code to a word of the record."""
    g[address] = wrapped(g[address] + number)


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
