"""Plays whole games on the machine, without words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nightreel.machine import bulk
from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.seat import Seat
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


VICTORY_WORTH: Final = 1000
PROGRESS: Final = {"count_dealt": 20, "saved_count": 12, "turn": 6, "count_killed": -4}
"""What progress is worth to the sampler beside a victory: without it nearly all random games
are worth the same."""


def weights(program: Program) -> list[int]:
    """Worth of a victory and of progress, as the machine's ``sample`` takes them."""
    pairs = [(program.states[name].address, worth) for name, worth in PROGRESS.items()]
    return [VICTORY_WORTH, len(pairs), *(word for pair in pairs for word in pair)]


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
        machine = compiled() if fast else interpreted()
        self.program = program
        self.playouts = playouts
        self.seat = Seat(machine, program.code, program.table)
        self.blank = self.seat.row(first_record(program, 0, options or Options()))
        self.copy = self.seat.row([0] * L.WORDS)
        self.totals = self.seat.row([0] * (2 * L.ACTIONS))
        self.weights = self.seat.row(weights(program))
        self.counts = self.seat.wide([0] * bulk.COUNTS)
        self.turn = program.states["turn"].address

    def record(self, seed: int) -> Any:
        """A game that has not begun."""
        g = self.blank.copy()
        g[L.SEED : L.SEED + 4] = key_of(seed)
        return g

    def dice(self, seed: int) -> Any:
        """The player's own dice."""
        return self.seat.wide([*key_of(~seed), 0])

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
            what = f"{L.FAULTS[int(g[L.FAULT])]} (seed {seed})"
            raise BrokenGame(self.program.fault_at(int(g[L.PC]), what))
        return Outcome(int(g[L.RESULT]) == L.VICTORY, int(g[self.turn]), decisions)

    def play_random(self, g: Any, seed: int) -> None:
        """Random legal answers to the end."""
        seat = self.seat
        seat.machine.play_random(g, *seat.buffers, self.dice(seed), self.counts, -1)

    def play_sampler(self, g: Any, seed: int) -> int:
        """For each legal answer some random games from re-seeded copies, the best mean taken.

        Returns the decisions of the game itself, those of the random games not counted.
        """
        mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
        dice = self.dice(seed)
        decisions = 0
        self.seat.run(g, -1, mode)
        while g[L.STOP] < L.STOP_OVER:
            answer = int(self.seat.touched[L.LEGAL_LAST])
            if self.seat.touched[L.LEGAL_COUNT] > 1:
                decisions += 1
                answer = self.sampled(g, dice)
            self.seat.run(g, answer, mode)
        return decisions

    def sampled(self, g: Any, dice: Any) -> int:
        """The sampler's answer to the open question."""
        rows = (self.copy, self.totals, self.weights)
        given = (*self.seat.buffers, dice, self.counts, *rows, self.playouts)
        return self.seat.machine.sample(g, *given)
