"""The parts of the code know each other only as the map in CONTRIBUTING.md says."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

import nightreel

ROOT = Path(nightreel.__file__).parent
MAY_IMPORT = {
    "record": set[str](),
    "machine": {"record"},
    "reel": {"record", "machine"},
    "films": {"record", "machine", "reel"},
    "table": {"record", "machine", "reel", "films"},
}
"""For each part the other parts it may import; what stands above these may import all."""
SHARED = {"exits", "files", "memory", "output", "translation", "version"}
"""Single modules that every part may import, since they know none of them."""
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
    "entry",
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
        allowed = MAY_IMPORT[part] | SHARED | CHECKERS.get(file.name, set())
        assert parts - {part} <= allowed, file.name


@pytest.mark.parametrize("module", sorted(SHARED))
def test_what_every_part_may_import_knows_no_part(module: str) -> None:
    ours = [name for name in imports(ROOT / f"{module}.py") if name.startswith("nightreel")]
    assert {name.split(".")[1] for name in ours} <= SHARED


def known_modules() -> dict[str, Path]:
    """Every module by its name."""
    found = {}
    for file in ROOT.rglob("*.py"):
        parts = ("nightreel", *file.relative_to(ROOT).with_suffix("").parts)
        found[".".join(part for part in parts if part != "__init__")] = file
    return found


def imported_modules(file: Path, known: Collection[str]) -> set[str]:
    """The modules of ours that a file imports: in functions and for types, too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            members = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= members & set(known) or {node.module}
    return found & set(known)


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = known_modules()
    left = {name: imported_modules(file, known) for name, file in known.items()}
    while ready := [name for name, wanted in left.items() if not wanted & set(left)]:
        for name in ready:
            del left[name]
    assert left == {}


@pytest.mark.parametrize("module", ON_THE_RECORD)
def test_modules_on_the_record_are_plain_python(module: str) -> None:
    """No NumPy: its numbers are not Python's, and both machines must do the same."""
    found = {name.split(".")[0] for name in imports(ROOT / "machine" / f"{module}.py")}
    assert found <= HARMLESS


MAP = (ROOT.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = sorted(str(p.parent.relative_to(ROOT)) for p in ROOT.rglob("*/__init__.py"))


def chapter(part: str) -> str:
    """What the map says of a part."""
    return MAP.partition(f"### `{part}/`\n")[2].partition("\n#")[0]


@pytest.mark.parametrize("part", [part for part in PARTS if part != "rulebook"])
def test_the_map_names_every_module_of_a_part_once(part: str) -> None:
    modules = [p.name for p in (ROOT / part).glob("*.py") if p.name != "__init__.py"]
    assert {name: chapter(part).count(f"`{name}`") for name in modules} == dict.fromkeys(modules, 1)


@pytest.mark.parametrize("part", sorted(p.name for p in ROOT.iterdir() if p.is_dir()))
def test_the_map_names_every_part(part: str) -> None:
    assert part == "__pycache__" or f"| `{part}/` | " in MAP


def test_the_map_names_every_module_beside_the_parts() -> None:
    modules = [p.name for p in ROOT.glob("*.py") if p.name != "__init__.py"]
    assert {name: MAP.count(f"`{name}`") for name in modules} == dict.fromkeys(modules, 1)
