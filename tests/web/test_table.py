"""What a table sends: its parts, chances, the look of a film, where everybody is drawn."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor, as_completed
from html import unescape
from itertools import combinations, islice
from random import Random
from threading import Event
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from markupsafe import escape

from nightreel.films.library import load_program
from nightreel.pages.plan import Plan
from nightreel.record import layout as L
from nightreel.table.state import Options, State
from nightreel.table.steps import opened, revealed
from nightreel.table.view import View, phase_id, view
from nightreel.web.look import Look, look_address, stylesheet
from nightreel.web.playing import chances
from nightreel.web.playing.board import (
    GAP,
    MARK,
    STEP,
    Board,
    board_of,
    drawings_of,
    drawn,
    moves,
    pieces_of,
)
from nightreel.web.playing.chances import Reckoned
from nightreel.web.playing.followed import to_follow
from nightreel.web.playing.logbook import grouped
from nightreel.web.playing.parts import HAD, parts_had, print_of
from nightreel.web.queues import WAITING
from tests.films.playing import Play
from tests.web.playing import begun

PART = re.compile(r'id="([^"]+)"[^>]*data-print="([^"]+)"')
KEPT = re.compile(r'id="([^"]+)" data-kept')
SAVED = 30_000
"""Bytes that come no second time."""


# ---------------------------------------------------------------- parts


def test_what_a_page_has_already_is_not_sent_again(client: TestClient) -> None:
    game = begun(client)
    had = dict(PART.findall(game.page))
    header = ";".join(f"{id_}={print_}" for id_, print_ in had.items())
    again = {"hx-request": "true", HAD: header}
    data = {"at": game.version, "action": game.actions[0]}
    reply = client.post(f"{game.address}/answers", data=data, headers=again).text
    kept = set(KEPT.findall(reply))
    assert {"wide-still", "tall-still", "help", "follow"} <= kept <= set(had)
    assert dict(PART.findall(reply)).keys().isdisjoint(kept)
    assert len(reply) < len(game.page) - SAVED


def test_a_page_that_tells_nothing_gets_everything(client: TestClient) -> None:
    game = begun(client)
    data = {"at": game.version, "action": game.actions[0]}
    headers = {"hx-request": "true", HAD: "wide-ground;=;nothing=; ==="}
    reply = client.post(f"{game.address}/answers", data=data, headers=headers).text
    assert not KEPT.findall(reply)
    assert "wide-ground" in dict(PART.findall(reply))


def test_prints_differ_with_what_is_shown() -> None:
    assert print_of("a", "b") == print_of("a", "b")
    assert len({print_of("a", "b"), print_of("ab"), print_of("a"), print_of()}) == 4
    assert parts_had("a=1;b=2") == {"a": "1", "b": "2"}


# ---------------------------------------------------------------- boards


def test_the_horror_track_is_shown_from_its_green_end_to_its_red_one(client: TestClient) -> None:
    page = begun(client).page
    track = re.findall(r'id="horror-(\d)".*?<b>(\d)</b>.*?</svg>(\d)</span>', page, re.DOTALL)
    assert [space for space, _, _ in track] == [level for _, level, _ in track] == list("01234567")
    assert [dice for _, _, dice in track] == list("33222221"), "COMP-2"


def words_of(item: View) -> str:
    """Something that stands on an Item and is not its title."""
    abilities = [ability["text"] for ability in item["abilities"]]
    weapon = "weapon, range" if item["weapon"] else ""
    return str(next(filter(None, [item["text"], *item["rules"], *abilities, weapon])))


ITEMS = {
    card["title"]: words_of(card)
    for card in load_program("sexton", "camp_sallow", "odile").facts["cards"]
    if card["type"] == "item"
}


def test_what_lies_face_up_on_an_item_deck_says_what_it_does(client: TestClient) -> None:
    page = begun(client, girl="odile").page
    tops = re.findall(r'id="pile-deck-\d".*?<small>seen: (.*?)</small>(.*?)</li>', page, re.DOTALL)
    assert len(tops) == 3
    for title, told in tops:
        assert escape(ITEMS[unescape(title)]) in told


def test_an_item_to_choose_says_what_it_does(client: TestClient) -> None:
    chance = Random(2)
    game = begun(client, girl="odile")
    while "Keep which Item?" not in game.page:
        if not game.actions:
            game = begun(client, girl="odile")
        search = re.search(r'value="(\d+)"[^>]*><kbd>\d+</kbd><span>\w+ Search', game.page)
        game.post("answers", action=int(search[1]) if search else chance.choice(game.actions))
    answers = re.findall(
        r'data-card="\d+"><kbd>\d+</kbd><span>(.*?)</span>(.*?)</button>', game.page, re.DOTALL
    )
    assert len(answers) == len(game.actions) > 1
    for title, told in answers:
        assert escape(ITEMS[unescape(title)]) in told


# ---------------------------------------------------------------- chances


def test_chances_are_those_of_the_version_that_is_shown(client: TestClient) -> None:
    game = begun(client)
    address = f"{game.address}/chances"
    page = client.get(address, params={"at": game.version})
    assert page.status_code == 200
    assert "Horror Roll" in page.text or "successes: " in page.text
    assert client.get(address, params={"at": game.version + 1}).status_code == 409
    assert client.get(address).text == page.text
    assert client.get(f"{address}?at=now").status_code == 422


def test_chances_of_each_answer_add_up_and_its_best_are_told(client: TestClient) -> None:
    game = begun(client)
    while "Play" not in game.page.split('id="answers"')[1].split("</form>")[0]:
        game.post("answers", action=game.actions[-1])
    address, part = f"{game.address}/chances", {"hx-request": "true"}
    all_of_them = client.get(address, params={"at": game.version}, headers=part).text
    answers = re.findall(r'<div data-for="(\d+)">(.*?)</div>', all_of_them)
    assert answers
    for action, told in answers:
        assert sum(map(int, re.findall(r"</i> (\d+) %", told))) == pytest.approx(100, abs=1)
        query = {"at": game.version, "action": int(action)}
        assert "at best" in client.get(address, params=query, headers=part).text
    query = {"at": game.version, "action": 999_999}
    assert client.get(address, params=query, headers=part).text.strip() == all_of_them.strip()


def test_answers_do_not_wait_for_chances(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, answered, begun_ = begun(client), Event(), Event()

    def slow(*_: object) -> list[Reckoned]:
        begun_.set()
        assert answered.wait(60)
        return []

    monkeypatch.setattr(chances, "reckoned", slow)
    address = f"{game.address}/chances?at={game.version}"
    with ThreadPoolExecutor(WAITING + 2) as pool:
        asked = [pool.submit(client.get, address) for _ in range(WAITING + 2)]
        too_many = [reply.result() for reply in islice(as_completed(asked, 60), 2)]
        assert [reply.status_code for reply in too_many] == [503, 503]
        assert "Too many ask for chances" in too_many[0].text
        assert begun_.wait(60)
        assert game.post("answers", action=game.actions[0]).status_code == 200
        answered.set()
        told = [reply.result(60).status_code for reply in asked]
    assert sorted(set(told)) == [200, 409, 503]
    assert told.count(200) == 1, "those that came late are told that the game went on"


# ---------------------------------------------------------------- the look


def test_a_look_is_a_stylesheet_that_never_changes_at_its_address(client: TestClient) -> None:
    address = look_address({"ink": "#eeeeee", "type": "typewriter"})
    reply = client.get(address)
    assert reply.headers["content-type"].startswith("text/css")
    assert "immutable" in reply.headers["cache-control"]
    assert reply.text == ":root{--ink:#eeeeee;--titles:var(--typewriter);}\n"
    assert look_address({}) == ""
    assert stylesheet(Look()) == ":root{}\n"


@pytest.mark.parametrize(
    "query",
    ["ink=red", "ink=%23eee", "ink=%23eeeeee;}body{", "type=comic", "size=9", "ink=%23eeeeee%0A"],
)
def test_a_look_says_nothing_else(client: TestClient, query: str) -> None:
    assert client.get(f"/look.css?{query}").status_code == 422


# ---------------------------------------------------------------- the map


def the_board(crowd: int = 0) -> Board:
    """The map at the beginning of a game, with so many Victims more in space 1."""
    program = load_program("sexton", "camp_sallow", "odile")
    _, state = revealed(opened(program, 7, Options())[0])
    words = state.words.copy()
    kind = next(n for n, k in enumerate(program.facts["kinds"], 1) if k["class"] == "victim")
    free = [piece for piece in range(L.PIECES - 1, 0, -1) if not words[L.KIND + piece]][:crowd]
    for piece in free:
        words[L.KIND + piece], words[L.PLACE + piece] = kind, 1
    spaces = view(State(program, words, explicit_chance=True), ["map"])["map"]
    return board_of(program, words, spaces)


def test_no_two_spaces_cover_each_other_however_close_a_film_draws_them() -> None:
    close = [{"at": [x, y], "panic": {}} for x, y in ((0, 0), (10, 5), (20, 0), (30, 9), (100, 99))]
    for plan in (drawing.plan for drawing in drawn({"spaces": close, "ways": []}, [""] * 5)):
        width, height = (side + GAP for side in plan.frame.box)
        for a, b in combinations(plan.middles, 2):
            assert abs(a[0] - b[0]) >= width or abs(a[1] - b[1]) >= height


DIGIT = 9
"""Width of a digit of the panic numbers, at the most."""


def check_numbers(plan: Plan) -> None:
    """No panic numbers are read as one: a letter lies between them, or they stand in two lines."""
    assert plan.labels
    for a, b in combinations(plan.labels, 2):
        apart = (len(a.faces.split()) + len(b.faces.split()) + 1) * DIGIT / 2
        assert abs(a.at[0] - b.at[0]) > apart or abs(a.at[1] - b.at[1]) >= 12


def test_panic_numbers_of_the_shipped_map_do_not_run_together() -> None:
    for drawing in drawings_of(load_program("sexton", "camp_sallow", "odile")):
        check_numbers(drawing.plan)


def test_panic_numbers_of_short_ways_do_not_run_together() -> None:
    places = [(x, y) for y in (0, 34, 67, 99) for x in (0, 34, 67, 99)]
    right = [(n, n + 1) for n in range(16) if n % 4 < 3]
    down = [(n, n + 4) for n in range(12)]
    spaces: list[dict[str, Any]] = [{"at": place, "panic": {}} for place in places]
    for n, m in right + down:
        spaces[n]["panic"][str(m - n)] = m + 1
        spaces[m]["panic"] |= {str(m - n + 1): n + 1, str(m - n + 2): n + 1}
    ways = [{"between": [n + 1, m + 1]} for n, m in right + down]
    for drawing in drawn({"spaces": spaces, "ways": ways}, [""] * 16):
        check_numbers(drawing.plan)


def test_ways_and_signs_at_corners_are_inside_of_the_drawing() -> None:
    for drawing in drawings_of(load_program("sexton", "camp_sallow", "odile")):
        left, top, width, height = map(int, drawing.view.split())
        across, down = (side / 2 + MARK for side in drawing.plan.frame.box)
        signs = [(x - across, y - down) for x, y in drawing.plan.middles]
        curves = [way.at(n / 40) for way in drawing.plan.ways for n in range(41)]
        for x, y in signs + curves:
            assert left <= x <= left + width
            assert top <= y <= top + height


@pytest.mark.parametrize("crowd", [1, 4, 12])
def test_all_pieces_of_a_space_stand_inside_of_it_each_in_its_place(crowd: int) -> None:
    board = the_board(crowd)
    here = [piece for piece in board.pieces if piece.space == 1]
    assert len(here) == crowd
    for n, drawing in enumerate(board.drawings):
        spots = [piece.spots[2 * n : 2 * n + 2] for piece in here]
        width, height = drawing.plan.frame.box
        assert len(set(spots)) == crowd
        for x, y in spots:
            assert abs(x - drawing.middle(1)[0]) < width / 2
            assert abs(y - drawing.middle(1)[1]) < height / 2
    assert board.crowds == ({1: crowd} if crowd >= 4 else {})


def test_what_moved_is_told_and_who_is_gone() -> None:
    board = the_board(3)
    before, after, drawings = board.pieces, the_board(2).pieces, board.drawings
    gone = {p.number for p in before} - {p.number for p in after}
    here = sorted((p for p in after if p.space == 1), key=lambda piece: piece.spots)
    out, row = moves(drawings, before, after)
    assert out == [0, 0, 0, *gone]
    assert row == [1, STEP, STEP, *(piece.number for piece in here)]
    for n, drawing in enumerate(drawings):
        middle, spots = drawing.middle(1), [piece.spots[2 * n : 2 * n + 2] for piece in here]
        left = middle[0] - row[1 + n] * (len(here) - 1) / 2
        told = [(left + step * row[1 + n], middle[1] + drawing.below) for step in range(len(here))]
        assert told == [pytest.approx(spot, abs=1) for spot in spots]
    assert moves(drawings, after, after) == []


def test_pieces_have_their_numbers_and_places_in_the_record() -> None:
    program = load_program("sexton", "camp_sallow", "odile")
    _, state = revealed(opened(program, 7, Options())[0])
    found = pieces_of(program, state.words)
    assert [p.number for p in found] == sorted(p.number for p in found)
    assert all(p.space == int(state.words[L.PLACE + p.number]) for p in found)
    assert found[0].kind == "girl"


def test_who_rides_on_a_carrier_is_seen_where_it_is() -> None:
    play = Play("carriers")
    cart = carts(play)[0]
    play.set(L.PLACE + 1, L.PLACE_PIECE + cart)
    drawn = {p.number: p for p in pieces_of(play.program, play.state.words)}
    assert drawn[1].space == drawn[cart].space
    assert drawn[1].spots != drawn[cart].spots


def carts(play: Play) -> list[int]:
    """The carriers on the map."""
    kinds = play.program.facts["kinds"]
    found = [n for n in range(1, L.PIECES) if play.state.words[L.KIND + n]]
    return [n for n in found if kinds[play.state.words[L.KIND + n] - 1]["class"] == "carrier"]


@pytest.mark.parametrize("later", [False, True], ids=["at once", "after the page was left"])
def test_a_card_that_asked_is_still_named_when_it_goes_on(app: FastAPI, later: bool) -> None:
    """A question in the middle of the Killer phase does not take the name from what follows."""
    store, asked = app.state.site.store, 0
    player, _ = store.new_player()
    program = load_program("sexton", "camp_sallow", "odile")
    for seed in range(3):
        sitting = store.sitting(player, store.begin(player, program, Options(), seed=seed))
        chance = Random(seed)
        while not sitting.over:
            begun_in = phase_id(sitting.state)
            action = chance.choice(sitting.state.legal_actions())
            sitting = store.answer(player, sitting.game.id, action, sitting.game.version)
            shown = to_follow(store, sitting) if later else sitting
            group = grouped(shown)[-1]
            if begun_in == "killer" and group.first is not None:
                shot = group.entries[group.first].shot
                assert shot is not None
                assert shot.source or "KILL-2" in group.entries[group.first].rules
                asked += 1
    assert asked
