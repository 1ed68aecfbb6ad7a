"""The exit statuses of commands."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""A case does not hold, or something that was measured is not as it must be."""
BAD_INPUT: Final = 2
"""Arguments, films, cases or saves that are wrong."""
INTERRUPTED: Final = 130
"""Ended by Ctrl-C."""
