"""Compiled templates are kept, and one that is out of date is never used."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from jinja2 import Environment

from nightreel.files import CACHE
from nightreel.web import templating
from nightreel.web.templating import templates


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of one's own."""
    monkeypatch.setenv(CACHE, str(tmp_path))
    return tmp_path


def refusal(environment: Environment) -> str:
    """Some page."""
    return environment.get_template("notice.html").render(message="So & so.")


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = refusal(templates())
    assert "So &amp; so." in shown
    monkeypatch.setattr(Environment, "compile", None)  # whoever compiles now fails
    assert refusal(templates()) == shown


def test_what_was_made_of_another_source_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal(templates())
    other = folder / "other"
    other.mkdir()
    (other / "notice.html").write_text("{{ message }}")
    monkeypatch.setattr(templating, "TEMPLATES", other)
    refusal(templates())
    (other / "notice.html").write_text("{{ message }}!")
    refusal(templates())
    assert len(list(folder.glob("templates/*"))) == 3


def test_without_a_cache_pages_are_shown_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = refusal(templates())
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(CACHE, str(tmp_path / "file"))
    assert refusal(templates()) == shown
    monkeypatch.setenv(CACHE, str(tmp_path / "gone"))
    assert refusal(templates()) == shown
    shutil.rmtree(tmp_path / "gone")
    assert refusal(templates()) == shown


@pytest.mark.parametrize("kept", [0, 10, 40, 60, 100, 1000])
def test_what_is_not_as_it_was_kept_is_compiled_anew(folder: Path, kept: int) -> None:
    shown = refusal(templates())
    (path,) = folder.glob("templates/*")
    data = path.read_bytes()
    path.write_bytes(data[:kept] + bytes(kept))
    assert refusal(templates()) == shown
    assert path.read_bytes() == data


def test_a_folder_that_became_a_file_is_done_without(folder: Path) -> None:
    environment = templates()
    (folder / "templates").write_text("")
    assert "So &amp; so." in refusal(environment)


def test_templates_of_releases_that_are_gone_do_not_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templating, "KEPT", 2)
    for number in range(4):
        monkeypatch.setattr(templating, "_digest", lambda number=number: f"release{number}")
        refusal(templates())
    assert sorted(path.suffix for path in folder.glob("templates/*")) == [".release2", ".release3"]
