"""Where rows come in from outside: the functions of the machine that Python calls.

A compiled machine takes the address of a row's first word instead of the array: an index then
needs neither a test for negative ones nor the array's shape.  ``address`` makes the difference;
interpreted, and compiled with checks of every index, rows stay what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from nightreel.machine import bulk, dispatch
from nightreel.machine.words import Mode, Number, Record, Records, Rows
from nightreel.record import layout as L

Row = TypeVar("Row", bound=Sequence[int])


def address(row: Row) -> Row:
    """A row as the other modules of the machine take it."""
    return row


def addresses(rows: Rows) -> Rows:
    """Code, table and buffers as the other modules of the machine take them."""
    code, tab, ans, acts, nums, log = rows
    return address(code), address(tab), address(ans), address(acts), address(nums), address(log)


def run(g: Record, rows: Rows, answer: Number, mode: Mode) -> int:
    """``dispatch.run``: go on until a question, the end of the game or a fault."""
    return dispatch.run(address(g), *addresses(rows), answer, mode)


def play_games(records: Records, rows: Rows, dice: Record, counts: Records, games: Number) -> None:
    """``bulk.play_random`` for the first ``games`` records, none of which has begun.

    ``counts``: a row of ``bulk.COUNTS`` words for each game.
    """
    for game in range(games):
        g = address(records[game])
        bulk.begin_dice(g, address(dice))
        counted = address(counts[game])
        bulk.play_random(g, addresses(rows), address(dice), counted, -1, L.STOP, L.STOP_OVER)


def sample(
    g: Record,
    rows: Rows,
    dice: Record,
    counts: Record,
    copy: Record,
    totals: Record,
    weights: Record,
    games: Number,
) -> int:
    """``bulk.sample``: the answer with the best mean value of random games."""
    return bulk.sample(
        address(g),
        addresses(rows),
        address(dice),
        address(counts),
        address(copy),
        address(totals),
        address(weights),
        games,
    )
