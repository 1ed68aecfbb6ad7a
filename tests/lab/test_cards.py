"""Figures of cards: what is counted of a game, and what stands out of many."""

from __future__ import annotations

import json

import pytest

from nightreel.films.library import load_program
from nightreel.lab import cards, simulate, watch
from nightreel.lab.runner import Runner
from nightreel.lab.watch import Sighting, Watcher
from nightreel.reel.program import Program
from nightreel.table.cause import DEATHS, STRUCK, cause_text
from nightreel.table.rules import rules
from nightreel.table.state import Options
from tests import small
from tests.lab.test_simulate import arguments


@pytest.fixture(scope="module")
def program() -> Program:
    """The small film."""
    return small.program()


@pytest.fixture(scope="module")
def first_film() -> Program:
    """The first film with Odile."""
    return load_program("sexton", "camp_sallow", "odile")


def seen(won: bool, *used: int) -> Sighting:
    """A game in which some cards were used."""
    return Sighting(won, 9, STRUCK, used={("card", number) for number in used})


def test_the_random_player_gives_the_answers_of_games_in_bulk(first_film: Program) -> None:
    runner, watcher = Runner(first_film), Watcher(first_film)
    outcomes = runner.play_all(range(5))
    for seed, outcome in enumerate(outcomes):
        answers = runner.answers(seed, "random")
        sighting = watcher.watch(runner.record(seed), answers)
        assert len(answers) == outcome.decisions
        assert (sighting.won, sighting.turns) == (outcome.won, outcome.turns)


def test_a_watched_game_is_the_one_that_the_sampler_played(first_film: Program) -> None:
    runner, watcher = Runner(first_film, playouts=4), Watcher(first_film)
    outcome = runner.play(3, "sampler")
    sighting = watcher.watch(runner.record(3), runner.answers(3, "sampler"))
    assert (sighting.won, sighting.turns) == (outcome.won, outcome.turns)
    assert (sighting.cause in DEATHS) == (not outcome.won)
    assert cause_text(sighting.cause)


def test_both_machines_watch_alike(first_film: Program) -> None:
    runner = Runner(first_film)
    answers = runner.answers(2, "random")
    slow = Watcher(first_film, fast=False).watch(Runner(first_film, fast=False).record(2), answers)
    assert Watcher(first_film).watch(runner.record(2), answers) == slow


def test_everything_is_seen_of_many_games(first_film: Program) -> None:
    """Ten Terror cards at most; what is used was gained before; one Setup card a game."""
    runner, watcher = Runner(first_film), Watcher(first_film)
    types = {number: card["type"] for number, card in enumerate(first_film.facts["cards"], 1)}
    start = {number for number, act in enumerate(first_film.facts["acts"], 1) if act["cost"] == 0}
    used = set()
    for seed in range(60):
        one = watcher.watch(runner.record(seed), runner.answers(seed, "random"))
        drawn = [types[number] for type_, number in one.drawn if type_ == "card"]
        assert drawn.count("setup") == 1
        assert drawn.count("event") >= 1
        assert drawn.count("terror") <= min(one.turns + 3, 10)
        assert drawn.count("finale") <= 1
        assert {thing for thing in one.used if thing[0] == "card"} <= one.gained | {
            ("card", number) for number, type_ in types.items() if type_ == "event"
        }
        acts = {number for type_, number in one.used if type_ == "act"}
        assert acts <= start | {number for type_, number in one.gained if type_ == "act"}
        used |= one.used
    assert {type_ for type_, _ in used} == {"card", "act", "ability"}


def test_two_processes_count_the_same(program: Program) -> None:
    def tally(jobs: int) -> cards.CardTally:
        run = simulate.Run("random", 450, 1, jobs=jobs)
        return simulate.gather(cards.CardTally(), cards.watch_range, program, run)

    assert tally(2) == tally(1)


def test_games_with_and_without_a_card_are_all_games(program: Program) -> None:
    run = simulate.Run("random", 40, 1)
    tally = simulate.gather(cards.CardTally(), cards.watch_range, program, run)
    figures = cards.report(program, tally)
    assert sum(figures["turns"]["games"].values()) == 40
    assert sum(figures["causes"].values()) == 40
    for row in figures["cards"]:
        assert row["with"]["games"] + row["without"]["games"] == 40
        assert row["with"]["won"] + row["without"]["won"] == figures["wins"]["won"]


def test_what_never_came_up_and_what_decides_stand_out() -> None:
    tally = cards.CardTally()
    for game in range(100):
        tally.count(seen(game % 2 == 0, *([1] if game % 2 == 0 else []), 2))
    decides = cards.row_of(tally, ("card", 1), "one", "One", "item")
    always = cards.row_of(tally, ("card", 2), "two", "Two", "item")
    absent = cards.row_of(tally, ("card", 3), "three", "Three", "item")
    assert "decisive" in decides["remarks"]
    assert "decisive" not in always["remarks"]
    assert "never_used" not in always["remarks"]
    assert absent["remarks"] == ["never_drawn", "never_gained", "never_used"]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (500, 1000, 0.4691, 0.5309)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert cards.interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_the_command_tells_figures_in_words_and_as_json(
    program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate.run(arguments("--cards", "--games", "20"), program, Options()) == 0
    words = capsys.readouterr().out
    assert "20 games" in words
    assert "Walk" in words
    assert simulate.run(arguments("--cards", "--games", "20", "--json"), program, Options()) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 20
    walk = next(row for row in figures["cards"] if row["id"] == "walk")
    assert walk["used"] == walk["with"]["games"] > 0


def test_what_is_watched_for_is_in_the_rulebook(first_film: Program) -> None:
    """A rule or its id that goes by another name would go by unseen."""
    assert rules().keys() >= watch.DRAWN | watch.GAINED | watch.PLAYED | watch.HELD
    assert {routine.name for routine in first_film.routines} >= watch.ARMING
