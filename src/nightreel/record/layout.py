"""Where everything lies in the record.

A game is ``WORDS`` 32-bit integers and nothing else.  Every name below is the
offset of its first word; the second column of ``FIELDS`` is how many words it has.
Copying the words copies the game, writing them saves it.
"""

from __future__ import annotations

from typing import Final

WORDS: Final = 2048
"""Length of the record: 2,048 words of 32 bits, 8 KB."""

# How many things of each sort a game may have.
PIECES: Final = 64
SPACES: Final = 32
WAYS: Final = 48
CARDS: Final = 112
ACTS: Final = 32
ZONES: Final = 30
SLOTS: Final = 168
STREAMS: Final = 24
SOURCES: Final = 176
ABILITIES: Final = 64
HOOKS_MAX: Final = 96
GLOBALS_MAX: Final = 120
KINDS: Final = 32
BITS: Final = 16
"""Bits used in a word of a bit set of sources or abilities."""

FIELDS: Final[tuple[tuple[str, int, str], ...]] = (
    ("STOP", 1, "why the machine stands still: one of the STOP_ constants"),
    ("PC", 1, "where the machine goes on in the code"),
    ("SP", 1, "first free word of the stack"),
    ("FP", 1, "frame of the routine that is running"),
    ("CUT_PC", 1, "where a cut goes on"),
    ("CUT_SP", 1, "stack after a cut"),
    ("CUT_FP", 1, "frame after a cut"),
    ("QUESTION", 1, "number of the open question, or of the stream that chance answers from"),
    ("QUESTION_PC", 1, "where the open question begins, to ask it again"),
    ("FAULT", 1, "number of the fault that stopped the machine, 0 when none"),
    ("OPTIONS", 1, "bit set of the options of this game (OPTION_ constants)"),
    ("PERIOD", 1, "answers given since the phase began"),
    ("RESULT", 1, "0 while the game runs, 1 victory, 2 defeat"),
    ("SEED", 4, "key of the generator, four times 31 bits"),
    ("STREAM", STREAMS, "draws made so far from each stream"),
    ("KIND", PIECES, "kind of each piece"),
    ("PLACE", PIECES, "place of each piece: see the PLACE_ constants"),
    ("HEALTH", PIECES, "health of each piece"),
    ("MARK", PIECES, "a number that rules keep on a piece"),
    ("CARD_ZONE", CARDS, "zone in which each card lies, 0 while it is unseen"),
    ("CARD_MARK", CARDS, "markers on each card: health, uses"),
    ("USED_PHASE", ABILITIES // BITS, "abilities used in this phase"),
    ("USED_TURN", ABILITIES // BITS, "abilities used in this turn"),
    ("USED_GAME", ABILITIES // BITS, "abilities used in this game"),
    ("ACTIVE", SOURCES // BITS, "sources (cards, boards, roles) whose rules hold now"),
    ("HOOKS", HOOKS_MAX, "how many active sources listen to each hooked moment or value"),
    ("HAND", ACTS, "copies of each Action card in hand"),
    ("TABLEAU", ACTS, "copies of each Action card in the Action Tableau"),
    ("DISCARD", ACTS, "copies of each Action card in the discard pile"),
    ("ZONE_COUNT", ZONES, "cards in each ordered zone"),
    ("SLOT", SLOTS, "cards of the ordered zones from the bottom up, 0 for an unseen one"),
    ("WAY_CLOSED", WAYS, "for each way, bit set of what may not use it, forwards and backwards"),
    ("SPACE_CLOSED", SPACES, "for each space, bit set of the classes that may not enter it"),
    ("NEAR", 4 * SPACES, "for each class that walks and each space, the spaces one step away"),
    ("VICTIMS_AT", SPACES, "Victims in each space"),
    ("MINIONS_AT", SPACES, "Minions in each space"),
    ("KILLERS_AT", SPACES, "Killers in each space"),
    ("GLOBAL", GLOBALS_MAX, "state declared by the rulebook and the film"),
)


def _offsets() -> dict[str, int]:
    offsets: dict[str, int] = {}
    at = 0
    for name, size, _ in FIELDS:
        offsets[name] = at
        at += size
    offsets["STACK"] = at
    return offsets


OFFSETS: Final = _offsets()

STOP: Final[int] = OFFSETS["STOP"]
PC: Final[int] = OFFSETS["PC"]
SP: Final[int] = OFFSETS["SP"]
FP: Final[int] = OFFSETS["FP"]
CUT_PC: Final[int] = OFFSETS["CUT_PC"]
CUT_SP: Final[int] = OFFSETS["CUT_SP"]
CUT_FP: Final[int] = OFFSETS["CUT_FP"]
QUESTION: Final[int] = OFFSETS["QUESTION"]
QUESTION_PC: Final[int] = OFFSETS["QUESTION_PC"]
FAULT: Final[int] = OFFSETS["FAULT"]
OPTIONS: Final[int] = OFFSETS["OPTIONS"]
PERIOD: Final[int] = OFFSETS["PERIOD"]
RESULT: Final[int] = OFFSETS["RESULT"]
SEED: Final[int] = OFFSETS["SEED"]
STREAM: Final[int] = OFFSETS["STREAM"]
KIND: Final[int] = OFFSETS["KIND"]
PLACE: Final[int] = OFFSETS["PLACE"]
HEALTH: Final[int] = OFFSETS["HEALTH"]
MARK: Final[int] = OFFSETS["MARK"]
CARD_ZONE: Final[int] = OFFSETS["CARD_ZONE"]
CARD_MARK: Final[int] = OFFSETS["CARD_MARK"]
USED_PHASE: Final[int] = OFFSETS["USED_PHASE"]
USED_TURN: Final[int] = OFFSETS["USED_TURN"]
USED_GAME: Final[int] = OFFSETS["USED_GAME"]
ACTIVE: Final[int] = OFFSETS["ACTIVE"]
HOOKS: Final[int] = OFFSETS["HOOKS"]
HAND: Final[int] = OFFSETS["HAND"]
TABLEAU: Final[int] = OFFSETS["TABLEAU"]
DISCARD: Final[int] = OFFSETS["DISCARD"]
ZONE_COUNT: Final[int] = OFFSETS["ZONE_COUNT"]
SLOT: Final[int] = OFFSETS["SLOT"]
WAY_CLOSED: Final[int] = OFFSETS["WAY_CLOSED"]
SPACE_CLOSED: Final[int] = OFFSETS["SPACE_CLOSED"]
NEAR: Final[int] = OFFSETS["NEAR"]
VICTIMS_AT: Final[int] = OFFSETS["VICTIMS_AT"]
MINIONS_AT: Final[int] = OFFSETS["MINIONS_AT"]
KILLERS_AT: Final[int] = OFFSETS["KILLERS_AT"]
GLOBAL: Final[int] = OFFSETS["GLOBAL"]
STACK: Final[int] = OFFSETS["STACK"]
STACK_WORDS: Final = WORDS - STACK

STORABLE: Final[tuple[tuple[int, int], ...]] = (
    (PERIOD, 1),
    (HEALTH, PIECES),
    (MARK, PIECES),
    (CARD_MARK, CARDS),
    (HAND, ACTS),
    (TABLEAU, ACTS),
    (DISCARD, ACTS),
    (GLOBAL, GLOBALS_MAX),
)
"""What rules may store into, first word and how many; operations keep the rest in order."""


def storable(address: int, length: int = 1) -> bool:
    """Whether rules may store into so many words."""
    return length >= 0 and any(
        first <= address and address + length <= first + size for first, size in STORABLE
    )


# Why the machine stands still.
STOP_NONE: Final = 0
STOP_PLAYER: Final = 1
STOP_CHANCE: Final = 2
STOP_OVER: Final = 3
STOP_FAULT: Final = 4

VICTORY: Final = 1
DEFEAT: Final = 2

# Where a piece can be.
PLACE_SUPPLY: Final = 0
PLACE_WAY: Final = 32
"""Place of a piece on way w is ``PLACE_WAY + w``."""
PLACE_DEAD: Final = 80
PLACE_SAVED: Final = 81
PLACE_AWAY: Final = 82
PLACE_GONE: Final = 83
PLACE_PIECE: Final = 128
"""Place of a piece carried by piece p is ``PLACE_PIECE + p``."""
PLACE_CARD: Final = 192
"""Place of a piece on card c is ``PLACE_CARD + c``."""
PLACES: Final = PLACE_CARD + CARDS

GIRL: Final = 1
"""The piece of the Final Girl."""

# Classes of pieces, one bit each.
CLASS_GIRL: Final = 1
CLASS_VICTIM: Final = 2
CLASS_KILLER: Final = 4
CLASS_MINION: Final = 8
CLASS_TOKEN: Final = 16
CLASS_CARRIER: Final = 32
CLASSES: Final = 64

# The four classes that walk, in the order of NEAR and of the bits of WAY_CLOSED.
WALK_GIRL: Final = 0
WALK_VICTIM: Final = 1
WALK_KILLER: Final = 2
WALK_MINION: Final = 3
WALKS: Final = 4

# Options of a game.
OPTION_EXTREME: Final = 1
OPTION_EVIL: Final = 2
OPTION_EPIC: Final = 4
OPTION_ASK_SINGLE: Final = 8
"""Also ask questions that have a single legal answer."""

# Ranges of actions: an action is the first number of its range plus the thing it names.
NUMBER_ACTION: Final = 0
ACT_ACTION: Final = 64
ACT2_ACTION: Final = 96
SPACE_ACTION: Final = 128
PIECE_ACTION: Final = 160
CARD_ACTION: Final = 224
WAY_ACTION: Final = 336
ABILITY_ACTION: Final = 384
ACTIONS: Final = 448
NUMBERS: Final = 2 * ACTIONS + 2
"""Two numbers for the words of each action, and two for those of the question."""

# What the machine says of its open question: a few counts, then the actions it names.
ASKED: Final = 0
"""How many actions the question names, legal or refused."""
LEGAL_COUNT: Final = 1
LEGAL_LAST: Final = 2
"""The legal action that was named last."""
WEIGHTS: Final = 3
"""Sum of the weights in a question to chance."""
FIRST_ASKED: Final = 4
"""Where the named actions begin."""
TOUCHED: Final = FIRST_ASKED + ACTIONS

# The log: how many words it has room for, how many are used, then sentences.
LOG_ROOM: Final = 0
"""Words there are for sentences; 0 when nobody keeps a log."""
LOG_USED: Final = 1
FIRST_LOGGED: Final = 2
"""Where the sentences begin: each its number, how many numbers follow, the numbers."""

UNREACHED: Final = 99
"""Number of steps to a space that cannot be reached."""

# What the answer array says of an action; larger numbers are refusing clauses.
ANSWER_UNASKED: Final = 0
ANSWER_LEGAL: Final = 1
ANSWER_CLAUSE: Final = 2

MODE_AUTO_CHANCE: Final = 1
"""The machine draws for chance itself instead of stopping."""
MODE_QUICK: Final = 2
"""Reasons of refusals are not worked out."""

WEIGHT_MAX: Final = 1_000_000
"""Greatest weight of an answer of chance."""
BUDGET: Final = 100_000
"""Operations allowed in one answer."""
PERIOD_MAX: Final = 1000
"""Answers allowed in one phase."""

FAULTS: Final[dict[int, str]] = {
    1: "an unknown operation",
    2: "a number outside its range",
    3: "more than 100,000 operations in one answer",
    4: "the stack is full",
    5: "a question without a legal answer",
    6: "more than 1,000 answers in one phase",
    7: "a zone is full",
    8: "an answer that is not legal",
    9: "a phase was cut short outside a phase",
}
FAULT_OPERATION: Final = 1
FAULT_RANGE: Final = 2
FAULT_BUDGET: Final = 3
FAULT_STACK: Final = 4
FAULT_EMPTY: Final = 5
FAULT_PERIOD: Final = 6
FAULT_ZONE: Final = 7
FAULT_ANSWER: Final = 8
FAULT_CUT: Final = 9

# The table of a program: a header of fixed offsets, then what the film needs.
T_WAYS: Final = 0
"""Number of ways; they are numbered from 1."""
T_SPACES: Final = 1
"""Number of spaces; they are numbered from 1."""
T_DEAL: Final = 2
"""Where the code that deals secrets begins, 0 when this cast has none."""
T_SECRETS: Final = 3
"""Where the list of secret words of the record begins (a count, then words), 0 when none."""
T_KIND_CLASS: Final = 8
"""Class of each kind."""
T_WAY_A: Final = T_KIND_CLASS + KINDS
"""One end of each way."""
T_WAY_B: Final = T_WAY_A + WAYS
"""Other end of each way."""
T_WAY_BASE: Final = T_WAY_B + WAYS
"""WAY_CLOSED of each way at the start."""
T_SPACE_BASE: Final = T_WAY_BASE + WAYS
"""SPACE_CLOSED of each space at the start."""
T_PANIC: Final = T_SPACE_BASE + SPACES
"""Space reached by each face (1 to 6) from each space, 0 when none: ``8 * space + face``."""
T_PIECE_KIND: Final = T_PANIC + 8 * SPACES
"""Kind of each piece at the start, 0 when there is none."""
T_POOL: Final = T_PIECE_KIND + PIECES
"""Pool of each card: the ordered zone from which it is revealed, 0 when none."""
T_ZONE_BASE: Final = T_POOL + CARDS
"""First slot of each ordered zone."""
T_ZONE_SIZE: Final = T_ZONE_BASE + ZONES
"""Slots of each ordered zone, 0 when cards lie in it without order."""
T_ZONE_POOL: Final = T_ZONE_SIZE + ZONES
"""Pool of the unseen cards of each ordered zone."""
T_SOURCE_HOOKS: Final = T_ZONE_POOL + ZONES
"""For each source, where its list of hooks begins (a count, then hook numbers)."""
T_ENTRIES: Final = T_SOURCE_HOOKS + SOURCES
"""Number of routines that can be called through a number, then where each begins."""
ENTRIES_MAX: Final = 512
T_ROWS: Final = T_ENTRIES + 1 + ENTRIES_MAX
"""From here on lie the rows that the film and the core box fill."""
