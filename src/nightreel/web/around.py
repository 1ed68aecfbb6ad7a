"""The pages around a game."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from nightreel.web import day_pages, game_pages, home, look_pages, own_pages, rule_pages

PARTS: Final[tuple[ModuleType, ...]] = (
    home,
    game_pages,
    look_pages,
    own_pages,
    day_pages,
    rule_pages,
)
"""Modules that bring a router."""
