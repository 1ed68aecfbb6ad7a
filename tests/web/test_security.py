"""What is said with every reply, how keys are kept, how much may be asked, and from where."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from nightreel.table.errors import BrokenGame
from nightreel.web.app import create_app
from nightreel.web.gate.headers import HEADERS
from nightreel.web.settings import Settings
from tests.web.playing import begun, program
from tests.web.raw import Raw, ask
from tests.web.running import PATIENCE, Running


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """A server that is set up in some way."""
    app = create_app(Settings(f"sqlite:///{folder / 'table.db'}", **settings))
    with TestClient(app, follow_redirects=False, raise_server_exceptions=False) as client:
        yield client


# ---------------------------------------------------------------- headers


def test_every_reply_says_what_browsers_may_do_with_it(client: TestClient) -> None:
    game = begun(client)
    replies = [
        client.get("/"),
        client.get(game.address),
        client.get("/static/table.css"),
        client.get("/static/table.css", headers={"range": "bytes=0-9"}),
        client.get("/static/nothing.css"),
        client.get("/nowhere"),
        client.put("/"),
        client.post("/games"),
        client.post("/games", headers={"sec-fetch-site": "cross-site"}),
        client.post(f"{game.address}/answers"),
        client.get("/api/openapi.json"),
        client.get("/api/v1/games/x"),
        client.get("/", headers={"host": "a b"}),
    ]
    statuses = [reply.status_code for reply in replies]
    assert statuses == [200, 200, 200, 206, 404, 404, 405, 303, 403, 422, 200, 404, 400]
    for reply in replies:
        assert {name: reply.headers[name] for name in HEADERS} == HEADERS
        assert "server" not in reply.headers


def test_a_page_may_load_and_run_our_own_files_alone(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    told = dict(part.split(" ", 1) for part in policy.split("; "))
    assert told["default-src"] == told["base-uri"] == told["frame-ancestors"] == "'none'"
    assert told["script-src"] == told["style-src"] == told["form-action"] == "'self'"
    assert "unsafe" not in policy


def test_only_our_own_files_may_be_kept_by_browsers(client: TestClient) -> None:
    assert "immutable" in client.get("/static/table.css").headers["cache-control"]
    for path in ("/", "/static/nothing.css", "/api/v1/cast", "/health"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_a_mistake_of_ours_tells_nothing_and_has_all_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        store = client.app.state.site.store  # type: ignore[attr-defined]
        monkeypatch.setattr(store, "player", lambda key: 1 / 0)
        for path in ("/", "/api/v1/games"):
            response = client.get(path, headers={"authorization": "Bearer of-nobody"})
            assert response.status_code == 500
            assert "ZeroDivision" not in response.text
            assert "Something went wrong here" in response.text
            assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "of-nobody" not in caplog.text


def test_a_fault_of_a_film_tells_its_file_but_not_the_servers_folders(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(client)

    def answer(*_: object) -> None:
        raise BrokenGame("/srv/secret/mine.yaml:3: a fault; the game stands as before")

    monkeypatch.setattr(client.app.state.site.store, "answer", answer)  # type: ignore[attr-defined]
    told = game.post("answers", action=game.actions[0])
    assert told.status_code == 409
    assert "mine.yaml:3: a fault; the game stands as before" in told.text
    assert "secret" not in told.text


@pytest.mark.parametrize("path", ["/new", "/api/v1/cast"])
def test_films_that_are_gone_meanwhile_are_told_without_the_servers_folders(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path / "gone"))
    told = client.get(path)
    assert told.status_code == 503
    assert "The films of this table cannot be read now" in told.text
    assert str(tmp_path) not in told.text


# ---------------------------------------------------------------- keys


def test_a_key_is_kept_where_no_script_and_no_other_site_gets_it(tmp_path: Path) -> None:
    for secure in (False, True):
        with served(tmp_path, secure=secure) as client:
            response = client.post("/games")
            cookie = response.headers["set-cookie"]
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= parts
            assert ("secure" in parts) == secure
            assert ("strict-transport-security" in response.headers) == secure
            assert len(cookie.partition("=")[2].partition(";")[0]) >= 43


def test_over_https_no_neighbouring_host_can_plant_a_key(tmp_path: Path) -> None:
    with served(tmp_path, secure=True) as client:
        key = program(client).key
        response = client.post("/games", headers={"cookie": f"nightreel={key}"})
        cookie = response.headers["set-cookie"].partition(";")[0]
        assert cookie.startswith("__Host-nightreel=")
        assert key not in cookie
        game = response.headers["location"]
        assert client.get(game, headers={"cookie": cookie}).status_code == 200
        assert client.get(game, headers={"cookie": f"nightreel={key}"}).status_code == 404
        assert (
            client.get(game, headers={"cookie": cookie.removeprefix("__Host-")}).status_code == 404
        )


def test_keys_are_not_in_the_database(tmp_path: Path, client: TestClient) -> None:
    key = program(client).key
    begun(client)
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"sexton" in data
    assert key.encode() not in data
    assert client.cookies["nightreel"].encode() not in data


def test_a_key_in_the_address_is_none(client: TestClient) -> None:
    key = program(client).key
    assert client.get(f"/api/v1/games?key={key}&nightreel={key}").status_code == 401


# ---------------------------------------------------------------- how much


def test_an_address_may_ask_so_often_in_a_minute(tmp_path: Path) -> None:
    with served(tmp_path, requests_a_minute=3) as client:
        statuses = [ask(client, Raw(client="192.0.2.1")).status for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = ask(client, Raw(client="192.0.2.1"))
        assert refused.told == "Too many requests in a minute; wait a little."
        assert int(refused.headers["retry-after"]) > 0
        assert ask(client, Raw(client="192.0.2.2")).status == 200


def test_a_network_of_ipv6_is_one_address(tmp_path: Path) -> None:
    with served(tmp_path, requests_a_minute=2) as client:
        clients = [f"2001:db8:1:2::{n}" for n in range(3)]
        assert [ask(client, Raw(client=c)).status for c in clients] == [200, 200, 429]
        assert ask(client, Raw(client="2001:db8:1:3::1")).status == 200


def test_a_player_may_ask_so_often_from_wherever(tmp_path: Path) -> None:
    with served(tmp_path, requests_a_minute=5) as client:
        key = ((b"authorization", f"Bearer {program(client).key}".encode()),)
        statuses = [
            ask(client, Raw(target=b"/api/v1/games", headers=key, client=f"192.0.2.{n}")).status
            for n in range(6)
        ]
        assert statuses == [200] * 5 + [429]


def test_games_of_pages_and_programs_count_together(tmp_path: Path) -> None:
    with served(tmp_path, games_an_hour=2) as client:
        begun(client)
        caller = program(client)
        caller.post("/games")
        assert caller.send("POST", "/games", json={}).status_code == 429
        assert client.post("/games").status_code == 429


# ---------------------------------------------------------------- from where


def test_a_server_answers_to_its_names_alone(tmp_path: Path) -> None:
    with served(tmp_path, hosts=("table.example", "[::1]")) as client:
        for host in ("table.example", "Table.Example:8731", "[::1]", "[::1]:80"):
            assert client.get("/", headers={"host": host}).status_code == 200
        for host in ("elsewhere.example", "table.example.elsewhere.example", "127.0.0.1"):
            assert client.get("/", headers={"host": host}).status_code == 400
        both = [("host", "table.example"), ("host", "elsewhere.example")]
        assert client.get("/", headers=both).status_code == 400
        assert ask(client, Raw(host=())).status == 400


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[tuple[str, Running]]:
    """A server in a process of its own, with its address."""
    url = f"sqlite:///{folder / 'table.db'}"
    server = Running("--port", "0", "--database", url, *arguments)
    try:
        yield server.address(), server
    finally:
        server.close()


def _ask(address: str, **headers: str) -> int:
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_who_asks_is_taken_from_a_trusted_proxy(tmp_path: Path) -> None:
    with running(tmp_path, "--requests-a-minute", "1", "--proxy", "127.0.0.1") as (address, _):
        asked = [_ask(address, **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in (1, 2, 1)]
        assert asked == [200, 200, 429]


def test_a_server_of_this_machine_trusts_nobody_and_logs_no_keys(tmp_path: Path) -> None:
    with running(tmp_path, "--requests-a-minute", "10") as (address, server):
        with urllib.request.urlopen(
            f"{address}api/v1/keys", data=b"", timeout=PATIENCE
        ) as response:
            key = json.load(response)["key"]
        assert _ask(address, Host="localhost:1") == 200
        assert _ask(address, Host="rebound.example") == 400
        for path in ("", "api/v1/games", "api/v1/games/x", "nowhere", f"?key={key}"):
            _ask(address + path, Authorization=f"Bearer {key}", Cookie=f"nightreel={key}")
        # On a slow machine some requests come back meanwhile; who trusts the header refuses none.
        asked = [_ask(address, **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(30)]
        assert set(asked) == {200, 429}
        server.process.terminate()
        assert key not in server.told()
