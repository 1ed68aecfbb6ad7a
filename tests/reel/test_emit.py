"""The code that is written for a jump over a jump."""

from __future__ import annotations

import pytest

from nightreel.machine.table import BY_NUMBER, OPERATIONS
from nightreel.reel.emit import OPPOSITES, Emitter, Label

WAY = "give_back"


def names(code: list[int]) -> list[str]:
    """The operations of a code."""
    found, at = [], 0
    while at < len(code):
        found.append(BY_NUMBER[code[at]].name)
        at += BY_NUMBER[code[at]].size
    return found


class Jumps:
    """``unless a: near; jump far; near: ...; far: ...`` with labels of choice."""

    def __init__(self, name: str, between: bool = False, also: bool = False) -> None:
        """``between``: a label before the second jump; ``also``: one more label behind it."""
        self.out, near, far = Emitter(), Label(), Label()
        self.between, self.also = Label(), Label()
        words = len(OPERATIONS[name].inline) - 1
        self.out.emit(name, *[0] * words, near)
        if between:
            self.out.here(self.between)
        self.out.emit("jump", far)
        if also:
            self.out.here(self.also)
        self.out.here(near)
        self.out.emit(WAY, 0)
        self.out.here(far)
        self.out.emit(WAY, 1)
        self.near, self.far = near.at, far.at
        self.code = self.out.finished()


@pytest.mark.parametrize("name", sorted(OPPOSITES))
def test_a_jump_over_a_jump_becomes_its_opposite(name: str) -> None:
    jumps = Jumps(name)
    assert names(jumps.code) == [OPPOSITES[name], WAY, WAY]
    size = OPERATIONS[name].size
    assert jumps.code[size - 1] == jumps.far == size + 2
    assert jumps.near == size


def test_a_jump_that_others_lead_to_stays() -> None:
    jumps = Jumps("jump_if", between=True)
    assert names(jumps.code) == ["jump_if", "jump", WAY, WAY]
    assert jumps.between.at == OPERATIONS["jump_if"].size


def test_a_jump_behind_which_others_lead_stays() -> None:
    jumps = Jumps("jump_if", also=True)
    assert names(jumps.code) == ["jump_if", "jump", WAY, WAY]
    assert jumps.also.at == jumps.near


def test_a_jump_without_an_opposite_stays() -> None:
    assert names(Jumps("unless_active").code) == ["unless_active", "jump", WAY, WAY]
