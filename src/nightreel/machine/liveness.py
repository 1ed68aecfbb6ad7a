"""Which local words of a routine nothing will read any more.

Two records that differ only in such words go on alike.  So whoever counts outcomes can clear
them and find that many ways lead to one record.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Final

from nightreel.machine.table import BY_NUMBER, Operation

WRITES: Final = frozenset({"set_local", "set_number", "keep"})
"""Operations that write a slot without reading it."""
ENDS: Final = frozenset({"give_back", "give_value", "finish"})
"""Operations after which a routine does not go on."""


class Liveness:
    """The dead slots of a code, worked out for a place when they are wanted."""

    def __init__(self, code: Sequence[int], begins: Sequence[int]) -> None:
        """``begins``: where the start of a game and then the routines begin, in rising order."""
        self.code = code
        self.begins = begins
        self.known: dict[int, tuple[int, ...]] = {}

    def clear_dead(self, g: MutableSequence[int], frame: int, pc: int) -> None:
        """Clear the dead local words of a routine that goes on at a place."""
        for slot in self.dead(pc):
            g[frame + slot] = 0

    def dead(self, pc: int) -> tuple[int, ...]:
        """The slots that no path from a place reads before it writes them."""
        if pc not in self.known:
            self.known[pc] = tuple(self._dead(pc))
        return self.known[pc]

    def _dead(self, pc: int) -> Iterator[int]:
        """A routine that catches, or whose callees use its words, keeps all of them."""
        number = bisect_right(self.begins, pc) - 1
        if number < 1:
            return
        operations = dict(self._decode(self.begins[number], self._end(number)))
        if not any(o.name == "catch" for o in operations.values()):
            for slot in range(self.code[self.begins[number] + 1]):
                if not self._reads(operations, pc, slot):
                    yield slot

    def _end(self, number: int) -> int:
        behind = number + 1
        return self.begins[behind] if behind < len(self.begins) else len(self.code)

    def _decode(self, at: int, end: int) -> Iterator[tuple[int, Operation]]:
        while at < end:
            operation = BY_NUMBER[self.code[at]]
            yield at, operation
            at += operation.size

    def _reads(self, operations: dict[int, Operation], pc: int, slot: int) -> bool:
        """Whether some path from a place reads a slot before it writes it."""
        todo, seen = [pc], {pc}
        while todo:
            at = todo.pop()
            operation = operations[at]
            if slot in self._slots(at, operation):
                if operation.name not in WRITES:
                    return True
                continue
            if operation.name == "call" and slot in self._outer(self.code[at + 1]):
                return True
            nexts = [n for n in self._next(at, operation) if n not in seen]
            seen.update(nexts)
            todo += nexts
        return False

    def _slots(self, at: int, operation: Operation) -> set[int]:
        """The slots that an operation names; of a pair, both."""
        found: set[int] = set()
        for place, (_, kind) in enumerate(operation.inline, start=at + 1):
            if kind in ("Slot", "Pair"):
                found.add(self.code[place])
            if kind == "Pair":
                found.add(self.code[place] + 1)
        return found

    def _outer(self, begin: int) -> set[int]:
        """The slots of its caller that a routine uses."""
        end = self._end(bisect_right(self.begins, begin) - 1)
        return {
            self.code[place]
            for at, operation in self._decode(begin, end)
            for place, (_, kind) in enumerate(operation.inline, start=at + 1)
            if kind == "OuterSlot"
        }

    def _next(self, at: int, operation: Operation) -> Iterator[int]:
        """Where the routine goes on after an operation."""
        if operation.name in ENDS:
            return
        if operation.name != "call":
            for place, (_, kind) in enumerate(operation.inline, start=at + 1):
                if kind == "Target":
                    yield self.code[place]
        if operation.name != "jump":
            yield at + operation.size
