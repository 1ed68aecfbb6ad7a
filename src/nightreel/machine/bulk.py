"""Whole games at once: random play and playouts, without a step back into Python."""

from __future__ import annotations

from nightreel.machine.board import back
from nightreel.machine.chance import philox
from nightreel.machine.dispatch import run
from nightreel.machine.words import Answers, Number, Record, Rows, Spaces, Table, Touched, Zone
from nightreel.record import layout as L

# What ``play_random`` counts.
DECISIONS = 0
ANSWERS = 1
OPERATIONS = 2
LONGEST = 3
COUNTS = 4

DRAWS = 4096
"""Numbers of the player's dice set apart for one random game."""

# Where in the row of weights lies what ``value`` and ``sample`` take.
VICTORY_WORTH = 0
DEFEAT_WORTH = 1
CLOCK = 2
"""The word that counts what random games go on for: turns."""
HORIZON = 3
"""How far they go on from where the game stands."""
EXITS = 4
"""The set of Exit spaces."""
STEP_WORTH = 5
"""What each step is worth that a Victim is away from the next of them."""
PROGRESS = 6
"""A number of pairs, then the pairs: a word and what one of it is worth; behind them the same
for zones and what a card in each is worth."""

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
    clock: Number,
    end: Number,
) -> None:
    """Play a game on with random legal answers, to its end or until a word reaches a value.

    ``answer`` comes first: an action, or -1 when the game has not begun.  ``clock`` is the word
    of the record that stops the game when it reaches ``end``; the word STOP never does before
    the game is over.
    """
    _, _, ans, acts, _, _ = rows
    mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
    while True:
        ran = run(g, *rows, answer, mode)
        counts[OPERATIONS] += ran
        counts[ANSWERS] += 1
        counts[LONGEST] = max(counts[LONGEST], ran)
        if g[L.STOP] >= L.STOP_OVER or g[clock] >= end:
            return
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
    """What a game is worth where it stands: its result, and progress in any case."""
    total = 0
    if g[L.RESULT] == L.VICTORY:
        total = weights[VICTORY_WORTH]
    elif g[L.RESULT] == L.DEFEAT:
        total = weights[DEFEAT_WORTH]
    for i in range(weights[PROGRESS]):
        pair = PROGRESS + 1 + 2 * i
        total += g[weights[pair]] * weights[pair + 1]
    zones = PROGRESS + 1 + 2 * weights[PROGRESS]
    for i in range(weights[zones]):
        pair = zones + 1 + 2 * i
        total += cards_in(g, weights[pair]) * weights[pair + 1]
    return total + steps_of_victims(g, weights[EXITS]) * weights[STEP_WORTH]


def steps_of_victims(g: Record, goals: Spaces) -> int:
    """How many steps all Victims together are away from the next of some spaces."""
    total = 0
    reached = goals
    for step in range(1, L.SPACES):
        found = back(g, L.WALK_VICTIM, reached) & ~reached
        if found == 0:
            break
        for space in range(1, L.SPACES):
            total += step * g[L.VICTIMS_AT + space] * (found >> space & 1)
        reached |= found
    return total


def cards_in(g: Record, zone: Zone) -> int:
    """How many known cards lie in a zone."""
    n = 0
    for card in range(1, L.CARDS):
        if g[L.CARD_ZONE + card] == zone:
            n += 1
    return n


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
    sum of values of each answer.  Of ``games`` for each answer some are played, then the worse
    half of the answers is left out, and so on: the good ones are told apart by more games.
    Every answer meets the same dice and cards.  The question at hand is asked anew at the end,
    so that the answer can be given.
    """
    _, _, ans, acts, _, _ = rows
    number = acts[L.LEGAL_COUNT]
    legal_answers(ans, acts, totals)
    start = dice[4]
    rounds = halvings(number)
    played = 0
    left = number
    while left > 1:
        share = (games * number + rounds * left - 1) // (rounds * left)
        for i in range(left):
            action = totals[L.ACTIONS + i]
            for game in range(played, played + share):
                dice[4] = start + game * DRAWS
                totals[action] += worth(g, rows, dice, counts, copy, weights, action)
        played += share
        left = better_half(totals, left)
    dice[4] = start + played * DRAWS
    run(g, *rows, -1, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
    return totals[L.ACTIONS]


def worth(
    g: Record,
    rows: Rows,
    dice: Record,
    counts: Record,
    copy: Record,
    weights: Record,
    action: Number,
) -> int:
    """What an answer is worth in one random game from a re-seeded copy."""
    copy_record(g, copy)
    reseed(copy, dice)
    deal_anew(copy, g, rows)
    run(copy, *rows, -1, L.MODE_AUTO_CHANCE | L.MODE_QUICK)
    clock = weights[CLOCK]
    play_random(copy, rows, dice, counts, action, clock, g[clock] + weights[HORIZON])
    return value(copy, weights)


def halvings(number: Number) -> int:
    """How often so many answers are halved until one is left."""
    rounds = 0
    while 1 << rounds < number:
        rounds += 1
    return rounds


def better_half(totals: Record, left: Number) -> int:
    """Bring the better half of the answers to the front, best first; returns how many they are."""
    half = (left + 1) // 2
    for i in range(L.ACTIONS, L.ACTIONS + half):
        best = i
        for j in range(i + 1, L.ACTIONS + left):
            if totals[totals[j]] > totals[totals[best]]:
                best = j
        found = totals[best]
        totals[best] = totals[i]
        totals[i] = found
    return half


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


def legal_answers(ans: Answers, acts: Touched, totals: Record) -> None:
    """Write the legal answers behind the ACTIONS words of ``totals``, and 0 as the sum of each."""
    n = 0
    for i in range(acts[L.ASKED]):
        action = acts[L.FIRST_ASKED + i]
        if ans[action] == L.ANSWER_LEGAL:
            totals[L.ACTIONS + n] = action
            totals[action] = 0
            n += 1


def copy_record(g: Record, copy: Record) -> None:
    """Copy a game."""
    for i in range(L.WORDS):
        copy[i] = g[i]
