"""A cast drawn by chance, with locks."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.films.library import Casts, LibraryError, Member
from nightreel.table.draw import draw, narrowed


def members(role: str, film: str, count: int) -> tuple[Member, ...]:
    return tuple(
        Member(f"{role}{film}{n}", f"{role} {n}", film, f"{film}.yaml") for n in range(count)
    )


def known() -> Casts:
    return Casts(
        members("k", "one", 2) + members("k", "two", 1),
        members("l", "one", 1) + members("l", "two", 1),
        members("g", "one", 2) + members("g", "three", 1),
    )


def test_every_cast_comes_up_and_locks_hold() -> None:
    chance, lock = Random(1), known().killers[1]
    drawn = [draw(known(), {}, chance) for _ in range(400)]
    assert len({tuple(m.id for m in d.members.values()) for d in drawn}) == 3 * 2 * 3
    locked = [draw(known(), {"killer": lock}, chance) for _ in range(100)]
    assert {d.members["killer"] for d in locked} == {lock}
    assert len({d.members["girl"] for d in locked}) == 3


def test_another_draw_is_another_cast() -> None:
    chance = Random(1)
    before = draw(known(), {}, chance)
    for _ in range(100):
        after = draw(known(), {}, chance, before)
        assert after != before
        before = after
    alone = {"killer": known().killers[0], "location": known().locations[0]}
    alone["girl"] = known().girls[0]
    only = draw(known(), alone, chance)
    assert draw(known(), alone, chance, only) == only


def test_films_can_be_left_out() -> None:
    assert narrowed(known(), []) == known()
    left = narrowed(known(), ["one"])
    assert {m.film for m in (*left.killers, *left.locations, *left.girls)} == {"one"}
    assert len(narrowed(known(), ["two", "one"]).killers) == 3
    with pytest.raises(LibraryError, match="did you mean 'three'"):
        narrowed(known(), ["thre"])
    with pytest.raises(LibraryError, match="have no Final Girl"):
        narrowed(known(), ["two"])
