"""Saves out and in: the same files as in the terminal, proved before anything is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.table import game as games
from nightreel.table import kept
from nightreel.table.following import beats_of
from nightreel.table.game import Game, load
from nightreel.table.save_writing import whole_save
from nightreel.table.saves import Answer, Beginning
from nightreel.table.state import CHANCE, PLAYER, Options, State
from nightreel.web.kept import bringing, links
from nightreel.web.kept.seeing import looked_at, own_frame
from nightreel.web.kept.store import Store
from nightreel.web.playing.followed import to_follow
from tests import small
from tests.table.games import play_on, played
from tests.web.playing import begun, played_on


def saved(game: Game) -> bytes:
    """A game as a file."""
    return whole_save(game.beginning, game.given, game.standing())


def answers_of(game: Game) -> int:
    """How many answers of the player a game has."""
    return sum(not step.by_chance for step in game.steps)


def bring(client: TestClient, data: bytes, name: str = "game.save") -> Any:
    """Send a file."""
    return client.post("/bring", files={"file": (name, data)})


def test_a_game_goes_out_and_on_in_the_terminal(
    app: FastAPI, client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTREEL_GAMES", str(tmp_path / "games"))
    game = begun(client)
    row = played_on(app, game.address, 20)
    response = client.get(f"{game.address}/save")
    assert f'"nightreel-{row.kept_id}.save"' in response.headers["content-disposition"]
    path = tmp_path / "brought.save"
    path.write_bytes(response.content)
    there = kept.take_in(path)
    assert (there.id, answers_of(there)) == (row.kept_id, 20)
    there.hold()
    play_on(there, 10)
    there.let_go()
    assert there.path is not None
    back = bring(client, there.path.read_bytes())
    assert back.headers["location"] == game.address
    assert played_on(app, game.address, 0).answers == answers_of(there)
    assert load(there.path).state.serialize() == there.state.serialize()


@pytest.mark.parametrize("answers", [0, 7, 1000])
def test_a_game_from_elsewhere_goes_on_here(app: FastAPI, client: TestClient, answers: int) -> None:
    game = played(answers=answers)
    response = bring(client, saved(game))
    assert response.status_code == 303, response.text
    address = response.headers["location"]
    row = played_on(app, address, 0)
    assert (row.answers, row.result, row.kept_id) == (
        answers_of(game),
        game.standing().result,
        game.id,
    )
    assert tuple(row.dice) == game.dice.faces
    again = client.get(f"{address}/save").content
    assert client.get(f"{address}/replay/{row.answers}").status_code == 200
    assert bring(client, again).headers["location"] == address
    while not game.over:
        play_on(game, 1)
        assert bring(client, saved(game)).headers["location"] == address
        assert played_on(app, address, 0).answers == answers_of(game)


def with_other_dice(seed: int) -> Game:
    """A game whose dice are not those of its generator, up to a Killer phase."""
    game, chance = Game(small.program(), seed), Random(seed)
    while True:
        given = chance.choice(game.state.legal_actions())
        first = len(game.steps)
        game.take(Answer(PLAYER, given, given, 0))
        while game.state.is_chance_node():
            drawn = game.state.drawn_outcome()
            other = chance.choice(game.state.legal_actions())
            game.take(Answer(CHANCE, drawn, other, 0))
        if game.over or beats_of(game.program, game.steps[first:]):
            return game


@pytest.mark.parametrize("seed", range(6))
def test_of_other_dice_than_the_generators_those_are_followed_that_were_thrown(
    app: FastAPI, client: TestClient, seed: int
) -> None:
    game = with_other_dice(seed)
    address = bring(client, saved(game)).headers["location"]
    store: Store = app.state.site.store
    row = played_on(app, address, 0)
    assert client.get(address).status_code == 200
    found = to_follow(store, store.sitting(row.player, row.id))
    last = max(n for n, step in enumerate(game.steps) if not step.by_chance)
    assert [s.log for s in found.watched] == [s.log for s in game.steps[last:]]


def test_a_game_that_was_not_set_up_by_its_generator_is_refused(client: TestClient) -> None:
    game = Game.unanswered(Beginning(small.program(), 3, Options()))
    while game.state.is_chance_node():
        drawn = game.state.drawn_outcome()
        others = [action for action in game.state.legal_actions() if action != drawn]
        game.take(Answer(CHANCE, drawn, (others or [drawn])[0], 0))
    play_on(game, 10_000)
    refused = bring(client, saved(game))
    assert refused.status_code == 422
    assert "set up" in refused.text


def test_a_game_is_kept_in_either_database(store: Store) -> None:
    player = store.new_player()[0]
    game = played(answers=6)
    id_ = bringing.keep(store, player, bringing.brought("a.save", saved(game)))
    play_on(game, 5)
    assert bringing.keep(store, player, bringing.brought("a.save", saved(game))) == id_
    stands = game.state.serialize()
    assert store.sitting(player, id_).state.serialize() == stands
    assert shared_step(store, player, id_, answers_of(game)).serialize() == stands
    game.beginning = replace(game.beginning, id="a" * 32, begun="yesterday")
    assert bringing.keep(store, player, bringing.brought("a.save", saved(game))) != id_


def shared_step(store: Store, player: int, id_: str, number: int) -> State:
    """How a game stood after so many answers, as others see it."""
    links.share(store, player, id_)
    word = store.sitting(player, id_).game.share
    assert word is not None
    own = own_frame(store, player, id_, number).sitting.state
    assert looked_at(store, word).state == own
    return own


def test_a_game_that_went_on_here_stays_and_one_that_went_on_otherwise_is_refused(
    app: FastAPI, client: TestClient
) -> None:
    game = played(answers=6)
    address = bring(client, saved(game)).headers["location"]
    row = played_on(app, address, 5, seed=11)
    assert bring(client, saved(game)).headers["location"] == address
    assert played_on(app, address, 0).answers == row.answers
    play_on(game, 7, seed=12)
    refused = bring(client, saved(game))
    assert refused.status_code == 422
    assert "went on differently" in refused.text
    assert played_on(app, address, 0).answers == row.answers


def test_another_game_with_the_same_id_is_refused(client: TestClient) -> None:
    game = played(answers=3)
    bring(client, saved(game))
    other = Game(small.program(), 99)
    other.beginning = replace(other.beginning, id=game.id)
    refused = bring(client, saved(other))
    assert refused.status_code == 422
    assert "the same id" in refused.text


def test_a_file_is_nobodys_alone(app: FastAPI, client: TestClient) -> None:
    data = saved(played(answers=3))
    first = bring(client, data).headers["location"]
    with TestClient(app, follow_redirects=False) as stranger:
        second = bring(stranger, data).headers["location"]
        assert second != first
        assert stranger.get(first).status_code == 404


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: b"", "no save of Nightreel"),
        (lambda data: b"hello", "no save of Nightreel"),
        (lambda data: b'{"id": 1}', "what somebody saw of a game"),
        (lambda data: data[:200], "save"),
        (lambda data: data.replace(b"practice", b"practise"), "changed after it was written"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(
    client: TestClient, change: Any, said: str
) -> None:
    refused = bring(client, change(saved(played(answers=3))), "../../my.save")
    assert refused.status_code == 422
    assert said in refused.text
    assert "my.save" in refused.text
    assert "../" not in refused.text
    assert "set-cookie" not in refused.headers
    assert client.get("/games").text.count('class="entry"') == 0


def test_too_many_answers_are_refused_before_any_is_played(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(played(answers=9))
    monkeypatch.setattr(bringing, "ANSWERS_MAX", 8)
    monkeypatch.setattr(bringing, "replayed", lambda save: pytest.fail("it is played"))
    refused = bring(client, data)
    assert refused.status_code == 422
    assert "more than 8" in refused.text


def test_a_game_that_plays_too_long_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bringing, "SECONDS_MAX", -1)
    refused = bring(client, saved(played(answers=3)))
    assert refused.status_code == 422
    assert "too long" in refused.text


def test_a_file_that_is_too_large_is_refused(client: TestClient) -> None:
    assert bring(client, b"x" * (1 << 21)).status_code == 413


@pytest.mark.parametrize("id_", ["", "a" * 33, "a-b", "../x", "a\n", "9" * 31 + "\u0669", "\u6f22"])
def test_a_save_whose_id_can_be_in_no_name_of_a_file_is_refused(
    client: TestClient, id_: str
) -> None:
    game = played(answers=3)
    game.beginning = replace(game.beginning, id=id_)
    refused = bring(client, saved(game))
    assert refused.status_code == 422
    assert "no proper id" in refused.text


def test_words_that_no_page_can_show_are_refused(client: TestClient) -> None:
    program = small.program()
    sentences = tuple(replace(info, rules=("\ud800",)) for info in program.sentences)
    spoiled = replace(program, sentences=sentences)
    response = bring(client, saved(Game(spoiled, 7)))
    assert response.status_code == 422
    assert "words in it that cannot be kept" in response.text


def test_one_save_is_looked_at_at_a_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(played(answers=3))
    meanwhile: list[Any] = []

    def replayed(save: Any) -> Any:
        meanwhile.append(bring(client, data))
        return games.replayed(save)

    monkeypatch.setattr(bringing, "replayed", replayed)
    assert bring(client, data).status_code == 303
    assert [(r.status_code, r.headers["retry-after"]) for r in meanwhile] == [(503, "3")]
    assert bring(client, b"nothing").status_code == 422
