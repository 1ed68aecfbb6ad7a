"""Plain facts of the box that films, cases and screens share."""

from __future__ import annotations

from typing import Final

ROLES: Final = ("killer", "location", "girl")
"""Whose boards make a cast (COMP-1): Killer, Location, Final Girl."""
FILM_MAX: Final = 1 << 20
"""Most bytes of a film."""
PHASES: Final = ("setup", "action", "planning", "killer", "panic", "upkeep")
"""The phases of a turn by their numbers in the rulebook (TURN-1); 0 is setup."""
BLACK: Final = 1
WHITE: Final = 2
TOKENS: Final = {BLACK: "black", WHITE: "white"}
"""Marks of a piece with a Final Health token (COMP-5)."""
START_TIME: Final = 6
START_TIME_EXTREME: Final = 5
"""Where Time starts on each side of the board (SET-9)."""
ZONES: Final = (
    "terror_deck",
    "event_deck",
    "finale_deck",
    "dark_deck",
    "setup_deck",
    "terror_discard",
    "event_discard",
    "item_discard",
    "discarded_zone",
    "hands_zone",
    "backpack_zone",
    "searched",
    "kept_items",
    "minors_zone",
    "lasting_zone",
    "finale_zone",
    "dark_zone",
    "setup_zone",
    "out_of_game",
)
"""Zones of cards, numbered from 1; the Item decks and those of the film follow."""
HELD: Final = {"hands": "hands_zone", "backpack": "backpack_zone"}
"""Where Items of the Final Girl lie (ITEM-1): what views and cases call a zone, and its name."""
IN_PLAY: Final = {
    "setup": "setup_zone",
    "finale_up": "finale_zone",
    "dark_power": "dark_zone",
    "minors": "minors_zone",
    "lasting": "lasting_zone",
}
"""Cards that lie face up and hold, in the same way."""
DECKS: Final = {
    "terror": "terror_deck",
    "events": "event_deck",
    "finale": "finale_deck",
    "dark": "dark_deck",
}
"""The decks but for those of Items, in the same way."""
