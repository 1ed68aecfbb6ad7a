"""The interface does what its description says: Schemathesis asks for everything in many ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from schemathesis.engine import events, from_schema
from schemathesis.specs.openapi.schemas import OpenApiSchema

from nightreel.web.app import create_app
from nightreel.web.settings import Settings
from tests.web.playing import Program, program

Figure = Callable[[str, int], None]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Program]:
    """Who asks, with games that run and one that is over."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with TestClient(create_app(Settings(url, requests_a_minute=0, games_an_hour=0))) as client:
        player = program(client)
        for answers in (0, 3, 10_000):
            id_ = player.post("/games", practice=True)["game"]["id"]
            player.play(id_, Random(answers), answers)
        yield player


def described(player: Program, examples: int, steps: int) -> OpenApiSchema:
    """The interface as it describes itself, asked with a key, mostly for games that are there."""
    config = schemathesis.Config.from_dict(
        {
            "seed": 7,
            "generation": {"max-examples": examples},
            "phases": {"stateful": {"max-steps": steps}},
            "checks": {"enabled": True},
        }
    )
    app = player.client.app
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app, config=config)
    games = [game["id"] for game in player.get("/games")["games"]]

    @schema.auth()
    class Bearer:
        def get(self, case: Any, context: Any) -> str:
            return player.key

        def set(self, case: Any, data: str, context: Any) -> None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: Any) -> Any:
        given = str((path_parameters or {}).get("id", ""))
        if len(given) == 16:
            path_parameters["id"] = games[sum(map(ord, given)) % len(games)]
        return path_parameters

    return schema


def failures(schema: OpenApiSchema, figure: Figure) -> list[str]:
    """All that Schemathesis finds, with all its checks: examples, borders, chance, sequences."""
    found = []
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            figure("requests to the interface made up by Schemathesis", len(event.recorder.cases))
            found += _failed(event.recorder)
        if isinstance(event, events.NonFatalError | events.FatalError):
            found.append(str(event))
    return found


def _failed(recorded: Any) -> list[str]:
    return [
        f"{recorded.cases[id_].value.as_curl_command()}: {check.name}: {check.failure_info.failure}"
        for id_, checks in recorded.checks.items()
        for check in checks
        if check.failure_info is not None
    ]


def test_every_operation_does_what_is_described(player: Program, figure: Figure) -> None:
    found = failures(described(player, examples=8, steps=6), figure)
    assert not found, "\n\n".join(found)


@pytest.mark.soak
def test_every_operation_does_so_very_often(player: Program, figure: Figure) -> None:
    found = failures(described(player, examples=200, steps=20), figure)
    assert not found, "\n\n".join(found)
