"""What is hidden is never sent while a game runs: through no page, and not to programs."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from nightreel.record import layout as L
from nightreel.table.state import Options, State, key_of
from nightreel.web.app import create_app
from nightreel.web.kept.links import share
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.packing import packed_record
from nightreel.web.kept.store import Store
from nightreel.web.settings import Settings
from tests.conformance import casts
from tests.web.playing import Program, program
from tests.web.routed import routes_of

FILMS = (casts.SHIPPED_NAMES[0], "08_hidden", "12_economy", "10_rolls")
"""The film that is shipped, and tiny ones: a secret culprit, an economy, many dice."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server."""
    url, now = f"sqlite:///{tmp_path / 'table.db'}", datetime(2026, 11, 30, 20, tzinfo=UTC)
    settings = Settings(url, requests_a_minute=0, games_an_hour=0, clock=lambda: now)
    with TestClient(create_app(settings)) as client:
        yield client


@dataclass
class Watched:
    """A player of whom everything is kept that was sent to them."""

    player: Program
    sent: list[tuple[str, bytes]] = field(default_factory=list)

    def ask(self, method: str, path: str, **given: Any) -> Any:
        """Ask for something, with the player's key."""
        client = self.player.client
        headers = {"Authorization": f"Bearer {self.player.key}", **given.pop("headers", {})}
        response = client.request(method, path, headers=headers, **given)
        for reply in (*response.history, response):
            head = "\n".join(f"{name}: {value}" for name, value in reply.headers.items())
            self.sent.append((f"{method} {path}", head.encode() + b"\n" + reply.content))
        return response

    def look_everywhere(self, game: GameRow, of_game: bool = False) -> dict[str, bytes]:
        """All that can be looked at, or only ``of_game``; what came back, by its address."""
        found = {}
        for path in looks(self.player.client.app, game):
            if of_game and not any(name in path for name in (game.id, game.link, str(game.share))):
                continue
            response = self.ask("GET", path)
            assert response.status_code in (200, 403, 404, 409), (path, response.text)
            found[path] = response.content
        return found


def looks(app: Any, game: GameRow) -> Iterator[str]:
    """The addresses of everything that can be looked at, with all secrets of the game."""
    named = {"id": game.id, "id_": game.id, "link": game.link, "word": game.share or "x" * 24}
    more = {"number": f"{game.answers}", "rule_id": "MOV-1", "day": "2001-02-03"}
    for route in routes_of(app):
        if "GET" in (route.methods or ()):
            path = str(route.path).format(**named, **more)
            yield f"{path}?at={game.version}" if path.endswith("/chances") else path


def row_of(client: TestClient, id_: str) -> GameRow:
    store: Store = client.app.state.site.store  # type: ignore[attr-defined]
    with store.database.reading() as session:
        return session.get_one(GameRow, id_)


def change(client: TestClient, id_: str, **values: Any) -> None:
    store: Store = client.app.state.site.store  # type: ignore[attr-defined]
    with store.database.writing() as session:
        game = session.get_one(GameRow, id_)
        for name, value in values.items():
            setattr(game, name, value)


def state_of(client: TestClient, id_: str) -> State:
    store: Store = client.app.state.site.store  # type: ignore[attr-defined]
    return store.sitting(1, id_).state


def sealed_forms(seed: int) -> list[bytes]:
    """The seed and the generator's words in all forms that come to mind."""
    numbers = [seed, *key_of(seed)]
    texts = {f"{n}" for n in numbers} | {f"{n:x}" for n in numbers} | {f"{n:X}" for n in numbers}
    texts |= {f"{n:,}" for n in numbers} | {f"{n:o}" for n in numbers}
    raw = seed.to_bytes(16, "big")
    for data in (raw, raw[::-1], f"{seed}".encode(), f"{seed:x}".encode()):
        texts |= {base64.b64encode(data).decode().rstrip("="), base64.b85encode(data).decode()}
        texts |= {base64.urlsafe_b64encode(data).decode().rstrip("="), data.hex()}
    return [text.encode() for text in texts]


