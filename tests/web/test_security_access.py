"""Who may do what: every route, asked by nobody, by a stranger, by a reader and by the owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.store import Store
from nightreel.web.settings import Settings
from tests.web.playing import Program, program
from tests.web.routed import routes_of


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
    "GET /rules/{rule_id}": all_alike(200),
    "GET /come/{link}": all_alike(200),
    "POST /come/{link}": all_alike(303),
    "GET /watch/{word}": all_alike(200),
    "GET /watch/{word}/replay": all_alike(403),
    "GET /watch/{word}/replay/{number}": all_alike(403),
    "POST /bring": all_alike(422),
    "GET /games/{id_}/about": only_owner(200),
    "POST /games/{id_}/share": only_owner(303),
    "POST /games/{id_}/share/stop": only_owner(303),
    "POST /games/{id_}/link": only_owner(303),
    "POST /games/{id_}/seats/clear": only_owner(303),
    "GET /games/{id_}/save": only_owner(200),
    "GET /games/{id_}/delete": only_owner(200),
    "POST /games/{id_}/delete": only_owner(303),
    "GET /games/{id_}/replay": only_owner(200),
    "GET /games/{id_}/replay/{number}": only_owner(200),
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
"""Every route there is.  Whoever adds one says here who may use it.

The game is shared while they ask: whoever has the word of its link may look on, whoever has the
link of its owner may sit down, and nobody gets anything else by either.
"""
SECRET = ("link", "word")
"""What a path names that only those know to whom it was given."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """A server for all of them."""
    path = tmp_path_factory.mktemp("access") / "table.db"
    return create_app(Settings(f"sqlite:///{path}", requests_a_minute=0, games_an_hour=0, own=True))


@pytest.fixture(scope="module")
def client(server: FastAPI) -> Iterator[TestClient]:
    """A client without a key of its own."""
    with TestClient(server, follow_redirects=False) as client:
        yield client


def routes(app: Any) -> Iterator[str]:
    """All routes with their methods."""
    for route in routes_of(app):
        if route.methods is None:
            yield "GET /static/table.css"
        for method in (route.methods or set()) - {"HEAD"}:
            yield f"{method} {route.path}"


def test_it_is_said_of_every_route_who_may_use_it(server: FastAPI) -> None:
    assert sorted(routes(server)) == sorted(ACCESS)


class Asking(NamedTuple):
    """A game that is shared, and who asks for it."""

    client: TestClient
    owner: Program
    begin: Any
    named: dict[str, str]
    """What paths name."""
    method: str = ""
    """How it is asked, where that is not as the route says."""

    def ask(self, route: str, key: str = "", **more: str) -> Any:
        """Ask for a route, with a key if any."""
        method, path = route.split()
        action = self.begin["question"]["actions"][0]["action"]
        sent = ACCESS[route].sent.replace("ACTION", str(action))
        json = path.startswith("/api/")
        kind = "application/json" if json else "application/x-www-form-urlencoded"
        headers = {"content-type": kind, **({"authorization": f"Bearer {key}"} if key else {})}
        self.client.cookies.clear()
        address = f"{path.format(**self.named)}?{ACCESS[route].query}"
        method = self.method or method
        return self.client.request(method, address, content=sent, headers={**headers, **more})

    def check_unchanged(self) -> None:
        """The game is as it was begun."""
        id_ = self.named["id"]
        assert self.owner.get(f"/games/{id_}/export")["log"] == self.begin["happened"]
        assert self.owner.get(f"/games/{id_}")["game"] == self.begin["game"]
        assert self.owner.get("/games")["total"] == 1


@pytest.fixture
def asking(client: TestClient) -> Asking:
    """A new game that is shared."""
    owner = program(client)
    begin = owner.post("/games")
    id_ = begin["game"]["id"]
    headers = {"authorization": f"Bearer {owner.key}"}
    assert client.post(f"/games/{id_}/share", headers=headers).status_code == 303
    store: Store = client.app.state.site.store  # type: ignore[attr-defined]
    with store.database.reading() as session:
        game = session.get_one(GameRow, id_)
    named = {"id": id_, "id_": id_, "link": game.link, "word": str(game.share)}
    more = {"day": "2001-02-03", "number": "0", "rule_id": "MOV-1"}
    return Asking(client, owner, begin, {**named, **more})


@pytest.mark.parametrize("who", ["nobody", "stranger", "owner"])
@pytest.mark.parametrize("route", ACCESS)
def test_a_route_does_for_everybody_what_it_should(asking: Asking, route: str, who: str) -> None:
    keys = {"nobody": "", "stranger": program(asking.client).key, "owner": asking.owner.key}
    response = asking.ask(route, keys[who])
    assert response.status_code == getattr(ACCESS[route], who), response.text
    if who != "owner":
        told = response.text.replace(f"/{asking.named['id']}", "")
        shown = [name for name in ("id", *SECRET) if asking.named[name] in told]
        assert all(f"{{{name}}}" in route for name in shown)
        asking.check_unchanged()


@pytest.mark.parametrize("route", [route for route in ACCESS if route.split()[0] == "GET"])
def test_a_head_is_that_of_the_page_without_its_body(asking: Asking, route: str) -> None:
    for key in ("", asking.owner.key):
        page = asking.ask(route, key)
        head = asking._replace(method="HEAD").ask(route, key)
        assert head.status_code == page.status_code
        length = {"content-length": ""}  # packed saves differ in it
        assert {**head.headers, **length} == {**page.headers, **length}
        assert int(head.headers["content-length"]) > 0
        assert head.content == b""


def test_what_can_only_be_sent_has_no_head(asking: Asking) -> None:
    head = asking._replace(method="HEAD").ask("POST /bring", asking.owner.key)
    assert head.status_code == 405
    assert head.headers["allow"] == "POST"
    wrong = asking._replace(method="PUT").ask("GET /rules")
    assert wrong.status_code == 405
    assert wrong.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("route", [r for r in ACCESS if any(f"{{{s}}}" in r for s in SECRET)])
def test_a_link_that_is_nearly_right_leads_nowhere(asking: Asking, route: str) -> None:
    for wrong in (str.swapcase, lambda word: word[:-1] + "!", lambda word: word[::-1]):
        named = {**asking.named, **{name: wrong(asking.named[name]) for name in SECRET}}
        assert asking._replace(named=named).ask(route).status_code == 404
    swapped = {"link": asking.named["word"], "word": asking.named["link"]}
    assert asking._replace(named={**asking.named, **swapped}).ask(route).status_code == 404


def test_a_reader_sees_the_table_and_can_do_nothing_there(asking: Asking) -> None:
    page = asking.ask("GET /watch/{word}").text
    assert asking.begin["game"]["title"] in page
    assert 'method="post"' not in page
    assert asking.named["id"] not in page
    assert asking.named["link"] not in page
    asking.ask("POST /games/{id_}/share/stop", asking.owner.key)
    assert asking.ask("GET /watch/{word}").status_code == 404


def test_whoever_comes_by_the_owners_link_may_act(asking: Asking) -> None:
    other = program(asking.client)
    assert asking.ask("GET /games/{id_}", other.key).status_code == 404
    assert asking.ask("POST /come/{link}", other.key).status_code == 303
    assert asking.ask("POST /api/v1/games/{id}/answers", other.key).status_code == 200


@pytest.mark.parametrize("route", [route for route in ACCESS if route.split()[0] != "GET"])
def test_another_site_can_do_nothing_with_a_players_key(asking: Asking, route: str) -> None:
    for foreign in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://testserver.elsewhere.example"},
    ):
        cookie = {"cookie": f"nightreel={asking.owner.key}"}
        assert asking.ask(route, **cookie, **foreign).status_code == 403
    asking.check_unchanged()
