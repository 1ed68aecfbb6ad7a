"""The library: what is there, and compiled programs from the cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from nightreel.files import keep_proved, read_regular, write_whole
from nightreel.films import check, library
from nightreel.films.box import FILM_MAX
from nightreel.films.library import MORE_FILMS, LibraryError, casts, load_program
from nightreel.films.source import Fields
from nightreel.memory import Memory
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from tests import small


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small film, and an empty cache."""
    films = tmp_path / "films"
    films.mkdir()
    shutil.copy(small.PATH, films)
    monkeypatch.setenv("NIGHTREEL_FILMS", str(films))
    monkeypatch.setenv("NIGHTREEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "_unkept", Memory[str, Program](library.UNKEPT))
    return films


def cached(tmp_path: Path, ending: str) -> list[Path]:
    """The files in the cache."""
    return sorted((tmp_path / "cache" / "films").glob(f"*{ending}"))


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled while a test runs."""
    done: list[str] = []
    compile_ = library._compile

    def count(contents: Mapping[str, bytes], *members: library.Member) -> Program:
        done.append(" ".join(m.id for m in members))
        return compile_(contents, *members)

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


def test_a_program_tells_no_folder_of_its_films() -> None:
    """It goes into saves, which go to others."""
    files = {file for _, file, _ in load_program("sexton", "camp_sallow", "odile").places}
    assert "low_water.yaml" in files
    assert {Path(file).name for file in files} == files


def test_a_program_is_compiled_once(compilations: list[str], tmp_path: Path) -> None:
    first = load_program(*small.IDS)
    again = load_program(*small.IDS)
    assert compilations == ["stalker camp ann"]
    assert again == first
    assert len(cached(tmp_path, ".program")) == 1


def test_a_changed_film_is_compiled_anew(compilations: list[str], folder: Path) -> None:
    load_program(*small.IDS)
    film = folder / "small.yaml"
    film.write_text(film.read_text(encoding="utf-8").replace("health: 8", "health: 7"), "utf-8")
    assert load_program(*small.IDS).facts["boards"]["killer"]["health"] == 7
    assert len(compilations) == 2


def test_a_cast_that_does_not_go_together_is_tried_once(
    compilations: list[str], folder: Path
) -> None:
    text = small.PATH.read_text()
    film = folder / "small.yaml"
    film.write_text(text.replace("2 victims at attic", "2 victims at nowhere", 1))
    told = []
    for _ in range(3):
        with pytest.raises(SourceError, match="nowhere") as found:
            load_program("stalker", "camp", "ann")
        told.append(str(found.value))
    assert len(set(told)) == 1
    assert compilations == ["stalker camp ann"]
    film.write_text(text)
    assert load_program("stalker", "camp", "ann").title


def test_a_changed_compiler_compiles_anew(
    compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_program(*small.IDS)
    monkeypatch.setattr(library, "compiler_digest", lambda: "another")
    load_program(*small.IDS)
    assert len(compilations) == 2


@pytest.mark.parametrize("damage", [b"", b"x", b"0" * 5000])
def test_a_damaged_cache_is_made_anew(
    compilations: list[str], tmp_path: Path, damage: bytes
) -> None:
    first = load_program(*small.IDS)
    for path in cached(tmp_path, ".*"):
        path.write_bytes(damage)
    assert load_program(*small.IDS) == first
    assert len(compilations) == 2
    assert load_program(*small.IDS) == first
    assert len(compilations) == 2


def test_a_program_in_the_cache_is_verified(compilations: list[str], tmp_path: Path) -> None:
    """Whole, but with code that leaves the record: it is not run."""
    first = load_program(*small.IDS)
    wild = replace(first, code=(*first.code[:-1], 10**6))
    keep_proved(cached(tmp_path, ".program")[0], wild.to_bytes(), library.KEPT)
    assert load_program(*small.IDS) == first
    assert len(compilations) == 2


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("NIGHTREEL_CACHE", str(tmp_path / "file"))
    assert load_program(*small.IDS).code


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "whole"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["whole"]


def test_a_cache_that_takes_nothing_costs_one_compilation(
    folder: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTREEL_CACHE", str(folder / "small.yaml" / "no_folder"))
    first = load_program("stalker", "camp", "ann")
    assert load_program("stalker", "camp", "ann") is first
    assert compilations == ["stalker camp ann"]


def test_the_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(library.KEPT + 5):
        assert keep_proved(tmp_path / "kept" / f"{number}.program", b"x", library.KEPT)
    assert len(list((tmp_path / "kept").iterdir())) == library.KEPT


def test_an_id_that_is_taken_is_told(folder: Path) -> None:
    shutil.copy(folder / "small.yaml", folder / "twice.yaml")
    (wrong,) = casts().left_out
    assert wrong.startswith(f"{folder / 'twice.yaml'}:")
    assert "the id 'stalker' is taken" in wrong


def test_a_program_from_the_cache_needs_no_parser() -> None:
    load_program(*small.IDS)
    code = (
        "import sys\n"
        "from nightreel.films.library import casts, load_program\n"
        f"casts(), load_program(*{small.IDS!r})\n"
        "print([m for m in ('lark', 'yaml', 'numba', 'jsonschema') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "[]"


def test_every_source_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever programs are made by: compiler, machine, schema, numbers, rulebook, core box."""
    package = tmp_path / "nightreel"
    shutil.copytree(library.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    found = {str(p.relative_to(package)) for p in library.sources(package)}
    in_folders = (p for f in library.COMPILERS for p in (package / f).rglob("*"))
    films = set((package / "films").rglob("*.yaml"))
    assert found == {str(p.relative_to(package)) for p in in_folders if p.is_file()} - {
        str(p.relative_to(package)) for p in films
    }
    assert {"machine/numbers.txt", "films/schema.json", "rulebook/core/box.yaml"} <= found
    monkeypatch.setattr(library, "PACKAGE", package)
    digest = library.compiler_digest.__wrapped__
    digests = {digest()}
    for name in sorted(found):
        (package / name).write_bytes((package / name).read_bytes() + b"#")
        digests.add(digest())
    assert len(digests) == len(found) + 1


def test_every_film_is_read_and_checked_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, checked = Counter[str](), Counter[str]()
    check_form = check.check_form

    def count_read(path: Path, most: int) -> bytes:
        read[path.name] += path.suffix == ".yaml" and path.parent == folder
        return read_regular(path, most)

    def count_check(fields: Fields, part: str) -> None:
        checked[part] += Path(fields.where.file).parent == folder
        check_form(fields, part)

    library._film.cache_clear()
    monkeypatch.setattr(library, "read_regular", count_read)
    monkeypatch.setattr(check, "check_form", count_check)
    load_program(*small.IDS)
    assert +read == {"small.yaml": 1}
    assert +checked == {"film": 1, "killer": 1, "location": 1, "girl": 1}


def test_a_film_with_mistakes_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.yaml").write_text("hello: there\n", encoding="utf-8")
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))
    known = casts()
    assert known.killer("sexton").title == "The Sexton"
    (wrong,) = known.left_out
    assert wrong.startswith(f"{tmp_path / 'notes.yaml'}:1:1: unknown field 'hello'")
    assert casts() == known


