"""A state of a game: what OpenSpiel calls a state, on one row of the machine.

``new_initial_state`` begins a game; ``legal_actions``, ``apply_action``, ``is_terminal``,
``returns``, ``clone``, ``serialize`` and ``chance_outcomes`` do what their names say.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nightreel.machine import modes
from nightreel.machine.bulk import deal_anew
from nightreel.machine.questions import drawn
from nightreel.machine.seat import Asked
from nightreel.machine.verify import Verified, verified
from nightreel.record import layout as L
from nightreel.record.log import Log, Watch
from nightreel.reel.program import Program
from nightreel.table.errors import BadSave, BrokenGame, IllegalAction, UnknownAction
from nightreel.translation import gettext, put

Words = NDArray[np.int32]

PLAYER: Final = 0
CHANCE: Final = -1
TERMINAL: Final = -4
"""Values of ``current_player``, as in OpenSpiel."""
SEED_BITS: Final = 124


@dataclass(frozen=True)
class Options:
    """What is chosen before the game: board side, tie policy, Epic Dark Power, single answers."""

    extreme: bool = False
    infinite_evil: bool = False
    epic: bool = False
    ask_single: bool = False

    @property
    def word(self) -> int:
        """The options as the record holds them."""
        return (
            L.OPTION_EXTREME * self.extreme
            + L.OPTION_EVIL * self.infinite_evil
            + L.OPTION_EPIC * self.epic
            + L.OPTION_ASK_SINGLE * self.ask_single
        )


def key_of(seed: int) -> tuple[int, int, int, int]:
    """The four words of 31 bits that a seed gives the generator (SET-11)."""
    digest = hashlib.sha256(b"nightreel " + str(seed).encode()).digest()
    number = int.from_bytes(digest, "big")
    return tuple((number >> (31 * i)) & 0x7FFFFFFF for i in range(4))  # type: ignore[return-value]


def seed_hash(seed: int) -> str:
    """The hash shown at the start; with the seed shown at the end anyone can check it."""
    return hashlib.sha256(b"nightreel seed " + str(seed).encode()).hexdigest()[:16]


def random_seed() -> int:
    """A seed that nobody can guess."""
    return random.SystemRandom().getrandbits(SEED_BITS)


def first_record(program: Program, seed: int, options: Options) -> list[int]:
    """The record of a game that has not begun."""
    g = [0] * L.WORDS
    table = program.table
    g[L.KIND : L.KIND + L.PIECES] = table[L.T_PIECE_KIND : L.T_PIECE_KIND + L.PIECES]
    g[L.WAY_CLOSED : L.WAY_CLOSED + L.WAYS] = table[L.T_WAY_BASE : L.T_WAY_BASE + L.WAYS]
    g[L.SPACE_CLOSED : L.SPACE_CLOSED + L.SPACES] = table[
        L.T_SPACE_BASE : L.T_SPACE_BASE + L.SPACES
    ]
    for info in program.states.values():
        if info.start:
            g[info.address] = info.start
    g[L.SEED : L.SEED + 4] = key_of(seed)
    g[L.OPTIONS] = options.word
    g[L.PC] = program.starts["game"]
    g[L.SP] = g[L.FP] = L.STACK
    return g


class State:
    """A game at a question of the player or of chance, or at its end."""

    __slots__ = ("_asked", "_explicit", "program", "words")

    def __init__(self, program: Program, words: Words, explicit_chance: bool = False) -> None:
        """A state on a record; ``new_initial_state`` is the usual way to get one.

        With ``explicit_chance`` the state also stops at questions to chance, which are
        then answered like those of the player.
        """
        self.program = program
        self.words = words
        self._asked: Asked | None = None
        self._explicit = explicit_chance

    # ------------------------------------------------------------ questions

    @property
    def stop(self) -> int:
        """Why the machine stands still: a STOP_ constant of the layout."""
        return int(self.words[L.STOP])

    def current_player(self) -> int:
        """PLAYER, CHANCE or TERMINAL."""
        if self.stop >= L.STOP_OVER:
            return TERMINAL
        return CHANCE if self.stop == L.STOP_CHANCE else PLAYER

    def is_chance_node(self) -> bool:
        """Whether chance is asked."""
        return self.stop == L.STOP_CHANCE

    def is_terminal(self) -> bool:
        """Whether the game is over (TURN-2)."""
        return self.stop == L.STOP_OVER

    def returns(self) -> list[float]:
        """1.0 for a victory, -1.0 for a defeat, 0.0 while the game runs."""
        return [{L.VICTORY: 1.0, L.DEFEAT: -1.0}.get(int(self.words[L.RESULT]), 0.0)]

    @property
    def asked(self) -> Asked:
        """What the machine says of every action; asked anew when the state was loaded or copied."""
        if self._asked is None:
            asked = Asked()
            if not self.is_terminal():
                _run(self.program, self.words.tolist(), asked, [], -1)
            self._asked = asked
        return self._asked

    def legal_actions(self) -> list[int]:
        """The legal actions in rising order; empty when the game is over."""
        return [] if self.is_terminal() else self.asked.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a question to chance: every outcome with its probability; they add up to one."""
        if not self.is_chance_node():
            return []
        asked = self.asked
        total = sum(asked.numbers[2 * a] for a in asked.legal)
        return [(a, asked.numbers[2 * a] / total) for a in asked.legal]

    def stream(self) -> str:
        """The source of chance that is asked: ``horror``, ``terror``, ``panic`` ..."""
        return self.program.streams[int(self.words[L.QUESTION])]

    def drawn_outcome(self) -> int:
        """The outcome that the game's own generator has next at this question to chance."""
        g: list[int] = self.words[: L.KIND].tolist()
        return drawn(g, self.asked.touched, self.asked.numbers, g[L.QUESTION])

    # ------------------------------------------------------------ answers

    def apply_action(self, action: int, log: list[int] | None = None) -> None:
        """Answer the open question and go on to the next one.

        ``log``: takes the sentences; a ``Watch`` keeps the records, too (cleared by the caller).
        Raises IllegalAction or UnknownAction, BrokenGame for a fault in rules or film; the
        state is then as it was before.
        """
        self.check(action)
        g: list[int] = self.words.tolist()
        kept = Log(0) if log is None else log
        if isinstance(kept, Watch):
            kept.record = g
        self._settle(g, self._step(g, self.asked, action, kept), kept)

    def _settle(self, g: list[int], asked: Asked, log: list[int]) -> None:
        """Let the generator answer for chance, unless somebody else does; take the record over."""
        while g[L.STOP] == L.STOP_CHANCE and not self._explicit:
            outcome = drawn(g, asked.touched, asked.numbers, g[L.QUESTION])
            asked = self._step(g, asked, outcome, log)
        self.words = _words(self.program, g)
        self._asked = None if self.is_terminal() else asked

    def _step(self, g: list[int], asked: Asked, action: int, log: list[int]) -> Asked:
        """Run one answer on an unpacked record."""
        fresh = asked.copy()
        _run(self.program, g, fresh, log, action)
        return fresh

    def check(self, action: int) -> None:
        """Raise IllegalAction or UnknownAction when an action cannot be taken now."""
        if self.is_terminal():
            raise IllegalAction(gettext("The game is over (TURN-2)."))
        if not 0 <= action < L.ACTIONS or self.asked.answers[action] == L.ANSWER_UNASKED:
            text = gettext("This question does not know the action {action}.")
            raise UnknownAction(put(text, action=action))
        if self.asked.answers[action] != L.ANSWER_LEGAL:
            text = gettext("The action {action} is refused now.")
            raise IllegalAction(put(text, action=action))

    # ------------------------------------------------------------ copies

    def clone(self) -> State:
        """A copy that shares nothing that changes."""
        other = State.__new__(State)
        other.program = self.program
        other.words = self.words.copy()
        other._asked = self._asked
        other._explicit = self._explicit
        return other

    def serialize(self) -> bytes:
        """The record as bytes: 32-bit integers, low byte first."""
        return self.words.astype("<i4").tobytes()

    def reseeded(self, seed: int) -> State:
        """A copy with a generator of its own: it cannot see what the game has in store.

        Secrets are dealt anew, so that they fit all that the player knows.  Raises BrokenGame.
        """
        other = self.clone()
        other.words[L.SEED : L.SEED + 4] = key_of(seed)
        other.words[L.STREAM : L.STREAM + L.STREAMS] = 0
        if self.program.table[L.T_DEAL]:
            other._deal_secrets()
        return other

    def _deal_secrets(self) -> None:
        """Deal the secrets anew; all else that the player knows stays as it is."""
        program = self.program
        game: list[int] = self.words.tolist()
        g = list(game)
        rows = Asked().with_program(program.code, program.table, Log(0))
        with _faults_told(program, g):
            deal_anew(g, game, rows)
        self.words = _words(program, g)
        self._asked = None

    def hidden_words(self) -> list[int]:
        """Words of the record that no view shows: the generator and secret states."""
        secret = self.program.secret_words
        return [*range(L.SEED, L.SEED + 4), *range(L.STREAM, L.STREAM + L.STREAMS), *secret]

    def view(self) -> State:
        """The state as the player may see it: without generator and secrets (SET-7)."""
        other = self.clone()
        other.words[self.hidden_words()] = 0
        return other

    def __eq__(self, other: object) -> bool:
        """Equal programs and records."""
        if not isinstance(other, State):
            return NotImplemented
        return self.program is other.program and bool(np.array_equal(self.words, other.words))

    def __hash__(self) -> int:
        """Hash of the record."""
        return hash(self.words.tobytes())

    # ------------------------------------------------------------ positions

    def get(self, name: str) -> int:
        """The value of a state of the rulebook or film, such as ``time``."""
        return int(self.words[self.program.states[name].address])


