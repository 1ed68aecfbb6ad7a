"""Games on the small film, for the tests of the table and of the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

from nightreel.table.game import Game
from tests import small


def play_on(game: Game, answers: int, seed: int = 1) -> None:
    """Give so many random answers, or as many as there are."""
    random = Random(seed)
    for _ in range(answers):
        if game.over:
            return
        game.answer(random.choice(game.state.legal_actions()))


def played(seed: int = 3, answers: int = 1000, path: Path | None = None) -> Game:
    """A game that was played at random."""
    game = Game(small.program(), seed, path=path)
    play_on(game, answers)
    return game