def begun(watched: Watched, film: str, practice: bool = False) -> str:
    """A game of a film; returns its id."""
    store: Store = watched.player.client.app.state.site.store  # type: ignore[attr-defined]
    player = store.player(watched.player.key)
    id_ = store.begin(player, casts.program(film), Options(), practice)
    share(store, player, id_)
    return id_


def played(client: TestClient, film: str, number: int, answers: int) -> None:
    """A game of which everything is asked; nothing sealed may be in it while it runs."""
    chance = Random(number)
    watched = Watched(program(client))
    id_ = begun(watched, film, chance.random() < 0.5)
    forms = sealed_forms(int(row_of(client, id_).seed))
    asked = watched.ask("GET", f"/api/v1/games/{id_}/actions").json()
    sweep = chance.randrange(answers)
    for n in range(answers):
        if n == sweep:
            watched.look_everywhere(row_of(client, id_))
        action = chance.choice(asked["actions"])["action"]
        reply = answered(watched, id_, action, asked["version"], chance)
        if reply["game"]["over"]:
            watched.sent.pop()
            break
        if chance.random() < 0.1:
            watched.ask("POST", f"/api/v1/games/{id_}/undo", json={"at": reply["game"]["version"]})
        asked = watched.ask("GET", f"/api/v1/games/{id_}/actions").json()
    for address, data in watched.sent:
        assert not any(form in data for form in forms), address
    if row_of(client, id_).result:
        told = watched.ask("GET", f"/api/v1/games/{id_}/export").content
        assert any(form in told for form in forms)


def answered(watched: Watched, id_: str, action: int, at: int, chance: Random) -> Any:
    """Answer by the interface, or on the page and look at what came of it."""
    data = {"action": action, "at": at}
    if chance.random() < 0.5:
        return watched.ask("POST", f"/api/v1/games/{id_}/answers", json=data).json()
    headers = {"hx-request": "true"} if chance.random() < 0.5 else {}
    assert watched.ask("POST", f"/games/{id_}/answers", data=data, headers=headers).is_success
    return watched.player.get(f"/games/{id_}")


def test_nothing_sealed_is_sent_while_a_game_runs(client: TestClient) -> None:
    for number in range(20):
        played(client, FILMS[number % len(FILMS)], number, answers=8)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_nothing_sealed_is_sent_in_a_thousand_games(
    client: TestClient, first: int, figure: Callable[[str, int], None]
) -> None:
    for number in range(first, first + 50):
        played(
            client,
            casts.NAMES[number % len(casts.NAMES)],
            number,
            answers=2000 if number % 10 == 0 else 40,
        )
    figure("games of which nothing sealed was sent while they ran", 50)


@pytest.mark.parametrize("film", FILMS)
def test_games_that_differ_in_what_is_hidden_look_the_same(client: TestClient, film: str) -> None:
    watched, chance = Watched(program(client)), Random(3)
    id_ = begun(watched, film)
    hidden = 0
    for _ in range(3):
        reply = watched.player.play(id_, chance, 6)
        if reply["game"]["over"]:
            break
        state = state_of(client, id_)
        game = row_of(client, id_)
        seen = watched.look_everywhere(game, of_game=True)
        assert {f"/games/{id_}", f"/api/v1/games/{id_}", f"/watch/{game.share}"} <= {*seen}
        for seed in (1, 2):
            other = state.reseeded(seed)
            hidden += bool((other.words[: L.KIND] != state.words[: L.KIND]).any())
            change(client, id_, record=packed_record(other))
            for path, data in watched.look_everywhere(game, of_game=True).items():
                assert data == seen[path], path
        change(client, id_, record=game.record)
    assert hidden


def test_a_film_with_secrets_is_among_them() -> None:
    assert any(info.secret for film in FILMS for info in casts.program(film).states.values())
