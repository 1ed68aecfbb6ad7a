"""Stories of games that are over: a game is played again for its story once, not at each look."""

from __future__ import annotations

from typing import Final

from nightreel.memory import Memory
from nightreel.table.story import not_over, story_of
from nightreel.web.kept.whole import Whole

KEPT: Final = 256
"""How many stories a process keeps in memory, of some kilobytes each."""


class Stories:
    """The stories that were told last."""

    def __init__(self) -> None:
        """Know none yet."""
        self._told = Memory[tuple[str, int, bytes], list[str]](KEPT)
        """A database put in its place has games of the same ids and versions, too."""

    def of(self, game: Whole) -> list[str]:
        """The paragraphs of a game's story.  Raises NotOver while it runs."""
        if not game.game.over:
            raise not_over()
        key = game.game.id, game.game.version, game.game.record
        return self._told.get(key, lambda: story_of(game.again()))
