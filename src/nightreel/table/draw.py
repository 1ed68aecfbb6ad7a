"""A cast drawn from the films that one owns: some of it fixed, the rest by chance."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
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

    @property
    def ids(self) -> tuple[str, ...]:
        """What tells it from others."""
        return tuple(self.members[role].id for role in ROLES)

    def load(self) -> Program:
        """Its program.  Raises LibraryError, SourceError."""
        return load_program(*self.ids)


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
    free = {role: (locks[role],) if role in locks else known.of(role) for role in ROLES}
    alone = all(len(members) == 1 for members in free.values())
    while True:
        cast = Draw({role: chance.choice(members) for role, members in free.items()})
        if alone or cast != before:
            return cast


def fitting(
    known: Casts,
    locks: Mapping[str, Member],
    chance: random.Random,
    before: Draw | None = None,
    tries: int = TRIES,
) -> Draw:
    """Draw a cast of films that go together: another one than before, if any of those tried does.

    Raises LibraryError, and SourceError when none of those that were tried goes together.
    """
    drawn = (draw(known, locks, chance, before) for _ in range(tries))
    casts = {cast.ids: cast for cast in drawn}
    if before is not None:
        casts[before.ids] = before
    faults: list[SourceError] = []
    for cast in casts.values():
        try:
            cast.load()
        except SourceError as fault:
            faults.append(fault)
        else:
            return cast
    raise faults[0]
