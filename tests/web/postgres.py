"""A PostgreSQL server for the tests, at a socket in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import psycopg

PLACE: Final = Path("/usr/lib/postgresql")
"""Where Debian puts it, a folder for each release."""


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, of the newest release; None when there is none."""
    found = sorted(PLACE.glob("*/bin/initdb"), key=lambda p: p.parts[-3].zfill(3))
    if found:
        return found[-1].parent
    which = shutil.which("initdb")
    return Path(which).parent if which else None


class Cluster:
    """A server that nobody but these tests reaches; it never runs as root, which it refuses."""

    def __init__(self, programs: Path) -> None:
        """Make its files and start it."""
        self.programs = programs
        self.folder = Path(mkdtemp(prefix="nightreel-"))
        self.count = 0
        self.user = _user()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.run("initdb", "--username=nightreel", "--auth=trust", "--no-sync", "--encoding=UTF8")
        more = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.run("pg_ctl", "start", "--wait", f"--log={self.folder / 'log'}", f"--options={more}")

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        more: dict[str, Any] = {"user": self.user, "extra_groups": []} if self.user else {}
        subprocess.run(
            [self.programs / program, f"--pgdata={self.folder / 'data'}", *arguments],
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=120,
            **more,
        )

    def database(self) -> str:
        """The URL of a new database."""
        self.count += 1
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE t{self.count}")
        return self.url(f"t{self.count}")

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://nightreel@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop it and remove its files."""
        self.run("pg_ctl", "stop", "--mode=immediate")
        shutil.rmtree(self.folder)


def _user() -> str | None:
    """Who runs it: root lets somebody else do that."""
    if os.geteuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)
