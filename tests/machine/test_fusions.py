"""Two operations in one do what the two do, in both modes and for every word."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.table import OPERATIONS
from nightreel.record import layout as L
from nightreel.reel.emit import FUSIONS, Emitter, Label
from tests.machine.tiny import END, LOCALS, Ran, record

TRIES = 60
LENGTH = 3
EXTREME = (-(1 << 31), -(1 << 31) + 1, -1, 0, 1, 2, 3, 30, 31, (1 << 31) - 2, (1 << 31) - 1)
"""Words at the edges of what a word, a set of spaces or an index can be."""
PAIRS = [(*pair, fused) for pair, fused in FUSIONS.items()]


def word(dice: Random) -> int:
    """A word: an extreme one, a small one or any."""
    return dice.choice(
        (dice.choice(EXTREME), dice.randrange(LENGTH + 1), dice.randrange(-(1 << 31), 1 << 31))
    )


def operand(kind: str, dice: Random) -> int:
    """A word in the code that the verifier lets pass."""
    match kind:
        case "Slot":
            return dice.randrange(LOCALS)
        case "Address" | "Stored":
            return L.GLOBAL + dice.randrange(2)
        case "Length":
            return LENGTH
        case "TableAt":
            return dice.randrange(2)
        case "Range":
            return dice.choice((0, L.SPACE_ACTION, L.ABILITY_ACTION, L.ACTIONS - 1))
        case "Immediate":
            return word(dice)
    raise AssertionError(kind)


def inline(name: str, dice: Random, target: Label) -> list[int | Label]:
    """Words for an operation, its target among them."""
    kinds = (kind for _, kind in OPERATIONS[name].inline)
    return [target if kind == "Target" else operand(kind, dice) for kind in kinds]


def words_of(first: str, second: str, dice: Random, label: Label) -> list[list[int | Label]]:
    """Words for both operations; what is stored and loaded again is the same word."""
    one, other = (inline(name, dice, label) for name in (first, second))
    return [one, one if (first, second) == ("set_local", "local") else other]


def compiled_pair(
    pair: tuple[str, str], words: list[list[int | Label]], label: Label, joined: bool
) -> list[int]:
    """Code with the pair: as one operation, or with a label between that keeps them apart."""
    out = Emitter()
    for name, given in zip(pair, words, strict=True):
        if not joined:
            out.here(Label())
        out.emit(name, *given)
    out.code.append(END)
    out.here(label)
    out.code.append(END)
    return out.finished()


def outcome(ran: Ran, size: int) -> tuple[object, ...]:
    """What must be the same: the way taken, the fault, the record, the answers."""
    way = ran.at - size if ran.fault == L.FAULT_OPERATION else None
    live = ran.words[: L.STACK] + ran.stack + ran.slots
    for offset in (L.PC, L.SP):
        live[offset] = 0
    if ran.fault != L.FAULT_OPERATION:
        return way, ran.fault
    return way, ran.fault, live, ran.seat.found, ran.seat.legal


@pytest.mark.parametrize(("first", "second", "fused"), PAIRS)
def test_one_operation_does_the_work_of_two(first: str, second: str, fused: str) -> None:
    dice = Random(first + second)
    machines = (interpreted(), compiled())
    ways = set()
    for _ in range(TRIES):
        table = [word(dice) for _ in range(8)]
        slots = [word(dice) for _ in range(LOCALS)]
        game = record([word(dice), word(dice)], slots, [word(dice) for _ in range(8)])
        mode = dice.choice((0, L.MODE_QUICK))
        label = Label()
        words = words_of(first, second, dice, label)
        found = []
        for joined in (True, False):
            code = compiled_pair((first, second), words, label, joined)
            assert (code[0] == OPERATIONS[fused].number) == joined
            for machine in machines:
                ran = Ran(machine, code, table, game, mode)
                found.append(outcome(ran, len(code)))
        assert found[1:] == found[:-1], (words, slots, table)
        ways.add(found[0][0])
    assert ways - {None}
