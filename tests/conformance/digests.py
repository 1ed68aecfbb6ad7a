"""What a game comes to, as a digest: two processes must say the same.

``python -m tests.conformance.digests NAME...`` compiles casts anew, plays them, and prints.
"""

from __future__ import annotations

import hashlib
import json
import sys
from random import Random

from nightreel.lab.runner import Runner
from nightreel.record.log import Log, clear
from nightreel.reel.program import Program
from nightreel.table.state import Options, State, new_initial_state
from nightreel.table.wording import action_texts, question_text, read_log
from tests.conformance import casts

SEEDS = (1, 2)
ANSWERS = 150


def game_digest(program: Program, seed: int, options: Options) -> str:
    """The digest of a random game: every record, every word of questions and log."""
    digest = hashlib.sha256()
    log = Log()
    state = new_initial_state(program, seed, options, explicit_chance=True, log=log)
    note(digest, state, log)
    dice = Random(seed)
    for _ in range(ANSWERS):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        action = legal[int(dice.random() * len(legal))]
        if state.is_chance_node():
            action = state.drawn_outcome()
        clear(log)
        state.apply_action(action, log)
        note(digest, state, log)
    return digest.hexdigest()


def note(digest: hashlib._Hash, state: State, log: list[int]) -> None:
    """Take a state and what was logged into the digest."""
    digest.update(state.serialize())
    digest.update(question_text(state).encode())
    if not state.is_terminal():
        digest.update(json.dumps(sorted(action_texts(state).items())).encode())
    digest.update(json.dumps([[e.text, *e.rules] for e in read_log(state, log)]).encode())


def bulk_digest(program: Program, fast: bool) -> str:
    """The digest of a whole random game in bulk."""
    runner = Runner(program, fast=fast)
    records = runner.records(SEEDS[:1])
    runner.play_random(records)
    words = [int(word) for word in records[0]]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()


def digests(name: str, anew: bool) -> dict[str, str]:
    """All digests of a cast; ``anew``: compiled here and now."""
    film = casts.films()[name].film
    assert film is not None
    program = casts.compiled(film) if anew else casts.program(name)
    games = {
        f"seed {seed}": game_digest(program, seed, Options(infinite_evil=seed % 2 == 0))
        for seed in SEEDS
    }
    return {"program": program.digest, **games, "bulk": bulk_digest(program, fast=anew)}


if __name__ == "__main__":
    print(json.dumps({name: digests(name, anew=True) for name in sys.argv[1:]}))
