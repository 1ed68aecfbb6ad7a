"""What a process finds again, and what it forgets."""

from __future__ import annotations

import pytest

from nightreel.memory import Memory


def test_what_is_known_is_not_worked_out_again() -> None:
    memory = Memory[str, list[int]](2)
    found = memory.get("a", lambda: [1])
    assert memory.get("a", lambda: pytest.fail("it is known")) is found


def test_what_was_used_longest_ago_is_forgotten() -> None:
    memory = Memory[str, int](2)
    for key, value in (("a", 1), ("b", 2), ("a", 0), ("c", 3)):
        memory.get(key, lambda value=value: value)  # type: ignore[misc]
    assert [memory.get(key, lambda: 9) for key in ("a", "c", "b")] == [1, 3, 9]


def test_what_cannot_be_worked_out_is_not_kept() -> None:
    memory = Memory[str, float](2)
    with pytest.raises(ZeroDivisionError):
        memory.get("a", lambda: 1 / 0)
    assert memory.get("a", lambda: 2.0) == 2.0
