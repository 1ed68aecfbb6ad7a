"""The interface for programs: games begun, looked at, played, told."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.table.game import load
from nightreel.web.app import create_app
from nightreel.web.kept.store import Store
from nightreel.web.settings import Settings
from tests.web.playing import Program, begun, program

CAST = {"killer": "sexton", "location": "camp_sallow", "girl": "odile"}


@pytest.fixture
def caller(client: TestClient) -> Program:
    return program(client)


@pytest.fixture
def store(app: FastAPI) -> Store:
    store: Store = app.state.site.store
    return store


def test_the_cast_is_listed(caller: Program) -> None:
    found = caller.get("/cast")
    assert {member["id"] for member in found["killers"]} >= {"sexton"}
    assert all(set(m) == {"id", "title", "film"} for m in found["locations"] + found["girls"])


def test_a_game_is_begun_with_the_cast_and_options_that_are_named(caller: Program) -> None:
    response = caller.send("POST", "/games", json={**CAST, "extreme": True, "practice": True})
    assert response.status_code == 201
    game = response.json()["game"]
    assert response.headers["location"] == f"/api/v1/games/{game['id']}"
    assert {role: game[role] for role in CAST} == CAST
    assert game["options"]["extreme"]
    assert game["practice"]
    assert response.json()["happened"]
    assert response.json()["question"]["actions"]


def test_whoever_is_not_named_is_drawn(caller: Program) -> None:
    game = caller.post("/games", girl="odile")["game"]
    assert game["girl"] == "odile"
    assert game["killer"] in {m["id"] for m in caller.get("/cast")["killers"]}


def test_games_are_listed_page_by_page(caller: Program) -> None:
    ids = {caller.post("/games", **CAST)["game"]["id"] for _ in range(3)}
    pages = [caller.get("/games", first=n, limit=2) for n in (0, 2)]
    assert [page["total"] for page in pages] == [3, 3]
    assert {game["id"] for page in pages for game in page["games"]} == ids


def test_refused_answers_say_why_and_by_which_rule(caller: Program) -> None:
    begin = caller.post("/games", **CAST)
    refused = begin["question"]["refused"]
    id_, at = begin["game"]["id"], begin["game"]["version"]
    while not refused:
        refused = caller.play(id_, Random(at), 1)["question"]["refused"]
    assert all(f"({answer['rule']})" in answer["why"] for answer in refused)
    asked = caller.get(f"/games/{id_}/actions")
    told = caller.send(
        "POST",
        f"/games/{id_}/answers",
        json={"action": refused[0]["action"], "at": asked["version"]},
    )
    assert told.status_code == 409
    assert caller.get(f"/games/{id_}/actions") == asked


def test_the_same_answer_again_has_the_same_reply(caller: Program) -> None:
    begin = caller.post("/games", **CAST)
    answers = f"/games/{begin['game']['id']}/answers"
    action = begin["question"]["actions"][0]["action"]
    first = caller.post(answers, action=action, at=0)
    assert first["happened"]
    assert caller.post(answers, action=action, at=0) == first
    other = begin["question"]["actions"][1]["action"]
    assert caller.send("POST", answers, json={"action": other, "at": 0}).status_code == 409


def test_undo_takes_the_last_answer_back(caller: Program) -> None:
    begin = caller.post("/games", **CAST, practice=True)
    id_ = begin["game"]["id"]
    caller.play(id_, Random(1), 1)
    back = caller.post(f"/games/{id_}/undo", at=1)
    assert back["happened"] == []
    assert back["question"]["actions"] == begin["question"]["actions"]
    assert back["game"]["version"] == 2
    assert caller.send("POST", f"/games/{id_}/undo", json={"at": 1}).status_code == 409
    assert caller.send("POST", f"/games/{id_}/undo", json={"at": 2}).status_code == 409


def test_the_view_has_all_that_can_be_seen(caller: Program, store: Store) -> None:
    from nightreel.table.view import view

    id_ = caller.post("/games", **CAST)["game"]["id"]
    caller.play(id_, Random(5), 5)
    shown = caller.get(f"/games/{id_}")["view"]
    seen = view(store.sitting(1, id_).state)
    assert shown == _plain(seen)


def _plain(data: Any) -> Any:
    import json

    return json.loads(json.dumps(data))


def test_the_log_can_be_read_page_by_page(caller: Program) -> None:
    id_ = caller.post("/games", **CAST)["game"]["id"]
    caller.play(id_, Random(5), 9)
    whole = caller.get(f"/games/{id_}/log")
    assert whole["total"] == len(whole["entries"]) == 10
    assert [entry["number"] for entry in whole["entries"]] == list(range(10))
    parts = [caller.get(f"/games/{id_}/log", first=n, limit=4)["entries"] for n in (0, 4, 8)]
    assert [entry for part in parts for entry in part] == whole["entries"]
    exported = caller.get(f"/games/{id_}/export")
    assert exported["log"] == [s for entry in whole["entries"] for s in entry["happened"]]


def test_a_finished_game_is_exported_saved_and_told(caller: Program, tmp_path: Path) -> None:
    id_ = caller.post("/games", **CAST)["game"]["id"]
    assert "seed" not in caller.get(f"/games/{id_}/export")
    assert caller.send("GET", f"/games/{id_}/story").status_code == 409
    assert caller.play(id_, Random(3))["game"]["over"]
    response, path = caller.send("GET", f"/games/{id_}/save"), tmp_path / "game.save"
    path.write_bytes(response.content)
    game = load(path)
    assert caller.get(f"/games/{id_}/export") == _plain(game.export())
    assert response.headers["content-disposition"].endswith(f'"nightreel-{game.id}.save"')
    assert len(caller.get(f"/games/{id_}/story")["paragraphs"]) >= 2


def test_a_game_can_be_deleted_but_no_daily_one(caller: Program, store: Store) -> None:
    from nightreel.web.kept.models import AnswerRow, DailyRow, GameRow, SeatRow

    id_, other = (caller.post("/games", **CAST)["game"]["id"] for _ in range(2))
    caller.play(id_, Random(1), 2)
    assert caller.send("DELETE", f"/games/{id_}").status_code == 204
    assert caller.send("DELETE", f"/games/{id_}").status_code == 404
    with store.database.writing() as session:
        assert session.query(AnswerRow).count() == 0
        assert session.query(SeatRow).count() == 1
        game = session.get_one(GameRow, other)
        session.add(DailyRow(day="2026-11-30", program=game.program, seed=game.seed))
        game.day = "2026-11-30"
    assert caller.send("DELETE", f"/games/{other}").status_code == 409
    assert caller.get(f"/games/{other}")["game"]["day"] == "2026-11-30"


def test_a_browser_may_use_its_cookie(client: TestClient) -> None:
    game = begun(client)
    id_ = game.address.rpartition("/")[2]
    assert client.get("/api/v1/games").json()["games"][0]["id"] == id_
    assert client.get(f"/api/v1/games/{id_}").json()["game"]["version"] == game.version


def test_without_a_key_nothing_is_shown(client: TestClient) -> None:
    for headers in ({}, {"Authorization": "Bearer nobody"}, {"Cookie": "nightreel=nobody"}):
        response = client.get("/api/v1/games", headers=headers)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        assert "key" in response.json()["detail"]


def test_mistakes_are_told_in_one_sentence(caller: Program) -> None:
    for wrong, status, told in (
        ({"killer": "sextn"}, 404, "sexton"),
        ({"films": ["nowhere"]}, 404, "nowhere"),
        ({"killers": "sexton"}, 422, "killers: this is not known here."),
        ({"extreme": "true"}, 422, "extreme: true or false is wanted."),
        ({"killer": 3, "films": 3}, 422, "killer: text is wanted; films: a list is wanted."),
        ({"girl": "o" * 81}, 422, "girl: 80 letters are the most."),
        ([], 422, "an object is wanted."),
    ):
        response = caller.send("POST", "/games", json=wrong)
        assert response.status_code == status
        assert list(response.json()) == ["detail"]
        assert told in response.json()["detail"]


def test_a_cast_that_cannot_be_is_told_with_who_would_do(
    caller: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTREEL_FILMS", str(Path(__file__).parents[1] / "films" / "tiny"))
    cast = {"killer": "somebody", "location": "camp_sallow", "girl": "odile"}
    response = caller.send("POST", "/games", json=cast)
    assert response.status_code == 422
    assert response.json()["detail"] == (
        "Somebody does not go together with Camp Sallow and Odile Marsh. "
        "These would: The Sexton instead of Somebody."
    )


def test_wrong_numbers_and_what_is_no_json_are_told(caller: Program) -> None:
    id_ = caller.post("/games", **CAST)["game"]["id"]
    for body, told in (
        (b'{"action": 1}', "at: this is wanted."),
        (b'{"action": -1, "at": "0"}', "action: 0 is the least; at: a whole number is wanted."),
        (b'{"action": 1, "at": 1e9999}', "at: a whole number is wanted."),
        (b'{"action": 1, "at": 0.5}', "at: a whole number is wanted."),
        (b"{", "this is no JSON."),
        (b"", "nothing was sent."),
    ):
        response = caller.send(
            "POST",
            f"/games/{id_}/answers",
            content=body,
            headers={"content-type": "application/json"},
        )
        assert response.status_code == 422
        assert response.json()["detail"] == told
    response = caller.send("GET", "/games", params={"limit": 0, "first": "x"})
    assert response.json()["detail"] == "first: a whole number is wanted; limit: 1 is the least."
    assert caller.send("GET", "/games/x/log").status_code == 404


def test_the_interface_describes_itself(client: TestClient) -> None:
    told = client.get("/api/openapi.json").json()
    operations = [op for path in told["paths"].values() for op in path.values()]
    assert all(op["summary"] and op["description"] for op in operations)
    assert len({op["operationId"] for op in operations}) == len(operations)
    replies = [reply for op in operations for reply in op["responses"].items()]
    for schema in (reply["content"] for status, reply in replies if status[0] in "45"):
        refusal = {"$ref": "#/components/schemas/Refusal"}
        assert schema == {"application/json": {"schema": refusal}}
    assert "HTTPValidationError" not in told["components"]["schemas"]


def test_everything_counts_and_too_much_is_refused(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'table.db'}", games_an_hour=2)
    with TestClient(create_app(settings)) as client:
        caller = program(client)
        caller.post("/games", **CAST)
        caller.post("/games", **CAST)
        for path in ("/games", "/keys", "/keys"):
            response = caller.send("POST", path, json={})
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) > 0
        assert caller.send("POST", "/games", json=CAST).status_code == 429


@pytest.mark.parametrize("secure", [False, True])
def test_the_description_names_the_cookie_that_a_browser_gets(tmp_path: Path, secure: bool) -> None:
    app = create_app(Settings(f"sqlite:///{tmp_path / 'table.db'}", secure=secure))
    with TestClient(app, base_url="https://table.example", follow_redirects=False) as client:
        described = client.get("/api/openapi.json").json()
        name = described["components"]["securitySchemes"]["cookie"]["name"]
        cookie = client.post("/games").headers["set-cookie"].partition(";")[0]
        assert cookie.partition("=")[0] == name
        client.cookies.clear()
        games = client.get("/api/v1/games", headers={"cookie": cookie}).json()
        assert games["total"] == 1
