"""Games on the small film, for the tests of the table and of the terminal."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.source import read_file
from nightreel.reel.program import Program
from nightreel.table.game import Game

SMALL = Path(__file__).parent.parent / "data" / "small.yaml"


@cache
def small() -> Program:
    """The program of the small film."""
    film = read_file(SMALL)
    return assemble(Cast(film["killer"], film["location"], film["girls"][0]))


def play_on(game: Game, answers: int, seed: int = 1) -> None:
    """Give so many random answers, or as many as there are."""
    random = Random(seed)
    for _ in range(answers):
        if game.over:
            return
        game.answer(random.choice(game.state.legal_actions()))


def played(seed: int = 3, answers: int = 1000, path: Path | None = None) -> Game:
    """A game that was played at random."""
    game = Game(small(), seed, path=path)
    play_on(game, answers)
    return game
