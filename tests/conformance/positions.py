"""The positions of perft.yaml and the numbers of perft.txt.

``python -m tests.conformance.positions`` counts all lines anew and writes perft.txt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from nightreel.films.source import Fields, read_file
from nightreel.lab.perft import perft
from nightreel.table.position import set_up
from nightreel.table.state import Options, State, begin, new_initial_state
from tests.conformance import casts

FILE = Path(__file__).parent / "perft.yaml"
NUMBERS = Path(__file__).parent / "perft.txt"
MOST = 400_000
"""Lines of the deepest count of a position, about."""
DEPTHS = 12


@dataclass(frozen=True)
class Position:
    """A position by its name."""

    id: str
    cast: str
    data: Fields

    def options(self) -> Options:
        """The options of the game."""
        return Options(**{str(k): bool(v) for k, v in (self.data.get("options") or {}).items()})

    def state(self) -> State:
        """The state at its first question, chance asked explicitly."""
        program = casts.program(self.cast)
        if "position" in self.data:
            record = set_up(program, self.data["position"], self.options())
            return begin(program, record, explicit_chance=True)
        state = new_initial_state(program, int(self.data["seed"]), self.options(), True)
        dice = Random(int(self.data["seed"]))
        for _ in range(int(self.data["answers"])):
            legal = state.legal_actions()
            assert legal, f"{self.id}: the game is over before so many answers"
            state.apply_action(legal[int(dice.random() * len(legal))])
        return state


@cache
def positions() -> dict[str, Position]:
    """All positions."""
    listed = read_file(FILE)["positions"]
    return {str(p["id"]): Position(str(p["id"]), str(p["cast"]), p) for p in listed}


@cache
def numbers() -> dict[tuple[str, int], int]:
    """The count of each position and depth."""
    found: dict[tuple[str, int], int] = {}
    for line in NUMBERS.read_text(encoding="utf-8").splitlines():
        name, depth, count = line.split()
        found[name, int(depth)] = int(count)
    return found


def counted() -> str:
    """All numbers, counted now."""
    lines = []
    for position in positions().values():
        state = position.state()
        for depth in range(1, DEPTHS + 1):
            count = perft(state, depth, fast=True)
            lines.append(f"{position.id} {depth} {count}\n")
            if count > MOST / 8:
                break
    return "".join(lines)


if __name__ == "__main__":
    NUMBERS.write_text(counted(), encoding="utf-8")
