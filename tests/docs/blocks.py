"""Reads the examples out of a document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
FENCE: Final = re.compile(r"^```(\w+)(?: ([\w ]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """An example: its language, what stands behind that, its text and its line."""

    language: str
    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        """The name of a test."""
        return f"line {self.line}"


def blocks_of(name: str) -> list[Block]:
    """All examples of a document."""
    source = (DOCS / name).read_text(encoding="utf-8")
    return [
        Block(m[1], m[2] or "", m[3], source.count("\n", 0, m.start()) + 1)
        for m in FENCE.finditer(source)
    ]
