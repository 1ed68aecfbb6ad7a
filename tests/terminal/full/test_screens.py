"""What the screens show, compared with those that are kept."""

from __future__ import annotations

import pytest

from tests.terminal.full.screens import FOLDER, SCENES


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_one_that_is_kept(name: str) -> None:
    assert SCENES[name].taken() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_screen_is_kept_that_is_not_taken() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)
