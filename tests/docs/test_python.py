"""What the page for programmers shows works, and it shows all that the package offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import nightreel
from tests.docs.blocks import DOCS, blocks_of


def test_every_example_runs_in_the_order_of_the_page() -> None:
    known: dict[str, object] = {}
    blocks = [block for block in blocks_of("python.md") if block.language == "python"]
    assert len(blocks) >= 7
    for block in blocks:
        exec(compile(block.text, f"python.md, {block}", "exec"), known)


@pytest.mark.parametrize("name", sorted(nightreel.__all__))
def test_everything_offered_is_there_and_has_a_docstring(name: str) -> None:
    found = getattr(nightreel, name)
    assert found is not None
    assert isinstance(found, int | str) or found.__doc__


@pytest.mark.parametrize("name", sorted({*nightreel.__all__} - {"__version__"}))
def test_everything_offered_is_on_the_page(name: str) -> None:
    assert name in (DOCS / "python.md").read_text(encoding="utf-8")


def test_what_is_not_offered_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(nightreel, "nothing")  # noqa: B009


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, nightreel; print({'numpy', 'numba', 'lark'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
