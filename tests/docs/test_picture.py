"""The pictures of the README show what the game prints now."""

from __future__ import annotations

import importlib.util
import re
from html import unescape
from pathlib import Path
from types import ModuleType

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"


def maker(name: str) -> ModuleType:
    """The module that draws a picture."""
    spec = importlib.util.spec_from_file_location(name, PICTURES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def words_in(svg: str) -> list[str]:
    """The words of a picture, however they are drawn."""
    pieces = re.findall(r">([^<>]*)</text>", svg)
    return unescape(" ".join(pieces)).split()


def test_the_picture_shows_what_the_game_prints() -> None:
    """When the difference is right, ``make generate`` draws it anew."""
    old = words_in((PICTURES / "play.svg").read_text(encoding="utf-8"))
    assert "nightreel" in old
    assert words_in(maker("make").picture()) == old


def test_the_picture_of_the_full_screen_shows_the_table() -> None:
    old = words_in((PICTURES / "table.svg").read_text(encoding="utf-8"))
    assert "nightreel" in old
    assert words_in(maker("table").picture()) == old
