"""Games through their pages: begun, answered, taken back, only by their owner."""

from __future__ import annotations

from random import Random

from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.web.playing import begun


def test_a_whole_game_can_be_played_without_scripts(client: TestClient) -> None:
    game, chance = begun(client), Random(4)
    while game.actions:
        assert game.post("answers", action=chance.choice(game.actions)).status_code == 200
    assert "Victory." in game.page or "Defeat." in game.page
    again = client.post(f"{game.address}/rematch")
    assert again.status_code == 303
    assert again.headers["location"] != game.address


def test_an_answer_to_what_is_asked_no_more_shows_how_the_game_stands(client: TestClient) -> None:
    game = begun(client)
    first, second = game.actions[:2]
    version = game.version
    assert game.post("answers", action=first).status_code == 200
    assert game.post("answers", action=first, at=version).status_code == 200
    assert game.version == version + 1
    late = game.post("answers", action=second, at=version)
    assert late.status_code == 409
    assert f'data-version="{version + 1}"' in late.text


def test_an_answer_can_be_taken_back_until_something_is_revealed(client: TestClient) -> None:
    game = begun(client, practice="true")
    asked = game.actions
    assert game.post("undo").status_code == 409
    game.post("answers", action=asked[0])
    game.post("undo")
    assert game.actions == asked


def test_a_refused_answer_changes_nothing(client: TestClient) -> None:
    game = begun(client)
    assert game.post("answers", action=999_999).status_code == 409
    assert client.get(game.address).text == game.page


def test_only_its_owner_sees_a_game_and_acts_in_it(app: FastAPI, client: TestClient) -> None:
    game = begun(client)
    with TestClient(app, follow_redirects=False) as stranger:
        assert stranger.get(game.address).status_code == 404
        begun(stranger)
        assert stranger.get(game.address).status_code == 404
        answer = {"action": game.actions[0], "at": game.version}
        assert stranger.post(f"{game.address}/answers", data=answer).status_code == 404
    assert client.get(game.address).text == game.page


def test_what_another_site_sends_is_refused(client: TestClient) -> None:
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}):
        assert client.post("/games", headers=headers).status_code == 403
    assert client.post("/games", headers={"sec-fetch-site": "same-origin"}).status_code == 303
