"""Whole games at once: random play and playouts, without a step back into Python."""

from __future__ import annotations

from nightreel.machine.chance import philox
from nightreel.machine.dispatch import run
from nightreel.machine.words import Answers, Number, Record, Rows, Table, Touched
from nightreel.record import layout as L

# What ``play_random`` counts.
DECISIONS = 0
ANSWERS = 1
OPERATIONS = 2
LONGEST = 3
COUNTS = 4

DRAWS = 4096
"""Numbers of the player's dice set apart for one random game."""


DICE = 5
"""Words of the player's dice: a key of four and a counter."""
PLAYER_STREAM = L.STREAMS
"""Streams of the generator from here on belong to the player, not to the game."""


def begin_dice(g: Record, dice: Record) -> None:
    """The player's own dice of a game: its key and a counter."""
    for i in range(4):
        dice[i] = g[L.SEED + i]
    dice[4] = 0


def draw_dice(dice: Record, stream: Number) -> int:
    """The number of 32 bits that a stream of the player has at the counter."""
    return philox(dice[0], dice[1], dice[4], PLAYER_STREAM + stream, dice[2], dice[3])


def pick(acts: Touched, ans: Answers, dice: Record) -> int:
    """One of the legal answers, each with equal chance; ``dice`` is a key and a counter."""
    n = (draw_dice(dice, 0) * acts[L.LEGAL_COUNT]) >> 32
    dice[4] += 1
    for i in range(acts[L.ASKED]):
        action = acts[L.FIRST_ASKED + i]
        if ans[action] == L.ANSWER_LEGAL:
            if n == 0:
                return action
            n -= 1
    return acts[L.LEGAL_LAST]


def play_random(
    g: Record,
    rows: Rows,
    dice: Record,
    counts: Record,
    answer: Number,
) -> int:
    """Play a game to its end with random legal answers; returns 1 victory, 2 defeat, 0 a fault.

    ``answer`` comes first: an action, or -1 when the game has not begun.
    """
    _, _, ans, acts, _, _ = rows
    mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
    while True:
        ran = run(g, *rows, answer, mode)
        counts[OPERATIONS] += ran
        counts[ANSWERS] += 1
        counts[LONGEST] = max(counts[LONGEST], ran)
        if g[L.STOP] >= L.STOP_OVER:
            return g[L.RESULT]
        if acts[L.LEGAL_COUNT] > 1:
            counts[DECISIONS] += 1
        answer = pick(acts, ans, dice)


def reseed(g: Record, dice: Record) -> None:
    """Give a copy a generator of its own, so that it cannot see what is to come."""
    for i in range(4):
        g[L.SEED + i] = draw_dice(dice, 1 + i) & 0x7FFFFFFF
    for i in range(L.STREAMS):
        g[L.STREAM + i] = 0
    dice[4] += 1


def value(g: Record, weights: Record) -> int:
    """What a finished game is worth: a victory, and progress in any case.

    ``weights``: worth of a victory, number of pairs, then pairs of a word and its worth.
    """
    total = weights[0] if g[L.RESULT] == L.VICTORY else 0
    for i in range(weights[1]):
        total += g[weights[2 + 2 * i]] * weights[3 + 2 * i]
    return total


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
    """The legal answer with the best mean value of random games from re-seeded copies.

    ``copy`` is a record to work on, ``totals`` a row of twice ACTIONS words that takes the
    sum of values of each answer, ``weights`` what ``value`` takes.  Every answer meets the
    same dice and cards.  The question at hand is asked anew at the end, so that the answer
    can be given.
    """
    mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
    _, _, ans, acts, _, _ = rows
    number = acts[L.LEGAL_COUNT]
    best = legal_answers(ans, acts, totals)
    start = dice[4]
    for i in range(number):
        action = totals[L.ACTIONS + i]
        totals[action] = 0
        for game in range(games):
            dice[4] = start + game * DRAWS
            copy_record(g, copy)
            reseed(copy, dice)
            deal_anew(copy, g, rows)
            run(copy, *rows, -1, mode)
            play_random(copy, rows, dice, counts, action)
            totals[action] += value(copy, weights)
        if totals[action] > totals[best]:
            best = action
    dice[4] = start + games * DRAWS
    run(g, *rows, -1, mode)
    return best


def deal_anew(
    copy: Record,
    g: Record,
    rows: Rows,
) -> None:
    """Deal the secrets of a copy anew; it then stands where the game stands (SET-7).

    All but the secrets and the generator comes back from the game.  The draws stay counted:
    what comes next has to be independent of the secrets.  A fault stays in the copy.
    """
    tab = rows[1]
    if tab[L.T_DEAL] == 0:
        return
    copy[L.PC] = tab[L.T_DEAL]
    copy[L.STOP] = L.STOP_NONE
    run(copy, *rows, -1, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
    if copy[L.FAULT] != 0:
        return
    for i in range(L.SEED):
        copy[i] = g[i]
    for i in range(L.KIND, L.WORDS):
        if is_secret(tab, i) == 0:
            copy[i] = g[i]


def is_secret(tab: Table, word: Number) -> int:
    """1 for a word of a secret state."""
    at = tab[L.T_SECRETS]
    for i in range(tab[at]):
        if tab[at + 1 + i] == word:
            return 1
    return 0


def legal_answers(ans: Answers, acts: Touched, totals: Record) -> int:
    """Write the legal answers behind the ACTIONS words of ``totals``; returns the first."""
    n = 0
    for i in range(acts[L.ASKED]):
        action = acts[L.FIRST_ASKED + i]
        if ans[action] == L.ANSWER_LEGAL:
            totals[L.ACTIONS + n] = action
            n += 1
    return totals[L.ACTIONS]


def copy_record(g: Record, copy: Record) -> None:
    """Copy a game."""
    for i in range(L.WORDS):
        copy[i] = g[i]
