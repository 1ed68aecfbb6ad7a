"""The server in processes of its own, as ``nightreel serve`` starts it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ADDRESS: Final = re.compile(r"http://\S+")
PATIENCE: Final = 180
"""Seconds after which what is waited for does not come, however busy the machine is."""
PORTS: Final = range(20_000, 30_000)
"""Ports that systems give nobody who does not ask for one of them."""


def free_port() -> int:
    """A port that nobody listens at, nor will before it is used: others are given other ones."""
    return next(port for port in Random().sample(PORTS, 100) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


class Running:
    """``nightreel serve`` with some arguments, in a process group of its own."""

    def __init__(self, *arguments: str, env: dict[str, str] | None = None) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nightreel", "serve", "--no-open", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NIGHTREEL_LANGUAGE": "en", **(env or {})},
            start_new_session=True,
        )

    def address(self) -> str:
        """Wait for the address that it prints."""
        assert self.process.stdout is not None
        found = ADDRESS.search(self.process.stdout.readline())
        if found is None:
            self.kill()
            raise AssertionError(self.told())
        return found[0]

    def told(self) -> str:
        """Wait for its end; what it said on standard error."""
        _, told = self.process.communicate(timeout=PATIENCE)
        return told

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Let it end; returns its status."""
        self.process.send_signal(by)
        self.told()
        return self.process.returncode

    def kill(self) -> None:
        """End it and all its processes at once, whatever they do."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """See to it that nothing runs on."""
        self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def processes(self) -> list[int]:
        """The ids of all its processes (on Linux)."""
        group = self.process.pid
        found = (int(p.name) for p in Path("/proc").iterdir() if p.name.isdecimal())
        return [pid for pid in found if _group(pid) == group]

    def memory(self) -> int:
        """Bytes of memory that all its processes have for themselves (on Linux)."""
        return sum(_own_memory(pid) for pid in self.processes())

    def seconds(self) -> float:
        """Seconds of a processor that its processes have taken so far (on Linux)."""
        return sum(_taken(pid) for pid in self.processes())


def _taken(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return -1


def _own_memory(pid: int) -> int:
    """The memory of a process; what several share is parted among them."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except (OSError, ProcessLookupError):
        return 0
    return sum(1024 * int(kilo) for kilo in re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE))
