"""What can be wrong with what is asked of a game."""

from __future__ import annotations

from pathlib import Path

from nightreel.translation import gettext, put


class TableError(Exception):
    """Something asked of a game cannot be done; the message says why."""


class IllegalAction(TableError):
    """An action that the open question refuses, with the reason."""


class UnknownAction(TableError):
    """An action that the open question does not know."""


class BrokenGame(TableError):
    """A fault of rules or film; the game stands where it stood before the answer."""


class BadSave(TableError):
    """A save that cannot be read."""


class CannotUndo(TableError):
    """There is nothing that may be taken back."""


class NotOver(TableError):
    """Something is told only when the game is over."""


class UnknownRule(TableError):
    """There is no rule of that id, or none that says such words."""


class SaveFailed(TableError):
    """A game could not be written to its file; it goes on."""


def taken_by_other(path: Path) -> SaveFailed:
    """What is said of a file that is not to be written over."""
    text = gettext("{path}: there is something else in that file; name another one")
    return SaveFailed(put(text, path=path))
