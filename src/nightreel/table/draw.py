"""A cast drawn from the films that one owns: some of it fixed, the rest by chance."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from nightreel.films.box import ROLES
from nightreel.films.library import (
    Casts,
    LibraryError,
    Member,
    load_program,
    not_there,
    role_title,
)
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from nightreel.translation import gettext, put

TRIES: Final = 20
"""Casts that are tried at most before one that does not go together is told."""


@dataclass(frozen=True)
class Draw:
    """A cast: who plays each role (killer, location, girl)."""

    members: Mapping[str, Member]

    @property
    def title(self) -> str:
        """The cast in words."""
        return " / ".join(gettext(self.members[role].title) for role in ROLES)

    def load(self) -> Program:
        """Its program.  Raises LibraryError, SourceError."""
        return load_program(*(self.members[role].id for role in ROLES))


def narrowed(known: Casts, films: Collection[str]) -> Casts:
    """Those of some films alone; all when none are named.

    Raises LibraryError for a film that is not there, and when nobody is left for a role.
    """
    if not films:
        return known
    there = {member.film for role in ROLES for member in known.of(role)}
    for film in films:
        if film not in there:
            raise not_there(gettext("film"), film, there)
    left = {role: tuple(m for m in known.of(role) if m.film in films) for role in ROLES}
    for role, members in left.items():
        if not members:
            raise LibraryError(put(gettext("These films have no {role}."), role=role_title(role)))
    killers, locations, girls = left.values()
    return Casts(killers, locations, girls, known.left_out)


def draw(
    known: Casts, locks: Mapping[str, Member], chance: random.Random, before: Draw | None = None
) -> Draw:
    """Draw a cast: ``locks`` are fixed; another one than before, if there is any."""
    free = [[locks[role]] if role in locks else known.of(role) for role in ROLES]
    casts = [Draw(dict(zip(ROLES, members, strict=True))) for members in product(*free)]
    return chance.choice([cast for cast in casts if cast != before] or casts)


def loaded(known: Casts, locks: Mapping[str, Member], chance: random.Random) -> Program:
    """The program of a cast that is drawn; of films that do not go together another cast.

    Raises LibraryError, and SourceError when none of those that were tried goes together.
    """
    cast = draw(known, locks, chance)
    for _ in range(TRIES):
        try:
            return cast.load()
        except SourceError:
            cast = draw(known, locks, chance, cast)
    return cast.load()
