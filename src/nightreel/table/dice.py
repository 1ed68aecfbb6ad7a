"""The dice that the Final Girl rolled, beside what was to be expected of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

from nightreel.table.state import State
from nightreel.translation import gettext, ngettext, put

FACES: Final = 6
SUCCESS: Final = 5
"""The lowest face that is a success by itself (ROLL-3)."""
PARTIAL: Final = 3
"""The lowest face that is a success while 3s and 4s are (ROLL-3)."""
SHARE: Final = (FACES - SUCCESS + 1) / FACES
"""How many of all dice show a success, if dice are fair."""
HORROR: Final = "horror"
"""The source of chance of her dice."""
RARE: Final = 0.05
"""A chance below which dice are called unusual."""


def face_of(state: State, action: int) -> int:
    """The face of her die that an outcome of chance shows; 0 when no die of hers is rolled."""
    if not state.is_chance_node() or state.stream() != HORROR:
        return 0
    return action if 1 <= action <= FACES else 0


@dataclass(frozen=True)
class Dice:
    """How often her dice showed each face, re-rolled dice among them."""

    faces: tuple[int, ...] = (0,) * FACES
    """How many ones, twos, ... sixes."""

    @classmethod
    def of(cls, shown: Iterable[int]) -> Dice:
        """The dice that showed these faces; a 0 is no die."""
        seen = list(shown)
        return cls(tuple(seen.count(face) for face in range(1, FACES + 1)))

    def __add__(self, other: Dice) -> Dice:
        return Dice(tuple(a + b for a, b in zip(self.faces, other.faces, strict=True)))

    @property
    def count(self) -> int:
        """How many dice."""
        return sum(self.faces)

    @property
    def successes(self) -> int:
        """How many showed a success, before any were turned into one (ROLL-3)."""
        return sum(self.faces[SUCCESS - 1 :])

    @property
    def expected(self) -> float:
        """How many successes so many fair dice show on average."""
        return self.count * SHARE

    @property
    def deviation(self) -> float:
        """By how much the successes of so many fair dice usually differ from that."""
        return math.sqrt(self.count * SHARE * (1 - SHARE))

    @cached_property
    def chance(self) -> float:
        """How often fair dice are as far from expectation as these, or farther, on this side."""
        n, k = self.count, self.successes
        farther = range(k + 1) if k < self.expected else range(k, n + 1)
        return min(math.fsum(_share_of(n, i) for i in farther), 1.0)

    def told(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            **asdict(self),
            "dice": self.count,
            "successes": self.successes,
            "expected": round(self.expected, 2),
            "deviation": round(self.deviation, 2),
            "chance": round(self.chance, 4),
        }


def _share_of(n: int, k: int) -> float:
    """How often exactly ``k`` of ``n`` fair dice are successes."""
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(ways + k * math.log(SHARE) + (n - k) * math.log(1 - SHARE))


def dice_lines(dice: Dice) -> list[str]:
    """The dice in words: faces, successes beside those expected, and what that is worth."""
    if not dice.count:
        return [gettext("She rolled no dice.")]
    faces = ", ".join(f"{face}: {n}" for face, n in enumerate(dice.faces, start=1))
    dice_told = ngettext("1 die", "{n} dice", dice.count)
    text = gettext("She rolled {dice} ({faces}).")
    lines = [put(text, dice=dice_told, faces=faces)]
    text = gettext(
        "Successes rolled: {successes}; fair dice show {expected} on average, give or take {more}."
    )
    expected, more = f"{dice.expected:.1f}", f"{dice.deviation:.1f}"
    lines.append(put(text, successes=dice.successes, expected=expected, more=more))
    return [*lines, verdict(dice)]


def verdict(dice: Dice) -> str:
    """What successes beside expectation are worth: an honest sentence."""
    few = dice.successes < dice.expected
    share = f"{100 * dice.chance:.2g}" if dice.chance < RARE else f"{100 * dice.chance:.0f}"
    if few:
        text = gettext("So few or fewer come up {share} times in 100 with fair dice: {word}.")
    else:
        text = gettext("So many or more come up {share} times in 100 with fair dice: {word}.")
    word = _word(few) if dice.chance < RARE else gettext("nothing unusual")
    return put(text, share=share, word=word)


def _word(few: bool) -> str:
    return gettext("rare bad luck") if few else gettext("rare good luck")
