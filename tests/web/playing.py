"""A game played through its pages, as a browser without scripts does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from nightreel.web.kept.models import GameRow, SeatRow
from nightreel.web.kept.store import Store

GAMES = 30
"""Games of which one has to come to where a test wants it."""
VERSION = re.compile(r'data-version="(\d+)"')
ACTION = re.compile(r'name="action" value="(\d+)"')


@dataclass
class Played:
    """A game at its question."""

    client: TestClient
    address: str
    page: str

    @property
    def version(self) -> int:
        """The version that the page shows."""
        found = VERSION.search(self.page)
        assert found is not None
        return int(found[1])

    @property
    def actions(self) -> list[int]:
        """The legal answers that the page offers."""
        return [int(action) for action in ACTION.findall(self.page)]

    def post(self, what: str, **data: int) -> Any:
        """Send a form of the page, and follow to where it leads."""
        given = {"at": self.version, **data}
        response = self.client.post(f"{self.address}/{what}", data=given, follow_redirects=True)
        if response.status_code == 200:
            self.page = response.text
        return response


@dataclass
class Program:
    """A program that plays by the interface."""

    client: TestClient
    key: str

    def send(self, method: str, path: str, **given: Any) -> Any:
        """Ask the interface for something."""
        headers = {"Authorization": f"Bearer {self.key}", **given.pop("headers", {})}
        return self.client.request(method, f"/api/v1{path}", headers=headers, **given)

    def get(self, path: str, **query: Any) -> Any:
        """What a path has, which must be there."""
        response = self.send("GET", path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, **data: Any) -> Any:
        """What comes of sending something, which must be done."""
        response = self.send("POST", path, json=data)
        assert response.status_code in (200, 201), response.text
        return response.json()

    def play(self, id_: str, chance: Random, answers: int = 10_000) -> Any:
        """Answer a game at random, so often or to its end; returns the last reply."""
        asked = self.get(f"/games/{id_}/actions")
        reply: Any = {}
        while asked["actions"] and answers:
            action = chance.choice(asked["actions"])["action"]
            reply = self.post(f"/games/{id_}/answers", action=action, at=asked["version"])
            asked, answers = reply["question"], answers - 1
        return reply


def program(client: TestClient) -> Program:
    """A program with a key of its own."""
    return Program(client, client.post("/api/v1/keys").json()["key"])


def begun(client: TestClient, **wish: str) -> Played:
    """A new game."""
    response = client.post("/games", data=wish)
    assert response.status_code == 303, response.text
    address = response.headers["location"]
    return Played(client, address, client.get(address).text)


def reached(
    client: TestClient, wanted: Callable[[Played], bool], seed: int = 1, **wish: str
) -> Played:
    """A game that was answered at random until something is so, the first that comes so far."""
    chance = Random(seed)
    for _ in range(GAMES):
        game = begun(client, **wish)
        while game.actions:
            if wanted(game):
                return game
            game.post("answers", action=chance.choice(game.actions))
    raise AssertionError("no game comes so far")


def played_on(app: FastAPI, address: str, answers: int = 10_000, seed: int = 1) -> GameRow:
    """Answer a game at random, so often or to its end, without asking for a page."""
    store: Store = app.state.site.store
    id_, chance = address.split("/")[2], Random(seed)
    with store.database.reading() as session:
        player = session.scalars(select(SeatRow.player).where(SeatRow.game == id_)).first()
    assert player is not None
    sitting = store.sitting(player, id_)
    while not sitting.over and answers:
        action = chance.choice(sitting.state.legal_actions())
        sitting, answers = store.answer(player, id_, action, sitting.game.version), answers - 1
    return sitting.game
