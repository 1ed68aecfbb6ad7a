"""Who may do what: every route, asked by nobody, by a stranger, by a reader and by the owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.settings import Settings
from tests.web.playing import program


class Access(NamedTuple):
    """The status that each of them gets."""

    nobody: int
    stranger: int
    owner: int
    sent: str = ""
    """What is sent: a form or JSON, ready to be filled."""
    query: str = ""


def all_alike(status: int) -> Access:
    """A route that is the same for everybody."""
    return Access(status, status, status)


def only_owner(status: int, sent: str = "", nobody: int = 404, query: str = "") -> Access:
    """A route of a game that is nowhere for others."""
    return Access(nobody, 404, status, sent, query)


ANSWER = '{"action": ACTION, "at": 0}'
ACCESS = {
    "GET /api/openapi.json": all_alike(200),
    "GET /health": all_alike(200),
    "GET /static/table.css": all_alike(200),
    "GET /": all_alike(200),
    "GET /new": all_alike(200),
    "GET /look.css": all_alike(200),
    "GET /games": all_alike(200),
    "POST /games": all_alike(303),
    "POST /films": all_alike(303),
    "GET /daily": all_alike(200),
    "POST /daily": all_alike(303),
    "GET /daily/{day}": all_alike(404),
    "GET /statistics": all_alike(200),
    "GET /settings": all_alike(200),
    "POST /settings": all_alike(303),
    "GET /about": all_alike(200),
    "GET /rules": all_alike(200),
    "GET /rules/{rule_id}": all_alike(404),
    "GET /come/{link}": all_alike(404),
    "POST /come/{link}": all_alike(404),
    "GET /watch/{word}": all_alike(404),
    "GET /watch/{word}/replay": all_alike(404),
    "GET /watch/{word}/replay/{number}": all_alike(404),
    "POST /bring": all_alike(422),
    "GET /games/{id_}/about": only_owner(200),
    "POST /games/{id_}/share": only_owner(303),
    "POST /games/{id_}/share/stop": only_owner(303),
    "GET /games/{id_}/save": only_owner(200),
    "GET /games/{id_}/delete": only_owner(200),
    "POST /games/{id_}/delete": only_owner(303),
    "GET /games/{id_}/replay": only_owner(200),
    "GET /games/{id_}/replay/{number}": Access(404, 404, 404),
    "GET /games/{id_}": only_owner(200),
    "GET /games/{id_}/chances": only_owner(200, query="at=0"),
    "POST /games/{id_}/answers": only_owner(303, "action=ACTION&at=0"),
    "POST /games/{id_}/undo": only_owner(409, "at=0"),
    "POST /games/{id_}/rematch": only_owner(303),
    "POST /api/v1/keys": all_alike(201),
    "GET /api/v1/cast": all_alike(200),
    "POST /api/v1/games": Access(401, 201, 201, "{}"),
    "GET /api/v1/games": Access(401, 200, 200),
    "GET /api/v1/games/{id}": only_owner(200, nobody=401),
    "DELETE /api/v1/games/{id}": only_owner(204, nobody=401),
    "GET /api/v1/games/{id}/actions": only_owner(200, nobody=401),
    "POST /api/v1/games/{id}/answers": only_owner(200, ANSWER, nobody=401),
    "POST /api/v1/games/{id}/undo": only_owner(409, '{"at": 0}', nobody=401),
    "GET /api/v1/games/{id}/log": only_owner(200, nobody=401),
    "GET /api/v1/games/{id}/export": only_owner(200, nobody=401),
    "GET /api/v1/games/{id}/save": only_owner(200, nobody=401),
    "GET /api/v1/games/{id}/story": only_owner(409, nobody=401),
}
"""Every route there is.  Whoever adds one says here who may use it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """A server for all of them."""
    path = tmp_path_factory.mktemp("access") / "table.db"
    return create_app(Settings(f"sqlite:///{path}", requests_a_minute=0, games_an_hour=0))


@pytest.fixture(scope="module")
def client(server: FastAPI) -> Iterator[TestClient]:
    """A client without a key of its own."""
    with TestClient(server, follow_redirects=False) as client:
        yield client


def routes(app: Any) -> Iterator[str]:
    """All routes with their methods."""
    for route in iter_route_contexts(app.routes):
        if route.methods is None:
            yield "GET /static/table.css"
        for method in (route.methods or set()) - {"HEAD"}:
            yield f"{method} {route.path}"


def test_it_is_said_of_every_route_who_may_use_it(server: FastAPI) -> None:
    assert sorted(routes(server)) == sorted(ACCESS)


@pytest.mark.parametrize("who", ["nobody", "stranger", "owner"])
@pytest.mark.parametrize("route", ACCESS)
def test_a_route_does_for_everybody_what_it_should(
    client: TestClient, route: str, who: str
) -> None:
    owner, stranger = program(client), program(client)
    begin = owner.post("/games")
    access, id_ = ACCESS[route], begin["game"]["id"]
    key = {"nobody": "", "stranger": stranger.key, "owner": owner.key}[who]
    response = _asked(client, route, key, begin)
    assert response.status_code == getattr(access, who), response.text
    if who != "owner":
        assert id_ not in response.text.replace(route.replace("{id}", id_), "")
        assert owner.get(f"/games/{id_}/export") == begun_export(owner, id_, begin)
        assert owner.get("/games")["total"] == 1


def begun_export(owner: Any, id_: str, begin: Any) -> Any:
    """The game, which has to be as it was begun."""
    found = owner.get(f"/games/{id_}/export")
    assert found["log"] == begin["happened"]
    assert owner.get(f"/games/{id_}")["game"] == begin["game"]
    return found


def _asked(client: TestClient, route: str, key: str, begin: Any) -> Any:
    method, path = route.split()
    sent = ACCESS[route].sent.replace("ACTION", str(begin["question"]["actions"][0]["action"]))
    kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    headers = {"content-type": kind} if sent or method == "POST" else {}
    if key:
        headers["authorization"] = f"Bearer {key}"
    for name in ("{id_}", "{id}"):
        path = path.replace(name, begin["game"]["id"])
    client.cookies.clear()
    address = f"{path}?{ACCESS[route].query}"
    return client.request(method, address, content=sent, headers=headers)


@pytest.mark.parametrize("route", [route for route in ACCESS if route.split()[0] != "GET"])
def test_another_site_can_do_nothing_with_a_players_key(client: TestClient, route: str) -> None:
    owner = program(client)
    begin = owner.post("/games")
    method, path = route.split()
    path = path.replace("{id_}", begin["game"]["id"]).replace("{id}", begin["game"]["id"])
    for foreign in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://testserver.elsewhere.example"},
    ):
        headers = {"cookie": f"nightreel={owner.key}", **foreign}
        assert client.request(method, path, headers=headers).status_code == 403
    assert owner.get(f"/games/{begin['game']['id']}")["game"] == begin["game"]
    assert owner.get("/games")["total"] == 1
