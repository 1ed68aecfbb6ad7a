"""Every cast that conformance plays, by a short name, compiled once and kept in the cache."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from nightreel.files import cache_folder, write_whole
from nightreel.films.assemble import assemble
from nightreel.films.check import load_film
from nightreel.films.library import SHIPPED, casts, compiler_digest, load_program
from nightreel.machine.verify import verify
from nightreel.reel.program import Program, from_bytes
from nightreel.table.casefile import PROVING_GROUND
from tests import small

TESTS = Path(__file__).parent.parent
TINY = tuple(sorted((TESTS / "films" / "tiny").glob("*.yaml")))


@dataclass(frozen=True)
class Source:
    """Where a cast is from: a film of the tests, or ids of the shipped films."""

    film: Path | None
    ids: tuple[str, str, str] = ("", "", "")


def shipped() -> dict[str, Source]:
    """Every Killer with every Location and every Final Girl of the shipped films (COMP-1)."""
    known = casts()
    roles = [
        [m.id for m in members if Path(m.path).parent == SHIPPED]
        for members in (known.killers, known.locations, known.girls)
    ]
    killers, locations, girls = roles
    return {
        f"{k}_{p}_{g}": Source(None, (k, p, g)) for k in killers for p in locations for g in girls
    }


def films() -> dict[str, Source]:
    """The films of the tests: small, proving ground, and all tiny ones."""
    return {path.stem: Source(path) for path in (small.PATH, PROVING_GROUND, *TINY)}


@cache
def sources() -> dict[str, Source]:
    """All casts."""
    return {**shipped(), **films()}


NAMES = tuple(sources())
TINY_NAMES = tuple(path.stem for path in TINY)
LISTENING = tuple(p.stem for p in TINY if re.search(r"\n {2}(when|while):", p.read_text("utf-8")))
"""Tiny films with hooks or changed values on their boards."""
SHIPPED_NAMES = tuple(shipped())


@cache
def program(name: str) -> Program:
    """The program of a cast."""
    source = sources()[name]
    if source.film is None:
        return load_program(*source.ids)
    return _kept(source.film)


def _kept(film: Path) -> Program:
    """The program of a film of the tests, from the cache if it was compiled before."""
    parts = (compiler_digest().encode(), small.PATH.read_bytes(), film.read_bytes())
    key = hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]
    path = cache_folder() / "conformance" / f"{key}.program"
    if path.exists():
        kept = from_bytes(path.read_bytes())
        verify(kept)
        return kept
    path.parent.mkdir(parents=True, exist_ok=True)
    made = compiled(film)
    write_whole(path, made.to_bytes())
    return made


def compiled(film: Path) -> Program:
    """The program of a film, compiled anew; halves that it lacks are those of the small film."""
    return assemble(small.completed(load_film(film)))


def hook_texts() -> Iterator[str]:
    """Every hook that is written in a tiny film, on boards and on cards."""
    for path in TINY:
        yield from _hooks_in(yaml.safe_load(path.read_text(encoding="utf-8")))


def _hooks_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        when = value.get("when") or []
        yield from [when] if isinstance(when, str) else when
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _hooks_in(part)
