"""The machine in two modes from one source: interpreted as it is, compiled by Numba.

The modules are loaded a second time, every function of them compiled.  Compiled code
is kept in a folder named after a digest of all sources and versions, since Numba does
not notice a change in a function that is called.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from nightreel.files import cache_folder
from nightreel.machine import bulk, dispatch, entry, table
from nightreel.machine.words import Record, Records, Rows
from nightreel.record import layout

MODULES: Final[tuple[ModuleType, ...]] = (*table.MODULES, dispatch, bulk, entry)
ENTRY_POINTS: Final = ("run", "play_games", "sample")
"""Functions called from Python, kept compiled on disk."""


@dataclass(frozen=True)
class Machine:
    """The functions of one mode."""

    compiled: bool
    run: Callable[[Record, Rows, int, int], int]
    play_games: Callable[[Records, Rows, Record, Records, int], None]
    sample: Callable[[Record, Rows, Record, Record, Record, Record, Record, int], int]


def sources_digest() -> str:
    """Digest of every source that is compiled, the layout of the record and the versions."""
    import llvmlite
    import numba
    import numpy

    digest = hashlib.sha256()
    for module in (*MODULES, layout):
        digest.update(Path(str(module.__file__)).read_bytes())
    versions = (sys.version, numba.__version__, llvmlite.__version__, numpy.__version__)
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:16]


def _load_again(module: ModuleType) -> ModuleType:
    """A second copy of a module, from the same file."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    again = ModuleType(module.__name__)
    again.__file__ = module.__file__
    exec(compile(source, str(module.__file__), "exec"), vars(again))
    return again


def _redirect(module: ModuleType, compiled: dict[str, ModuleType]) -> None:
    """Let a module see the compiled functions and modules instead of the plain ones."""
    for name, value in list(vars(module).items()):
        if isinstance(value, ModuleType) and value.__name__ in compiled:
            setattr(module, name, compiled[value.__name__])
        elif isinstance(value, FunctionType) and value.__module__ in compiled:
            setattr(module, name, getattr(compiled[value.__module__], value.__name__))


def _options(module: ModuleType, boundscheck: bool) -> dict[str, Any]:
    """How Numba compiles a module.

    ``_nrt``: no arrays are made, so no references count.  Operations become part of the loop
    that calls them.  No operation divides by zero, so nothing has to be raised.
    """
    return {
        "cache": module.__name__ == entry.__name__,
        "forceinline": not boundscheck
        and module.__name__ in {operations.__name__ for operations in table.MODULES},
        "boundscheck": boundscheck,
        "error_model": "numpy",
        "nogil": True,
        "_nrt": False,
    }


def _compile(module: ModuleType, boundscheck: bool) -> None:
    """Compile every function of a module."""
    from numba import njit

    options = _options(module, boundscheck)
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            setattr(module, name, njit(**options)(value))


def _take_addresses(module: ModuleType) -> None:
    """Let ``address`` give the address of the first word of an array."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def address(typing: Any, row: Any) -> Any:
        def first_word(context: Any, builder: Any, signature: Any, rows: Any) -> Any:
            return context.make_array(signature.args[0])(context, builder, rows[0]).data

        words: Any = types.CPointer
        return words(row.dtype)(row), first_word

    vars(module)["address"] = address


@cache
def compiled(boundscheck: bool = False) -> Machine:
    """The compiled machine; with ``boundscheck`` every index is checked (slower, for tests)."""
    import numba

    kept = "checked" if boundscheck else "machine"
    vars(numba.config)["CACHE_DIR"] = str(cache_folder() / f"{kept}-{sources_digest()}")
    done: dict[str, ModuleType] = {}
    for module in MODULES:
        again = _load_again(module)
        _redirect(again, done)
        _compile(again, boundscheck)
        done[module.__name__] = again
    if not boundscheck:
        _take_addresses(again)
    return Machine(True, *(vars(again)[name] for name in ENTRY_POINTS))


@cache
def interpreted() -> Machine:
    """The machine as plain Python, on lists of ints."""
    return Machine(False, *(vars(entry)[name] for name in ENTRY_POINTS))


def is_ready(name: str) -> bool:
    """Whether one of ENTRY_POINTS lies compiled in the cache, so that loading takes no minute."""
    folder = cache_folder() / f"machine-{sources_digest()}"
    return any(folder.rglob(f"entry.{name}-*.nbc"))
