"""Questions to the player and to chance, and the log."""

from __future__ import annotations

from nightreel.machine.cards import loose, nth_unseen, unseen, weight_in
from nightreel.machine.chance import advance, draw
from nightreel.machine.words import (
    ActRow,
    Answers,
    ClauseId,
    Faces,
    Frame,
    Here,
    Length,
    Log,
    Mode,
    NewPc,
    NewStack,
    Number,
    Numbers,
    Pause,
    PieceRange,
    QuestionId,
    Range,
    Record,
    SentenceId,
    Slot,
    Stack,
    StreamId,
    Table,
    TableAt,
    Target,
    Touched,
)
from nightreel.record import layout as L

# ---------------------------------------------------------------- questions


def clear(ans: Answers, acts: Touched) -> None:
    """Forget the answers of the last question."""
    for i in range(acts[L.ASKED]):
        ans[acts[L.FIRST_ASKED + i]] = 0
    acts[L.ASKED] = 0
    acts[L.LEGAL_COUNT] = 0
    acts[L.WEIGHTS] = 0


def question(g: Record, ans: Answers, acts: Touched, pc: Here) -> None:
    """Begin a question."""
    clear(ans, acts)
    g[L.QUESTION_PC] = pc


def note(ans: Answers, acts: Touched, action: Number, answer: Number) -> None:
    """Write down what the question says of an action; a legal one stays legal."""
    if ans[action] == 0:
        acts[L.FIRST_ASKED + acts[L.ASKED]] = action
        acts[L.ASKED] += 1
    elif ans[action] == L.ANSWER_LEGAL:
        return
    ans[action] = answer
    if answer == L.ANSWER_LEGAL:
        acts[L.LEGAL_COUNT] += 1
        acts[L.LEGAL_LAST] = action


def offer(g: Record, ans: Answers, acts: Touched, base: Range, thing: Number) -> None:
    """A legal answer."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        note(ans, acts, action, L.ANSWER_LEGAL)


def offer_of(g: Record, ans: Answers, acts: Touched, fp: Frame, slot: Slot, base: Range) -> None:
    """A legal answer whose thing is in a local word."""
    offer(g, ans, acts, base, g[fp + slot])


def offer_acts(g: Record, ans: Answers, acts: Touched, row: ActRow, base: Range) -> None:
    """Every Action card of which there is a copy in a row of the record, as legal answers."""
    for act in range(1, L.ACTS):
        if g[row + act] > 0:
            offer(g, ans, acts, base, act)


def offer_acts_but(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    row: ActRow,
    base: Range,
    at: TableAt,
    length: Length,
    groups: Number,
) -> None:
    """The Action cards in a row of the record whose word in the table is not in a set, as legal."""
    for act in range(1, min(L.ACTS, length)):
        if g[row + act] > 0 and (groups >> (tab[at + act] & 15)) & 1 == 0:
            offer(g, ans, acts, base, act)


def offer_acts_up_to(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    row: ActRow,
    base: Range,
    at: TableAt,
    length: Length,
    most: Number,
) -> None:
    """The Action cards in a row of the record with at most a number in the table, as legal."""
    for act in range(1, min(L.ACTS, length)):
        if g[row + act] > 0 and tab[at + act] <= most:
            offer(g, ans, acts, base, act)


def offer_next(
    g: Record, ans: Answers, acts: Touched, fp: Frame, slot: Slot, base: Range, target: Target
) -> NewPc:
    """A legal answer whose thing is in a local word, then go on elsewhere."""
    offer(g, ans, acts, base, g[fp + slot])
    return target


def offer_quick(
    g: Record,
    ans: Answers,
    acts: Touched,
    pc: Here,
    fp: Frame,
    mode: Mode,
    slot: Slot,
    base: Range,
    target: Target,
) -> NewPc:
    """A legal answer whose thing is in a local word; go on elsewhere unless words are wanted."""
    offer(g, ans, acts, base, g[fp + slot])
    return target if mode & L.MODE_QUICK else pc + 4


def alike(g: Record, a: Number, b: Number) -> int:
    """1 when two pieces are the same for every rule."""
    if g[L.KIND + a] != g[L.KIND + b] or g[L.PLACE + a] != g[L.PLACE + b]:
        return 0
    return 1 if g[L.HEALTH + a] == g[L.HEALTH + b] and g[L.MARK + a] == g[L.MARK + b] else 0


def offer_piece(g: Record, ans: Answers, acts: Touched, base: PieceRange, thing: Number) -> None:
    """A piece as a legal answer, unless one like it has been offered."""
    if thing < 0 or thing >= L.PIECES:
        g[L.FAULT] = L.FAULT_RANGE
        return
    for i in range(acts[L.ASKED]):
        other = acts[L.FIRST_ASKED + i] - base
        if 0 < other < L.PIECES and ans[base + other] == 1 and alike(g, thing, other):
            return
    note(ans, acts, base + thing, L.ANSWER_LEGAL)


def refuse(
    g: Record,
    ans: Answers,
    acts: Touched,
    base: Range,
    clause: ClauseId,
    thing: Number,
) -> None:
    """An answer that a clause refuses."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
    else:
        note(ans, acts, action, clause)


