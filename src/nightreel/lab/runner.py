"""Plays whole games on the machine, without words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from nightreel.lab.worth import weights
from nightreel.machine import bulk
from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.seat import Seat
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.errors import BrokenGame
from nightreel.table.state import Options, first_record, key_of

PLAYERS: Final = ("random", "sampler")
PLAYOUTS: Final = 32
"""Random games that the sampler plays for each legal answer."""


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    won: bool
    turns: int
    decisions: int


@dataclass
class Work:
    """What the machine did for random games, those of the sampler among them."""

    decisions: int = 0
    answers: int = 0
    operations: int = 0
    longest: int = 0
    """Operations of the longest answer."""

    def add(self, rows: Any) -> None:
        """Count in the rows that ``play_games`` or ``sample`` wrote."""
        counted = np.asarray(rows).reshape(-1, bulk.COUNTS)
        self.decisions += int(counted[:, bulk.DECISIONS].sum())
        self.answers += int(counted[:, bulk.ANSWERS].sum())
        self.operations += int(counted[:, bulk.OPERATIONS].sum())
        self.longest = max(self.longest, int(counted[:, bulk.LONGEST].max()))


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
        self.dice = self.seat.wide([0] * bulk.DICE)
        self.work = Work()
        self.turn = program.states["turn"].address

    def records(self, seeds: Sequence[int]) -> Any:
        """Games that have not begun, one behind the other."""
        records = np.tile(np.array(self.blank, dtype=np.int32), (len(seeds), 1))
        records[:, L.SEED : L.SEED + 4] = [key_of(seed) for seed in seeds]
        return self.seat.rows(records)

    def record(self, seed: int) -> Any:
        """A game that has not begun."""
        return self.records([seed])[0]

    def play(self, seed: int, player: str = "random") -> Outcome:
        """Play one game.  Raises BrokenGame for a fault in rules or film."""
        return self.play_all([seed], player)[0]

    def play_all(self, seeds: Sequence[int], player: str = "random") -> list[Outcome]:
        """Play a game for each seed.  Raises BrokenGame for a fault in rules or film."""
        records = self.records(seeds)
        play = self.play_random if player == "random" else self.play_sampler
        decisions = play(records)
        words = np.asarray(records)
        self._refuse_fault(seeds, words)
        won: list[bool] = (words[:, L.RESULT] == L.VICTORY).tolist()
        turns: list[int] = words[:, self.turn].tolist()
        return [Outcome(*outcome) for outcome in zip(won, turns, decisions, strict=True)]

    def _refuse_fault(self, seeds: Sequence[int], words: Any) -> None:
        for at in np.flatnonzero(words[:, L.FAULT]).tolist():
            what = f"{L.FAULTS[int(words[at, L.FAULT])]} (seed {seeds[at]})"
            raise BrokenGame(self.program.fault_at(int(words[at, L.PC]), what))

    def play_random(self, records: Any) -> list[int]:
        """Random legal answers to the end of every game; returns the decisions of each."""
        counts = self.seat.rows(np.zeros((len(records), bulk.COUNTS), dtype=np.int64))
        given = (self.dice, counts, len(records))
        self.seat.machine.play_games(records, self.seat.buffers, *given)
        self.work.add(counts)
        decisions: list[int] = np.asarray(counts)[:, bulk.DECISIONS].tolist()
        return decisions

    def play_sampler(self, records: Any) -> list[int]:
        """The sampler's answers to the end of every game; returns the decisions of each.

        Those of the random games are not counted.
        """
        return [len(self.play_answers(g, self.sampled)) for g in records]

    def answers(self, seed: int, player: str) -> list[int]:
        """A player's answers in a whole game, one for each decision.  Raises BrokenGame."""
        records = self.records([seed])
        answers = self.play_answers(records[0], self.chooser(player))
        self._refuse_fault([seed], np.asarray(records))
        return answers

    def chooser(self, player: str) -> Callable[[Any], int]:
        """What a player answers to the open question of a record."""
        return self.picked if player == "random" else self.sampled

    def play_answers(self, g: Any, choose: Callable[[Any], int]) -> list[int]:
        """Play a game to its end; returns the answers that were chosen."""
        mode = L.MODE_AUTO_CHANCE | L.MODE_QUICK
        bulk.begin_dice(g, self.dice)
        answers: list[int] = []
        self.seat.run(g, -1, mode)
        while g[L.STOP] < L.STOP_OVER:
            answer = int(self.seat.touched[L.LEGAL_LAST])
            if self.seat.touched[L.LEGAL_COUNT] > 1:
                answer = choose(g)
                answers.append(answer)
            self.seat.run(g, answer, mode)
        return answers

    def picked(self, _: Any) -> int:
        """One of the legal answers by chance; the very one that ``play_random`` gives."""
        dice = [int(word) for word in self.dice]
        touched = [int(word) for word in self.seat.touched]
        answer = bulk.pick(touched, self.seat.answers, dice)
        self.dice[4] = dice[4]
        return answer

    def sampled(self, g: Any) -> int:
        """The sampler's answer to the open question, with the dice where they are.

        For each legal answer some random games from re-seeded copies, the best mean taken.
        """
        counts = self.seat.wide([0] * bulk.COUNTS)
        rows = (self.dice, counts, self.copy, self.totals, self.weights)
        answer = self.seat.machine.sample(g, self.seat.buffers, *rows, self.playouts)
        self.work.add(counts)
        return answer
