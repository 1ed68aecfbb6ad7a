"""How a film's table looks in the browser: the ``look`` of a Killer or Location, colours and type.

Grounds must be dark and what is read on them light, each measured by itself: so the contrast that
WCAG 2.2 AA asks for, 4.5 to 1, holds for any two of them, also for halves of different films.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from nightreel.reel.errors import SourceError

if TYPE_CHECKING:
    from nightreel.films.source import Fields

GROUNDS: Final = ("ground", "surface")
"""What lies behind: the table, and the boards and cards on it."""
INKS: Final = ("ink", "muted", "accent", "threat")
"""What is read: words, words aside, what is lit, what is the Killer's."""
TYPE: Final = "type"
DARKEST: Final = 0.02
"""Most relative luminance of a ground, as WCAG defines it: that of #262626."""
LIGHTEST: Final = 0.265
"""Least relative luminance of what is read: (0.265 + 0.05) / (0.02 + 0.05) is 4.5."""
WEIGHTS: Final = (0.2126, 0.7152, 0.0722)
"""How bright red, green and blue are."""


def check_look(half: Fields) -> None:
    """Check that what a look sets can be read, whatever else is set.  Raises SourceError."""
    look: Fields | None = half.get("look")
    if not look:
        return
    for name in GROUNDS:
        if name in look and luminance(look[name]) > DARKEST:
            what = f"{str(look[name])!r} is too light to read words on it"
            raise SourceError(look.at(name), what, "no lighter than '#262626'")
    for name in INKS:
        if name in look and luminance(look[name]) < LIGHTEST:
            what = f"{str(look[name])!r} is too dark to be read"
            raise SourceError(look.at(name), what, "no darker than '#8d8d8d'")


def luminance(colour: str) -> float:
    """The relative luminance of a colour such as ``#e8b25a``, from 0 to 1 (WCAG 2.2)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return sum(weight * c for weight, c in zip(WEIGHTS, linear, strict=True))


def look_facts(location: Mapping[str, Any], killer: Mapping[str, Any]) -> dict[str, str]:
    """The look of a game: that of the Location, with what the Killer sets in its place."""
    both = {**(location.get("look") or {}), **(killer.get("look") or {})}
    return {str(name): str(value).lower() for name, value in both.items()}