def _run(program: Program, g: list[int], asked: Asked, log: list[int], answer: int) -> None:
    """Run the interpreted machine; a fault becomes BrokenGame.

    What the stack held above its top is cleared: equal games have equal records, whether
    or not somebody kept a log.
    """
    with _faults_told(program, g):
        modes.interpreted().run(g, asked.with_program(program.code, program.table, log), answer, 0)
    g[g[L.SP] :] = [0] * (L.WORDS - g[L.SP])


@contextmanager
def _faults_told(program: Program, g: list[int]) -> Iterator[None]:
    """Raise BrokenGame for whatever stops the machine on a record."""
    try:
        yield
    except (IndexError, OverflowError) as error:
        raise broken(program, g[L.PC], str(error)) from None
    if g[L.FAULT]:
        raise broken(program, g[L.PC], L.FAULTS.get(g[L.FAULT], "a fault"))


def _words(program: Program, g: list[int]) -> Words:
    """A record as it is kept.  Raises BrokenGame when a number in it is too large for that."""
    try:
        return np.array(g, dtype=np.int32)
    except OverflowError:
        raise broken(program, g[L.PC], "a number beyond 32 bits") from None


def broken(program: Program, pc: int, what: str) -> BrokenGame:
    """What is said of a fault of rules or film, at a place in the code."""
    return BrokenGame(program.fault_at(pc, f"{what}; the game stands as before"))


