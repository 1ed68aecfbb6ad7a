"""Compiles the machine, plain and with every index checked, so that all tests find it in the cache.

``make tests`` runs this first: else each process of the tests would compile both for itself.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from nightreel.lab.runner import Runner
from nightreel.machine.modes import compiled
from nightreel.table.state import Options, first_record
from tests import small
from tests.conformance.seats import Seat


def warm(boundscheck: bool) -> None:
    """Call what the tests call, so that it is compiled and kept."""
    program = small.program()
    Seat(compiled(boundscheck), program).begin(first_record(program, 1, Options()))
    if not boundscheck:
        runner = Runner(program, playouts=1)
        runner.play(1)
        runner.play(1, "sampler")


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(warm, [False, True]))
