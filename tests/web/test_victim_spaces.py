"""Whoever covers a Victim space, or takes its reward, is told what it brings."""

from __future__ import annotations

import re
from random import Random

from fastapi.testclient import TestClient

from tests.web.playing import begun

ASKED = "Which Victim space is covered?"
ANSWER = re.compile(r"<kbd>(\d+)</kbd><span>(.*?)</span>")


def test_a_victim_space_is_named_with_its_reward(client: TestClient) -> None:
    for seed in range(30):
        game, chance = begun(client, practice="true"), Random(seed)
        while game.actions and ASKED not in game.page:
            game.post("answers", action=chance.choice(game.actions))
        if game.actions:
            break
    assert ASKED in game.page
    told = ANSWER.findall(game.page)
    assert told
    rewards = re.findall(r"<li>.*?</svg> (\d+)\. (.*?)</li>", game.page)
    assert rewards
    for _, text in told:
        number, _, reward = text.partition(": ")
        assert (number, reward) in rewards
