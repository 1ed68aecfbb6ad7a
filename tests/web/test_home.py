"""Where one begins: going on, the cast, films that one owns, options that are remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.web.playing import begun

TINY = Path(__file__).parent.parent / "films" / "tiny"
CHOSEN = re.compile(r'name="(killer|location|girl)" value="(\w*)" checked')


@pytest.fixture
def films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more Killers beside the film that is shipped."""
    folder = tmp_path / "films"
    folder.mkdir()
    for name in ("04_puppets.yaml", "11_ends.yaml"):
        (folder / name).write_bytes((TINY / name).read_bytes())
    monkeypatch.setenv("NIGHTREEL_FILMS", str(folder))


def chosen(page: str) -> dict[str, str]:
    """Who is chosen for each role."""
    return dict(CHOSEN.findall(page))


def test_somebody_new_can_play_at_once(client: TestClient) -> None:
    page = client.get("/").text
    assert "Play now" in page
    assert "Your games" not in page
    assert client.post("/games").status_code == 303


def test_the_game_that_runs_comes_first(client: TestClient) -> None:
    first, second = begun(client), begun(client)
    page = client.get("/").text
    assert page.index(f'href="{second.address}"') < page.index("Your games")
    assert page.index(f'href="{first.address}"') > page.index("Your games")
    assert page.count("turn 1, Action phase") == 2


def test_everybody_is_shown_with_flavour_and_film(client: TestClient) -> None:
    page = client.get("/new").text
    for words in ("The Sexton", "He rang while the water rose", "Odile Marsh", "Low Water"):
        assert words in page
    assert chosen(page) == {"killer": "", "location": "", "girl": ""}


@pytest.mark.usefixtures("films")
def test_a_role_is_drawn_anew_and_the_others_stay(client: TestClient) -> None:
    before = {"killer": "sexton", "location": "camp_sallow", "girl": "odile"}
    for _ in range(10):
        page = client.get("/new", params={**before, "draw": "killer"}).text
        after = chosen(page)
        assert after["killer"] not in ("", before["killer"])
        assert (after["location"], after["girl"]) == ("camp_sallow", "odile")
        before = after


@pytest.mark.usefixtures("films")
def test_who_is_kept_is_not_drawn(client: TestClient) -> None:
    wish = {"killer": "sisters", "girl": "tamsin", "keep": ["killer", "girl"], "draw": "all"}
    page = client.get("/new", params=wish).text
    assert chosen(page) == {"killer": "sisters", "location": "camp_sallow", "girl": "tamsin"}
    assert page.count('name="keep" value="killer" checked') == 1
    assert page.count('name="keep" value="location" checked') == 0


@pytest.mark.usefixtures("films")
def test_films_that_one_owns_are_remembered(client: TestClient) -> None:
    assert client.post("/films", data={"films": ["low_water"]}).status_code == 303
    page = client.get("/new").text
    assert "The Sexton" in page
    assert "The Sisters" not in page
    for _ in range(5):
        assert "The Sexton" in begun(client).page
    assert client.post("/films", data={"films": ["nowhere"]}).status_code == 404
    assert client.post("/films", data={"films": ["11_ends"]}).status_code == 404
    assert "The Sisters" not in client.get("/new").text
    client.post("/films")
    assert "The Sisters" in client.get("/new").text


def test_options_are_remembered(client: TestClient) -> None:
    assert 'name="extreme" value="false" checked' in client.get("/new").text
    begun(client, extreme="true", ask_single="true", epic="true")
    page = client.get("/new").text
    for name in ("extreme", "ask_single", "epic"):
        assert f'name="{name}" value="true" checked' in page
    assert 'name="infinite_evil" value="false" checked' in page
    assert 'name="ask_single" value="true"' in client.get("/").text


def test_what_stands_in_the_form_survives_a_draw(client: TestClient) -> None:
    page = client.get("/new", params={"draw": "all", "infinite_evil": "true"}).text
    assert 'name="infinite_evil" value="true" checked' in page


def test_a_cast_that_is_not_there_is_refused(client: TestClient) -> None:
    refused = client.post("/games", data={"killer": "nobody"})
    assert refused.status_code == 404
    assert "There is no Killer" in refused.text
    assert client.get("/new", params={"killer": "nobody", "draw": "girl"}).status_code == 200


def test_nobody_sees_the_games_of_others(app: FastAPI, client: TestClient) -> None:
    game = begun(client)
    with TestClient(app) as stranger:
        for page in ("/", "/games"):
            assert game.address not in stranger.get(page).text
