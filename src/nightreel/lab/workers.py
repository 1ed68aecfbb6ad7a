"""Processes that play games, each with a runner of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from nightreel.lab.runner import PLAYOUTS, Runner
from nightreel.reel.program import Program
from nightreel.table.state import Options

Work = TypeVar("Work")
Result = TypeVar("Result")

_runner: Runner | None = None


def _begin(program: Program, options: Options, playouts: int) -> None:
    global _runner  # noqa: PLW0603  one runner for each worker process
    _runner = Runner(program, options, playouts=playouts)
    _runner.play(0)


def _call(task: Callable[[Runner, Work], Result], work: Work) -> Result:
    assert _runner is not None
    return task(_runner, work)


class Workers:
    """Processes that wait for work."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        """Workers of a pool; ``workers`` is the usual way to get them."""
        self.pool = pool

    def map(
        self, task: Callable[[Runner, Work], Result], works: Iterable[Work]
    ) -> Iterator[Result]:
        """Results of a task, a function of a module, for each piece of work, in its order."""
        parts = list(works)
        return self.pool.map(_call, [task] * len(parts), parts)


@contextmanager
def workers(
    program: Program, options: Options, jobs: int, playouts: int = PLAYOUTS
) -> Iterator[Workers]:
    """So many processes, each ready to play the program: its machine is loaded."""
    given = (program, options, playouts)
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=given) as pool:
        yield Workers(pool)
