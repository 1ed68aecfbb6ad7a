"""The daily game: one for everybody, played once, closed to others till its day is over."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.films.library import load_program
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.program import Program
from nightreel.table.draw import Draw
from nightreel.table.state import seed_hash
from nightreel.web.app import create_app
from nightreel.web.kept import daily
from nightreel.web.kept.database import Database
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.store import Store
from nightreel.web.settings import Settings
from tests.web.playing import played_on


@dataclass
class Clock:
    """The time, which a test moves on."""

    now: datetime = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> FastAPI:
    """A server at whose clock the tests turn."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    return create_app(Settings(url, requests_a_minute=0, clock=clock, own=True))


@contextmanager
def somebody(app: FastAPI) -> Iterator[TestClient]:
    """A browser of somebody new."""
    with TestClient(app, follow_redirects=False) as client:
        yield client


def start(client: TestClient, name: str = "") -> str:
    """Play today's game; returns its address."""
    response = client.post("/daily", data={"name": name})
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


def test_everybody_has_the_same_cast_seed_and_options(app: FastAPI, client: TestClient) -> None:
    with somebody(app) as other:
        other.post("/settings", data={"ask_single": "true"})
        rows = [played_on(app, start(who), 0) for who in (client, other)]
    assert rows[0].seed == rows[1].seed
    assert rows[0].program == rows[1].program
    assert rows[0].id != rows[1].id
    assert [row.options["ask_single"] for row in rows] == [False, True]
    assert not any(row.options[name] for row in rows for name in ("extreme", "epic"))


def test_it_is_played_once_a_day(app: FastAPI, client: TestClient, clock: Clock) -> None:
    address = start(client)
    assert start(client) == address
    played_on(app, address)
    assert start(client) == address
    assert client.post(f"{address}/delete").status_code == 409
    assert start(client) == address
    clock.now += timedelta(days=1)
    assert start(client) != address


def test_who_goes_on_elsewhere_does_not_begin_another(app: FastAPI, client: TestClient) -> None:
    address = start(client)
    link = played_on(app, address, 0).link
    with somebody(app) as phone:
        assert phone.post(f"/come/{link}").status_code == 303
        assert start(phone) == address


def test_several_processes_agree_on_a_day(url: str, clock: Clock) -> None:
    stores = [Store(Database(url), clock) for _ in range(4)]
    with ThreadPoolExecutor(8) as threads:
        days = list(threads.map(daily.todays, stores * 4))
    assert len({(day.seed, day.program.digest) for day in days}) == 1
    player = stores[0].new_player()[0]
    with ThreadPoolExecutor(8) as threads:
        begun = list(threads.map(lambda store: daily.play(store, player, False), stores * 2))
    assert len(set(begun)) == 1
    assert daily.results_of(stores[0], days[0].day, player).unfinished == 1
    assert daily.days_before(stores[0], "2026-12-01") == [days[0].day]
    for store in stores:
        store.database.close()


