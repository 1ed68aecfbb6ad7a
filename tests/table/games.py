"""Games on the small film, for the tests of the table and of the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

from nightreel.table import kept
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


def kept_game(answers: int, seed: int = 3, practice: bool = False) -> Game:
    """A game in the folder of kept ones, left after so many answers."""
    game = Game(small.program(), seed, practice=practice)
    kept.keep(game)
    play_on(game, answers)
    game.let_go()
    return game
