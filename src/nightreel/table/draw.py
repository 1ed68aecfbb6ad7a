"""A cast drawn from the films that one owns: some of it fixed, the rest by chance."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import product

from nightreel.films.box import ROLES
from nightreel.films.library import (
    LISTS,
    Casts,
    LibraryError,
    Member,
    load_program,
    not_there,
)
from nightreel.reel.program import Program
from nightreel.translation import gettext, put


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


def members_of(known: Casts, role: str) -> tuple[Member, ...]:
    """Everybody who can play a role."""
    members: tuple[Member, ...] = getattr(known, LISTS[ROLES.index(role)])
    return members


def narrowed(known: Casts, films: Collection[str]) -> Casts:
    """Those of some films alone; all when none are named.

    Raises LibraryError for a film that is not there, and when nobody is left for a role.
    """
    if not films:
        return known
    there = {member.film for role in ROLES for member in members_of(known, role)}
    for film in films:
        if film not in there:
            raise not_there(gettext("film"), film, there)
    left = {
        name: tuple(member for member in getattr(known, name) if member.film in films)
        for name in LISTS
    }
    titles = (gettext("Killer"), gettext("Location"), gettext("Final Girl"))
    for members, title in zip(left.values(), titles, strict=True):
        if not members:
            raise LibraryError(put(gettext("These films have no {role}."), role=title))
    return replace(known, **left)


def draw(
    known: Casts, locks: Mapping[str, Member], chance: random.Random, before: Draw | None = None
) -> Draw:
    """Draw a cast: ``locks`` are fixed; another one than before, if there is any."""
    free = [[locks[role]] if role in locks else members_of(known, role) for role in ROLES]
    casts = [Draw(dict(zip(ROLES, members, strict=True))) for members in product(*free)]
    return chance.choice([cast for cast in casts if cast != before] or casts)
