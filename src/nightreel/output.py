"""What is shown on a terminal: words without control characters, whatever a file held."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import Final

PLAIN: Final = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
    if chr(code) not in "\n\t"
}
"""Control characters, with what is shown instead: they could command the terminal or turn a line
around."""
WORD_MAX: Final = 200
"""Most characters of a word of a message that are shown."""
MESSAGE_MAX: Final = 2000
_LONG: Final = re.compile(rf"\S{{{WORD_MAX},}}")


def shown(text: object) -> str:
    """A text as a terminal may show it."""
    return str(text).translate(PLAIN)


def say(*lines: str) -> None:
    """Show lines."""
    for line in lines:
        print(shown(line))


def say_wrong(message: object) -> None:
    """Show on standard error what is wrong or goes on; very long values are shortened.

    Where standard error is closed or full nobody can be told.
    """
    if sys.stderr is not None:
        with suppress(OSError):
            print(shortened(shown(message)), file=sys.stderr)


def finish() -> None:
    """Write what standard output still holds back.  Raises OSError when that cannot be."""
    if sys.stdout is not None:
        sys.stdout.flush()


def give_up() -> None:
    """Forget what cannot be written any more, so that Python does not try it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def shortened(message: str) -> str:
    """A message whose very long words, and itself, are cut in the middle."""
    short = _LONG.sub(lambda m: _cut(m[0], WORD_MAX), message)
    return _cut(short, MESSAGE_MAX)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    kept = (most - 3) // 2
    return f"{text[:kept]}...{text[-kept:]}"
