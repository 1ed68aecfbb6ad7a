"""A cast whose films do not go together is not drawn when another one does."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.films.library import Casts, Member, casts
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.program import Program
from nightreel.table import draw as drawing
from nightreel.table.draw import Draw, fitting
from nightreel.table.unfit import unfit

UNFIT = Member("unfit", "Unfit", "odd", "Odd")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Casts:
    """The casts of the film that comes with the game, and a Killer who plays nowhere."""
    load = Draw.load

    def unless_unfit(cast: Draw) -> Program:
        if cast.members["killer"] is UNFIT:
            raise SourceError(Where("odd.yaml", 3, 1), "unknown name 'attic'")
        return load(cast)

    monkeypatch.setattr(drawing.Draw, "load", unless_unfit)
    there = casts()
    return Casts((UNFIT, *there.of("killer")), there.of("location"), there.of("girl"), ())


def test_another_cast_is_drawn(known: Casts) -> None:
    for seed in range(6):
        assert "The Sexton" in fitting(known, {}, Random(seed)).title


def test_whoever_is_fixed_and_does_not_fit_is_told(known: Casts) -> None:
    with pytest.raises(SourceError, match="attic"):
        fitting(known, {"killer": UNFIT}, Random(1))


def test_who_was_drawn_before_stays_when_nobody_else_fits(known: Casts) -> None:
    fixed = {"location": known.locations[0], "girl": known.girls[0]}
    before = Draw({"killer": known.killer("sexton"), **fixed})
    for seed in range(6):
        assert fitting(known, fixed, Random(seed), before) == before


def test_who_does_not_fit_is_told_with_who_would_do(known: Casts) -> None:
    cast = {"killer": UNFIT, "location": known.locations[0], "girl": known.girls[0]}
    found = unfit(known, cast, Random(1))
    assert found.who == list(cast.values())
    assert [(other.role, other.member.id) for other in found.others] == [("killer", "sexton")]
    assert str(found) == (
        "Unfit does not go together with Camp Sallow and Odile Marsh. "
        "These would: The Sexton instead of Unfit."
    )
