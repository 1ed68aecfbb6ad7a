"""The library: what is there, and compiled programs from the cache."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nightreel.films import library
from nightreel.films.library import LibraryError, casts, load_program
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program

SMALL = Path(__file__).parent.parent / "data" / "small.yaml"
CAST = ("stalker", "camp", "ann")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small film, and an empty cache."""
    films = tmp_path / "films"
    films.mkdir()
    shutil.copy(SMALL, films)
    monkeypatch.setenv("NIGHTREEL_FILMS", str(films))
    monkeypatch.setenv("NIGHTREEL_CACHE", str(tmp_path / "cache"))
    return films


def cached(tmp_path: Path, ending: str) -> list[Path]:
    """The files in the cache."""
    return sorted((tmp_path / "cache" / "films").glob(f"*{ending}"))


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled while a test runs."""
    done: list[str] = []
    compile_ = library._compile

    def count(*members: library.Member) -> Program:
        done.append(" ".join(m.id for m in members))
        return compile_(*members)

    monkeypatch.setattr(library, "_compile", count)
    return done


def test_shipped_films_and_those_of_folders_are_found(folder: Path) -> None:
    known = casts()
    assert {"sexton", "stalker"} <= {m.id for m in known.killers}
    assert known.girl("ann").path == str(folder / "small.yaml")
    assert known.killer("stalker").title == "The Stalker"
    assert casts() == known, "from the cache, too"


def test_an_unknown_id_is_told_with_the_nearest() -> None:
    with pytest.raises(LibraryError, match=r"no Killer 'stalkr'.*did you mean 'stalker'"):
        load_program("stalkr", "camp", "ann")
    with pytest.raises(LibraryError, match="there are: "):
        load_program("stalker", "zzzzz", "ann")


def test_any_killer_with_any_location_and_any_girl() -> None:
    """Also from different films (COMP-1)."""
    known = casts()
    program = load_program("stalker", "camp_sallow", "ann")
    parts = [known.killer("stalker"), known.location("camp_sallow"), known.girl("ann")]
    assert program.title == " / ".join(m.title for m in parts)


def test_a_program_is_compiled_once(compilations: list[str], tmp_path: Path) -> None:
    first = load_program(*CAST)
    again = load_program(*CAST)
    assert compilations == ["stalker camp ann"]
    assert again == first
    assert len(cached(tmp_path, ".program")) == 1


def test_a_changed_film_is_compiled_anew(compilations: list[str], folder: Path) -> None:
    load_program(*CAST)
    film = folder / "small.yaml"
    film.write_text(film.read_text(encoding="utf-8").replace("health: 8", "health: 7"), "utf-8")
    assert load_program(*CAST).facts["boards"]["killer"]["health"] == 7
    assert len(compilations) == 2


def test_a_changed_compiler_compiles_anew(
    compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_program(*CAST)
    monkeypatch.setattr(library, "compiler_digest", lambda: "another")
    load_program(*CAST)
    assert len(compilations) == 2


@pytest.mark.parametrize("damage", [b"", b"x", b"0" * 5000])
def test_a_damaged_cache_is_made_anew(
    compilations: list[str], tmp_path: Path, damage: bytes
) -> None:
    first = load_program(*CAST)
    for path in cached(tmp_path, ".*"):
        path.write_bytes(damage)
    assert load_program(*CAST) == first
    assert len(compilations) == 2
    assert load_program(*CAST) == first
    assert len(compilations) == 2


def test_a_program_in_the_cache_is_verified(compilations: list[str], tmp_path: Path) -> None:
    """Whole, but with code that leaves the record: it is not run."""
    first = load_program(*CAST)
    wild = replace(first, code=(*first.code[:-1], 10**6))
    library._keep(cached(tmp_path, ".program")[0], wild.to_bytes())
    assert load_program(*CAST) == first
    assert len(compilations) == 2


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("NIGHTREEL_CACHE", str(tmp_path / "file"))
    assert load_program(*CAST).code


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "whole"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="full"):
        library.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["whole"]


def test_the_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(library.KEPT + 5):
        library._keep(tmp_path / "kept" / f"{number}.program", b"x")
    assert len(list((tmp_path / "kept").iterdir())) == library.KEPT


def test_an_id_that_is_taken_is_told(folder: Path) -> None:
    shutil.copy(folder / "small.yaml", folder / "twice.yaml")
    with pytest.raises(SourceError, match="the id 'stalker' is taken"):
        casts()


def test_a_program_from_the_cache_needs_no_parser() -> None:
    load_program(*CAST)
    code = (
        "import sys\n"
        "from nightreel.films.library import casts, load_program\n"
        f"casts(), load_program(*{CAST!r})\n"
        "print([m for m in ('lark', 'yaml', 'numba', 'jsonschema') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
