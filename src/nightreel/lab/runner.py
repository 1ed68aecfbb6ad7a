"""Plays whole games on the machine, without words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from nightreel.machine import bulk
from nightreel.machine.modes import Machine, compiled, interpreted
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.errors import BrokenGame
from nightreel.table.state import Options, first_record, key_of

PLAYERS: Final = ("random", "sampler")
PLAYOUTS: Final = 16
"""Random games that the sampler plays for each legal answer."""


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    won: bool
    turns: int
    decisions: int


VICTORY: Final = 1000
PROGRESS: Final = {"count_dealt": 20, "saved_count": 12, "turn": 6, "count_killed": -4}
"""What progress is worth to the sampler beside a victory: without it nearly all random games
are worth the same."""


def weights(program: Program) -> list[int]:
    """Worth of a victory and of progress, as the machine's ``sample`` takes them."""
    pairs = [(program.states[name].address, worth) for name, worth in PROGRESS.items()]
    return [VICTORY, len(pairs), *(word for pair in pairs for word in pair)]


class Runner:
    """One machine and its buffers, ready to play a program again and again."""

    def __init__(
        self,
        program: Program,
        options: Options | None = None,
        fast: bool = True,
        playouts: int = PLAYOUTS,
    ) -> None:
        """``fast``: compiled, else interpreted (slow, the same games)."""
        self.program = program
        self.machine: Machine = compiled() if fast else interpreted()
        self.playouts = playouts
        self.fast = fast
        self.blank = np.array(first_record(program, 0, options or Options()), dtype=np.int32)
        self.code = self.row(program.code)
        self.table = self.row(program.table)
        self.answers = self.row([0] * L.ACTIONS)
        self.touched = self.row([0] * (L.ACTIONS + 4))
        self.numbers = self.row([0] * L.NUMBERS)
        self.log = self.row([])
        self.copy = self.row([0] * L.WORDS)
        self.totals = self.row([0] * (2 * L.ACTIONS))
        self.weights = self.row(weights(program))
        self.counts = self.wide([0] * bulk.COUNTS)
        self.turn = program.states["turn"].address

    def row(self, words: Any) -> Any:
        """A row of words as this mode wants it."""
        return np.array(words, dtype=np.int32) if self.fast else list(words)

    def wide(self, words: list[int]) -> Any:
        """A row of wide words as this mode wants it."""
        return np.array(words, dtype=np.int64) if self.fast else words

    def record(self, seed: int) -> Any:
        """A game that has not begun."""
        g = self.blank.copy()
        g[L.SEED : L.SEED + 4] = key_of(seed)
        return g if self.fast else g.tolist()

    def dice(self, seed: int) -> Any:
        """The player's own dice."""
        return self.wide([*key_of(~seed), 0])

    def play(self, seed: int, player: str = "random") -> Outcome:
        """Play one game.  Raises BrokenGame for a fault in rules or film."""
        g = self.record(seed)
        before = int(self.counts[bulk.DECISIONS])
        if player == "random":
            self.play_random(g, seed)
            decisions = int(self.counts[bulk.DECISIONS]) - before
        else:
            decisions = self.play_sampler(g, seed)
        if g[L.FAULT]:
            file, line = self.program.source_of(int(g[L.PC]))
            raise BrokenGame(f"{file}:{line}: {L.FAULTS[int(g[L.FAULT])]} (seed {seed})")
        return Outcome(int(g[L.RESULT]) == L.VICTORY, int(g[self.turn]), decisions)

    def buffers(self) -> tuple[Any, ...]:
        """Code, table and buffers in the order of the machine's functions."""
        return self.code, self.table, self.answers, self.touched, self.numbers, self.log

    def play_random(self, g: Any, seed: int) -> None:
        """Random legal answers to the end."""
        self.machine.play_random(g, *self.buffers(), self.dice(seed), self.counts, -1)

    def play_sampler(self, g: Any, seed: int) -> int:
        """For each legal answer some random games from re-seeded copies, the best mean taken.

        Returns the decisions of the game itself, those of the random games not counted.
        """
        mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
        dice = self.dice(seed)
        decisions = 0
        self.machine.run(g, *self.buffers(), -1, mode)
        while g[L.STOP] < L.STOP_OVER:
            answer = int(self.touched[2])
            if self.touched[1] > 1:
                decisions += 1
                answer = self.machine.sample(
                    g,
                    *self.buffers(),
                    dice,
                    self.counts,
                    self.copy,
                    self.totals,
                    self.weights,
                    self.playouts,
                )
            self.machine.run(g, *self.buffers(), answer, mode)
        return decisions
