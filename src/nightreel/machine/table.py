"""The table of operations, read from signatures: the source of dispatch, checker, verifier."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from nightreel.machine import arithmetic, board, cards, chance, data, jumps, loops, questions
from nightreel.machine.words import INLINE, PLAIN, RANGES, REGISTERS

LANGUAGE: Final[tuple[ModuleType, ...]] = (arithmetic, data, jumps, loops, questions)
"""The modules with the operations of the language itself."""
MODULES: Final[tuple[ModuleType, ...]] = (chance, board, cards, *LANGUAGE)
"""Every module whose functions run on the record, leaves first."""

NUMBERS_FILE: Final = Path(__file__).with_name("numbers.txt")
"""The names of all operations, a line each, in the order of their numbers from 1."""

HELPERS: Final = frozenset(
    {
        "advance",
        "begun",
        "nth_unseen",
        "resume",
        "wrapped",
        "philox",
        "draw",
        "recount",
        "open_ways",
        "around",
        "back",
        "listen",
        "lies_in_slot",
        "weight_in",
        "reveal_shuffled",
        "note",
        "alike",
        "drawn",
        "clear",
    }
)
"""Functions of those modules that are no operations themselves."""

FREQUENT: Final = (
    "local",
    "push_number",
    "load",
    "next_act",
    "data_of",
    "unless_reasons",
    "enter",
    "call",
    "give_back",
    "keep",
    "load_of",
    "set_local",
    "jump",
    "jump_unless",
    "set_number",
    "local_unless_number",
    "data_unless_number",
    "data_unless_not_number",
    "offer_quick",
    "offer_next",
    "unless_at_most_local",
    "local_unless_below",
    "word_unless",
    "word_unless_number",
    "store",
    "unless_number",
    "next_number",
    "unless_logged",
    "local_plus",
    "contains",
    "offer_of",
    "local_unless",
    "change_of",
    "next_piece_at",
    "next_piece",
    "data",
    "unless_below",
    "unless_from",
    "unless_equal_to",
    "load_at",
    "local_unless_from",
    "word_unless_from",
    "unless_hooked",
    "unless_active",
    "give_value",
    "outer",
    "next_space",
    "increase",
    "add",
    "subtract",
    "offer_acts",
    "question",
    "ask",
)
"""Operations that run most often, first in the dispatch: it tries them in order."""


@dataclass(frozen=True)
class Operation:
    """One operation: its number, name, words in the code, words taken and left on the stack."""

    number: int
    name: str
    module: str
    inline: tuple[tuple[str, str], ...]
    takes: tuple[tuple[str, str], ...]
    result: str
    faults: bool
    doc: str

    @property
    def size(self) -> int:
        """Words in the code, the operation's own included."""
        return 1 + len(self.inline)

    @property
    def leaves(self) -> int:
        """Words left on the stack by an ordinary operation."""
        return 1 if self.result == "Result" else 0


def public_functions(module: ModuleType) -> list[FunctionType]:
    """The functions that a module defines itself, in the order of its text."""
    found = [
        f
        for f in vars(module).values()
        if isinstance(f, FunctionType) and f.__module__ == module.__name__
    ]
    return sorted(found, key=lambda f: f.__code__.co_firstlineno)


def _faulty(functions: list[FunctionType]) -> set[str]:
    """Names of functions that may set a fault, themselves or through one that they call."""
    names = {f.__name__ for f in functions if "FAULT" in f.__code__.co_names}
    while True:
        more = {f.__name__ for f in functions if names & set(f.__code__.co_names)}
        if more <= names:
            return names
        names |= more


def _arguments(function: Callable[..., Any]) -> list[tuple[str, str]]:
    parameters = inspect.signature(function).parameters.values()
    return [(p.name, str(p.annotation)) for p in parameters]


def _operation(number: int, function: FunctionType, faults: bool) -> Operation:
    arguments = _arguments(function)
    known = set(REGISTERS) | INLINE | PLAIN | set(RANGES)
    unknown = [kind for _, kind in arguments if kind not in known]
    if unknown:
        raise TypeError(f"{function.__name__}: no such kind of argument: {unknown[0]}")
    return Operation(
        number=number,
        name=function.__name__,
        module=function.__module__.rsplit(".", 1)[-1],
        inline=tuple(a for a in arguments if a[1] in INLINE),
        takes=tuple(a for a in arguments if a[1] in PLAIN or a[1] in RANGES),
        result=str(inspect.signature(function).return_annotation),
        faults=faults,
        doc=inspect.getdoc(function) or "",
    )


def _build() -> dict[str, Operation]:
    everything = [f for module in MODULES for f in public_functions(module)]
    faulty = _faulty(everything)
    functions = {f.__name__: f for f in everything if f.__name__ not in HELPERS}
    place = {name: i for i, name in enumerate(FREQUENT)}
    names = sorted(functions, key=lambda name: place.get(name, len(place)))
    order = [*numbered(), *(name for name in names if name not in numbered())]
    numbers = {name: i for i, name in enumerate(order, start=1)}
    return {name: _operation(numbers[name], functions[name], name in faulty) for name in names}


@cache
def numbered() -> tuple[str, ...]:
    """Names of the operations in the order of their numbers; new ones only ever come at the end.

    A game keeps its own code, so a number means the same in every release: the name of an
    operation that is no more keeps its line.  Raises FileNotFoundError: without the list
    nobody knows what saved code means.
    """
    if not NUMBERS_FILE.exists():
        raise FileNotFoundError(
            f"{NUMBERS_FILE} is missing: it gives the operations of saved games their numbers, "
            "so it must be the file of this release"
        )
    return tuple(NUMBERS_FILE.read_text(encoding="utf-8").split())


OPERATIONS: Final[dict[str, Operation]] = _build()
"""Every operation by its name."""

BY_NUMBER: Final[dict[int, Operation]] = {o.number: o for o in OPERATIONS.values()}
"""Every operation by its number in the code."""


def arguments_of(operation: Operation) -> list[tuple[str, str]]:
    """The arguments of an operation's function in order: name and kind."""
    module = next(m for m in MODULES if m.__name__.endswith("." + operation.module))
    return _arguments(vars(module)[operation.name])


def register_of(kind: str) -> str | None:
    """The machine's own variable for an argument of this kind, None when it is none."""
    return REGISTERS.get(kind)


def limit_of(kind: str) -> int | None:
    """The range from 0 of an argument on the stack, None when it has none."""
    return RANGES.get(kind)
