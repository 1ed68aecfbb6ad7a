"""Compiled templates are kept, and one that is out of date is never used."""

from __future__ import annotations

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
    templates()
    other = folder / "templates"
    other.mkdir()
    (other / "notice.html").write_text("{{ message }}")
    monkeypatch.setattr(templating, "TEMPLATES", other)
    templates()
    (other / "notice.html").write_text("{{ message }}!")
    templates()
    assert len(list(folder.glob("templates-*"))) == 3


def test_without_a_cache_pages_are_shown_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = refusal(templates())
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(CACHE, str(tmp_path / "file"))
    assert refusal(templates()) == shown
    monkeypatch.setenv(CACHE, str(tmp_path / "gone"))
    environment = templates()
    (folder,) = (tmp_path / "gone").iterdir()
    folder.rmdir()
    assert refusal(environment) == shown


@pytest.mark.parametrize("kept", [0, 10, 40, 60, 100, 1000])
def test_what_is_not_as_it_was_kept_is_compiled_anew(folder: Path, kept: int) -> None:
    shown = refusal(templates())
    (path,) = folder.glob("templates-*/*")
    data = path.read_bytes()
    path.write_bytes(data[:kept] + bytes(kept))
    assert refusal(templates()) == shown
    assert path.read_bytes() == data


def test_a_folder_that_became_a_file_is_done_without(folder: Path) -> None:
    environment = templates()
    (kept,) = folder.iterdir()
    kept.rmdir()
    kept.write_text("")
    assert "So &amp; so." in refusal(environment)
