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
    answer: Number,
) -> int:
    """Play a game to its end with random legal answers; returns 1 victory, 2 defeat, 0 a fault.

    ``answer`` comes first: an action, or -1 when the game has not begun.
    """
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


def reseed(g: Record, dice: Record) -> None:
    """Give a copy a generator of its own, so that it cannot see what is to come."""
    for i in range(4):
        g[L.SEED + i] = philox(dice[0], dice[1], dice[4], 1 + i, dice[2], dice[3]) & 0x7FFFFFFF
    for i in range(L.STREAMS):
        g[L.STREAM + i] = 0
    dice[4] += 1


def sample(
    g: Record,
    code: Code,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    log: Log,
    dice: Record,
    counts: Record,
    copy: Record,
    wins: Record,
    games: Number,
) -> int:
    """The legal answer with the most victories in random games from re-seeded copies.

    ``copy`` is a record to work on, ``wins`` a row of ACTIONS words that takes the victories
    of each answer.  Every answer meets the same dice and cards.  The question at hand is
    asked anew at the end, so that the answer can be given.
    """
    number = acts[1]
    legal = legal_answers(ans, acts, wins)
    start = dice[4]
    best = legal
    most = -1
    for i in range(number):
        action = wins[L.ACTIONS + i]
        won = 0
        for game in range(games):
            dice[4] = start + game * 4096
            copy_record(g, copy)
            reseed(copy, dice)
            run(copy, code, tab, ans, acts, nums, log, -1, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
            if (
                play_random(copy, code, tab, ans, acts, nums, log, dice, counts, action)
                == L.VICTORY
            ):
                won += 1
        wins[action] = won
        if won > most:
            most = won
            best = action
    dice[4] = start + games * 4096
    run(g, code, tab, ans, acts, nums, log, -1, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
    return best


def legal_answers(ans: Answers, acts: Touched, wins: Record) -> int:
    """Write the legal answers behind the ACTIONS words of ``wins``; returns the first."""
    n = 0
    for i in range(acts[0]):
        action = acts[4 + i]
        if ans[action] == L.ANSWER_LEGAL:
            wins[L.ACTIONS + n] = action
            n += 1
    return wins[L.ACTIONS]


def copy_record(g: Record, copy: Record) -> None:
    """Copy a game."""
    for i in range(L.WORDS):
        copy[i] = g[i]
