"""Which answers go into secrets or tell of them: nobody may know while a game runs (SET-7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from nightreel.machine import modes, questions
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.frames import begins_of, frames, routine_at
from nightreel.table.state import CHANCE, State

DEALS: Final = "secret_deal"
"""The row with the texts that deal secrets, from its word 1 on."""


def is_unseen(state: State) -> bool:
    """Whether the answer to the open question of chance goes into a secret state."""
    secret = state.program.secret_words
    if not secret or state.current_player() != CHANCE:
        return False
    return deals_secrets(state) or _reaches(state, secret)


def deals_secrets(state: State) -> bool:
    """Whether secrets are being dealt: all that chance says then is for nobody."""
    program = state.program
    begins = begins_of(program)
    begun = [program.entries[entry] for entry in deals(program)]
    at_work = {routine_at(begins, pc) for _, pc in frames(state.words.tolist())}
    return not at_work.isdisjoint(begun)


def deals(program: Program) -> list[int]:
    """The entries of the texts that deal secrets."""
    address, length = program.facts["rows"].get(DEALS, (0, 1))
    return list(program.table[address + 1 : address + length])


def _reaches(state: State, secret: list[int]) -> bool:
    """Whether one answer would leave other secrets behind than another one."""
    found = set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        found.add(after.words[secret].tobytes())
    return len(found) > 1


def tells_secrets(state: State, action: int) -> bool:
    """Whether an answer may have told something of a secret: whether its words were read."""
    secret = state.program.secret_words
    if not secret:
        return False
    words = Watched(state.words.tolist(), secret)
    seat = Seat(modes.interpreted(), state.program.code, state.program.table)
    questions.note(seat.answers, seat.touched, action, L.ANSWER_LEGAL)
    seat.run(words, action)
    return words.was_read


class Watched(list[int]):
    """A record that notices when one of some words is read."""

    def __init__(self, words: Iterable[int], watched: Iterable[int]) -> None:
        """``watched``: the numbers of those words."""
        super().__init__(words)
        self.watched = frozenset(watched)
        self.was_read = False

    def __getitem__(self, index: Any) -> Any:
        """A word, or several."""
        if isinstance(index, slice):
            self.was_read |= not self.watched.isdisjoint(range(*index.indices(len(self))))
        else:
            self.was_read |= index in self.watched
        return super().__getitem__(index)
