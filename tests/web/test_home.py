"""Where one begins: going on, the cast, films that one owns, options that are remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.reel.errors import SourceError, Where
from nightreel.reel.program import Program
from nightreel.table.draw import Draw
from nightreel.web.around import casting, home
from nightreel.web.kept.database import Busy
from tests.web.playing import begun

TINY = Path(__file__).parent.parent / "films" / "tiny"
CHOSEN = re.compile(r'name="(killer|location|girl)" value="(\w*)" checked')


AT_CAMP = {"cellar": "kitchen", "attic": "boathouse", "hall": "lodge"}
AT_MILL = {"cellar": "vault", "attic": "barn", "hall": "loft"}
"""Spaces that tiny films name, and others of a Location where their Killers can play instead."""


def moved(film: str, spaces: dict[str, str]) -> str:
    """A tiny film whose cards name spaces of some Location."""
    text = (TINY / f"{film}.yaml").read_text()
    return re.sub("|".join(rf"\b{space}\b" for space in spaces), lambda m: spaces[m[0]], text)


@pytest.fixture
def films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more Killers beside the film that is shipped."""
    for film in ("02_results", "11_ends"):
        (tmp_path / f"{film}.yaml").write_text(moved(film, AT_CAMP))
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Location, and a Killer who can play there alone."""
    (tmp_path / "mill.yaml").write_bytes((TINY / "06_map.yaml").read_bytes())
    (tmp_path / "odd.yaml").write_text(moved("02_results", AT_MILL))
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))


def chosen(page: str) -> dict[str, str]:
    """Who is chosen for each role."""
    return dict(CHOSEN.findall(page))


def test_somebody_new_can_play_at_once(client: TestClient) -> None:
    page = client.get("/").text
    assert "Play now" in page
    assert "Your games" not in page
    assert client.post("/games").status_code == 303


def test_of_a_game_that_is_refused_nothing_is_kept(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise Busy("nothing was changed")

    begun(client)
    monkeypatch.setattr(home, "remember", busy)
    assert client.post("/games").status_code == 503
    assert client.get("/games").text.count('class="entry"') == 1


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


@pytest.mark.usefixtures("films")
def test_of_many_people_whoever_is_chosen_stands_first(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(casting, "MANY", 2)
    page = client.get("/new", params={"killer": "sisters"}).text
    assert "Choose one of 2" in page
    at = [page.index(words) for words in ("The Sisters", "Choose one of", "The Reckoner")]
    assert at == sorted(at)
    assert page.count('name="killer"') == 4
    assert page.count("Choose one of") == 1


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


def test_all_games_come_page_by_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "PAGE", 3)
    addresses = {begun(client).address for _ in range(7)}
    found: list[str] = []
    address = "/games"
    for number, count in ((1, 3), (2, 3), (3, 1)):
        page = client.get(address).text
        listed = re.findall(r'<a href="(/games/[\w-]+)"', page)
        assert len(listed) == count
        assert f"Page {number} of 3" in page
        assert ('rel="prev"' in page) == (number > 1)
        following = re.search(r'rel="next" href="([^"]+)"', page)
        assert (following is not None) == (number < 3)
        address = following[1] if following else ""
        found += listed
    assert set(found) == addresses
    assert "Page 3 of 3" in client.get("/games", params={"page": 99}).text
    assert client.get("/games", params={"page": 0}).status_code == 422


def test_few_games_have_one_page_without_links_to_others(client: TestClient) -> None:
    assert "There are none yet." in client.get("/games").text
    begun(client)
    page = client.get("/games").text
    assert "Page 1" not in page
    assert 'rel="next"' not in page


def test_who_is_kept_can_play(client: TestClient) -> None:
    wish = {"killer": "sexton", "location": "camp_sallow", "girl": "odile"}
    assert client.post("/games", data={**wish, "keep": ["killer", "girl"]}).status_code == 303


# ---------------------------------------------------------------- films that do not go together

UNFIT = {"killer": "reckoner", "location": "camp_sallow", "girl": "odile"}
INSTEAD = re.compile(r'name="instead" value="([^"]*)">([^<]*)<')


@pytest.mark.usefixtures("odd")
def test_a_cast_that_does_not_go_together_is_told_with_who_would_do(client: TestClient) -> None:
    sent = {**UNFIT, "extreme": "true", "keep": ["killer"]}
    refused = client.post("/games", data=sent)
    assert refused.status_code == 422
    assert "The Reckoner and Camp Sallow do not go together." in refused.text
    assert ".yaml" not in refused.text
    assert chosen(refused.text) == UNFIT
    assert 'name="extreme" value="true" checked' in refused.text
    assert 'name="keep" value="killer" checked' in refused.text
    others = dict(INSTEAD.findall(refused.text))
    assert others["killer sexton"] == "The Sexton instead of The Reckoner"
    assert set(others) == {"killer sexton", "location mill"}
    page = client.get("/new", params={**sent, "instead": "location mill"})
    assert page.status_code == 200
    assert chosen(page.text) == {**UNFIT, "location": "mill"}
    assert 'name="extreme" value="true" checked' in page.text
    assert client.post("/games", data=chosen(page.text)).status_code == 303


@pytest.mark.usefixtures("odd")
def test_only_who_goes_together_is_drawn(client: TestClient) -> None:
    wish = {"killer": "reckoner", "keep": ["killer"], "draw": "all"}
    for _ in range(6):
        drawn = chosen(client.get("/new", params=wish).text)
        assert (drawn["killer"], drawn["location"]) == ("reckoner", "mill")
    refused = client.get("/new", params={**UNFIT, "draw": "girl"})
    assert refused.status_code == 422
    assert "The Reckoner and Camp Sallow do not go together." in refused.text
    assert chosen(refused.text) == UNFIT


def test_who_plays_with_nobody_is_told(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unfit.yaml").write_bytes((TINY / "02_results.yaml").read_bytes())
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))
    refused = client.post("/games", data={"killer": "reckoner"})
    assert refused.status_code == 422
    assert "Nobody was found who goes together with The Reckoner." in refused.text
    assert INSTEAD.findall(refused.text) == [
        ("killer sexton", "The Sexton instead of The Reckoner")
    ]


def test_where_nobody_would_do_the_mistake_in_the_film_is_told(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Draw) -> Program:
        raise SourceError(Where("/films/odd.yaml", 3, 1), "unknown name 'attic'")

    monkeypatch.setattr(Draw, "load", broken)
    refused = client.post("/games", data={"girl": "odile"})
    assert refused.status_code == 422
    assert '<div role="alert" class="unfit">' in refused.text
    assert "odd.yaml:3:1: unknown name &#39;attic&#39;" in refused.text
    assert "/films/odd.yaml" not in refused.text
    assert chosen(refused.text)["girl"] == "odile"


@pytest.mark.usefixtures("odd")
def test_programs_learn_it_too(client: TestClient) -> None:
    key = client.post("/api/v1/keys").json()["key"]
    headers = {"Authorization": f"Bearer {key}"}
    refused = client.post("/api/v1/games", json=UNFIT, headers=headers)
    assert refused.status_code == 422
    told = refused.json()["detail"]
    assert told.startswith("The Reckoner and Camp Sallow do not go together. These would: ")
    assert told.endswith("instead of Camp Sallow.")
