"""What can be shown around of a game: everything that the player sees, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from nightreel.files import read_regular, taken, why, write_whole
from nightreel.table.errors import SaveFailed, taken_by_other
from nightreel.table.save_form import FILE_MAX
from nightreel.table.saves import Beginning
from nightreel.table.state import State, seed_hash
from nightreel.table.view import View, view
from nightreel.table.wording import LogEntry


def exported(beginning: Beginning, state: State, log: Iterable[LogEntry], tells_seed: bool) -> View:
    """A game as anybody may see it: without generator, secrets and things to come.

    ``tells_seed``: whether the seed may be known; else only its hash is in it.
    """
    return {
        "id": beginning.id,
        "practice": beginning.practice,
        "program": beginning.program.digest,
        "seed_hash": seed_hash(beginning.seed),
        **({"seed": str(beginning.seed)} if tells_seed else {}),
        **view(state),
        "log": [{"text": entry.text, "rules": list(entry.rules)} for entry in log],
    }


def write_view(shown: View, path: Path) -> None:
    """Write what the player can see: what ``Game.export`` gives.

    Only a view of the same game is written over.  Raises SaveFailed.
    """
    if taken(path) and not _shows_same(path, shown):
        raise taken_by_other(path)
    text = json.dumps(shown, indent=1, ensure_ascii=False)
    try:
        write_whole(path, f"{text}\n".encode())
    except (OSError, ValueError) as error:
        raise SaveFailed(f"{path}: {why(error)}") from None


def _shows_same(path: Path, shown: View) -> bool:
    """Whether a file holds an earlier view of the same game."""
    try:
        found = json.loads(read_regular(path, FILE_MAX + 1))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("id") == shown["id"]
