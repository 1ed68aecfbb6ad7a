"""The cast of a new game as a page shows it: who is chosen, who stays, who is drawn anew."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Final

from pydantic import ConfigDict, Field

from nightreel.films.box import ROLES
from nightreel.films.library import Casts, Member, role_title
from nightreel.table.draw import Draw
from nightreel.translation import gettext
from nightreel.web.around.beginning import Id, Wish, drawn

MANY: Final = 12
"""So many people of a role are shown at once; of more only those who are looked for."""


class Casting(Wish):
    """What stands in the form of a new game."""

    model_config = ConfigDict(extra="ignore")

    keep: list[str] = Field(default_factory=list, max_length=len(ROLES))
    """Roles that are not drawn anew."""
    draw: Id = ""
    """What is drawn: ``all``, or a role; nothing when the page is opened."""
    instead: str = Field(default="", max_length=100)
    """Who is taken in the place of somebody: role and id."""


@dataclass(frozen=True)
class Part:
    """A role with all who can play it."""

    role: str
    title: str
    members: tuple[Member, ...]
    chosen: str
    """The id of whoever plays it; nothing: drawn when the game begins."""
    kept: bool

    @property
    def first(self) -> tuple[Member, ...]:
        """Those who are shown at once: whoever is chosen alone, where there are many."""
        many = len(self.members) > MANY
        return tuple(m for m in self.members if not many or m.id == self.chosen)

    @property
    def more(self) -> tuple[Member, ...]:
        """The others, in the order of their names in the language that is spoken."""
        rest = set(self.members) - set(self.first)
        return tuple(sorted(rest, key=lambda member: gettext(member.title).casefold()))


def parts_of(known: Casts, casting: Casting) -> list[Part]:
    """The roles as the page shows them, those drawn anew that are to be.

    Raises Unfit and SourceError when no cast that is drawn goes together.
    """
    chosen = _drawn(known, casting) if casting.draw else _chosen(known, casting)
    return [
        Part(role, role_title(role), known.of(role), _id(chosen.get(role)), role in casting.keep)
        for role in ROLES
    ]


def _id(member: Member | None) -> str:
    return member.id if member is not None else ""


def _chosen(known: Casts, casting: Casting) -> dict[str, Member]:
    """Whoever is chosen, of those who are there."""
    ids = {role: getattr(casting, role) for role in ROLES}
    role, _, id_ = casting.instead.partition(" ")
    ids |= {role: id_}
    return {role: member for role in ROLES for member in known.of(role) if member.id == ids[role]}


def _drawn(known: Casts, casting: Casting) -> dict[str, Member]:
    """Draw all roles that are not kept, or one alone; another cast than before, if there is any."""
    before = _chosen(known, casting)
    wanted = [r for r in ROLES if casting.draw in (r, "all") and r not in casting.keep]
    fixed = {role: member for role, member in before.items() if role not in wanted}
    last = Draw(before) if len(before) == len(ROLES) else None
    found = drawn(known, fixed, SystemRandom(), last).members
    return {**before, **{role: found[role] for role in wanted}}