def new_initial_state(
    program: Program,
    seed: int | None = None,
    options: Options | None = None,
    explicit_chance: bool = False,
    log: list[int] | None = None,
) -> State:
    """A new game, set up as far as the first question (SET-1 to SET-11).

    ``seed``: any integer, None for one nobody knows.  Raises BrokenGame.
    """
    chosen = random_seed() if seed is None else seed
    record = first_record(program, chosen, options or Options())
    return begin(program, record, explicit_chance, log)


def begin(
    program: Program, record: list[int], explicit_chance: bool = False, log: list[int] | None = None
) -> State:
    """Run a record that stands at a start of the program as far as the first question."""
    state = State(program, np.array(record, dtype=np.int32), explicit_chance)
    asked = Asked()
    kept = Log(0) if log is None else log
    _run(program, record, asked, kept, -1)
    state._settle(record, asked, kept)
    return state


def deserialize(program: Program, data: bytes, explicit_chance: bool = False) -> State:
    """A state from ``serialize``, verified: compiled code may go on with it.  Raises BadSave."""
    try:
        words = verified_words(verified(program), data)
    except ValueError as error:
        raise BadSave(put(gettext("This is no record of the game: {why}"), why=error)) from None
    return State(program, words, explicit_chance)


def verified_words(proof: Verified, data: bytes) -> Words:
    """The words of a record from its bytes, verified.  Raises ValueError."""
    if len(data) != 4 * L.WORDS:
        raise ValueError(f"a record has {4 * L.WORDS} bytes, this has {len(data)}")
    words = np.frombuffer(data, dtype="<i4").astype(np.int32)
    proof.check_record(words.tolist())
    return words