def test_a_cast_that_cannot_be_played_is_drawn_again(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [True]

    def load(cast: Draw) -> Program:
        if fails:
            fails.pop()
            raise SourceError(Where("film.yaml"), "unknown name")
        return load_program(*(member.id for member in cast.members.values()))

    monkeypatch.setattr(Draw, "load", load)
    assert client.get("/daily").status_code == 200
    assert not fails
    assert "unknown name" not in client.get("/daily").text


def test_no_seed_is_told_before_the_day_is_over(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    address = start(client)
    row = played_on(app, address)
    client.post(f"{address}/share")
    watch = f"/watch/{played_on(app, address, 0).share}"
    for path in ("/daily", address, f"{address}/about", f"{address}/replay"):
        assert row.seed not in client.get(path).text
    assert seed_hash(int(row.seed)) in client.get("/daily").text
    assert client.get(f"{address}/save").status_code == 409
    with somebody(app) as other:
        for path in (watch, f"{watch}/replay"):
            assert other.get(path).status_code == 403
        clock.now += timedelta(hours=4)
        for path in (watch, f"{watch}/replay"):
            assert other.get(path).status_code == 200
        assert row.seed in other.get("/daily/2026-11-30").text
    assert row.seed in client.get(f"{address}/about").text
    assert client.get(f"{address}/save").status_code == 200


def test_a_game_that_runs_on_after_its_day_does_not_come_into_the_table(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    address = start(client, "Late")
    played_on(app, address, 10)
    clock.now += timedelta(hours=4)
    played_on(app, address)
    page = client.get("/daily/2026-11-30").text
    assert "Late" not in page
    assert "Nobody finished in time." in page


def test_a_game_that_still_runs_after_its_day_can_be_saved_its_seed_sealed(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    address = start(client)
    row = played_on(app, address, 10)
    assert client.get(f"{address}/save").status_code == 409
    clock.now += timedelta(hours=4)
    assert "Save to a file" in client.get(f"{address}/about").text
    file = client.get(f"{address}/save")
    assert file.status_code == 200
    assert row.seed.encode() not in file.content


def test_a_clock_that_is_set_back_over_midnight_tells_no_seed_of_tomorrow(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    today = start(client)
    clock.now += timedelta(hours=5)
    tomorrow = start(client)
    row = played_on(app, tomorrow)
    clock.now -= timedelta(hours=5)
    assert start(client) == today
    for path in ("/daily", "/daily/2026-12-01", f"{tomorrow}/about", f"{tomorrow}/save"):
        assert row.seed not in client.get(path).text
    assert client.get("/daily/2026-12-01").status_code == 404


def test_the_table_tells_names_and_results(app: FastAPI, client: TestClient) -> None:
    addresses = [start(client, "<b>Ada</b>\u202e")]
    row = played_on(app, addresses[0])
    with somebody(app) as other:
        played_on(app, start(other), seed=2)
        page = other.get("/daily").text
    assert "&lt;b&gt;Ada&lt;/b&gt;</th>" in page
    assert "Somebody" in page
    assert page.count('class="own"') == 1
    assert "2 games ended" in page
    assert addresses[0] not in page
    assert "Victories come before defeats" in page
    assert f'<td class="n">{row.turn}</td>' in page


def test_ones_own_result_is_marked_on_another_device_too(app: FastAPI, client: TestClient) -> None:
    link = played_on(app, start(client)).link
    with somebody(app) as phone:
        assert 'class="own"' not in phone.get("/daily").text
        assert phone.post(f"/come/{link}").status_code == 303
        assert phone.get("/daily").text.count('class="own"') == 1


def test_results_are_ordered_as_the_page_says(app: FastAPI, client: TestClient) -> None:
    store: Store = app.state.site.store
    games = [
        ("victory", 5, 9, "20:10"),
        ("victory", 5, 11, "20:05"),
        ("victory", 4, 3, "20:00"),
        ("defeat", 6, 12, "20:30"),
        ("defeat", 6, 12, "20:31"),
        ("defeat", 6, 8, "20:01"),
        ("defeat", 0, 20, "20:02"),
    ]
    players: list[int] = []
    for result, rescued, turn, ended in reversed(games):
        with somebody(app) as other:
            row = played_on(app, start(other), 0)
        players.insert(0, row.player)
        with store.database.writing() as session:
            game = session.get_one(GameRow, row.id)
            game.result, game.rescued, game.turn = result, rescued, turn
            game.saved = f"2026-11-30T{ended}:00+00:00"
    found = daily.results_of(store, "2026-11-30", 0)
    assert [row.player for row in found.rows] == players
    assert [row.place for row in found.rows] == list(range(1, 8))
    assert (found.ended, found.wins, found.unfinished) == (7, 3, 0)


def test_earlier_days_can_be_looked_up(client: TestClient, clock: Clock) -> None:
    client.get("/daily")
    assert client.get("/daily/2026-11-30").headers["location"] == "/daily"
    clock.now += timedelta(days=2)
    assert 'href="/daily/2026-11-30"' in client.get("/daily").text
    assert client.get("/daily/2026-11-30").status_code == 200
    for wrong in ("2026-12-01", "2026-99-99", "2027-01-01", "yesterday"):
        assert client.get(f"/daily/{wrong}").status_code == 404


def test_the_first_page_tells_how_ones_game_of_today_stands(
    app: FastAPI, client: TestClient
) -> None:
    assert "Today&#39;s game" in client.get("/").text
    address = start(client)
    assert "To be in the table it has to end within 4 h 0 min." in client.get("/").text
    played_on(app, address)
    assert "The next game comes in 4 h 0 min." in client.get("/").text


def test_a_rematch_is_no_daily_game(app: FastAPI, client: TestClient) -> None:
    address = start(client)
    first = played_on(app, address)
    again = played_on(app, client.post(f"{address}/rematch").headers["location"], 0)
    assert again.day is None
    assert again.seed != first.seed
