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
from nightreel.machine import bulk, dispatch, table
from nightreel.record import layout

MODULES: Final[tuple[ModuleType, ...]] = (*table.MODULES, dispatch, bulk)
ENTRY_POINTS: Final = ("run", "play_random", "sample")
"""Functions called from Python, kept compiled on disk."""


@dataclass(frozen=True)
class Machine:
    """The functions of one mode."""

    compiled: bool
    run: Callable[..., int]
    play_random: Callable[..., int]
    sample: Callable[..., int]


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


def _compile(module: ModuleType, boundscheck: bool) -> None:
    """Compile every function of a module; ``_nrt``: they make no arrays, so no references count."""
    from numba import njit

    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            options: dict[str, Any] = {
                "cache": name in ENTRY_POINTS,
                "boundscheck": boundscheck,
                "nogil": True,
                "_nrt": False,
            }
            setattr(module, name, njit(**options)(value))


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
    last = done[bulk.__name__]
    return Machine(True, *(vars(last)[name] for name in ENTRY_POINTS))


@cache
def interpreted() -> Machine:
    """The machine as plain Python, on lists of ints."""
    return Machine(False, dispatch.run, bulk.play_random, bulk.sample)


def is_ready() -> bool:
    """Whether the compiled machine lies in the cache, so that loading it takes no minute."""
    return any((cache_folder() / f"machine-{sources_digest()}").rglob("*.nbc"))
