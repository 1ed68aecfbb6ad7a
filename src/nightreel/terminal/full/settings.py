"""What is chosen before a game: the cast, the board, who decides ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from nightreel.films.box import ROLES
from nightreel.films.library import Casts, Member, role_title
from nightreel.translation import gettext


@dataclass
class Setting:
    """One thing to choose: its name on the command line, and its values."""

    name: str
    title: str
    values: Sequence[tuple[object, str]]
    """Each value with its words."""
    at: int = 0
    locked: bool = False

    @property
    def value(self) -> object:
        """The value that is chosen."""
        return self.values[self.at][0]

    @property
    def words(self) -> str:
        """The chosen value in words."""
        return self.values[self.at][1]

    def turn(self, steps: int) -> None:
        """Choose the next value, or the one before."""
        self.at = (self.at + steps) % len(self.values)

    def draw(self, random: Random) -> None:
        """Choose a value by chance, unless the setting is locked."""
        if not self.locked:
            self.at = random.randrange(len(self.values))

    def choose(self, value: object) -> None:
        """Choose a value that is among those known."""
        found = [n for n, (known, _) in enumerate(self.values) if known == value]
        self.at = found[0] if found else self.at


def settings_of(casts: Casts) -> list[Setting]:
    """Everything that can be chosen."""
    yes_no = ((False, gettext("no")), (True, gettext("yes")))
    return [
        *(Setting(role, role_title(role), _members(casts.of(role))) for role in ROLES),
        Setting("extreme", gettext("Extreme Horror"), yes_no),
        Setting("infinite_evil", gettext("Infinite Evil decides ties"), yes_no),
        Setting("epic", gettext("Epic Dark Power"), yes_no),
        Setting("practice", gettext("Practice: undo goes back freely"), yes_no),
    ]


def _members(members: Sequence[Member]) -> list[tuple[object, str]]:
    """Everybody by id, with name and film."""
    return [(m.id, f"{gettext(m.title)} ({m.film})") for m in members]
