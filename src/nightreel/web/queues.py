"""How many requests a process works on at once: answers, chances and all others apart.

Python runs one thread at a time, and a database waits for whoever writes: an answer that shares the
processor with three others holds the database four times as long.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Final, TypeVar

from anyio import CapacityLimiter, Lock, move_on_after, sleep, to_thread

from nightreel.translation import gettext
from nightreel.web.kept.database import Busy

THREADS: Final = 4
"""Other requests that are worked on at once, see decision 22."""
WAITING: Final = 8
"""Requests for chances that may wait; a page asks anew with every question."""
PATIENCE: Final = 2
"""Seconds that they wait: by then the question is mostly another one."""
PAUSE: Final = 0.004
"""Seconds after which they look again whether somebody still answers."""
SWITCH: Final = 0.001
"""Seconds after which a thread gives way to others; 0.005 usually."""
COLLECT: Final = (10_000, 10, 50)
"""After how many new objects garbage is looked for: a look at all takes a tenth of a second."""
Done = TypeVar("Done")


class Queues:
    """The queues of a process."""

    def __init__(self, writers: int) -> None:
        """``writers``: how many can store something at once."""
        self._answers = CapacityLimiter(writers)
        self._chances = CapacityLimiter(1)
        self._turn = Lock()
        self._waiting = 0

    async def answer(self, work: Callable[[], Done]) -> Done:
        """Take an answer, or take one back, when those before it are through."""
        return await to_thread.run_sync(work, limiter=self._answers)

    async def reckon(self, work: Callable[[], Done]) -> Done:
        """Work out chances: one request after the other, and none while somebody answers.

        Raises Busy when too many wait already: the game goes on without them.
        """
        if self._waiting >= WAITING:
            raise _too_many()
        self._waiting += 1
        try:
            await self._wait_for_turn()
            try:
                return await to_thread.run_sync(work, limiter=self._chances)
            finally:
                self._turn.release()
        finally:
            self._waiting -= 1

    async def _wait_for_turn(self) -> None:
        with move_on_after(PATIENCE):
            await self._turn.acquire()
            try:
                while self._answers.borrowed_tokens:
                    await sleep(PAUSE)
            except BaseException:
                self._turn.release()
                raise
            return
        raise _too_many()


def _too_many() -> Busy:
    return Busy(gettext("Too many ask for chances just now. Try again in a moment."))


def settle_in() -> None:
    """Set up a process that serves, once all is loaded.

    What is there by now stays: it need not be looked at for garbage again and again.
    """
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*COLLECT)
