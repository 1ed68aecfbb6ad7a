"""Reads lines that the player types, so that Ctrl-C is never lost between prompt and answer."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from nightreel.output import say

PROMPT: Final = "> "
_CHUNK: Final = 1 << 16
_typed: Final[dict[int, bytes]] = {}
"""What was read of each input and not asked for yet."""


class Ended(Exception):
    """No more input comes."""


def read_line(prompt: str = PROMPT) -> str:
    """A line of input.  Raises Ended."""
    print(prompt, end="", flush=True)
    line = _next_line()
    if not line:
        say("")
        raise Ended
    return line.strip()


def _next_line() -> str:
    """A line with its end; nothing when no more comes."""
    if sys.stdin is None:
        return ""
    try:
        handle = sys.stdin.fileno()
    except OSError:  # no file, but something that stands for one
        return sys.stdin.readline()
    return _line_of(handle).decode(sys.stdin.encoding, errors="replace")


def _line_of(handle: int) -> bytes:
    text = _typed.pop(handle, b"")
    while b"\n" not in text:
        if not _waits(handle):
            continue
        more = os.read(handle, _CHUNK)
        if not more:
            return text
        text += more
    line, end, _typed[handle] = text.partition(b"\n")
    return line + end


def _waits(handle: int) -> bool:
    """Wait until there is something to read, or a signal has come; returns whether there is.

    A signal that comes just before a plain read would wait until something is typed.
    """
    with _signals_heard() as ear:
        try:
            ready, _, _ = select.select([handle, ear], [], [])
        except OSError:  # a system that can wait for nothing but the network
            return True
        return handle in ready


@contextmanager
def _signals_heard() -> Iterator[int]:
    """A handle that can be read from as soon as a signal has come."""
    ear, mouth = os.pipe()
    os.set_blocking(mouth, False)
    before = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    try:
        yield ear
    finally:
        signal.set_wakeup_fd(before)
        os.close(ear)
        os.close(mouth)
