"""Names of what a word can be: the annotations from which the dispatch is generated.

All of them are plain ``int``.  What stands in a signature is all there is to say about
an operation: the generator reads from it which words follow it in the code, what it
takes from the stack, in which range that must lie, and what it leaves there.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeAlias

from nightreel.record import layout as L

Record: TypeAlias = MutableSequence[int]
"""The game: a list of ints when interpreted, an int32 array when compiled."""
Records: TypeAlias = Sequence[Record]
"""Rows of one length: a list of lists when interpreted, an array of two axes when compiled."""
Code: TypeAlias = Sequence[int]
Table: TypeAlias = Sequence[int]
Answers: TypeAlias = MutableSequence[int]
"""For each action 0 not asked, 1 legal, else the clause that refuses it."""
Touched: TypeAlias = MutableSequence[int]
"""The open question: ``layout.ASKED`` and the words after it, then the asked actions."""
Numbers: TypeAlias = MutableSequence[int]
"""For each action two numbers: of its refusal, or its weight in a question to chance."""
Log: TypeAlias = MutableSequence[int]
"""``layout.LOG_ROOM`` and the words after it, then the sentences."""
Rows: TypeAlias = tuple[Code, Table, Answers, Touched, Numbers, Log]
"""A program, and what a machine writes while it plays it."""

Stack: TypeAlias = int
Frame: TypeAlias = int
Here: TypeAlias = int
Mode: TypeAlias = int

# Arguments inside the code.
Immediate: TypeAlias = int
Address: TypeAlias = int
"""A word of the record that is read; the Length behind it, if any, says how many follow."""
Stored: TypeAlias = int
"""A word of the record that is written: one of those that rules may change."""
ActRow: TypeAlias = int
"""A row of the record with a word for each Action card."""
Slot: TypeAlias = int
Pair: TypeAlias = int
"""A slot of which the word behind it is used too."""
OuterSlot: TypeAlias = int
"""A slot of the routine that called this one."""
Faces: TypeAlias = int
Ending: TypeAlias = int
Target: TypeAlias = int
ClassMask: TypeAlias = int
Length: TypeAlias = int
TableAt: TypeAlias = int
Range: TypeAlias = int
PieceRange: TypeAlias = int
QuestionId: TypeAlias = int
ClauseId: TypeAlias = int
SentenceId: TypeAlias = int
HookId: TypeAlias = int
StreamId: TypeAlias = int
SourceId: TypeAlias = int

# Arguments on the stack.
Number: TypeAlias = int
Piece: TypeAlias = int
Space: TypeAlias = int
Spaces: TypeAlias = int
Place: TypeAlias = int
Card: TypeAlias = int
Act: TypeAlias = int
Zone: TypeAlias = int
Kind: TypeAlias = int
Way: TypeAlias = int
Walk: TypeAlias = int
Source: TypeAlias = int
Ability: TypeAlias = int
Stream: TypeAlias = int

# Results.
Result: TypeAlias = int
"""One word pushed on the stack."""
NewStack: TypeAlias = int
Pause: TypeAlias = int
"""The new top of the stack, from an operation after which the machine may stand still."""
NewPc: TypeAlias = int
Flow: TypeAlias = tuple[int, int, int]

RANGES: Final[dict[str, int]] = {
    "Piece": L.PIECES,
    "Space": L.SPACES,
    "Place": L.PLACES,
    "Card": L.CARDS,
    "Act": L.ACTS,
    "Zone": L.ZONES,
    "Kind": L.KINDS,
    "Way": L.WAYS,
    "Walk": L.WALKS,
    "Source": L.SOURCES,
    "Ability": L.ABILITIES,
    "Stream": L.STREAMS,
}
"""Arguments on the stack that must lie from 0 up to, not including, this number."""
PLAIN: Final = frozenset({"Number", "Spaces"})
"""Arguments on the stack of any size."""
REGISTERS: Final[dict[str, str]] = {
    "Record": "g",
    "Code": "code",
    "Table": "tab",
    "Answers": "ans",
    "Touched": "acts",
    "Numbers": "nums",
    "Log": "log",
    "Stack": "sp",
    "Frame": "fp",
    "Here": "pc",
    "Mode": "mode",
}
INLINE: Final = frozenset(
    {
        "Immediate",
        "Address",
        "Stored",
        "ActRow",
        "Slot",
        "Pair",
        "OuterSlot",
        "Faces",
        "Ending",
        "Target",
        "ClassMask",
        "Length",
        "TableAt",
        "Range",
        "PieceRange",
        "QuestionId",
        "ClauseId",
        "SentenceId",
        "HookId",
        "StreamId",
        "SourceId",
    }
)
"""Arguments that stand in the code behind the operation."""
