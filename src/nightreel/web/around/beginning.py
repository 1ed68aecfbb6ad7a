"""Who plays: what is wished for, what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from nightreel.films.box import ROLES
from nightreel.films.library import Casts, Member, casts
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from nightreel.table.draw import Draw, fitting, narrowed
from nightreel.table.state import Options
from nightreel.table.unfit import unfit

Id = Annotated[str, Field(max_length=80)]


class Wish(BaseModel):
    """A game that somebody wants: ids of the cast, nothing for whoever is drawn; the options."""

    model_config = ConfigDict(extra="forbid")

    killer: Id = ""
    location: Id = ""
    girl: Id = ""
    films: list[str] = Field(default_factory=list, max_length=100)
    """Those that one owns; none: all."""
    extreme: bool = False
    infinite_evil: bool = False
    epic: bool = False
    ask_single: bool = False
    practice: bool = False

    @property
    def options(self) -> Options:
        """The options of the game."""
        return Options(self.extreme, self.infinite_evil, self.epic, self.ask_single)


def program_of(wish: Wish) -> Program:
    """The program of a cast.

    Raises LibraryError for ids that are not there, Unfit for those who do not go together, and
    SourceError when nobody would do instead.
    """
    known, chance = casts(), SystemRandom()
    ids: dict[str, str] = {role: getattr(wish, role) for role in ROLES}
    locks = {role: known.member(role, id_) for role, id_ in ids.items() if id_}
    return drawn(narrowed(known, wish.films), locks, chance).load()


def drawn(
    known: Casts, locks: Mapping[str, Member], chance: Random, before: Draw | None = None
) -> Draw:
    """A cast that goes together, ``locks`` fixed.  Raises Unfit, SourceError."""
    try:
        return fitting(known, locks, chance, before)
    except SourceError as fault:
        found = unfit(known, locks, chance)
        raise (found if found.others else fault) from None
