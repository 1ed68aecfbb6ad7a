"""The small film of ``data/small.yaml``: one Killer, Location and Final Girl with few cards."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.check import Film, load_film
from nightreel.films.overlay import laid_over
from nightreel.films.source import Fields, Items, read_text
from nightreel.reel.program import Program

PATH = Path(__file__).parent / "data" / "small.yaml"
TEXT = PATH.read_text(encoding="utf-8")
IDS = ("stalker", "camp", "ann")
"""Its Killer, Location and Final Girl."""


@cache
def film() -> Film:
    """The film, read and checked."""
    return load_film(PATH)


def with_location(changes: str) -> Cast:
    """Its cast, with other fields of the Location laid over.  Raises SourceError."""
    over = read_text(changes, "changes.yaml")
    return Cast(film().killers[0], laid_over(film().locations[0], over), film().girls[0])


@cache
def program(changes: str = "") -> Program:
    """Its program, perhaps with other fields of the Location.  Raises SourceError."""
    if changes:
        return assemble(with_location(changes))
    return assemble(Cast(film().killers[0], film().locations[0], film().girls[0]))


def completed(other: Film, quiet: bool = False) -> Cast:
    """The cast of a film; halves that it lacks are those of the small one.

    ``quiet``: these do nothing by themselves: no Killer Action, no Events.
    """
    killers, locations = other.killers, other.locations
    return Cast(
        killers[0] if killers else _half(film().killers[0], quiet, action="nothing"),
        locations[0] if locations else _half(film().locations[0], quiet, events=_no_cards()),
        (other.girls or film().girls)[0],
    )


def _half(half: Fields, quiet: bool, **silence: object) -> Fields:
    """A half of the small film, made quiet."""
    fields = Fields(half.where)
    fields.update(silence)
    return laid_over(half, fields) if quiet else half


def _no_cards() -> Items:
    return Items(film().fields.where)
