"""The same seed gives the same game in another process (SET-11)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import casts
from tests.conformance.digests import bulk_digest, digests

ROOT = Path(__file__).parent.parent.parent
NAMES = ("small", "03_replacing", "08_hidden")


def elsewhere(hash_seed: str) -> dict[str, dict[str, str]]:
    """The digests of another process, which compiles the films itself."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digests", *NAMES],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_another_process_compiles_and_plays_the_same(hash_seed: str) -> None:
    """Bulk games run compiled there and interpreted here."""
    bulk_digest(casts.program(NAMES[0]), fast=True)  # lays the compiled machine into the cache
    assert elsewhere(hash_seed) == {name: digests(name, anew=False) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_interpreted_bulk_games_are_one(name: str) -> None:
    program = casts.program(name)
    assert bulk_digest(program, fast=True) == bulk_digest(program, fast=False)
