"""A cast whose films do not go together: who it is, and who would do instead."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nightreel.films.library import Casts, Member
from nightreel.reel.errors import SourceError
from nightreel.table.draw import fitting
from nightreel.table.errors import TableError
from nightreel.translation import gettext, put

NEAR: Final = 4
"""How many are tried in the place of somebody, those of the others' films first."""
DRAWN: Final = 2
"""How many casts are tried with each of them where somebody is drawn."""


@dataclass(frozen=True)
class Instead:
    """Somebody who would do, and in whose place."""

    role: str
    member: Member
    whom: Member

    @property
    def text(self) -> str:
        """It in words."""
        text = gettext("{who} instead of {whom}")
        return put(text, who=gettext(self.member.title), whom=gettext(self.whom.title))


class Unfit(TableError):
    """A cast whose films do not go together; the message says who, and who would do."""

    def __init__(self, who: list[Member], others: list[Instead]) -> None:
        """``who``: those who do not go together; ``others``: who would do instead."""
        self.who = who
        self.others = others
        self.told = _told([gettext(member.title) for member in who], len(others) == 1)
        would = "; ".join(other.text for other in others)
        text = gettext("These would: {others}.")
        super().__init__(f"{self.told} {put(text, others=would)}" if would else self.told)


def unfit(known: Casts, chosen: Mapping[str, Member], chance: random.Random) -> Unfit:
    """What is wrong with those who were chosen, of whom no cast goes together."""
    others = [found for role in chosen if (found := _instead(known, chosen, role, chance))]
    at_fault = [other.whom for other in others]
    rest = [member for member in chosen.values() if member not in at_fault]
    return Unfit(at_fault if len(at_fault) > 1 else at_fault + rest, others)


def _instead(
    known: Casts, chosen: Mapping[str, Member], role: str, chance: random.Random
) -> Instead | None:
    """Somebody who goes together with the others, if one is found."""
    films = {member.film for other, member in chosen.items() if other != role}
    free = [member for member in known.of(role) if member != chosen[role]]
    for member in sorted(free, key=lambda member: member.film not in films)[:NEAR]:
        try:
            fitting(known, {**chosen, role: member}, chance, tries=DRAWN)
        except SourceError:
            continue
        return Instead(role, member, chosen[role])
    return None


def _told(names: list[str], first: bool) -> str:
    """That these do not go together; ``first``: it is the first one's fault alone."""
    if len(names) == 1:
        return put(gettext("Nobody was found who goes together with {one}."), one=names[0])
    if len(names) == 2:
        text = gettext("{one} and {other} do not go together.")
        return put(text, one=names[0], other=names[1])
    text = gettext("{one}, {other} and {third} do not go together.")
    if first:
        text = gettext("{one} does not go together with {other} and {third}.")
    return put(text, one=names[0], other=names[1], third=names[2])
