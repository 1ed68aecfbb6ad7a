"""Recorded games: every question, what is legal, what is refused and why, the log.

``python -m tests.conformance.playthroughs`` writes all of them anew, with names only those.
A test plays them again and compares; whoever changes a rule reads in the diff what it did.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random

from nightreel.record.log import Log, clear
from nightreel.table.state import Options, State, new_initial_state
from nightreel.table.wording import (
    action_texts,
    plain_text,
    question_text,
    read_log,
    refusals,
    why_not,
)
from tests.conformance import casts

FOLDER = Path(__file__).parent / "playthroughs"
DULL = ("Discard", "End the Action phase", "Done", "Play no card")
QUESTIONS = 160
"""A game that goes on longer stops here."""


@dataclass(frozen=True)
class Playthrough:
    """How a recorded game is played: random answers, the game's own chance."""

    name: str
    seed: int
    options: Options

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.txt"

    def lines(self) -> Iterator[str]:
        """The game, line by line."""
        program = casts.program(self.name)
        chosen = [f.name for f in fields(Options) if getattr(self.options, f.name)]
        yield f"cast: {program.title}"
        yield f"seed: {self.seed}"
        yield f"options: {', '.join(chosen) or 'none'}"
        yield "--"
        log = Log()
        state = new_initial_state(program, self.seed, self.options, explicit_chance=True, log=log)
        yield from logged(state, log)
        dice = Random(self.seed)
        questions = 0
        while not state.is_terminal() and questions < QUESTIONS:
            if state.is_chance_node():
                action = state.drawn_outcome()
                yield f"~ {state.stream()}: {plain_text(state, action)}"
            else:
                questions += 1
                action = choice(state, dice)
                yield from asked(state, action)
            clear(log)
            state.apply_action(action, log)
            yield from logged(state, log)
        yield question_text(state) if state.is_terminal() else "The game goes on."

    def text(self) -> str:
        """The game as its file holds it."""
        return "\n".join(self.lines()) + "\n"


def choice(state: State, dice: Random) -> int:
    """A random answer; of three tries the first that gets the game on, if one does."""
    texts = list(action_texts(state).items())
    tries = [texts[int(dice.random() * len(texts))] for _ in range(3)]
    lively = [action for action, text in tries if not text.startswith(DULL)]
    return lively[0] if lively else tries[0][0]


def asked(state: State, chosen: int) -> Iterator[str]:
    """A question: legal answers, the chosen one with a star, refused ones with the reason."""
    yield f"? {question_text(state)}"
    for action, text in action_texts(state).items():
        yield f"  {'*' if action == chosen else ' '} {text}"
    for action, text in refusals(state).items():
        yield f"  x {text}: {why_not(state, action)}"


def logged(state: State, log: list[int]) -> Iterator[str]:
    """What happened, with rule ids."""
    for entry in read_log(state, log):
        yield f"> {entry.text} [{', '.join(entry.rules)}]"


TINY = ("01_veils", "03_replacing", "04_puppets", "08_hidden", "09_offers", "12_economy")
OPTIONS = (
    Options(),
    Options(infinite_evil=True, epic=True),
    Options(extreme=True),
    Options(ask_single=True),
)


def playthroughs() -> list[Playthrough]:
    """Every cast of the shipped films, the small film, and some tiny ones."""
    names = (*casts.SHIPPED_NAMES, "small", *TINY)
    return [Playthrough(name, 7000 + n, OPTIONS[n % len(OPTIONS)]) for n, name in enumerate(names)]


def main(wanted: list[str]) -> int:
    """Write playthroughs anew; of casts that are gone they are removed."""
    known = playthroughs()
    unknown = set(wanted) - {p.name for p in known}
    if unknown:
        print(f"no playthroughs: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.txt")) - {p.path for p in known}:
        path.unlink()
    for playthrough in known:
        if not wanted or playthrough.name in wanted:
            playthrough.path.write_text(playthrough.text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