def reason(
    g: Record, nums: Numbers, base: Range, thing: Number, one: Number, other: Number
) -> None:
    """The two numbers in the words of a refusal."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS:
        g[L.FAULT] = L.FAULT_RANGE
        return
    nums[2 * action] = one
    nums[2 * action + 1] = other


def topic(nums: Numbers, one: Number, other: Number) -> None:
    """The two numbers in the words of the question."""
    nums[2 * L.ACTIONS] = one
    nums[2 * L.ACTIONS + 1] = other


def ask(g: Record, acts: Touched, sp: Stack, question_id: QuestionId) -> Pause:
    """Ask the player; a question with one legal answer answers itself."""
    if acts[L.LEGAL_COUNT] == 0:
        g[L.FAULT] = L.FAULT_EMPTY
        return sp
    g[L.QUESTION] = question_id
    if acts[L.LEGAL_COUNT] == 1 and g[L.OPTIONS] & L.OPTION_ASK_SINGLE == 0:
        g[sp] = acts[L.LEGAL_LAST]
        return sp + 1
    g[L.STOP] = L.STOP_PLAYER
    return sp


def ask_thing(g: Record, acts: Touched, sp: Stack, question_id: QuestionId, base: Range) -> Pause:
    """Ask the player for one of a set of things; nothing when the set is empty."""
    if acts[L.LEGAL_COUNT] == 0:
        g[sp] = base
        return sp + 1
    return ask(g, acts, sp, question_id)


def resume(g: Record, ans: Answers, answer: Number) -> None:
    """Take an answer (-1: none, ask again) to the question that stopped the machine."""
    if answer < 0:
        return
    if g[L.STOP] == L.STOP_CHANCE:
        advance(g, g[L.QUESTION])
    else:
        g[L.PERIOD] += 1
    if answer >= L.ACTIONS or ans[answer] != L.ANSWER_LEGAL:
        g[L.FAULT] = L.FAULT_ANSWER
    if g[L.PERIOD] > L.PERIOD_MAX:
        g[L.FAULT] = L.FAULT_PERIOD
    g[g[L.SP]] = answer
    g[L.SP] += 1


# ---------------------------------------------------------------- chance


def outcome(
    g: Record,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    base: Range,
    thing: Number,
    weight: Number,
) -> None:
    """A possible answer of chance with its weight; one of no weight is left out."""
    action = base + thing
    if thing < 0 or action >= L.ACTIONS or weight > L.WEIGHT_MAX:
        g[L.FAULT] = L.FAULT_RANGE
    elif weight > 0:
        note(ans, acts, action, L.ANSWER_LEGAL)
        nums[2 * action] = weight
        acts[L.WEIGHTS] += weight


def drawn(g: Record, acts: Touched, nums: Numbers, stream: Number) -> int:
    """The outcome that the generator has next in a stream."""
    rest = draw(g, stream, acts[L.WEIGHTS])
    for i in range(acts[L.ASKED]):
        action = acts[L.FIRST_ASKED + i]
        rest -= nums[2 * action]
        if rest < 0:
            return action
    return acts[L.LEGAL_LAST]


def ask_chance(
    g: Record, acts: Touched, nums: Numbers, sp: Stack, mode: Mode, stream: StreamId, base: Range
) -> Pause:
    """Ask chance for one of the outcomes; nothing when there is none."""
    if acts[L.LEGAL_COUNT] == 0:
        g[sp] = base
        return sp + 1
    g[L.QUESTION] = stream
    if mode & L.MODE_AUTO_CHANCE:
        g[sp] = drawn(g, acts, nums, stream)
        advance(g, stream)
        return sp + 1
    g[L.STOP] = L.STOP_CHANCE
    return sp


def roll(
    g: Record,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    pc: Here,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
    faces: Faces,
) -> Pause:
    """Roll one die (COMP-3)."""
    if mode & L.MODE_AUTO_CHANCE:
        g[sp] = 1 + draw(g, stream, faces)
        advance(g, stream)
        return sp + 1
    question(g, ans, acts, pc)
    for face in range(1, faces + 1):
        outcome(g, ans, acts, nums, L.NUMBER_ACTION, face, 1)
    return ask_chance(g, acts, nums, sp, mode, stream, L.NUMBER_ACTION)


def reveal(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
) -> Pause:
    """Which card an unseen one of a zone is: takes the zone, leaves the action of the card."""
    zone = g[sp - 1]
    if zone < 0 or zone >= L.ZONES:
        g[L.FAULT] = L.FAULT_RANGE
        return sp
    pool = tab[L.T_ZONE_POOL + zone]
    if loose(g, tab, zone) > 0:
        return reveal_shuffled(g, tab, ans, acts, nums, sp, mode, stream)
    if mode & L.MODE_AUTO_CHANCE:
        n = unseen(g, tab, pool)
        g[sp - 1] = L.CARD_ACTION
        if n > 0:
            g[sp - 1] += nth_unseen(g, tab, pool, draw(g, stream, n))
            advance(g, stream)
        return sp
    for card in range(1, L.CARDS):
        if tab[L.T_POOL + card] == pool and g[L.CARD_ZONE + card] == 0:
            outcome(g, ans, acts, nums, L.CARD_ACTION, card, 1)
    return ask_chance(g, acts, nums, sp - 1, mode, stream, L.CARD_ACTION)


def reveal_shuffled(
    g: Record,
    tab: Table,
    ans: Answers,
    acts: Touched,
    nums: Numbers,
    sp: Stack,
    mode: Mode,
    stream: StreamId,
) -> int:
    """The same for a zone into which known cards were shuffled; it stops only when asked to."""
    zone = g[sp - 1]
    if mode & L.MODE_AUTO_CHANCE == 0:
        for card in range(1, L.CARDS):
            weight = weight_in(g, tab, zone, card)
            outcome(g, ans, acts, nums, L.CARD_ACTION, card, weight)
        return ask_chance(g, acts, nums, sp - 1, mode, stream, L.CARD_ACTION)
    total = 0
    for card in range(1, L.CARDS):
        total += weight_in(g, tab, zone, card)
    rest = draw(g, stream, total)
    card = 0
    while rest >= 0 and card < L.CARDS - 1:
        card += 1
        rest -= weight_in(g, tab, zone, card)
    g[sp - 1] = L.CARD_ACTION + card
    advance(g, stream)
    return sp


# ---------------------------------------------------------------- the log


def say(g: Record, log: Log, sp: Stack, sentence: SentenceId, words: Length) -> NewStack:
    """Write a sentence with its numbers into the log; a full log takes no more."""
    used = log[L.LOG_USED]
    if used + words + 2 <= log[L.LOG_ROOM]:
        at = L.FIRST_LOGGED + used
        log[at] = sentence
        log[at + 1] = words
        for i in range(words):
            log[at + 2 + i] = g[sp - words + i]
        log[L.LOG_USED] += words + 2
    return sp - words
