"""Loops over pieces, spaces, numbers and cards."""

from __future__ import annotations

from nightreel.machine.words import (
    ActRow,
    ClassMask,
    Frame,
    Here,
    Immediate,
    NewPc,
    Pair,
    Record,
    Slot,
    Table,
    Target,
)
from nightreel.record import layout as L


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
