"""The machine on lists that refuse every index outside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, SupportsIndex, overload

from nightreel.machine import modes
from nightreel.record import layout as L
from nightreel.record.log import clear, fixed_log
from nightreel.reel.program import Program
from nightreel.table.state import Options, first_record

NUMBERS = 2 * L.ACTIONS + 2


class Guarded(list[int]):
    """A list without negative indexes."""

    @overload
    def __getitem__(self, at: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> int | list[int]:
        if isinstance(at, int) and at < 0:
            raise IndexError(f"index {at}")
        return super().__getitem__(at)

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        if not isinstance(at, int) or at < 0:
            raise IndexError(f"index {at}")
        super().__setitem__(at, value)


def new_game(program: Program, seed: int, options: int = 0) -> list[int]:
    """The record of a game that has not begun; ``options`` is any word of them."""
    g = first_record(program, seed, Options())
    g[L.OPTIONS] = options
    return g


@dataclass
class Play:
    """A game that is played at random on guarded lists."""

    program: Program
    g: Guarded
    mode: int = L.MODE_AUTO_CHANCE
    ans: Guarded = field(default_factory=lambda: Guarded([0] * L.ACTIONS))
    acts: Guarded = field(default_factory=lambda: Guarded([0] * L.TOUCHED))
    nums: Guarded = field(default_factory=lambda: Guarded([0] * NUMBERS))
    log: Guarded = field(default_factory=lambda: Guarded(fixed_log(300)))

    def __post_init__(self) -> None:
        self.code = Guarded(self.program.code)
        self.table = Guarded(self.program.table)

    def go_on(self, answer: int) -> int:
        """Run to the next question; why the machine stopped."""
        clear(self.log)
        rows = (self.code, self.table, self.ans, self.acts, self.nums, self.log)
        modes.interpreted().run(self.g, rows, answer, self.mode)
        return self.g[L.STOP]

    def legal(self) -> list[int]:
        """The legal answers."""
        asked = [self.acts[L.FIRST_ASKED + i] for i in range(self.acts[L.ASKED])]
        return [a for a in asked if self.ans[a] == L.ANSWER_LEGAL]

    def random(self, dice: Random, most: int) -> Iterable[Guarded]:
        """Play so many random answers at most; the record after each."""
        stop = self.go_on(-1)
        for _ in range(most):
            yield self.g
            legal = self.legal()
            if stop >= L.STOP_OVER or not legal:
                return
            stop = self.go_on(dice.choice(legal))
            if stop in (L.STOP_PLAYER, L.STOP_CHANCE) and dice.random() < 0.1:
                before = self.legal()
                self.go_on(-1)
                assert sorted(self.legal()) == sorted(before) or self.g[L.FAULT]
