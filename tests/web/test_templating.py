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
