"""The prints of the panels of a table: for each, all that it shows, as short as can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from nightreel.table.view import View
from nightreel.web.kept.models import GameRow
from nightreel.web.playing.board import Board
from nightreel.web.playing.parts import print_of

Numbers: TypeAlias = list[tuple[Any, ...]]
CARDS: Final = ("number", "markers")
"""What tells cards of one cast from others."""
ACTS: Final = ("number", "count")
"""The same of Action cards."""


def prints_of(game: GameRow, v: View, board: Board) -> dict[str, str]:
    """The prints of panels and of what is in them, by their ids."""
    shown = {**_killer(v), **_girl(v), **_map(board), **_decks(v)}
    shown["status"] = [
        game.practice,
        v["turn"],
        v["phase"],
        v["tracks"]["time"],
        shown["girl-health"],
    ]
    shown["status"] += shown["killer-health"]
    for row in ("hand", "tableau"):
        shown[row] = [_numbers(v[row], ACTS)]
    return {id_: print_of(game.program, *parts) for id_, parts in shown.items()}


def _numbers(cards: Iterable[View], names: Iterable[str]) -> Numbers:
    return [tuple(card[name] for name in names) for card in cards]


def _killer(v: View) -> dict[str, list[object]]:
    played, decks = v["in_play"], v["decks"]
    health = [_numbers(v["killers"], ("title", "health", "max_health"))]
    cards = [_numbers(played[zone], CARDS) for zone in ("dark_power", "minors", "finale_up")]
    powers = [cards, decks["dark"]["count"], decks["finale"]["count"]]
    track = [v["tracks"]["bloodlust"]]
    return {
        "killer-health": health,
        "bloodlust": track,
        "powers": powers,
        "killer": [*health, *track, *powers],
    }


def _girl(v: View) -> dict[str, list[object]]:
    girl, tracks = v["girl"], v["tracks"]
    horror = [tracks["horror"], tracks["horror_track"]]
    health = [girl["health"], v["victims"], *horror]
    slots = [(slot["covered"], slot["waiting"]) for slot in girl["slots"]]
    rewards = [slots, girl["back_waiting"], girl["flipped"]]
    held = [_numbers(cards, CARDS) for cards in v["items"].values()]
    return {
        "girl-health": health,
        "horror": horror,
        "rewards": rewards,
        "held": held,
        "girl": [*health, *rewards, *held],
    }


def _map(board: Board) -> dict[str, list[object]]:
    ground = [(s["number"], s["exit"], s["deck"] is None) for s in board.spaces]
    decks = [s["deck"]["count"] if s["deck"] else 0 for s in board.spaces]
    shut = sorted(board.shut)
    return {
        "ground": [ground],
        "shut": [shut],
        "still": [ground, shut],
        "decks-here": [decks],
        "pieces": [board.pieces, board.crowds],
        "spaces": [place.print for place in board.places],
    }


def _decks(v: View) -> dict[str, list[object]]:
    cards = {zone: [_numbers(v["in_play"][zone], CARDS)] for zone in ("lasting", "setup")}
    piles = [v["decks"], v["piles"], v["film_zones"], _numbers(v["discard"], ACTS)]
    in_play = {f"in-play-{zone}": found for zone, found in cards.items()}
    return {**in_play, "decks": [*piles, *cards.values()]}
