"""The file of a running game: for every answer a line is added, and nothing is written anew.

Whoever writes to the file holds it: a second process is refused.  Lines go to the disk at
once when the file is made, with every new turn and at the end; a killed process loses
none, a power cut those that the system had not written yet, and never half a line.
"""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from nightreel.files import followed, hold, place_new, taken, why
from nightreel.table.errors import SaveFailed, taken_by_other
from nightreel.table.save_form import ANSWERS_MAX, FILE_MAX, Place
from nightreel.table.save_writing import head_of, line_of
from nightreel.table.saves import Answer, Beginning, Save, Standing
from nightreel.translation import gettext, put


class Journal:
    """A file in which one game is kept."""

    def __init__(self, path: Path, beginning: Beginning) -> None:
        """A file for a game; ``begin`` and ``of`` are the usual ways to get one."""
        self.path = path
        self.beginning = beginning
        self.answers: Sequence[Answer] = ()
        """What the file holds."""
        self._turn = 0
        self._nonce = b""
        self._place = Place(0, b"")
        self._file: _Held | None = None

    @classmethod
    def begin(
        cls, path: Path, beginning: Beginning, answers: Sequence[Answer], standing: Standing
    ) -> Self:
        """Make a file, whole or not at all, and hold it.  Raises SaveFailed."""
        journal = cls(path, beginning)
        with _failure_told(path):
            journal._make(answers, standing)
        return journal

    @classmethod
    def of(cls, save: Save) -> Self:
        """The file that was read; it is held as soon as something is added."""
        journal = cls(save.glance.path, save.beginning)
        journal.answers = save.answers
        journal._turn = save.glance.standing.turn
        journal._nonce, journal._place = save.nonce, save.place
        return journal

    def hold(self) -> None:
        """Let nobody else write to the file.

        Raises SaveFailed when another process does, or when the file holds something else
        by now.
        """
        if self._file is None:
            with _failure_told(self.path):
                held = _Held(os.open(followed(self.path), os.O_RDWR), self.path)
                try:
                    self._compare(held.handle)
                except BaseException:
                    held.close()
                    raise
                self._file = held

    def let_go(self) -> None:
        """Let others write to the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, answers: Sequence[Answer], standing: Standing) -> None:
        """Bring the file up to these answers: what is taken back and what is new.

        A file that was deleted is made anew.  Raises SaveFailed.
        """
        same = _same(self.answers, answers)
        back = len(self.answers) - same
        with _failure_told(self.path):
            if not taken(self.path):
                self.let_go()
                self._make(answers, standing)
            elif back or same < len(answers):
                self.hold()
                self._write(back, answers, same, standing)

    # ------------------------------------------------------------ the file

    def _line(
        self, place: Place, back: int, answers: Sequence[Answer], standing: Standing
    ) -> bytes:
        return line_of(place, self._nonce, back, answers, standing, self.beginning.seed)

    def _done(self, place: Place, answers: Sequence[Answer], turn: int) -> None:
        self._place, self.answers, self._turn = place, tuple(answers), turn

    def _make(self, answers: Sequence[Answer], standing: Standing) -> None:
        """Make the file beside its place and put it there, held from the beginning."""
        check_folder(self.path)
        head, self._nonce, place = head_of(self.beginning)
        line = self._line(place, 0, answers, standing)
        self._check_size(place.after(line), len(answers))
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".", suffix=".new")
        held = _Held(handle, self.path)
        try:
            _write_all(handle, head + line)
            os.fsync(handle)
            place_new(Path(name), self.path)
        except BaseException:
            held.close()
            raise
        finally:
            Path(name).unlink(missing_ok=True)
        self._file = held
        self._done(place.after(line), answers, standing.turn)

    def _write(self, back: int, answers: Sequence[Answer], same: int, standing: Standing) -> None:
        """Add a line behind the last one, all of it or nothing."""
        assert self._file is not None
        handle = self._file.handle
        self._compare(handle)
        line = self._line(self._place, back, answers[same:], standing)
        self._check_size(self._place.after(line), len(answers))
        before = self._place, self.answers, self._turn
        try:
            self._done(self._place.after(line), answers, standing.turn)
            os.lseek(handle, before[0].size, os.SEEK_SET)
            _write_all(handle, line)
            if standing.result or standing.turn != before[2]:
                os.fsync(handle)
        except BaseException:
            self._done(*before)
            with suppress(OSError):
                os.ftruncate(handle, self._place.size)
            raise

    def _check_size(self, place: Place, answers: int) -> None:
        """See that the file can be read again.  Raises SaveFailed."""
        if place.size > FILE_MAX or answers > ANSWERS_MAX:
            text = gettext("{path}: the game can be saved there no more: the file is full")
            raise SaveFailed(put(text, path=self.path))

    def _compare(self, handle: int) -> None:
        """See that the file is where and what it was; half a line at its end is removed."""
        place, size = self._place, os.fstat(handle).st_size
        os.lseek(handle, max(place.size - len(place.last), 0), os.SEEK_SET)
        end = os.read(handle, len(place.last) + max(size - place.size, 0))
        more = end[len(place.last) :]
        if not os.path.samestat(self.path.stat(), os.fstat(handle)):
            raise self._moved_on()
        if not end.startswith(place.last) or b"\n" in more:
            raise self._moved_on()
        if more:
            os.ftruncate(handle, place.size)

    def _moved_on(self) -> SaveFailed:
        text = gettext("{path}: something else has written to that file; go on with it anew")
        return SaveFailed(put(text, path=self.path))


def check_folder(path: Path) -> None:
    """See that the folder of a file is there.  Raises SaveFailed."""
    if not path.parent.is_dir():
        text = gettext("{path}: there is no folder {folder}")
        raise SaveFailed(put(text, path=path, folder=path.parent))


def delete(path: Path) -> None:
    """Delete the file of a game that nobody plays.  Raises SaveFailed."""
    try:
        held = _Held(os.open(path, os.O_RDWR), path)
        path.unlink()
    except OSError as error:
        text = gettext("{path}: the game cannot be deleted: {why}")
        raise SaveFailed(put(text, path=path, why=why(error))) from None
    held.close()


class _Held:
    """An open file that no other process may write to; closed when nobody wants it any more."""

    def __init__(self, handle: int, path: Path) -> None:
        self.handle = handle
        self.close = weakref.finalize(self, os.close, handle)
        if not hold(handle):
            self.close()
            text = gettext("{path}: the game is being played somewhere else; leave it there first")
            raise SaveFailed(put(text, path=path))


def _same(one: Sequence[Answer], other: Sequence[Answer]) -> int:
    """How many answers two games have in common from the beginning."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return number
    return min(len(one), len(other))


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


@contextmanager
def _failure_told(path: Path) -> Iterator[None]:
    """Tell why a game cannot be kept in a file.  Raises SaveFailed."""
    try:
        yield
    except FileExistsError:
        raise taken_by_other(path) from None
    except (OSError, ValueError) as error:
        text = gettext("{path}: the game cannot be saved there: {why}")
        raise SaveFailed(put(text, path=path, why=why(error))) from None
