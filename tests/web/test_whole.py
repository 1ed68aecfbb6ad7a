"""A game of the database from its first answer on: log, save, story and what is shown around."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.table.game import load
from nightreel.table.story import story_of
from nightreel.web.kept.sitting import NoGame
from nightreel.web.kept.store import Store
from nightreel.web.kept.whole import NotYet, Whole, whole
from tests.web.playing import begun


@pytest.fixture
def store(app: FastAPI) -> Store:
    store: Store = app.state.site.store
    return store


def played(client: TestClient, store: Store, answers: int) -> Whole:
    game, chance = begun(client), Random(answers)
    while game.actions and answers:
        assert game.post("answers", action=chance.choice(game.actions)).status_code == 200
        answers -= 1
    return whole(store, 1, game.address.rpartition("/")[2])


def test_a_save_goes_on_in_a_file_as_it_stands(
    client: TestClient, store: Store, tmp_path: Path
) -> None:
    found, path = played(client, store, 12), tmp_path / "game.save"
    path.write_bytes(found.save(own=True))
    game = load(path)
    assert game.state.serialize() == found.state.serialize()
    assert game.log == found.log
    assert game.export() == found.export()
    assert game.standing().dice == found.again().dice


def test_a_finished_game_tells_seed_and_story(client: TestClient, store: Store) -> None:
    found = played(client, store, 10_000)
    assert found.export()["seed"] == found.game.seed
    assert len(story_of(found.again())) >= 2


def test_a_running_game_tells_no_seed(client: TestClient, store: Store) -> None:
    assert "seed" not in played(client, store, 3).export()


def test_a_daily_game_is_saved_when_its_day_is_over(client: TestClient, store: Store) -> None:
    found = played(client, store, 10_000)
    today = Whole(found.game, found.program, found.told, closed=True)
    today.game.day = "2026-01-01"
    assert "seed" not in today.export()
    with pytest.raises(NotYet):
        today.save(own=True)


def test_the_seed_of_a_running_game_leaves_only_a_table_of_ones_own(
    client: TestClient, store: Store
) -> None:
    running, ended = played(client, store, 3), played(client, store, 10_000)
    with pytest.raises(NotYet):
        running.save(own=False)
    assert ended.save(own=False)


def test_a_game_of_somebody_else_is_nowhere(client: TestClient, store: Store) -> None:
    found = played(client, store, 1)
    with pytest.raises(NoGame):
        whole(store, 2, found.game.id)
