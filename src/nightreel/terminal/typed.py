"""What the player can type to start a command, the way this one was started."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

STARTED_BY: Final = "NIGHTREEL_STARTED_BY"
"""The environment variable with what started ``play`` or ``serve``, if it was not typed itself."""
NAME: Final = "nightreel"


def typed(command: str, *words: object) -> str:
    """What to type for a command: ``nightreel replay FILE``, or ``make play-plain ARGS=...``."""
    given = shlex.join(str(word) for word in words)
    started_by = os.environ.get(STARTED_BY)
    if started_by and command in ("play", "serve"):
        return f'{started_by} ARGS="{given}"'
    return " ".join(part for part in (program(), command, given) if part)


def program() -> str:
    """This program, as it can be typed here."""
    path = Path(sys.argv[0])
    if path.stem in ("__main__", "-c", "-m", ""):
        return f"{_shown(Path(sys.executable))} -m {NAME}"
    found = shutil.which(path.name)
    if found is not None and Path(found).absolute() == path.absolute():
        return path.name
    return _shown(path)


def _shown(path: Path) -> str:
    """A path from here where it lies below, else from the root, quoted where that is needed."""
    whole = path.absolute()
    below = whole.is_relative_to(Path.cwd())
    return shlex.quote(str(whole.relative_to(Path.cwd()) if below else whole))
