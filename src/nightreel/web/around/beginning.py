"""Who plays: what is wished for, what is drawn."""

from __future__ import annotations

from random import SystemRandom

from pydantic import BaseModel, ConfigDict, Field

from nightreel.films.box import ROLES
from nightreel.films.library import casts
from nightreel.reel.program import Program
from nightreel.table.draw import loaded, narrowed

ID: str = Field(default="", max_length=80)


class Wish(BaseModel):
    """A game that somebody wants: ids of the cast, nothing for whoever is drawn; the options."""

    model_config = ConfigDict(extra="forbid")

    killer: str = ID
    location: str = ID
    girl: str = ID
    films: list[str] = Field(default_factory=list, max_length=100)
    """Those that one owns; none: all."""
    extreme: bool = False
    infinite_evil: bool = False
    epic: bool = False
    ask_single: bool = False
    practice: bool = False


def program_of(wish: Wish) -> Program:
    """The program of a cast.  Raises LibraryError for ids that are not there, SourceError."""
    known = casts()
    ids: dict[str, str] = {role: getattr(wish, role) for role in ROLES}
    locks = {role: known.member(role, id_) for role, id_ in ids.items() if id_}
    return loaded(narrowed(known, wish.films), locks, SystemRandom())
