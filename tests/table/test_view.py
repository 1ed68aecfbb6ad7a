"""A view shows everything that lies open and nothing else (SET-7)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from nightreel.record import layout as L
from nightreel.table.game import Game
from nightreel.table.state import key_of
from nightreel.table.view import view
from nightreel.terminal.screens import STATUS_PARTS, look_screen, status
from tests import small
from tests.films.playing import TINY, program_of
from tests.table.games import play_on

SEED = 271828182845904523536028747


def walk(value: Any) -> list[Any]:
    """All numbers and texts of a view."""
    if isinstance(value, dict):
        return [x for pair in value.items() for part in pair for x in walk(part)]
    if isinstance(value, list):
        return [x for part in value for x in walk(part)]
    return [value]


def test_a_view_is_plain_json_and_says_who_is_where() -> None:
    game = Game(small.program(), SEED)
    shown = json.loads(json.dumps(view(game.state)))
    assert shown["girl"]["place"] == shown["map"][0]["title"]
    spaces = {space["title"]: space for space in shown["map"]}
    here = spaces[shown["girl"]["place"]]
    assert here["exit"]
    assert [p["class"] for p in here["pieces"]] == ["girl"]
    hall = next(s for s in shown["map"] if s["deck"])
    assert {p["title"]: p["count"] for p in hall["pieces"]} == {"Victim": 3}
    assert shown["victims"] == {"in_play": 5, "saved": 0, "dead": 0}
    assert sum(act["count"] for act in shown["hand"]) == 6
    assert shown["tracks"]["time"] == 6
    assert [a["action"] for a in shown["question"]["actions"]] == game.state.legal_actions()
    assert all(r["why"] for r in shown["question"]["refused"])


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_is_in_a_view(seed: int) -> None:
    """Neither seed nor generator, and the same view whatever is still to come."""
    game = Game(small.program(), SEED + seed)
    random = Random(seed)
    for _ in range(60):
        shown = game.export()
        values = walk(shown)
        if not game.over:
            assert not {SEED + seed, str(SEED + seed), *key_of(SEED + seed)} & set(values)
        assert view(game.state.reseeded(99)) == view(game.state)
        assert view(game.state.view()) == view(game.state)
        if game.over:
            break
        game.answer(random.choice(game.state.legal_actions()))


def test_cards_that_nobody_has_seen_are_not_named() -> None:
    game = Game(small.program(), SEED)
    random = Random(1)
    titles = {t.title: n for n, t in enumerate(small.program().things["card"]) if n}
    hidden_once = 0
    while not game.over:
        zones = game.state.words[L.CARD_ZONE : L.CARD_ZONE + L.CARDS]
        hidden = {title for title, n in titles.items() if zones[n] == 0}
        hidden_once += len(hidden)
        assert not hidden & {v for v in walk(view(game.state)) if isinstance(v, str)}
        game.answer(random.choice(game.state.legal_actions()))
    assert hidden_once


def test_final_health_tokens_are_only_black_or_white() -> None:
    game = Game(small.program(), SEED)
    shown = view(game.state)
    assert [shown["girl"]["token"], *(k["token"] for k in shown["killers"])] == ["black", "black"]
    assert shown["states"]["blanks"] == 6, "the tokens that may still come, as everybody knows"


def test_pieces_are_conserved_in_the_view() -> None:
    game = Game(small.program(), SEED)
    play_on(game, 40)
    shown = view(game.state)
    on_map = sum(p["count"] for s in shown["map"] for p in s["pieces"] if p["class"] == "victim")
    carried = sum(1 for p in shown["elsewhere"] if p["title"] == "Victim")
    assert on_map + carried == shown["victims"]["in_play"]


@pytest.mark.parametrize("name", sorted(path.stem for path in TINY.glob("*.yaml")))
def test_every_tiny_film_can_be_seen_all_through_a_game(name: str) -> None:
    """Meters, carriers, zones of their own, no Killer, several of them: all have a view."""
    program = program_of(name)
    secret = {name for name, info in program.states.items() if info.secret}
    game = Game(program, 5)
    random = Random(5)
    for _ in range(60):
        shown = json.loads(json.dumps(game.export()))
        assert not secret & set(shown["states"])
        assert look_screen(shown)
        texts = [a["text"] for a in shown["question"]["actions"]]
        assert len(texts) == len(set(texts))
        if game.over:
            break
        game.answer(random.choice(game.state.legal_actions()))


def test_a_part_of_a_view_is_that_of_the_whole() -> None:
    game = Game(small.program(), SEED)
    whole = view(game.state)
    for name in whole:
        assert view(game.state, [name]) == {name: whole[name]}
    assert set(STATUS_PARTS) < set(whole)


def test_a_view_names_things_in_any_language_by_ids() -> None:
    game = Game(small.program(), SEED)
    assert view(game.state, ["phase"]) == {"phase": "action"}
    assert game.standing().phase == "action"
    assert "Action phase" in status(view(game.state))
