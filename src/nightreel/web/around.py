"""The pages around a game."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from nightreel.web import home

PARTS: Final[tuple[ModuleType, ...]] = (home,)
"""Modules that bring a router."""
