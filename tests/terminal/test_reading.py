"""Lines that are typed: as they come, to the end of input, and never without Ctrl-C."""

from __future__ import annotations

import io
import os
import select
import signal
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from nightreel.terminal import reading
from nightreel.terminal.reading import Ended, read_line


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pipe as standard input; what is written to it is typed."""
    out, into = os.pipe()
    with os.fdopen(out, encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield into
        reading._typed.clear()


def test_lines_come_one_by_one_and_the_last_without_its_end(typing: int) -> None:
    os.write(typing, "one\n  zwölf \n\nlast".encode())
    os.close(typing)
    assert [read_line() for _ in range(4)] == ["one", "zwölf", "", "last"]
    with pytest.raises(Ended):
        read_line()


def test_something_that_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("one\ntwo"))
    assert [read_line(), read_line()] == ["one", "two"]
    with pytest.raises(Ended):
        read_line()


def test_a_signal_between_prompt_and_reading_wakes_the_reader(
    typing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes when Python looks for signals no more and does not wait for input yet."""
    wait: Any = select.select
    heard: list[str] = []

    def late(*handles: Iterable[int]) -> object:
        if not heard:
            heard.append("a signal")
            signal.raise_signal(signal.SIGUSR1)
            return wait(*handles)
        os.write(typing, b"typed later\n")
        return wait(*handles)

    monkeypatch.setattr(select, "select", late)
    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        assert read_line() == "typed later"
    finally:
        signal.signal(signal.SIGUSR1, before)
        os.close(typing)
    assert len(heard) == 1
