"""Which table is sat down at: the full screen, or the plain one."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import TextIO

from nightreel.output import say_wrong
from nightreel.translation import gettext


def play(args: argparse.Namespace) -> int:
    """Play a new game or go on with a saved one; returns the exit status."""
    if full_screen(args.plain):
        from nightreel.terminal.full import app

        return app.play(args)
    from nightreel.terminal import start

    return start.play(args)


def full_screen(plain: bool) -> bool:
    """Whether the full screen is possible (it draws on standard error), unless plain is wanted.

    A terminal that calls itself dumb can move no cursor.
    When only Textual is missing it is said how to get it.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if plain or os.environ.get("TERM") == "dumb" or not all(map(_is_terminal, streams)):
        return False
    if find_spec("textual") is None:
        say_wrong(
            gettext(
                "The full-screen table needs Textual (pip install 'nightreel[tui]'); "
                "here is the plain one."
            )
        )
        return False
    return True


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
