"""Proves that a loaded record can go on: fields in their ranges, a stack that fits the code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nightreel.machine.flow import (
    CATCH_WORDS,
    QUESTIONS,
    RETURN_WORDS,
    Flow,
    Routine,
    VerifyError,
)
from nightreel.record import layout as L

WORD_MAX: Final = (1 << 31) - 1
BIT_WORD: Final = (1 << L.BITS) - 1
NAMES: Final = tuple((offset, name) for name, offset in L.OFFSETS.items())

FIELD_LIMITS: Final[tuple[tuple[int, int, int], ...]] = (
    (L.STOP, 1, L.STOP_FAULT),
    (L.OPTIONS, 1, 15),
    (L.RESULT, 1, L.DEFEAT),
    (L.FAULT, 1, max(L.FAULTS)),
    (L.SEED, 4, WORD_MAX),
    (L.STREAM, L.STREAMS, WORD_MAX),
    (L.KIND, L.PIECES, L.KINDS - 1),
    (L.PLACE, L.PIECES, L.PLACES - 1),
    (L.CARD_ZONE, L.CARDS, L.ZONES - 1),
    (L.USED_PHASE, L.ABILITIES // L.BITS, BIT_WORD),
    (L.USED_TURN, L.ABILITIES // L.BITS, BIT_WORD),
    (L.USED_GAME, L.ABILITIES // L.BITS, BIT_WORD),
    (L.ACTIVE, L.SOURCES // L.BITS, BIT_WORD),
    (L.SLOT, L.SLOTS, L.CARDS - 1),
    (L.WAY_CLOSED, L.WAYS, 255),
    (L.SPACE_CLOSED, L.SPACES, 15),
    (L.NEAR, 4 * L.SPACES, WORD_MAX),
)
"""Fields that must lie from 0 to a number: first word, how many, greatest value."""


def word_name(at: int) -> str:
    """A word of the record by the name of its field."""
    offset, name = max(pair for pair in NAMES if pair[0] <= at)
    return f"word {at} of the record ({name} {at - offset})"


def fail(at: int, why: str) -> VerifyError:
    """An error at a word of the record."""
    return VerifyError(word_name(at), why)


class RecordProof:
    """The proof of one record."""

    def __init__(
        self,
        flow: Flow,
        table: Sequence[int],
        starts: Mapping[str, int],
        entries: Sequence[int],
        words: Sequence[int],
    ) -> None:
        """Ready to prove a record of a proved program: what is needed of it, then the record."""
        self.flow = flow
        self.table = table
        self.starts = starts
        self.entries = entries
        self.words = words

    def check(self) -> None:
        """Prove all of it.  Raises VerifyError."""
        if len(self.words) != L.WORDS:
            raise VerifyError("the record", f"it has {len(self.words)} words, not {L.WORDS}")
        for at, word in enumerate(self.words):
            if type(word) is not int or not -WORD_MAX - 1 <= word <= WORD_MAX:
                raise fail(at, "no integer of 32 bits")
        self.fields()
        self.zones()
        self.counts()
        self.hooks()
        self.standing()

    # ------------------------------------------------------------ fields

    def fields(self) -> None:
        """Fields that operations use as indexes or bit sets are in their ranges."""
        for first, count, most in FIELD_LIMITS:
            for at in range(first, first + count):
                if not 0 <= self.words[at] <= most:
                    raise fail(at, f"{self.words[at]} is not from 0 to {most}")

    def zones(self) -> None:
        """No zone holds more cards than it has slots."""
        for zone in range(L.ZONES):
            at = L.ZONE_COUNT + zone
            size = self.table[L.T_ZONE_SIZE + zone]
            if not 0 <= self.words[at] <= size:
                raise fail(at, f"{self.words[at]} cards in {size} slots")

    def counts(self) -> None:
        """The pieces in each space are counted right."""
        counted: dict[int, int] = {}
        rows = {
            L.CLASS_VICTIM: L.VICTIMS_AT,
            L.CLASS_MINION: L.MINIONS_AT,
            L.CLASS_KILLER: L.KILLERS_AT,
        }
        for piece in range(L.PIECES):
            place = self.words[L.PLACE + piece]
            row = rows.get(self.table[L.T_KIND_CLASS + self.words[L.KIND + piece]])
            if row is not None and 0 < place < L.SPACES:
                counted[row + place] = counted.get(row + place, 0) + 1
        for row in rows.values():
            for at in range(row, row + L.SPACES):
                if self.words[at] != counted.get(at, 0):
                    raise fail(at, f"{counted.get(at, 0)} pieces stand there")

    def hooks(self) -> None:
        """The active sources are counted right."""
        counted = [0] * L.HOOKS_MAX
        for source in range(L.SOURCES):
            if self.words[L.ACTIVE + (source >> 4)] >> (source & 15) & 1:
                at = self.table[L.T_SOURCE_HOOKS + source]
                for hook in self.table[at + 1 : at + 1 + self.table[at]]:
                    counted[hook] += 1
        for hook, count in enumerate(counted):
            if self.words[L.HOOKS + hook] != count:
                raise fail(L.HOOKS + hook, f"{count} active sources listen")

    # ------------------------------------------------------------ where the machine stands

    def standing(self) -> None:
        """Where the machine goes on, with the stack that the code there expects."""
        stop = self.words[L.STOP]
        if (stop == L.STOP_FAULT) != (self.words[L.FAULT] != 0):
            raise fail(L.FAULT, "a fault without a stop, or a stop without a fault")
        if (stop == L.STOP_OVER) != (self.words[L.RESULT] != 0):
            raise fail(L.RESULT, "an end without a result, or a result without an end")
        if stop == L.STOP_NONE:
            self.beginning()
        elif stop in (L.STOP_PLAYER, L.STOP_CHANCE):
            self.asked(stop)

    def beginning(self) -> None:
        """A game that has not begun."""
        if self.words[L.PC] not in self.starts.values():
            raise fail(L.PC, "no game begins there")
        for at, value in (
            (L.SP, L.STACK),
            (L.FP, L.STACK),
            (L.CUT_PC, 0),
            (L.CUT_SP, 0),
            (L.CUT_FP, 0),
        ):
            if self.words[at] != value:
                raise fail(at, f"a game begins with {value}")

    def asked(self, stop: int) -> None:
        """A game that waits for an answer."""
        at = self.question_place(self.words[L.PC], stop)
        if self.words[L.QUESTION] != self.flow.code[at + 1]:
            raise fail(L.QUESTION, "another question is asked there")
        if self.words[L.QUESTION_PC] != self.flow.question_of(at):
            raise fail(L.QUESTION_PC, "the question does not begin there")
        depth = self.flow.states[self.words[L.PC]].depth - 1
        if self.words[L.SP] - self.words[L.FP] != depth:
            raise fail(L.SP, f"the stack is not {depth} words deep")
        self.frames(self.flow.owners[at], at)

    def question_place(self, pc: int, stop: int) -> int:
        """The operation at which the machine stopped: the one before where it goes on."""
        for size in (2, 3):
            operation = self.flow.operations.get(pc - size)
            if operation is not None and operation.size == size and operation.name in QUESTIONS:
                player = operation.name in ("ask", "ask_thing")
                if player == (stop == L.STOP_PLAYER) and pc - size in self.flow.states:
                    return pc - size
        raise fail(L.PC, "no question is asked there")

    # ------------------------------------------------------------ frames

    def frames(self, routine: Routine, at: int) -> None:
        """Follow the frames down to the beginning of the game; ``at`` is where each one stands."""
        frame = self.words[L.FP]
        cut = (self.words[L.CUT_PC], self.words[L.CUT_SP], self.words[L.CUT_FP])
        while True:
            if not L.STACK <= frame <= L.WORDS - routine.need:
                raise fail(L.FP, f"no frame can lie at {frame}")
            cut = self.catches(frame, at, cut)
            if routine is self.flow.start:
                break
            routine, at, frame = self.caller(routine, frame)
        if frame != L.STACK:
            raise fail(L.FP, "the first frame does not lie at the bottom of the stack")
        if cut != (0, 0, 0):
            raise fail(L.CUT_PC, "a cut goes nowhere")

    def caller(self, routine: Routine, frame: int) -> tuple[Routine, int, int]:
        """The routine that called another: itself, the place of its call, its frame."""
        if frame < L.STACK + RETURN_WORDS + routine.arguments:
            raise fail(L.FP, f"nothing called the routine whose frame lies at {frame}")
        back, below = self.words[frame - 2], self.words[frame - 1]
        at = self.call_place(routine, back)
        if at is None:
            raise fail(frame - 2, "the routine was not called there")
        state = self.flow.states[at]
        taken = 1 if self.flow.operations[at].name == "call_entry" else 0
        if below + state.depth - taken != frame - RETURN_WORDS:
            raise fail(frame - 1, "the frame of the caller does not lie there")
        return self.flow.owners[at], at, below

    def call_place(self, routine: Routine, back: int) -> int | None:
        """The call of a routine from which it returns to a place."""
        operations, states = self.flow.operations, self.flow.states
        call = operations.get(back - 2)
        if call is not None and call.name == "call" and back - 2 in states:
            if self.flow.code[back - 1] == routine.at:
                return back - 2
        entry = operations.get(back - 1)
        if entry is not None and entry.name == "call_entry" and back - 1 in states:
            if routine.at in self.entries:
                return back - 1
        return None

    def catches(self, frame: int, at: int, cut: tuple[int, int, int]) -> tuple[int, int, int]:
        """Where a cut goes outside the catches of a frame, which must be as told."""
        for depth, target in reversed(self.flow.states[at].catches):
            kept = frame + depth
            if cut != (target, kept + CATCH_WORDS, frame):
                raise fail(L.CUT_PC, "a cut does not go to the innermost catch")
            cut = (self.words[kept], self.words[kept + 1], self.words[kept + 2])
        return cut
