"""Standard output and error that are closed, full, or read by nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.terminal.runs import CAST, Command

FULL = Path("/dev/full")
full_disk = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def ended(
    command: Command, arguments: Sequence[str], redirected: str, unbuffered: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell, its streams redirected."""
    environment = {**command.environment, "PYTHONUNBUFFERED": unbuffered}
    words = [sys.executable, "-m", "nightreel", *arguments]
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirected}', "sh", *words],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )


@full_disk
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", [["cast"], ["--version"], ["rule", "PLAN-1"], ["play", "--plain", *CAST]]
)
def test_output_that_cannot_be_written_is_told_in_one_line(
    nightreel: Command, arguments: list[str], unbuffered: str
) -> None:
    done = ended(nightreel, arguments, ">/dev/full", unbuffered)
    if arguments == ["--version"] and unbuffered:
        assert (done.returncode, done.stderr) == (0, ""), "argparse asks nobody"
        return
    assert done.returncode == 1
    assert done.stderr == (
        "nightreel: what is to be shown cannot be written: No space left on device\n"
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_pipe_that_nobody_reads_ends_quietly(nightreel: Command, unbuffered: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    process = subprocess.run(
        [sys.executable, "-m", "nightreel", "cast"],
        stdout=writes,
        stderr=subprocess.PIPE,
        env={**nightreel.environment, "PYTHONUNBUFFERED": unbuffered},
        check=False,
        timeout=120,
    )
    os.close(writes)
    assert (process.returncode, process.stderr) == (1, b"")


@full_disk
def test_what_is_wrong_keeps_its_status_where_nobody_can_be_told(nightreel: Command) -> None:
    for redirected in ("2>/dev/full", "2>&-"):
        done = ended(nightreel, ["nonsense"], redirected)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_figures_come_without_standard_error(nightreel: Command) -> None:
    done = ended(nightreel, ["simulate", "--games", "1", "--json"], "2>&-")
    assert done.returncode == 0
    assert done.stdout.startswith("{")
