"""Statistics, settings, the rules beside the game, and what Nightreel is."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.films.library import Casts, Member
from nightreel.table.rules import rules, sections
from nightreel.web.kept.figures import figures_of, grid_of
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.preferences import plain_name
from nightreel.web.kept.shelf import games_of
from tests.web.playing import begun, played_on

RULING = re.compile(r'<article class="ruling" id="([a-z]+-\d+)"')


def row(result: str, cast: str, cause: str = "", practice: bool = False) -> GameRow:
    """A game as statistics see it; the cast is named by three letters."""
    killer, location, girl = tuple(cast)
    return GameRow(
        killer=killer,
        location=location,
        girl=girl,
        result=result,
        cause=cause,
        practice=practice,
        turn=7,
        phase="killer",
        dice=[1, 0, 0, 0, 2, 3],
        saved="",
        begun="",
        kept_id="",
        seed="1",
        options={},
        rescued=2,
        fallen=3,
    )


@pytest.fixture
def known() -> Casts:
    """Two Killers, two Locations, two Final Girls."""
    killers, locations, girls = (
        tuple(Member(id_, id_.upper(), "", "") for id_ in ids) for ids in ("kl", "pq", "gh")
    )
    return Casts(killers, locations, girls)


def test_games_are_counted(known: Casts) -> None:
    games = [
        row("victory", "kpg", "struck"),
        row("defeat", "kpg", "killer"),
        row("defeat", "kph", "killer"),
        row("defeat", "lqg", "haste"),
        row("defeat", "kqg", "killer", practice=True),
        row("", "lpg"),
        row("", "lpg", practice=True),
    ]
    figures = figures_of(games)
    assert (figures.count.all.games, figures.count.all.wins) == (4, 1)
    assert figures.causes == (("killer", 2), ("haste", 1))
    assert (figures.rescued, figures.fallen, figures.running) == (8, 12, 1)
    assert (figures.practice.games, figures.practice.wins) == (1, 0)
    assert figures.dice.faces == (5, 0, 0, 0, 10, 15)


def test_the_grid_shows_what_is_unplayed(known: Casts) -> None:
    figures = figures_of([row("victory", "kpg"), row("defeat", "kph"), row("defeat", "xqg")])
    grid = grid_of(known, figures.count)
    assert [line.id for line in grid.killers] == ["k", "l", "x"]
    assert (grid.cells["k", "p"].games, grid.cells["k", "p"].wins) == (2, 1)
    assert ("l", "q") not in grid.cells
    assert grid.unplayed == 4
    with_one = grid_of(known, figures.count, "h")
    assert (with_one.cells["k", "p"].games, with_one.cells["k", "p"].wins) == (1, 0)
    assert [line.score.games for line in with_one.girls] == [2, 1]


def test_the_page_tells_of_ones_own_games_alone(app: FastAPI, client: TestClient) -> None:
    game = begun(client, killer="sexton", location="camp_sallow", girl="odile")
    played_on(app, game.address)
    begun(client)
    page = client.get("/statistics").text
    assert "0 of 1" in page or "1 of 1" in page
    assert "<b>1</b> still running" in page
    assert "unplayed" in client.get("/statistics", params={"girl": "tamsin"}).text
    with TestClient(app) as stranger:
        assert "No game has ended yet" in stranger.get("/statistics").text


def test_a_list_of_games_reads_no_records(app: FastAPI, client: TestClient) -> None:
    begun(client)
    (listed,) = games_of(app.state.site.store, 1)
    assert "record" not in listed.__dict__
    assert "opening" not in listed.__dict__


# ---------------------------------------------------------------- settings


def test_settings_are_remembered(client: TestClient) -> None:
    changed = client.post("/settings", data={"name": "  Ada   L. ", "ask_single": "true"})
    assert changed.headers["location"] == "/settings?saved=true"
    page = client.get(changed.headers["location"]).text
    assert 'value="Ada L."' in page
    assert 'name="ask_single" value="true" checked' in page
    assert "Remembered." in page
    assert 'name="ask_single" value="true" checked' in client.get("/new").text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        (" \n Ada \t Lovelace ", "Ada Lovelace"),
        ("\u202eevil\x00\u200b", "evil"),
        ("x" * 60, "x" * 40),
        ("", ""),
    ],
)
def test_a_name_is_one_line_that_can_be_seen(text: str, name: str) -> None:
    assert plain_name(text) == name


def test_settings_that_cannot_be_are_refused(client: TestClient) -> None:
    for wrong in ({"films": "nowhere"}, {"name": "x" * 201}, {"ask_single": "perhaps"}):
        refused = client.post("/settings", data=wrong)
        assert refused.status_code in (404, 422)
        assert "set-cookie" not in refused.headers


# ---------------------------------------------------------------- rules


def test_all_rules_can_be_read(client: TestClient) -> None:
    page = client.get("/rules").text
    assert page.count('<article class="ruling"') == len(rules())
    for section in sections():
        assert f'id="{section.page}"' in page


def test_rules_are_searched(client: TestClient) -> None:
    assert RULING.findall(client.get("/rules", params={"q": "KATK-5"}).text) == ["katk-5"]
    words = RULING.findall(client.get("/rules", params={"q": "infinite evil"}).text)
    assert "amb-1" in words
    nothing = client.get("/rules", params={"q": "<script>xyzzy"})
    assert nothing.status_code == 200
    assert "No rule is called" in nothing.text
    assert "<script>xyzzy" not in nothing.text
    part = client.get("/rules", params={"q": "katk-5"}, headers={"hx-request": "true"}).text
    assert RULING.findall(part) == ["katk-5"]
    assert "<html" not in part


def test_every_rule_has_a_page_that_leads_to_those_it_names(client: TestClient) -> None:
    for id_ in ("COMP-1", "KATK-5", next(reversed(rules()))):
        page = client.get(f"/rules/{id_}")
        assert page.status_code == 200
        assert rules()[id_].title.replace("'", "&#39;") in page.text
    assert client.get("/rules/katk-5").status_code == 200
    assert client.get("/rules/NONE-1").status_code == 404
    linked = re.findall(r'href="/rules/([A-Z]+-\d+)"', client.get("/rules").text)
    assert set(linked) == set(rules())


def test_a_rule_comes_alone_for_the_panel_beside_a_table(client: TestClient) -> None:
    part = client.get("/rules/KATK-5", headers={"hx-request": "true"})
    assert part.status_code == 200
    assert "<html" not in part.text
    assert 'data-do="found"' in part.text
    assert re.search(r"<h3[^>]*>.*KATK-5.*An attack on the Final Girl</h3>", part.text)
    unknown = client.get("/rules/NONE-1", headers={"hx-request": "true"})
    assert unknown.status_code == 404
    assert unknown.text.startswith('<p class="notice" role="alert">')


def test_the_table_has_a_place_for_the_rules_that_an_answer_leaves_alone(
    client: TestClient,
) -> None:
    game = begun(client)
    panel = game.page[game.page.index('<aside id="rules"') :]
    assert re.match(r"<aside[^>]* hidden>", panel)
    assert 'name="q"' in panel
    answer = {"action": game.actions[0], "at": game.version}
    reply = client.post(f"{game.address}/answers", data=answer, headers={"hx-request": "true"})
    assert reply.status_code == 200
    assert 'id="rules"' not in reply.text


def test_the_log_leads_to_the_rules(client: TestClient) -> None:
    page = begun(client).page
    named = set(re.findall(r'href="/rules/([A-Z]+-\d+)"', page))
    assert named
    assert named <= set(rules())


# ---------------------------------------------------------------- about


def test_every_page_says_whose_the_board_game_is(client: TestClient) -> None:
    for path in ("/", "/new", "/daily", "/statistics", "/settings", "/rules", "/about"):
        page = client.get(path).text
        assert "not affiliated with them or endorsed by them" in page
        assert page.count("<h1") == 1
        assert page.count('id="main"') == 1
