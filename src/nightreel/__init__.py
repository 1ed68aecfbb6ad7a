"""Nightreel: the solo horror board game Final Girl as software.

What programs need is here; ``docs/python.md`` shows how.  A cast is a program (``load_program``);
a game of it is a state (``new_initial_state``) or, with log, undo and a file, a ``Game``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from nightreel.version import __version__

if TYPE_CHECKING:
    from nightreel.films.library import LibraryError, casts, load_program
    from nightreel.reel.errors import SourceError
    from nightreel.table.errors import TableError
    from nightreel.table.game import Game, load, replay
    from nightreel.table.state import (
        CHANCE,
        PLAYER,
        TERMINAL,
        Options,
        State,
        deserialize,
        new_initial_state,
    )
    from nightreel.table.view import view
    from nightreel.table.wording import action_texts, question_text, refusals, why_not

__all__ = [
    "CHANCE",
    "PLAYER",
    "TERMINAL",
    "Game",
    "LibraryError",
    "Options",
    "SourceError",
    "State",
    "TableError",
    "__version__",
    "action_texts",
    "casts",
    "deserialize",
    "load",
    "load_program",
    "new_initial_state",
    "question_text",
    "refusals",
    "replay",
    "view",
    "why_not",
]

_MODULES: Final = (
    "films.library",
    "reel.errors",
    "table.errors",
    "table.game",
    "table.state",
    "table.view",
    "table.wording",
)
"""Where these names stand, the module that loads quickest first."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load a name when it is first asked for: commands that need none start at once."""
        if name in __all__:
            for module in _MODULES:
                found = getattr(import_module(f"nightreel.{module}"), name, None)
                if found is not None:
                    return found
        raise AttributeError(f"module 'nightreel' has no attribute {name!r}")
