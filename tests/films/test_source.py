"""Files of YAML are read with limits: depth, control characters."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from nightreel.films.check import load_film
from nightreel.films.source import DEPTH_MAX, read_text
from nightreel.films.trial import try_film
from nightreel.output import shown
from nightreel.reel.errors import SourceError
from tests import small


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_nesting_without_end_is_told_at_once(opening: str) -> None:
    begun = time.process_time()
    with pytest.raises(SourceError, match=r"film\.yaml:2:\d+: nested too deep \(at most 16"):
        read_text(
            "film: x\n" * (opening not in "- ? ")
            + "\n" * (opening in "- ? ")
            + ("a: " if opening not in "- ? " else "")
            + opening * 5000,
            "film.yaml",
        )
    assert time.process_time() - begun < 2


def test_brackets_without_end_in_a_text_are_told_soon(tmp_path: Path) -> None:
    begun = time.process_time()
    path = tmp_path / "film.yaml"
    path.write_text(small.TEXT.replace('"bloodlust +1"', f'"horror +{"(" * 1900}"', 1))
    with pytest.raises(SourceError):
        try_film(path)
    assert time.process_time() - begun < 10


def test_what_is_nested_as_deep_as_may_be_is_read() -> None:
    assert (
        read_text("a: " + "[" * (DEPTH_MAX - 1) + "]" * (DEPTH_MAX - 1), "x.yaml")["a"] is not None
    )
    with pytest.raises(SourceError, match="nested too deep"):
        read_text("a: " + "[" * (DEPTH_MAX + 1) + "]" * (DEPTH_MAX + 1), "x.yaml")


@pytest.mark.parametrize("evil", [r"\e[2J", r"\a", r"\x9b1m", r"\x7f", r"\r", r"\0"])
def test_control_characters_in_a_film_are_refused(tmp_path: Path, evil: str) -> None:
    path = tmp_path / "film.yaml"
    old = next(line for line in small.TEXT.splitlines() if line.startswith("  title: "))
    path.write_text(small.TEXT.replace(old, f'  title: "Evil {evil}"', 1), encoding="utf-8")
    line = small.TEXT.splitlines().index(old) + 1
    with pytest.raises(SourceError, match="control character") as told:
        load_film(path)
    assert (told.value.where.line, told.value.where.column) == (line, 11)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("film: a\n---\nfilm: b\n", "f:2:1: a second document begins here (leave '---' out"),
        ("film: a\n...\nfilm: b\n", "f:3:1: a second document begins here"),
        ("film: @x\n", "f:1:7: a text cannot begin with '@' (put it in \"quotation marks\")"),
        ("film: %x\n", "f:1:7: a text cannot begin with '%'"),
        ("film: ,x\n", "f:1:7: a text cannot begin with ','"),
        ("film: *\n", "f:1:8: a text cannot begin with & or *"),
        ("film: !a!b x\n", "f:1:7: a text cannot begin with !"),
        ("film: - a\n", "f:1:7: a list begins in the line of its field (write each '- ' on a line"),
        ("film: |x\n  y\n", "f:1:8: unexpected 'x' behind | or > (the text begins in"),
        ('film: "\\x1"\n', "f:1:10: \\x, \\u and \\U stand before 2, 4 and 8 digits"),
        ("film: [a\n", "f:2:1: unexpected end of the file between [ and ]"),
    ],
)
def test_what_yaml_does_not_take_is_told_with_what_is_right(text: str, told: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_text(text, "f")
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u2029"])
def test_what_turns_a_line_around_is_refused(sign: str) -> None:
    with pytest.raises(SourceError, match="control character"):
        read_text(f'film: "a{sign}b"\n', "f")
    assert shown(f"a{sign}b") == "a\ufffdb"
