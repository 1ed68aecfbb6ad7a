"""Where files of the user lie, and how they are written: whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from nightreel.translation import gettext

CACHE: Final = "NIGHTREEL_CACHE"
"""The environment variable with the folder for files that can be made anew."""
GAMES: Final = "NIGHTREEL_GAMES"
"""The environment variable with the folder in which games are kept."""
DIGEST: Final = 32
"""Bytes before the others of a file that is proved."""


def why(error: OSError | ValueError) -> str:
    """Why a file could not be read or written, in the system's words."""
    return str(getattr(error, "strerror", None) or error)


def cache_folder() -> Path:
    """The folder for files that can be made anew: NIGHTREEL_CACHE, or in the user's cache."""
    return _folder(CACHE, "XDG_CACHE_HOME", Path(".cache"))


def games_folder() -> Path:
    """Where games are kept: NIGHTREEL_GAMES, or among the user's data."""
    return _folder(GAMES, "XDG_DATA_HOME", Path(".local") / "share")


def _folder(ours: str, base: str, usual: Path) -> Path:
    """A folder that a variable names, else one of ours in a folder of the user."""
    chosen = os.environ.get(ours)
    if chosen:
        return Path(chosen)
    return Path(os.environ.get(base) or _home() / usual) / "nightreel"


def _home() -> Path:
    """The user's folder; the one we are in for a user without any."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()


def taken(path: Path) -> bool:
    """Whether there is something at a path: a link that leads nowhere is something, too."""
    return os.path.lexists(path)


def same_file(one: Path, other: Path) -> bool:
    """Whether both are there and lead to the same file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def followed(path: Path) -> Path:
    """The file to which links lead.  Raises OSError when they lead nowhere."""
    if not path.is_symlink():
        return path
    try:
        return path.resolve(strict=True)
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a file, at most so many.

    Raises OSError, and so for a pipe or a device, which could keep us waiting for ever.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            number = errno.EISDIR if stat.S_ISDIR(mode) else 0
            told = os.strerror(number) if number else gettext("this is no regular file")
            raise OSError(number, told, str(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all; links stay.  Raises OSError."""
    path = followed(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)  # noqa: PTH105 -- the same, without a Path for the other name
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_proved(path: Path) -> bytes | None:
    """What ``keep_proved`` wrote; None when there is nothing, or not what was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, body = data[:DIGEST], data[DIGEST:]
    return body if hashlib.sha256(body).digest() == digest else None


def keep_proved(path: Path, body: bytes, most: int) -> bool:
    """Write a file that is known again as it was written, and make its folder where there is none.

    Of the folder only the files written last stay, ``most`` of them.  Returns whether it could be
    kept: a cache that cannot be written is done without.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, hashlib.sha256(body).digest() + body)
        _tidy(path.parent, most)
    except OSError:
        return False
    return True


def _tidy(folder: Path, most: int) -> None:
    """Let go of what was written longest ago."""
    files = sorted(folder.glob("*.*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in files[most:]:
        path.unlink(missing_ok=True)


def place_new(made: Path, path: Path) -> None:
    """Put a file that was made beside its place there; what is there stays.

    Raises FileExistsError, OSError.
    """
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if taken(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        made.rename(path)


def hold(handle: int) -> bool:
    """Hold an open file for this process; returns whether no other one holds it.

    It ends when the file is closed.  Where the system knows no such thing nobody is refused.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
