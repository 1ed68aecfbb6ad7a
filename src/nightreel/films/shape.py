"""The form of what screens read of a program: a program out of a file may hold anything there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from nightreel.films.box import ZONES
from nightreel.films.placing import FULL
from nightreel.record import layout as L
from nightreel.reel.plain import typed
from nightreel.reel.program import Program

Shape: TypeAlias = "type | Mapping[str, Shape] | Many | Named | Maybe"


@dataclass(frozen=True)
class Many:
    """A list of things of one form, ``count`` of them unless that is None."""

    of: Shape
    count: int | None = None


@dataclass(frozen=True)
class Named:
    """A mapping from any names to things of one form."""

    of: Shape


@dataclass(frozen=True)
class Maybe:
    """Something or nothing."""

    of: Shape


TYPES: Final = ("space", "way", "kind", "piece", "card", "act", "zone", "meter")
"""The types whose things every program names."""
STATES: Final = (
    *("turn", "phase", "actor", "time", "horror", "bloodlust", "final_effects"),
    *("dice", "rolling", "successes", "converted", "partials_now"),
    *("covered", "waiting", "waiting_back", "flipped", "killer_is_dead", "girl_is_dead"),
)
"""States of the rulebook that screens read."""
SAID: Final[Mapping[str, Shape]] = {
    "rules": Many(str),
    "abilities": Many({"window": str, "once": str, "text": str}),
}
HEAD: Final[Mapping[str, Shape]] = {"id": str, "title": str, "flavour": str}
ACT: Final[Mapping[str, Shape]] = {
    "title": str,
    "cost": int,
    "copies": int,
    "use": str,
    "lines": Named(str),
}
CARD: Final[Mapping[str, Shape]] = {
    **HEAD,
    **SAID,
    **dict.fromkeys(("type", "text", "action"), str),
    **dict.fromkeys(("hands", "uses", "minor"), int),
    "weapon": Maybe({"range": str, "damage": int}),
}
KIND: Final[Mapping[str, Shape]] = {
    **HEAD,
    **SAID,
    "class": str,
    **dict.fromkeys(("health", "attack", "move"), int),
}
ROW: Final[Mapping[str, Shape]] = {"attack": int, "move": int, "dark_power": bool, "text": str}
BOARDS: Final[Mapping[str, Shape]] = {
    "killer": {**HEAD, **SAID, "rows": Many(ROW), "final_effect": str, "action": str},
    "location": {**HEAD, **SAID},
    "girl": {
        **HEAD,
        **SAID,
        "health": int,
        "slots": Many(str),
        "back": str,
        "ultimate": {"title": str, **SAID},
    },
}
SPACE: Final[Mapping[str, Shape]] = {
    "tags": Many(str),
    "panic": Named(int),
    "deck": int,
    "at": Many(int, 2),
}
WAY: Final[Mapping[str, Shape]] = {"between": Many(int, 2)}
TELLING: Final[Mapping[str, Shape]] = {"called": str, "names": Named(str)}
"""What a telling has beside phrases for moments."""


def check_shape(program: Program) -> None:
    """See that facts and names of things are all there and fit each other.  Raises ValueError."""
    for type_ in TYPES:
        if not program.things.get(type_):
            raise ValueError(f"things: there is no {type_}")
    for name in STATES:
        if name not in program.states:
            raise ValueError(f"states: there is no {name}")
    if tuple(thing.name for thing in program.things["zone"][1 : len(ZONES) + 1]) != ZONES:
        raise ValueError("things: the zones are not those of the game")
    _check(program.facts, _facts(program), "facts")
    for name, board in program.facts["boards"].items():
        _check_telling(board.get("telling", {}), f"facts.boards.{name}.telling")
    _check_numbers(program)


def _facts(program: Program) -> Mapping[str, Shape]:
    """The form of the facts: as many as there are things."""
    number = {type_: len(program.things[type_]) - 1 for type_ in TYPES}
    look: Mapping[str, Shape] = {"look": Named(str)} if "look" in program.facts else {}
    return {
        **look,
        "map": {"spaces": Many(SPACE, number["space"]), "ways": Many(WAY)},
        "acts": Many(ACT, number["act"]),
        "cards": Many(CARD, number["card"]),
        "kinds": Many(KIND, number["kind"]),
        "boards": BOARDS,
        "constants": Named(int),
        "rows": Named(Many(int, 2)),
    }


def _check_telling(told: Any, where: str) -> None:
    """Names, and phrases for any moments."""
    typed(told, dict, where)
    _check(told, {name: TELLING.get(name, Many(str)) for name in told}, where)


def _check(value: Any, shape: Shape, where: str) -> None:
    if isinstance(shape, Maybe):
        if value is not None:
            _check(value, shape.of, where)
    elif isinstance(shape, Many):
        typed(value, list, where)
        if shape.count not in (None, len(value)):
            raise ValueError(f"{where}: {shape.count} are wanted, there are {len(value)}")
        for number, one in enumerate(value):
            _check(one, shape.of, f"{where}[{number}]")
    elif isinstance(shape, type):
        typed(value, shape, where)
    else:
        typed(value, dict, where)
        parts = dict.fromkeys(value, shape.of) if isinstance(shape, Named) else shape
        for name, part in parts.items():
            if name not in value:
                raise ValueError(f"{where}.{name} is missing")
            _check(value[name], part, f"{where}.{name}")


def _check_numbers(program: Program) -> None:
    """Numbers in the facts name things that there are, rows lie in the table."""
    for name in ("normal_track", "extreme_track"):
        if name not in program.facts["rows"]:
            raise ValueError(f"facts.rows.{name} is missing")
    zones, spaces = len(program.things["zone"]), len(program.things["space"])
    for space in program.facts["map"]["spaces"]:
        goals = space["panic"].values()
        if not 0 <= space["deck"] < min(zones, L.ZONES) or not all(0 <= g < spaces for g in goals):
            raise ValueError("facts.map: a deck or space is named that there is not")
        if not all(0 <= n <= FULL for n in space["at"]):
            raise ValueError("facts.map: a space lies beside the map")
    if not all(0 < end < spaces for way in program.facts["map"]["ways"] for end in way["between"]):
        raise ValueError("facts.map: a way leads where no space is")
    for name, (address, length) in program.facts["rows"].items():
        if address < 0 or length < 0 or address + length > len(program.table):
            raise ValueError(f"facts.rows.{name} leaves the table")
    kinds = program.table[L.T_PIECE_KIND : L.T_PIECE_KIND + L.PIECES]
    if max(kinds) >= len(program.things["kind"]):
        raise ValueError("a piece is of a kind that there is not")