def test_an_id_that_a_shipped_film_has_leaves_the_other_film_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (library.SHIPPED / "low_water.yaml").read_text(encoding="utf-8")
    (tmp_path / "again.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))
    known = casts()
    assert {m.film for m in known.killers} == {"low_water"}
    assert "is taken" in known.left_out[0]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text on this system")
def test_a_film_whose_name_is_no_text_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(small.PATH, tmp_path / os.fsdecode(b"\xff.yaml"))
    monkeypatch.setenv(MORE_FILMS, str(tmp_path))
    assert casts().left_out == (f"{tmp_path}/?.yaml: the name is no text",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_cannot_be_read_among_films_of_ones_own_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe is waited for by nobody, and all other films can be played."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "nowhere.yml").symlink_to(tmp_path / "missing")
    (tmp_path / "large.yaml").write_text("#" * (FILM_MAX + 1), encoding="utf-8")
    shutil.copy(small.PATH, tmp_path / "small.yaml")
    monkeypatch.setenv(MORE_FILMS, str(tmp_path))
    assert [wrong.rpartition("/")[2] for wrong in casts().left_out] == [
        "large.yaml:1:1: the file is too large (at most 1 MiB)",
        "folder.yaml: Is a directory",
        "nowhere.yml: No such file or directory",
        "pipe.yaml: this is no regular file",
    ]
    assert load_program("stalker", "camp", "ann").title == "The Stalker / The Camp / Ann"
