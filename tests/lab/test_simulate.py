"""Many games: the same arguments give the same tally, in both modes and any number of processes."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from nightreel.exits import BAD_INPUT
from nightreel.lab import bench, simulate, workers
from nightreel.lab.runner import Outcome, Runner
from nightreel.lab.worth import GIRL_HEALTH, ITEMS, PROGRESS, exit_spaces, weights
from nightreel.machine import board, bulk, modes
from nightreel.record import layout as L
from nightreel.reel.program import Program
from nightreel.table.state import Options, new_initial_state
from nightreel.terminal.cli import main
from tests import small


@pytest.fixture(scope="module")
def program() -> Program:
    """The small film."""
    return small.program()


def arguments(*words: str) -> Namespace:
    """Parsed arguments of the command."""
    parser = ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(words)


def test_every_game_ends_with_a_count(program: Program) -> None:
    tally = simulate.simulate(program, simulate.Run("random", 50, 7))
    assert tally.games == 50
    assert 0 <= tally.wins <= 50
    assert tally.turns >= 50
    assert tally.decisions > tally.turns


def test_two_processes_give_the_same_tally(program: Program) -> None:
    alone = simulate.simulate(program, simulate.Run("random", 450, 1))
    assert simulate.simulate(program, simulate.Run("random", 450, 1, jobs=2)) == alone


@pytest.mark.parametrize(("player", "needed"), [("random", "play_games"), ("sampler", "sample")])
def test_what_a_player_needs_is_compiled_before_the_clock_runs(
    player: str,
    needed: str,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is told, and no process compiles the same beside another one."""
    asked: list[str] = []
    played: list[str] = []
    real = Runner.play

    def play(runner: Runner, seed: int, player: str = "random") -> Outcome:
        played.append(player)
        return real(runner, seed, player)

    def nothing_is_ready(name: str) -> bool:
        asked.append(name)
        return False

    monkeypatch.setattr(modes, "is_ready", nothing_is_ready)
    monkeypatch.setattr(Runner, "play", play)
    words = ("--player", player, "--games", "1", "--playouts", "1", "--jobs", "1")
    assert simulate.run(arguments(*words), program, Options()) == 0
    assert (asked, played[0]) == ([needed], player)
    assert "Compiling the machine" in capsys.readouterr().err


def test_small_rates_have_a_tenth() -> None:
    assert [simulate.rate(n) for n in (0.04, 3.27, 12.6, 12345.6)] == ["0.0", "3.3", "13", "12,346"]


def test_other_seeds_give_other_games(program: Program) -> None:
    assert simulate.simulate(program, simulate.Run("random", 40, 1)) != simulate.simulate(
        program, simulate.Run("random", 40, 1000)
    )


def test_a_runner_knows_the_options(program: Program) -> None:
    hard, plain = Runner(program, Options(extreme=True)), Runner(program)
    assert hard.record(1)[L.OPTIONS] == L.OPTION_EXTREME
    assert plain.record(1)[L.OPTIONS] == 0
    assert [hard.play(seed) for seed in range(9)] != [plain.play(seed) for seed in range(9)]


def test_the_sampler_plays_the_same_in_both_modes(program: Program) -> None:
    fast = Runner(program, playouts=2).play(3, "sampler")
    assert Runner(program, fast=False, playouts=2).play(3, "sampler") == fast


def test_the_sampler_lives_longer_than_chance(program: Program) -> None:
    chance = simulate.simulate(program, simulate.Run("random", 12, 1))
    careful = simulate.simulate(program, simulate.Run("sampler", 12, 1, playouts=12))
    assert careful.turns > chance.turns


def test_sampling_leaves_the_game_alone(program: Program) -> None:
    runner = Runner(program, fast=False, playouts=2)
    state = new_initial_state(program, 5)
    record = state.words.tolist()
    runner.seat.run(record, -1, 3)
    before = list(record)
    answer = runner.sampled(record)
    assert record == before
    assert answer in state.legal_actions()


def test_a_result_outweighs_progress(program: Program) -> None:
    worth = weights(program)
    record = new_initial_state(program, 1).words.tolist()
    record[program.states["count_dealt"].address] = 2
    unfinished = bulk.value(record, worth)
    record[L.RESULT] = L.VICTORY
    assert bulk.value(record, worth) - unfinished == worth[bulk.VICTORY_WORTH] > 0
    record[L.RESULT] = L.DEFEAT
    assert bulk.value(record, worth) - unfinished == worth[bulk.DEFEAT_WORTH] < 0


