"""Lines of words: wrapping, cutting, putting side by side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from nightreel.terminal.full.lines import beside, cut, line, plain, width_of, wrapped

WORDS = st.lists(
    st.tuples(st.text("abc de\u00e9漢", max_size=30), st.sampled_from(["", "dim"])), max_size=6
)


@given(WORDS, st.integers(8, 40))
def test_wrapped_lines_fit_and_say_the_same(words: list[tuple[str, str]], width: int) -> None:
    text = line(*words)
    parts = wrapped(text, width)
    assert all(width_of(part) <= width for part in parts)
    longest = max((cell_len(word) for word in plain(text).split()), default=0)
    if longest <= width - 8:
        assert "".join(plain(part) for part in parts).split() == plain(
            text
        ).split() or " " in plain(text)


def test_a_line_goes_on_below_where_it_began() -> None:
    parts = wrapped(line(("  2+ ", "dim"), "Move 2, time -1"), 12)
    assert [plain(part) for part in parts] == ["  2+ Move 2,", "    time -1"]
    assert parts[0][0] == ("  ", "")


def test_control_characters_are_not_shown() -> None:
    assert plain(line("a\x1b[31mb")) == "a\N{REPLACEMENT CHARACTER}[31mb"


def test_what_is_cut_is_marked() -> None:
    assert cut("Ranger's Track", 8) == "Ranger'…"
    assert cut("Green", 8) == "Green   "
    assert cut("Green", 0) == ""


def test_two_lines_stand_side_by_side() -> None:
    assert plain(beside(line("ab"), line("cd"), 8)) == "ab    cd"
    assert plain(beside(line("ab"), line("cd"), 3)) == "ab cd"
