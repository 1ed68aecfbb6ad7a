"""The generated loop of the machine is the one that its generator writes."""

from __future__ import annotations

from nightreel.machine import generate
from nightreel.machine.table import FREQUENT, HELPERS, MODULES, NUMBERS_FILE, OPERATIONS
from nightreel.machine.words import RANGES


def test_dispatch_is_as_generated() -> None:
    written = generate.TARGET.read_text(encoding="utf-8")
    assert written == generate.text(), "run: make generate"


def test_every_operation_has_one_branch() -> None:
    text = generate.text()
    for operation in OPERATIONS.values():
        assert text.count(f"if op == {operation.number}:  # {operation.name}\n") == 1


def test_numbers_are_counted_from_one_without_a_gap() -> None:
    numbers = sorted(operation.number for operation in OPERATIONS.values())
    assert numbers == list(range(1, len(OPERATIONS) + 1))


def test_the_list_of_numbers_is_current() -> None:
    assert NUMBERS_FILE.read_text(encoding="utf-8") == generate.numbers()


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
