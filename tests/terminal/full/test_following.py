"""The Killer phase that is followed: every step shows the table of its moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from nightreel.films.box import PHASES
from nightreel.films.library import load_program
from nightreel.record import layout as L
from nightreel.table.following import Beat, Following, beats_of
from nightreel.table.game import Game
from nightreel.terminal.full.beats import story_so_far
from nightreel.terminal.full.lines import plain

TOLD = {
    r"Bloodlust rises to (\d+)": "bloodlust",
    r"Horror Level (\d+)": "horror",
    r"Time (?:rises|falls) by \d+ to (-?\d+)": "time",
    r"Turn (\d+)\.": "turn",
}
"""Sentences that tell what a state of the rulebook is from now on."""
HEALTH = re.compile(r"The Final Girl (?:takes \d+ damage: (\d+) health|recovers \d+ health: (\d+))")

KILLER, PANIC = PHASES.index("killer"), PHASES.index("panic")


def told(beat: Beat, name: str) -> int:
    """A state of the rulebook at a beat."""
    return load_program("sexton", "camp_sallow", "odile").value(beat.record, name)


def followed(seed: int) -> Iterator[list[Beat]]:
    """The beats of every answer of a random game."""
    game, chance = Game(load_program("sexton", "camp_sallow", "odile"), seed), Random(seed)
    while not game.over:
        before = len(game.steps)
        game.answer(chance.choice(game.state.legal_actions()))
        earlier = [entry for step in game.steps[:before] for entry in step.log]
        yield beats_of(game.program, game.steps[before:], earlier)


def test_every_step_shows_tracks_and_health_of_its_moment() -> None:
    """A sentence that tells a number stands beside the table with that number (KATK-5, BLOOD-1)."""
    seen: set[str] = set()
    for beat in (beat for seed in range(2) for beats in followed(seed) for beat in beats):
        for pattern, state in TOLD.items():
            if found := re.match(pattern, beat.entry.text):
                assert told(beat, state) == int(found[1])
                seen.add(state)
        if found := HEALTH.match(beat.entry.text):
            assert beat.record[L.HEALTH + L.GIRL] == int(found[1] or found[2])
            seen.add("health")
    assert {"bloodlust", "horror", "turn", "health"} <= seen


def test_nothing_is_shown_before_it_is_told() -> None:
    """Bloodlust comes with its sentence, not with the end of the phase."""
    rows = 0
    for beats in followed(2):
        for one, next_one in pairwise(beats):
            if next_one.entry.text.startswith("Bloodlust rises"):
                rows += 1
                assert told(one, "bloodlust") == told(next_one, "bloodlust") - 1
    assert rows


def test_the_text_of_a_card_stands_once() -> None:
    """Its sentence tells it, so that no line above it has to."""
    cards = 0
    for beats in followed(1):
        if not beats:
            continue
        lines = [plain(text) for text in story_so_far(Following(beats, len(beats) - 1))]
        for beat in beats:
            if beat.tells_source and beat.source:
                said = beat.source.partition(": ")[2]
                assert sum(said in text for text in lines) == 1
                cards += 1
    assert cards


def test_a_card_that_asks_is_still_named_when_it_goes_on() -> None:
    asked = 0
    for beats in (beats for seed in range(3) for beats in followed(seed)):
        if beats and told(beats[0], "phase") == KILLER and "KILL-1" not in beats[0].entry.rules:
            assert beats[0].source
            assert plain(story_so_far(Following(beats))[0]) == beats[0].source
            asked += 1
    assert asked


def test_no_card_is_named_when_its_phase_is_over() -> None:
    """Who panics afterwards, or a new turn, is not what the Terror card brought."""
    later = [
        beat
        for seed in range(3)
        for beats in followed(seed)
        for beat in beats
        if told(beat, "phase") == PANIC or "TURN-1" in beat.entry.rules
    ]
    assert {told(beat, "phase") for beat in later} > {PANIC}
    assert not any(beat.source for beat in later)