def test_progress_counts_the_health_of_the_final_girl(program: Program) -> None:
    record = new_initial_state(program, 1).words.tolist()
    before = bulk.value(record, weights(program))
    record[L.HEALTH + L.GIRL] -= 1
    assert before - bulk.value(record, weights(program)) == PROGRESS[GIRL_HEALTH]


def test_progress_counts_items_and_victims_on_their_way(program: Program) -> None:
    """An Item in hand is worth more than in the backpack; a Victim more, the nearer an Exit is."""
    worth = weights(program)
    record = new_initial_state(program, 1).words.tolist()
    zones = {zone.name: number for number, zone in enumerate(program.things["zone"])}
    item = next(c for c, card in enumerate(program.facts["cards"], 1) if card["type"] == "item")
    values = []
    for zone in ("item_discard", "backpack_zone", "hands_zone"):
        record[L.CARD_ZONE + item] = zones[zone]
        values.append(bulk.value(record, worth))
    assert values[1] - values[0] == ITEMS["backpack_zone"]
    assert values[2] - values[0] == ITEMS["hands_zone"]

    exits = exit_spaces(program)
    record[L.VICTIMS_AT : L.VICTIMS_AT + L.SPACES] = [0] * L.SPACES
    assert bulk.steps_of_victims(record, exits) == 0
    steps = []
    for space in range(1, len(program.facts["map"]["spaces"]) + 1):
        record[L.VICTIMS_AT + space] = 2
        steps.append(bulk.steps_of_victims(record, exits))
        record[L.VICTIMS_AT + space] = 0
        if exits >> space & 1:
            assert steps[-1] == 0
        else:
            nearest = board.nearest(record, L.WALK_VICTIM, space, exits)
            goal = nearest.bit_length() - 1
            assert steps[-1] == 2 * board.steps(record, L.WALK_VICTIM, space, goal)
    assert max(steps) > min(steps) == 0


def test_a_random_game_of_the_sampler_stops_at_its_horizon(program: Program) -> None:
    runner = Runner(program, fast=False)
    for seed in range(5):
        record = runner.record(seed)
        bulk.begin_dice(record, runner.dice)
        counts = [0] * bulk.COUNTS
        bulk.play_random(record, runner.seat.buffers, runner.dice, counts, -1, runner.turn, 2)
        assert record[runner.turn] == 2 or record[L.STOP] == L.STOP_OVER


@pytest.mark.parametrize(("number", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (9, 4)])
def test_answers_are_halved_until_one_is_left(number: int, rounds: int) -> None:
    assert bulk.halvings(number) == rounds
    totals = [0] * (2 * L.ACTIONS)
    answers = list(range(10, 10 + number))
    totals[L.ACTIONS : L.ACTIONS + number] = answers
    for answer in answers:
        totals[answer] = answer * 7 % 11
    left = number
    for _ in range(rounds):
        left = bulk.better_half(totals, left)
    assert left == 1
    assert totals[totals[L.ACTIONS]] == max(totals[answer] for answer in answers)
    assert sorted(totals[L.ACTIONS : L.ACTIONS + number]) == answers


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


@pytest.mark.parametrize("command", ["simulate", "bench"])
@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_a_wrong_number_is_one_message(
    command: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--games", wrong]) == BAD_INPUT
    error = capsys.readouterr().err
    assert "--games" in error
    assert wrong in error
    assert len(error.splitlines()) == 1


def test_bench_measures_what_has_a_budget(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is measured; only fresh processes are left out."""
    monkeypatch.setattr(bench, "_python", lambda *_: 0.25)
    monkeypatch.setattr(workers, "ProcessPoolExecutor", one_thread)
    monkeypatch.setattr(bench, "TABLE_GAMES", 2)
    monkeypatch.setattr(bench, "SAVED_GAMES", 1)
    figures = bench.measure(program, Options(), (), games=20, with_compile=True)
    compiled = figures["compiled_decisions_per_second"]
    assert compiled > figures["interpreted_decisions_per_second"] > 0
    assert figures["operations_per_decision"] > 10
    assert figures["record_bytes"] == 8192
    assert figures["first_prompt_seconds"] == figures["compile_seconds"] == 0.25
    assert figures["answer_saved_median_ms"] > 0
    assert set(bench.BUDGETS) <= set(figures)
    lines = bench.in_words("Title", figures).splitlines()
    assert lines[0] == "Title"
    assert sum("(at " in line for line in lines) == len(bench.BUDGETS)


def one_thread(_: int, **begin: Any) -> ThreadPoolExecutor:
    """In the place of two processes: a thread that does one thing after the other."""
    return ThreadPoolExecutor(1, **begin)
