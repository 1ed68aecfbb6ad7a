"""What a page keeps is what it would be sent: parts with the same print look the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from nightreel.table.state import Options
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import table_context
from nightreel.web.site import Site
from tests.conformance.casts import NAMES, program
from tests.web.playing import begun

PART = re.compile(r'<(\w+) id="([^"]+)"[^>]*? data-print="([^"]+)">')
ANSWERS = 60


def parts_of(page: str) -> Iterator[tuple[str, str, str]]:
    """Every part of a page: its id, its print, and all of it."""
    for begin in PART.finditer(page):
        tag, id_, print_ = begin.groups()
        depth, end = 1, begin.end()
        while depth:
            found = re.compile(f"<(/?){tag}\\b").search(page, end)
            assert found is not None, id_
            depth += -1 if found[1] else 1
            end = found.end()
        yield id_, print_, page[begin.start() : end]


def drawn(site: Site, sitting: Sitting) -> str:
    """All of a table."""
    context = table_context(sitting)
    return site.templates.get_template("panels.html").render(**context, had={}, notice="")


@pytest.mark.parametrize("film", NAMES)
def test_parts_with_the_same_print_look_the_same(app: FastAPI, film: str) -> None:
    site: Site = app.state.site
    player, _ = site.store.new_player()
    id_ = site.store.begin(player, program(film), Options(), seed=3)
    chance, sitting, seen = Random(3), site.store.sitting(player, id_), dict[tuple[str, str], str]()
    for _ in range(ANSWERS):
        for part, print_, html in parts_of(drawn(site, sitting)):
            if part.startswith("told-"):  # what can be followed in it makes no difference
                continue
            assert seen.setdefault((part, print_), html) == html
        if sitting.over:
            break
        action = chance.choice(sitting.state.legal_actions())
        sitting = site.store.answer(player, id_, action, sitting.game.version)
    assert len(seen) > 20


def test_an_answer_that_is_sent_again_can_be_followed_as_well(client: TestClient) -> None:
    game, chance, at, sent = begun(client), Random(1), 0, ""
    while f'id="told-{at + 1}" data-first' not in sent:
        game = game if game.actions else begun(client)
        action, at = chance.choice(game.actions), game.version
        reply = game.post("answers", action=action)
        data, headers = {"at": at, "action": action}, {"hx-request": "true"}
        again = client.post(f"{game.address}/answers", data=data, headers=headers)
        assert again.status_code == reply.status_code == 200
        sent = again.text
    assert "data-kinds" in sent
