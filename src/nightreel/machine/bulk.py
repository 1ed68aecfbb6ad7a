"""Whole games at once: random play and playouts, without a step back into Python."""

from __future__ import annotations

from nightreel.machine.chance import philox
from nightreel.machine.dispatch import run
from nightreel.machine.words import (
    Answers,
    Code,
    Log,
    Number,
    Numbers,
    Record,
    Table,
    Touched,
)
from nightreel.record import layout as L

# What ``play_random`` counts.
DECISIONS = 0
ANSWERS = 1
OPERATIONS = 2
LONGEST = 3
COUNTS = 4


def pick(acts: Touched, ans: Answers, dice: Record) -> int:
    """One of the legal answers, each with equal chance; ``dice`` is a key and a counter."""
    word = philox(dice[0], dice[1], dice[4], 0, dice[2], dice[3])
    dice[4] += 1
    n = (word * acts[1]) >> 32
    for i in range(acts[0]):
        action = acts[4 + i]
        if ans[action] == L.ANSWER_LEGAL:
            if n == 0:
                return action
            n -= 1
    return acts[2]


def play_random(
    g: Record,
    code: Code,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    log: Log,
    dice: Record,
    counts: Record,
) -> int:
    """Play a game to its end with random legal answers; returns 1 victory, 2 defeat, 0 a fault."""
    answer = -1
    mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
    while True:
        ran = run(g, code, tab, ans, acts, nums, log, answer, mode)
        counts[OPERATIONS] += ran
        counts[ANSWERS] += 1
        counts[LONGEST] = max(counts[LONGEST], ran)
        if g[L.STOP] >= L.STOP_OVER:
            return g[L.RESULT]
        if acts[1] > 1:
            counts[DECISIONS] += 1
        answer = pick(acts, ans, dice)


def reseed(g: Record, k0: Number, k1: Number, k2: Number, k3: Number) -> None:
    """Give a copy a generator of its own, so that it cannot see what is to come."""
    g[L.SEED] = k0
    g[L.SEED + 1] = k1
    g[L.SEED + 2] = k2
    g[L.SEED + 3] = k3
