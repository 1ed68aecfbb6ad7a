"""The generator gives the published numbers, and each stream its own."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightreel.machine.chance import WORD, advance, draw, philox
from nightreel.record import layout as L

words = st.integers(0, WORD)


@pytest.mark.parametrize(
    ("key", "counter", "first"),
    [
        pytest.param((0, 0), (0, 0, 0, 0), 0x6627E8D5, id="zeros"),
        pytest.param((WORD, WORD), (WORD, WORD, WORD, WORD), 0x408F276D, id="ones"),
        pytest.param(
            (0xA4093822, 0x299F31D0),
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            0xD16CFE09,
            id="pi",
        ),
    ],
)
def test_known_answers(
    key: tuple[int, int], counter: tuple[int, int, int, int], first: int
) -> None:
    """The three known answers of Philox 4x32-10 that come with its publication."""
    assert philox(*key, *counter) == first


@given(words, words, words, words, words, words)
def test_a_word_has_32_bits(k0: int, k1: int, c0: int, c1: int, c2: int, c3: int) -> None:
    assert 0 <= philox(k0, k1, c0, c1, c2, c3) <= WORD


def game(*seed: int) -> list[int]:
    """A record with nothing but a seed."""
    g = [0] * L.WORDS
    g[L.SEED : L.SEED + 4] = seed
    return g


def draws(g: list[int], stream: int, n: int, count: int) -> list[int]:
    """So many draws of a stream, each counted as made."""
    found = []
    for _ in range(count):
        found.append(draw(g, stream, n))
        advance(g, stream)
    return found


def test_a_draw_stays_the_next_until_it_is_made() -> None:
    g = game(1, 2, 3, 4)
    before = list(g)
    assert draw(g, 3, 1000) == draw(g, 3, 1000)
    assert g == before
    advance(g, 3)
    assert g[L.STREAM + 3] == 1
    assert g[L.STREAM + 3 + 1] == 0


def test_streams_do_not_disturb_each_other() -> None:
    """Draws of one stream leave what another will give (SET-11)."""
    alone = draws(game(9, 8, 7, 6), 2, 6, 20)
    g = game(9, 8, 7, 6)
    draws(g, 1, 6, 13)
    assert draws(g, 2, 6, 20) == alone
    assert draws(game(9, 8, 7, 6), 1, 6, 20) != alone


@pytest.mark.parametrize("word", range(4))
def test_every_word_of_the_seed_matters(word: int) -> None:
    seed = [5, 5, 5, 5]
    seed[word] += 1
    assert draws(game(*seed), 1, 6, 40) != draws(game(5, 5, 5, 5), 1, 6, 40)


@given(st.lists(st.integers(0, 2**31 - 1), min_size=4, max_size=4), st.integers(1, 1000))
def test_a_draw_lies_in_its_range(seed: list[int], n: int) -> None:
    assert 0 <= draw(game(*seed), 0, n) < n


def chi_square(counts: Counter[int], expected: float) -> float:
    """How far six counts lie from what is expected."""
    return sum((counts[face] - expected) ** 2 / expected for face in range(6))


@pytest.mark.parametrize(
    "rolls", [pytest.param(6_000, id="quick"), pytest.param(600_000, marks=pytest.mark.soak)]
)
def test_dice_are_fair(rolls: int) -> None:
    """Chi-square with 5 degrees of freedom: above 20.5 once in a thousand seeds."""
    counts = Counter(draws(game(2024, 11, 30, 1), 0, 6, rolls))
    assert chi_square(counts, rolls / 6) < 20.5
