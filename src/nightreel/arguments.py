"""Numbers on the command line, and arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Final

from nightreel.translation import gettext, put

SEED_MAX: Final = 1 << 256
MOST: Final = 1_000_000_000
"""More than that is a slip of the hand: nobody waits for so many games."""
PROCESSES_MAX: Final = 256
"""More processes than that make a machine stand still."""


def seed_of(text: str) -> int:
    """A seed.  Raises ArgumentTypeError."""
    number = _whole(text)
    if abs(number) > SEED_MAX:
        raise argparse.ArgumentTypeError(gettext("that number is too large"))
    return number


def positive(text: str) -> int:
    """A whole number from 1 on.  Raises ArgumentTypeError."""
    return _within(text, MOST)


def processes(text: str) -> int:
    """How many processes there may be.  Raises ArgumentTypeError."""
    return _within(text, PROCESSES_MAX)


def _within(text: str, most: int) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(put(gettext("{text} is too small: at least 1"), text=text))
    if number > most:
        told = put(gettext("{text} is too large: at most {most}"), text=text, most=f"{most:,}")
        raise argparse.ArgumentTypeError(told)
    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        told = put(gettext("{text} is no whole number"), text=repr(text))
        raise argparse.ArgumentTypeError(told) from None


def add_json(parser: argparse.ArgumentParser) -> None:
    """``--json``."""
    told = gettext("print the figures as JSON")
    parser.add_argument("--json", action="store_true", help=told)
