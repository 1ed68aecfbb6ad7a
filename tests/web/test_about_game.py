"""What there is about one game: its end and story, its links, looking on, steps, deletion."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import update

from nightreel.table.cause import cause_text
from nightreel.table.game import Game
from nightreel.table.story import story_of
from nightreel.web.kept.models import ProgramRow
from nightreel.web.kept.programs import Programs
from nightreel.web.kept.store import Store
from nightreel.web.kept.stories import Stories
from nightreel.web.kept.whole import Whole, whole
from nightreel.web.words import result_text
from tests.web.playing import ACTION, Played, begun, played_on

FORM = re.compile('<form method="([a-z]+)"')


@pytest.fixture
def stranger(app: FastAPI) -> Iterator[TestClient]:
    """Another browser."""
    with TestClient(app, follow_redirects=False) as client:
        yield client


def link(page: str, kind: str) -> str:
    """The path of a link that a page gives to be copied."""
    found = re.search(rf'value="http://testserver(/{kind}/[\w-]+)"', page)
    assert found is not None
    return found[1]


def shared(game: Played) -> str:
    """The path by which others look on."""
    assert game.client.post(f"{game.address}/share").status_code == 303
    return link(game.client.get(f"{game.address}/about").text, "watch")


# ---------------------------------------------------------------- the end


def test_the_end_tells_result_story_dice_and_seed(app: FastAPI, client: TestClient) -> None:
    game = begun(client, killer="sexton", location="camp_sallow", girl="odile")
    row = played_on(app, game.address)
    page = client.get(f"{game.address}/about").text
    story = story_of(whole(app.state.site.store, row.player, row.id).again())
    assert len(story) >= 2
    shown = re.sub(r"&#39;|&#34;", "'", page)
    for paragraph in story:
        assert paragraph.replace('"', "'") in shown
    assert row.seed in page
    assert "Successes rolled" in page
    assert result_text(row.result) in page
    assert cause_text(row.cause) in page
    again = client.post(f"{game.address}/rematch")
    assert again.headers["location"] != game.address
    assert 'data-key="r"' in page


def test_a_story_is_worked_out_once_and_anew_when_the_game_went_on(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_again: list[int] = []
    again = Whole.again

    def counted(game: Whole) -> Game:
        played_again.append(game.game.version)
        return again(game)

    monkeypatch.setattr(Whole, "again", counted)
    game = begun(client, practice="true")
    version = played_on(app, game.address).version
    for _ in range(2):
        assert '<div class="story"><p>' in client.get(f"{game.address}/about").text
    story = client.get(f"/api/v1{game.address}/story").json()["paragraphs"]
    assert played_again == [version]
    client.post(f"{game.address}/undo", data={"at": version})
    after = played_on(app, game.address).version
    client.get(f"{game.address}/about")
    assert played_again == [version, after]
    assert len(story) >= 2


def test_a_story_is_that_of_how_the_game_went_in_this_database(
    app: FastAPI, client: TestClient
) -> None:
    store: Store = app.state.site.store
    game = begun(client)
    played_on(app, game.address)
    id_ = game.address.split("/")[2]
    here = whole(store, 1, id_)
    stories = Stories()
    told = stories.of(here)
    elsewhere = begun(client)
    played_on(app, elsewhere.address, seed=2)
    other = whole(store, 1, elsewhere.address.split("/")[2])
    other.game.id, other.game.version = here.game.id, here.game.version
    assert stories.of(other) != told


def test_while_a_game_runs_its_seed_is_told_nowhere(app: FastAPI, client: TestClient) -> None:
    game = begun(client)
    row = played_on(app, game.address, 10)
    watched = shared(game)
    for path in ("", "/about", "/replay", "/replay/9", "/delete", "/save"):
        content = client.get(game.address + path).content
        assert row.seed.encode() not in content
    assert row.seed not in client.get(watched).text


# ---------------------------------------------------------------- coming back


def test_the_owners_link_takes_nothing_until_one_says_so(
    client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    come = link(client.get(f"{game.address}/about").text, "come")
    page = stranger.get(come)
    assert "Go on here" in page.text
    assert "set-cookie" not in page.headers
    assert stranger.get(game.address).status_code == 404
    seat = stranger.post(come)
    assert (seat.status_code, seat.headers["location"]) == (303, game.address)
    assert stranger.post(come).headers["location"] == game.address
    there = Played(stranger, game.address, stranger.get(game.address).text)
    assert there.post("answers", action=there.actions[0]).status_code == 200
    assert Played(client, "", client.get(game.address).text).version == there.version
    assert game.address in stranger.get("/").text


def test_a_link_that_leads_nowhere_makes_no_player(stranger: TestClient) -> None:
    nowhere = stranger.post(f"/come/{'x' * 43}")
    assert nowhere.status_code == 404
    assert "set-cookie" not in nowhere.headers


def seated(client: TestClient, come: str) -> None:
    """Give a browser a seat by a link."""
    assert client.post(come).status_code == 303


def test_a_new_link_makes_the_old_one_lead_nowhere(
    client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    old = link(client.get(f"{game.address}/about").text, "come")
    made = client.post(f"{game.address}/link")
    assert (made.status_code, made.headers["location"]) == (303, f"{game.address}/about#elsewhere")
    new = link(client.get(f"{game.address}/about").text, "come")
    assert new != old
    assert stranger.get(old).status_code == 404
    assert stranger.post(old).status_code == 404
    assert stranger.get(game.address).status_code == 404
    seated(stranger, new)
    assert stranger.get(game.address).status_code == 200


def test_a_new_link_takes_no_seat_away(client: TestClient, stranger: TestClient) -> None:
    game = begun(client)
    about = f"{game.address}/about"
    assert "has a seat" not in client.get(about).text
    seated(stranger, link(client.get(about).text, "come"))
    client.post(f"{game.address}/link")
    assert stranger.get(game.address).status_code == 200
    assert "One other browser has a seat" in client.get(about).text


def test_seats_of_others_are_taken_away_with_the_link_they_came_by(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    about = f"{game.address}/about"
    come = link(client.get(about).text, "come")
    with TestClient(app, follow_redirects=False) as third:
        for other in (stranger, third):
            seated(other, come)
            assert other.get(game.address).status_code == 200
        assert "2 other browsers have a seat" in client.get(about).text
        assert client.post(f"{game.address}/seats/clear").status_code == 303
        for other in (stranger, third):
            for what in ("", "/chances?at=0", "/about", "/save", "/replay"):
                assert other.get(game.address + what).status_code == 404
            answer = {"action": game.actions[0], "at": 0}
            assert other.post(f"{game.address}/answers", data=answer).status_code == 404
            assert game.address not in other.get("/games").text
            assert other.post(come).status_code == 404
    assert "have a seat" not in client.get(about).text
    assert client.get(game.address).status_code == 200


def test_nobody_takes_the_seat_of_whoever_began_the_game(
    client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    seated(stranger, link(client.get(f"{game.address}/about").text, "come"))
    page = stranger.get(f"{game.address}/about").text
    assert "One other browser has a seat" in page
    assert "seats/clear" not in page
    stranger.post(f"{game.address}/seats/clear")
    assert client.get(game.address).status_code == 200
    assert stranger.get(game.address).status_code == 200


# ---------------------------------------------------------------- looking on


def test_others_look_on_and_cannot_act(client: TestClient, stranger: TestClient) -> None:
    game = begun(client)
    path = shared(game)
    page = stranger.get(path).text
    assert not ACTION.findall(page)
    assert "hx-post" not in page
    assert FORM.findall(page) == ["get"]  # that of the rules
    assert game.address not in page
    assert "What the player can answer" in page
    assert stranger.get(game.address).status_code == 404


def test_a_page_that_looks_on_asks_only_for_what_is_new(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    path = shared(game)
    asks = {"hx-request": "true"}
    assert stranger.get(path, params={"at": 0}, headers=asks).status_code == 204
    played_on(app, game.address, 3)
    assert stranger.get(path, params={"at": 0}, headers=asks).status_code == 200
    assert f'hx-get="{path}?at=3"' in stranger.get(path).text


def test_a_link_can_be_taken_back(client: TestClient, stranger: TestClient) -> None:
    game = begun(client)
    path = shared(game)
    assert client.post(f"{game.address}/share").status_code == 303
    assert link(client.get(f"{game.address}/about").text, "watch") == path
    client.post(f"{game.address}/share/stop")
    assert stranger.get(path).status_code == 404
    assert "nobody shares" in stranger.get(path).text.lower()
    assert shared(game) != path


def test_strangers_cannot_share_delete_or_save(client: TestClient, stranger: TestClient) -> None:
    game = begun(client)
    begun(stranger)
    for what in ("share", "share/stop", "link", "seats/clear", "delete"):
        assert stranger.post(f"{game.address}/{what}").status_code == 404
    for what in ("about", "delete", "save", "replay"):
        assert stranger.get(f"{game.address}/{what}").status_code == 404
    assert client.get(game.address).status_code == 200


# ---------------------------------------------------------------- step by step


def test_every_step_is_the_table_as_it_was(client: TestClient) -> None:
    game = begun(client)
    asked = []
    for _ in range(8):
        buttons = dict(
            re.findall(r'value="(\d+)"[^>]*><kbd>\d+</kbd><span>(.*?)</span>', game.page)
        )
        question = re.search(r'<h2 id="asked"[^>]*>(.*?)</h2>', game.page)
        assert question is not None
        action = game.actions[0]
        asked.append((question[1], buttons[str(action)]))
        game.post("answers", action=action)
    for number, (was_asked, answer) in enumerate(asked):
        page = client.get(f"{game.address}/replay/{number}").text
        assert f'<h2 id="asked">{was_asked}</h2>' in page
        assert f'<p class="given next">{answer}</p>' in page
        assert f"{number} of 8" in page
        assert not ACTION.findall(page)
    assert client.get(f"{game.address}/replay").text == client.get(f"{game.address}/replay/0").text
    last = client.get(f"{game.address}/replay/8").text
    assert "given next" not in last
    assert f'<p class="given">{asked[-1][1]}</p>' in last
    for wrong in ("9", "-1", "x", "9" * 30):
        assert client.get(f"{game.address}/replay/{wrong}").status_code == 404


def test_steps_lead_on_back_and_to_turns(app: FastAPI, client: TestClient) -> None:
    game = begun(client)
    count = played_on(app, game.address).answers
    page = client.get(f"{game.address}/replay/5").text
    steps = [int(n) for n in re.findall(r'replay/(\d+)" hx-get', page)]
    assert steps == [0, 4, 6, count]
    keys = re.findall(r'data-key="(\w+)"', page)
    assert keys == ["Home", "ArrowLeft", "ArrowRight", "End"]
    turns = [int(n) for n in re.findall(r'<li><a href="[^"]*replay/(\d+)"', page)]
    assert turns == sorted(turns)
    for turn, step in enumerate(turns, start=1):
        assert f"Turn {turn} " in client.get(f"{game.address}/replay/{step}").text


def test_others_see_the_steps_when_the_game_is_over(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    game = begun(client)
    played_on(app, game.address, 5)
    path = shared(game)
    assert stranger.get(f"{path}/replay").status_code == 403
    played_on(app, game.address)
    page = stranger.get(f"{path}/replay/3").text
    assert "3 of" in page
    assert game.address not in page
    assert client.get(f"{game.address}/replay/3").text.count("given") == page.count("given")


# ---------------------------------------------------------------- deleting


def test_a_game_is_deleted_when_one_is_sure(app: FastAPI, client: TestClient) -> None:
    game = begun(client)
    played_on(app, game.address, 4)
    assert "Delete this game for ever?" in client.get(f"{game.address}/delete").text
    assert client.get(game.address).status_code == 200
    assert client.post(f"{game.address}/delete").headers["location"] == "/"
    assert client.get(game.address).status_code == 404
    assert game.address not in client.get("/games").text


def test_a_game_that_this_release_cannot_play_can_be_deleted(
    app: FastAPI, client: TestClient
) -> None:
    game, store = begun(client), app.state.site.store
    with store.database.writing() as session:
        session.execute(update(ProgramRow).values(machine="another", release="0.0.9"))
    store.programs = Programs()
    for page in ("", "/about", "/replay"):
        refused = client.get(f"{game.address}{page}")
        assert refused.status_code == 409
        assert "only Nightreel 0.0.9 can play this game" in refused.text
        assert f'href="{game.address}/delete"' in refused.text
    assert "Delete this game for ever?" in client.get(f"{game.address}/delete").text
    assert client.post(f"{game.address}/delete").headers["location"] == "/"
    assert client.get(game.address).status_code == 404
