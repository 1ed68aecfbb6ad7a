"""Words with names and numbers put into their braces."""

from __future__ import annotations

import pytest

from nightreel.translation import ngettext, put


@pytest.mark.parametrize(
    ("template", "names", "wanted"),
    [
        ("{path}: {why}", {"path": "a{why}b", "why": "no"}, "a{why}b: no"),
        ("{why} {path}", {"path": "a{why}b", "why": "{path}"}, "{path} a{why}b"),
        ("{n} of {n}, {other}", {"n": 3}, "3 of 3, {other}"),
        ("{a}{b}", {"a": r"\1", "b": "\\g<0>"}, "\\1\\g<0>"),
        ("{} { } {a b}", {"a": 1}, "{} { } {a b}"),
    ],
)
def test_each_brace_is_filled_once(template: str, names: dict[str, object], wanted: str) -> None:
    assert put(template, **names) == wanted


def test_one_and_many() -> None:
    assert [ngettext("1 die", "{n} dice", n) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
