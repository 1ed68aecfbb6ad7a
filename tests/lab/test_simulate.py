"""Many games: the same arguments give the same tally, in both modes and any number of processes."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.source import read_file
from nightreel.lab import bench, simulate
from nightreel.lab.runner import Runner, weights
from nightreel.machine import bulk
from nightreel.reel.program import Program
from nightreel.table.state import Options, new_initial_state

SMALL = Path(__file__).parent.parent / "data" / "small.yaml"


@pytest.fixture(scope="module")
def program() -> Program:
    """The small film."""
    film = read_file(SMALL)
    return assemble(Cast(film["killer"], film["location"], film["girls"][0]))


def arguments(*words: str) -> Namespace:
    """Parsed arguments of the command."""
    parser = ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(words)


def test_compiled_and_interpreted_games_are_the_same(program: Program) -> None:
    fast, slow = Runner(program), Runner(program, fast=False)
    for seed in range(5):
        assert fast.play(seed) == slow.play(seed)
    assert list(fast.counts) == list(slow.counts)


def test_every_game_ends_with_a_count(program: Program) -> None:
    tally = simulate.simulate(program, "random", 50, 7)
    assert tally.games == 50
    assert 0 <= tally.wins <= 50
    assert tally.turns >= 50
    assert tally.decisions > tally.turns


def test_two_processes_give_the_same_tally(program: Program) -> None:
    alone = simulate.simulate(program, "random", 450, 1)
    assert simulate.simulate(program, "random", 450, 1, jobs=2) == alone


def test_other_seeds_give_other_games(program: Program) -> None:
    assert simulate.simulate(program, "random", 40, 1) != simulate.simulate(
        program, "random", 40, 1000
    )


def test_a_runner_knows_the_options(program: Program) -> None:
    hard = Runner(program, Options(extreme=True))
    record = hard.record(1)
    assert record[:] is not None
    assert hard.play(1) != Runner(program).play(1) or hard.play(2) != Runner(program).play(2)


def test_the_sampler_plays_the_same_in_both_modes(program: Program) -> None:
    fast = Runner(program, playouts=2).play(3, "sampler")
    assert Runner(program, fast=False, playouts=2).play(3, "sampler") == fast


def test_the_sampler_lives_longer_than_chance(program: Program) -> None:
    chance = simulate.simulate(program, "random", 12, 1)
    careful = simulate.simulate(program, "sampler", 12, 1, playouts=12)
    assert careful.turns > chance.turns


def test_sampling_leaves_the_game_alone(program: Program) -> None:
    runner = Runner(program, fast=False, playouts=2)
    state = new_initial_state(program, 5)
    record = state.words.tolist()
    runner.machine.run(record, *runner.buffers(), -1, 3)
    before = list(record)
    answer = runner.machine.sample(
        record,
        *runner.buffers(),
        runner.dice(1),
        runner.counts,
        runner.copy,
        runner.totals,
        runner.weights,
        2,
    )
    assert record == before
    assert answer in state.legal_actions()


def test_a_victory_outweighs_progress(program: Program) -> None:
    record = new_initial_state(program, 1).words.tolist()
    record[program.states["count_dealt"].address] = 2
    lost = bulk.value(record, weights(program))
    from nightreel.record import layout

    record[layout.RESULT] = layout.VICTORY
    assert bulk.value(record, weights(program)) - lost == weights(program)[0]


def test_json_holds_the_figures(program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.run(arguments("--games", "20", "--json"), program, Options()) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 20
    assert set(figures) == {
        "games",
        "wins",
        "decisions",
        "turns",
        "seconds",
        "games_per_second",
        "decisions_per_second",
    }


@pytest.mark.parametrize("wrong", [("--games", "0"), ("--jobs", "0"), ("--playouts", "-1")])
def test_a_wrong_number_is_one_message(
    program: Program, wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate.run(arguments(*wrong), program, Options()) == 2
    error = capsys.readouterr().err
    assert wrong[0] in error
    assert len(error.splitlines()) == 1


def test_bench_measures_what_has_a_budget(program: Program) -> None:
    figures = bench.speed(program, Options(), True, 20)
    figures.update(bench.speed(program, Options(), False, 1))
    figures.update(bench.table_times(program, Options()))
    compiled = figures["compiled_decisions_per_second"]
    assert compiled > figures["interpreted_decisions_per_second"] > 0
    assert figures["operations_per_decision"] > 10
    assert figures["record_bytes"] == 8192
    known = set(figures) | {
        "first_prompt_seconds",
        "compile_seconds",
        "load_seconds",
        "two_processes_ratio",
    }
    assert set(bench.BUDGETS) <= known
    assert "compiled decisions per second" in bench.in_words("Title", figures)
