"""Compiles all of a film, with stand-ins for what it does not hold: the whole check of a film."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.check import Film, load_film
from nightreel.films.rulebook import RULEBOOK
from nightreel.films.source import Fields, read_file
from nightreel.reel.program import Program


@cache
def stand_ins() -> Fields:
    """A plain Killer, Location and Final Girl."""
    return read_file(RULEBOOK / "core" / "stand_in.yaml")


def casts_of(film: Film) -> Iterator[Cast]:
    """Every Killer, Location and Final Girl of a film together."""
    nobody = stand_ins()
    for killer, location, girl in product(
        film.killers or (nobody["killer"],),
        film.locations or (nobody["location"],),
        film.girls or (nobody["girl"],),
    ):
        yield Cast(killer, location, girl)


def try_film(path: Path) -> tuple[Program, ...]:
    """Read, check and compile all of a film.  Raises SourceError at the first fault."""
    return tuple(assemble(cast) for cast in casts_of(load_film(path)))
