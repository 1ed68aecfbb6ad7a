"""What the sampler takes a position to be worth: the result, and progress beside it."""

from __future__ import annotations

from typing import Final

from nightreel.record import layout as L
from nightreel.reel.program import Program

VICTORY_WORTH: Final = 1000
DEFEAT_WORTH: Final = -300
HORIZON: Final = 2
"""Turns that a random game of the sampler goes on: what lies behind is mostly noise."""
GIRL_HEALTH: Final = "girl.health"
PROGRESS: Final = {
    "count_dealt": 100,
    "saved_count": 90,
    "count_killed": -65,
    GIRL_HEALTH: 25,
    "horror": -8,
}
"""What progress is worth to the sampler beside the result, which few random games reach."""
ITEMS: Final = {"hands_zone": 60, "backpack_zone": 20}
"""What an Item in hand, and one in the backpack, is worth to it."""
STEP_WORTH: Final = -12
"""What it is worth to it for each step that a Victim is away from the next Exit space."""


def exit_spaces(program: Program) -> int:
    """The set of the Exit spaces."""
    spaces = enumerate(program.facts["map"]["spaces"], start=1)
    return sum(1 << number for number, space in spaces if "exit" in space["tags"])


def weights(program: Program) -> list[int]:
    """Worth of results, of progress and of Items, as the machine's ``sample`` takes them."""
    words = {name: info.address for name, info in program.states.items()}
    words[GIRL_HEALTH] = L.HEALTH + L.GIRL
    zones = {zone.name: number for number, zone in enumerate(program.things["zone"])}
    progress = [word for name, worth in PROGRESS.items() for word in (words[name], worth)]
    items = [word for name, worth in ITEMS.items() for word in (zones[name], worth)]
    result = [VICTORY_WORTH, DEFEAT_WORTH, words["turn"], HORIZON]
    away = [exit_spaces(program), STEP_WORTH]
    return [*result, *away, len(PROGRESS), *progress, len(ITEMS), *items]
