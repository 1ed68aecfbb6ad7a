"""The verifier of loaded code: nothing of a program or save runs before it is proved harmless.

A wrong index in compiled code would read and write memory outside the record.  What the
machine checks while it runs (ranges of pieces, spaces, cards, indexes of rows) is not
proved here; everything else is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final

from nightreel.machine.flow import Flow, Routine, VerifyError, code_error
from nightreel.machine.verify_record import RecordProof
from nightreel.record import layout as L

if TYPE_CHECKING:
    from nightreel.reel.program import Program

__all__ = ["VerifyError", "Verified", "verified", "verify", "verify_record"]

WORD_MIN: Final = -(1 << 31)
WORD_MAX: Final = (1 << 31) - 1
LENGTH_MAX: Final = 1 << 20
"""Most words of a code or table."""
FACES_MAX: Final = L.ACT_ACTION - 1


def is_word(value: object) -> bool:
    """Whether a value is an integer of 32 bits."""
    return type(value) is int and WORD_MIN <= value <= WORD_MAX


def check_words(name: str, words: Sequence[int]) -> None:
    """All words are integers of 32 bits, and not too many."""
    if len(words) > LENGTH_MAX:
        raise VerifyError(name, f"more than {LENGTH_MAX} words")
    for at, word in enumerate(words):
        if not is_word(word):
            raise VerifyError(f"word {at} of {name}", "no integer of 32 bits")


class Verified:
    """A program that was proved, and what was learned of it on the way."""

    def __init__(self, program: Program) -> None:
        """Prove a program.  Raises VerifyError."""
        self.program = program
        check_words("the code", program.code)
        check_words("the table", program.table)
        check_plain(program)
        Table(program.table).check()
        told = [(r.at, r.arguments, r.result) for r in program.routines]
        self.flow = Flow(program.code, told)
        self.check_entries()
        Operands(program, self.flow).check()
        self.check_starts()
        self.flow.prove(program.starts.values(), program.entries)

    def check_entries(self) -> None:
        """The entries are those of the table, and routines without arguments and result."""
        table = self.program.table
        count = table[L.T_ENTRIES]
        entries = table[L.T_ENTRIES + 1 : L.T_ENTRIES + 1 + count]
        if tuple(entries) != tuple(self.program.entries):
            raise VerifyError("the entries", "they are not those of the table")
        for number, at in enumerate(entries):
            routine = self.flow.routines.get(at)
            if routine is None or routine.arguments or routine.result:
                raise VerifyError(f"entry {number}", f"no text begins at word {at} of the code", at)

    def check_starts(self) -> None:
        """A game can begin."""
        for name in ("game", "position"):
            if name not in self.program.starts:
                raise VerifyError("the starts of a game", f"there is none for a {name}")
        if self.program.table[L.T_DEAL] not in (0, self.program.starts.get("deal", 0)):
            raise VerifyError("the starts of a game", "secrets are dealt elsewhere")

    def check_record(self, words: Sequence[int]) -> None:
        """Prove a loaded record.  Raises VerifyError."""
        program = self.program
        RecordProof(self.flow, program.table, program.starts, program.entries, words).check()


_KEPT: Final[deque[Verified]] = deque(maxlen=8)


def verified(program: Program) -> Verified:
    """The proof of a program; those of the last few programs are kept.  Raises VerifyError."""
    for proof in _KEPT:
        if proof.program is program:
            return proof
    _KEPT.append(Verified(program))
    return _KEPT[-1]


def verify(program: Program) -> None:
    """Prove that a program that was read from a file can run without leaving the record.

    Raises VerifyError with the word that is wrong and why.
    """
    Verified(program)


def verify_record(program: Program, words: Sequence[int]) -> None:
    """Prove that a loaded record can go on with its program, which is proved as well.

    Whoever loads many records of one program keeps ``Verified(program)`` and calls its
    ``check_record``.  Raises VerifyError.
    """
    Verified(program).check_record(words)


# ---------------------------------------------------------------- the words in the code


class Operands:
    """Checks the words behind every operation by their kinds."""

    def __init__(self, program: Program, flow: Flow) -> None:
        """Ready to check a code."""
        self.program = program
        self.flow = flow
        self.limits: dict[str, tuple[int, int]] = {
            "ClassMask": (0, L.CLASSES),
            "Range": (0, L.ACTIONS),
            "PieceRange": (0, L.ACTIONS - L.PIECES + 1),
            "QuestionId": (0, len(program.questions)),
            "ClauseId": (L.ANSWER_CLAUSE, L.ANSWER_CLAUSE + len(program.clauses)),
            "SentenceId": (0, len(program.sentences)),
            "HookId": (0, L.HOOKS_MAX),
            "StreamId": (0, len(program.streams)),
            "SourceId": (0, L.SOURCES),
            "Faces": (1, FACES_MAX + 1),
            "Ending": (L.VICTORY, L.DEFEAT + 1),
            "Length": (0, LENGTH_MAX),
            "ActRow": (0, L.STACK - L.ACTS + 1),
        }
        self.others: dict[str, Callable[[int, int, int, Routine], None]] = {
            "Address": self.address,
            "Stored": self.stored,
            "TableAt": self.table_at,
            "Slot": self.slot,
            "Pair": self.pair,
            "Target": self.target,
        }

    def check(self) -> None:
        """Check all of them."""
        for at, operation in self.flow.operations.items():
            routine = self.flow.owners[at]
            for i, (name, kind) in enumerate(operation.inline):
                value = self.program.code[at + 1 + i]
                limit = self.limits.get(kind)
                if limit is not None:
                    if not limit[0] <= value < limit[1]:
                        raise code_error(at, f"{operation.name}: {name} {value} is out of range")
                elif kind in self.others:
                    self.others[kind](at, i, value, routine)
            if operation.name == "say":
                self.sentence(at)

    def extent(self, at: int, i: int) -> int:
        """How many words an address stands for: the length behind it, if there is one."""
        inline = self.flow.operations[at].inline
        followed = i + 1 < len(inline) and inline[i + 1][1] == "Length"
        return self.program.code[at + 2 + i] if followed else 1

    def address(self, at: int, i: int, value: int, routine: Routine) -> None:
        """What is read lies below the stack."""
        if value < 0 or value + self.extent(at, i) > L.STACK:
            raise code_error(at, f"word {value} of the record cannot be read")

    def stored(self, at: int, i: int, value: int, routine: Routine) -> None:
        """What is written is for rules to write."""
        if not L.storable(value, self.extent(at, i)):
            raise code_error(at, f"word {value} of the record cannot be changed")

    def table_at(self, at: int, i: int, value: int, routine: Routine) -> None:
        """A row lies inside the table."""
        if value < 0 or value + self.extent(at, i) > len(self.program.table):
            raise code_error(at, f"a row at {value} leaves the table")

    def slot(self, at: int, i: int, value: int, routine: Routine) -> None:
        """A slot is a local word or argument of the routine."""
        if not routine.has(value):
            raise code_error(at, f"the routine has no slot {value}")

    def pair(self, at: int, i: int, value: int, routine: Routine) -> None:
        """So is the slot behind it."""
        self.slot(at, i, value, routine)
        self.slot(at, i, value + 1, routine)

    def target(self, at: int, i: int, value: int, routine: Routine) -> None:
        """A jump goes to where an operation begins."""
        if value not in self.flow.operations:
            raise code_error(at, f"no operation begins at {value}")

    def sentence(self, at: int) -> None:
        """A sentence is said with all its numbers."""
        number, words = self.program.code[at + 1 : at + 3]
        if words != len(self.program.sentences[number].types):
            raise code_error(at, f"sentence {number} has not {words} numbers")


# ---------------------------------------------------------------- the table


class Table:
    """Checks the head of the table: what operations look up without asking."""

    def __init__(self, table: Sequence[int]) -> None:
        """Ready to check a table."""
        self.table = table

    def check(self) -> None:
        """Check all of it."""
        if len(self.table) < L.T_ROWS:
            raise VerifyError("the table", f"it has not even {L.T_ROWS} words")
        self.within("number of ways", L.T_WAYS, 1, 0, L.WAYS)
        self.within("number of spaces", L.T_SPACES, 1, 0, L.SPACES - 1)
        spaces, ways = self.table[L.T_SPACES], self.table[L.T_WAYS]
        self.within("class of a kind", L.T_KIND_CLASS, L.KINDS, 0, L.CLASSES)
        for end in (L.T_WAY_A, L.T_WAY_B):
            self.within("end of a way", end, L.WAYS, 0, spaces + 1)
            self.within("end of a way", end + 1, ways, 1, spaces + 1)
        self.within("closed way", L.T_WAY_BASE, L.WAYS, 0, 256)
        self.within("closed space", L.T_SPACE_BASE, L.SPACES, 0, 16)
        self.within("goal of a panic number", L.T_PANIC, 8 * L.SPACES, 0, spaces + 1)
        self.within("kind of a piece", L.T_PIECE_KIND, L.PIECES, 0, L.KINDS)
        self.within("pool of a card", L.T_POOL, L.CARDS, 0, L.ZONES)
        self.within("pool of a zone", L.T_ZONE_POOL, L.ZONES, 0, L.ZONES)
        self.within("number of entries", L.T_ENTRIES, 1, 1, L.ENTRIES_MAX + 1)
        self.zones()
        for source in range(L.SOURCES):
            self.hooks(source)
        if self.table[L.T_SECRETS] or self.table[L.T_DEAL]:
            self.list_at("the secrets", self.table[L.T_SECRETS], L.GLOBAL, L.STACK)

    def within(self, what: str, at: int, count: int, low: int, high: int) -> None:
        """So many words lie from ``low`` up to, not including, ``high``."""
        for i in range(at, at + count):
            if not low <= self.table[i] < high:
                raise VerifyError(
                    f"word {i} of the table", f"{what}: {self.table[i]} is out of range"
                )

    def zones(self) -> None:
        """The slots of each zone lie in the record and are its own."""
        taken: set[int] = set()
        for zone in range(L.ZONES):
            base, size = self.table[L.T_ZONE_BASE + zone], self.table[L.T_ZONE_SIZE + zone]
            if base < 0 or size < 0 or base + size > L.SLOTS:
                raise VerifyError(f"zone {zone}", f"{size} slots from {base} on do not exist")
            mine = set(range(base, base + size))
            if mine & taken:
                raise VerifyError(f"zone {zone}", "another zone has some of its slots")
            taken |= mine

    def hooks(self, source: int) -> None:
        """The list of what a source listens to lies in the table."""
        at = self.table[L.T_SOURCE_HOOKS + source]
        self.list_at(f"the hooks of source {source}", at, 0, L.HOOKS_MAX)

    def list_at(self, what: str, at: int, low: int, high: int) -> None:
        """A list, a count and so many words, lies in the table; its words are in a range."""
        if not 0 <= at < len(self.table):
            raise VerifyError(what, f"no list lies at {at}")
        count = self.table[at]
        if count < 0 or at + count >= len(self.table):
            raise VerifyError(what, f"the list at {at} leaves the table")
        self.within(what, at + 1, count, low, high)

    def hooks_of(self, source: int) -> Sequence[int]:
        """What a source listens to."""
        at = self.table[L.T_SOURCE_HOOKS + source]
        return self.table[at + 1 : at + 1 + self.table[at]]


# ---------------------------------------------------------------- the words for people


_WHOLE: Final[tuple[tuple[str, type], ...]] = (
    ("title", str),
    ("starts", dict),
    ("states", dict),
    ("things", dict),
    ("facts", dict),
)


def check_plain(program: Program) -> None:
    """The parts of a program that do not run are of the right types and sizes."""
    for name, wanted in _WHOLE:
        if type(getattr(program, name)) is not wanted:
            raise VerifyError(f"the {name} of the program", f"no {wanted.__name__}")
    if not all(type(name) is str for name in program.streams):
        raise VerifyError("the streams", "something else than names stands among them")
    for name, numbers in (
        ("the entries", program.entries),
        ("the starts of a game", program.starts.values()),
        ("the routines", [n for r in program.routines for n in (r.at, r.arguments)]),
        ("the places", [n for at, _, line in program.places for n in (at, line)]),
    ):
        for number in numbers:
            if not is_word(number):
                raise VerifyError(name, f"{number!r} is no integer of 32 bits")
    for name, parts in _parts(program):
        for part in parts:
            _check_types(name, part)
    _check_questions(program)
    _check_states(program)
    if len(program.streams) > L.STREAMS or len(program.abilities) > L.ABILITIES:
        raise VerifyError("the program", "too many streams of chance or abilities")


def _parts(program: Program) -> Iterable[tuple[str, Iterable[object]]]:
    return (
        ("the routines", program.routines),
        ("the questions", program.questions),
        ("the options", [o for q in program.questions for o in q.options]),
        ("the clauses", program.clauses),
        ("the sentences", program.sentences),
        ("the abilities", program.abilities),
        ("the states", program.states.values()),
        ("the things", [t for things in program.things.values() for t in things]),
    )


_TYPES: Final[dict[str, type]] = {"str": str, "int": int, "bool": bool}


def _check_types(name: str, part: object) -> None:
    """The fields of a part are texts, numbers and truths as they should be."""
    if not is_dataclass(part):
        raise VerifyError(name, "something else stands among them")
    for field in fields(part):
        wanted = _TYPES.get(str(field.type))
        value = getattr(part, field.name)
        if wanted is not None and type(value) is not wanted:
            raise VerifyError(name, f"{field.name} is {value!r}")
        if str(field.type) == "tuple[str, ...]" and not all(type(v) is str for v in value):
            raise VerifyError(name, f"{field.name} is {value!r}")


def _check_questions(program: Program) -> None:
    """Options name existing actions."""
    for number, question in enumerate(program.questions):
        for option in question.options:
            if not 0 <= option.first < option.last <= L.ACTIONS:
                raise VerifyError(
                    f"question {number}", f"no actions go from {option.first} to {option.last}"
                )


def _check_states(program: Program) -> None:
    """States lie among the words for states."""
    for name, state in program.states.items():
        if state.length < 1 or state.address < L.GLOBAL or state.address + state.length > L.STACK:
            raise VerifyError(f"the state {name}", f"it cannot lie at word {state.address}")
        if not is_word(state.start):
            raise VerifyError(f"the state {name}", "its start is no integer of 32 bits")
