"""The parts of the code know each other only as the map in CONTRIBUTING.md says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import nightreel

ROOT = Path(nightreel.__file__).parent
MAY_IMPORT = {
    "record": set[str](),
    "machine": {"record"},
    "reel": {"record", "machine"},
    "films": {"record", "machine", "reel"},
    "table": {"record", "machine", "reel", "films", "translation"},
}
"""For each part the other parts it may import; what stands above these may import all."""
CHECKERS = {"verify.py": {"reel"}}
"""What checks a program before the machine runs it knows what a program is."""
ON_THE_RECORD = (
    "arithmetic",
    "board",
    "bulk",
    "cards",
    "chance",
    "data",
    "dispatch",
    "jumps",
    "loops",
    "questions",
    "words",
)
"""Modules of the machine that are compiled, so they are plain Python on ints."""
HARMLESS = {"__future__", "collections", "typing", "nightreel"}


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_what_lies_below(part: str) -> None:
    files = list((ROOT / part).rglob("*.py"))
    assert files
    for file in files:
        parts = {name.split(".")[1] for name in imports(file) if name.startswith("nightreel.")}
        allowed = MAY_IMPORT[part] | CHECKERS.get(file.name, set())
        assert parts - {part} <= allowed, file.name


@pytest.mark.parametrize("module", ON_THE_RECORD)
def test_modules_on_the_record_are_plain_python(module: str) -> None:
    """No NumPy: its numbers are not Python's, and both machines must do the same."""
    found = {name.split(".")[0] for name in imports(ROOT / "machine" / f"{module}.py")}
    assert found <= HARMLESS


def test_the_map_names_every_part() -> None:
    text = (ROOT.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = [p.parent.name for p in ROOT.glob("*/__init__.py")]
    assert [part for part in parts if f"| `{part}/` |" not in text] == []
