"""The generated loop of the machine is the one that its generator writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightreel.machine import generate, table
from nightreel.machine.table import FREQUENT, HELPERS, MODULES, NUMBERS_FILE, OPERATIONS
from nightreel.machine.words import RANGES
from nightreel.reel.symbols import primitives

CALLED_IN_REEL = """
activate around_set close_space close_way count_in deactivate deal drop_top farthest first forget
hand_size hidden_in in_piece is_active kind_at last lay loose max min most_victims nearest on_card
on_way open_space open_way panic_space pieces_of push put refresh_map renew set_aside shift_acts
show_top size slip_under spaces_of spaces_of_kind steps supply take_out top toward turn_into unseen
use used way_between within
"""
"""Whatever a film may call: nothing of it can spoil the generator (SET-11)."""


def test_dispatch_is_as_generated() -> None:
    written = generate.TARGET.read_text(encoding="utf-8")
    assert written == generate.text(), "run: make generate"


def test_every_operation_has_one_branch() -> None:
    text = generate.text()
    for operation in OPERATIONS.values():
        assert text.count(f"if op == {operation.number}:  # {operation.name}\n") == 1


def test_a_number_is_the_line_in_the_list() -> None:
    lines = NUMBERS_FILE.read_text(encoding="utf-8").split()
    assert len(set(lines)) == len(lines)
    for operation in OPERATIONS.values():
        assert lines[operation.number - 1] == operation.name


def test_a_new_operation_comes_behind_those_that_are_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last, *rest = reversed(OPERATIONS.values())
    named = ("gone", *(o.name for o in rest), "gone_too")
    monkeypatch.setattr(table, "numbered", lambda: named)
    monkeypatch.setattr(generate, "numbered", lambda: named)
    monkeypatch.setattr(generate, "OPERATIONS", table._build())
    assert generate.numbers().split() == [*named, last.name]


def test_the_list_of_numbers_is_current() -> None:
    assert NUMBERS_FILE.read_text(encoding="utf-8") == generate.numbers()


def test_without_the_list_of_numbers_nothing_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numbers made up anew would mean something else in saved games."""
    monkeypatch.setattr(table, "NUMBERS_FILE", tmp_path / "numbers.txt")
    with pytest.raises(FileNotFoundError, match=r"numbers\.txt is missing"):
        table.numbered.__wrapped__()


def test_frequent_operations_and_helpers_exist() -> None:
    """A name that no function has any more would be an error that nobody sees."""
    assert set(FREQUENT) <= set(OPERATIONS)
    names = {name for module in MODULES for name in vars(module)}
    assert names >= HELPERS
    assert not HELPERS & set(OPERATIONS)


def test_what_lies_in_a_range_is_checked() -> None:
    """For every argument with a range there is a check before the call."""
    wanted = sum(kind in RANGES for o in OPERATIONS.values() for _, kind in o.takes)
    assert wanted > 0
    assert generate.text().count("g[L.FAULT] = L.FAULT_RANGE") == wanted


def test_every_operation_says_what_it_does() -> None:
    assert [o.name for o in OPERATIONS.values() if not o.doc] == []


def test_films_may_call_these_operations_and_no_others() -> None:
    assert sorted(primitives()) == CALLED_IN_REEL.split()
