"""Arguments that the commands of the laboratory share."""

from __future__ import annotations

import argparse

from nightreel.translation import gettext, put


def positive(text: str) -> int:
    """A whole number from 1 on.  Raises ArgumentTypeError."""
    try:
        number = int(text)
    except ValueError:
        told = put(gettext("{text} is no whole number"), text=repr(text))
        raise argparse.ArgumentTypeError(told) from None
    if number < 1:
        raise argparse.ArgumentTypeError(put(gettext("{text} is too small: at least 1"), text=text))
    return number


def add_json(parser: argparse.ArgumentParser) -> None:
    """``--json``."""
    told = gettext("print the figures as JSON")
    parser.add_argument("--json", action="store_true", help=told)
