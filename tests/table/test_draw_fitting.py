"""A cast whose films do not go together is not drawn when another one does."""

from __future__ import annotations

from random import Random

import pytest

from nightreel.films.library import Casts, Member, casts
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.program import Program
from nightreel.table import draw as drawing
from nightreel.table.draw import Draw, loaded

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
        assert "The Sexton" in loaded(known, {}, Random(seed)).title


def test_whoever_is_fixed_and_does_not_fit_is_told(known: Casts) -> None:
    with pytest.raises(SourceError, match="attic"):
        loaded(known, {"killer": UNFIT}, Random(1))
