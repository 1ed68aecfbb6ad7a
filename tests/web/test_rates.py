"""How often something may be asked: an allowance that comes back little by little."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest
from fastapi.testclient import TestClient

from nightreel.web.app import create_app
from nightreel.web.gate.rates import Allowance, sender_of
from nightreel.web.settings import Settings
from tests.web.playing import begun, played_on


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_was_used_comes_back_little_by_little() -> None:
    clock = Clock()
    allowance = Allowance(6, 60, clock)
    assert [allowance.take("one") for _ in range(6)] == [0] * 6
    assert allowance.take("one") == pytest.approx(10)
    assert allowance.take("two") == 0
    clock.now += 9
    assert allowance.take("one") == pytest.approx(1)
    clock.now += 1
    assert allowance.take("one") == 0
    assert allowance.take("one") == pytest.approx(10)
    clock.now += 1000
    assert [allowance.take("one") for _ in range(7)] == [0] * 6 + [pytest.approx(10)]


def test_without_a_limit_nothing_is_counted() -> None:
    allowance = Allowance(0, 60, Clock())
    assert [allowance.take("one") for _ in range(1000)] == [0] * 1000
    assert len(allowance) == 0


def test_those_who_asked_long_ago_are_forgotten() -> None:
    clock = Clock()
    allowance = Allowance(5, 60, clock)
    for n in range(5000):
        clock.now += 0.1
        assert allowance.take(f"address {n}") == 0
    assert len(allowance) <= 601
    for _ in range(6):
        allowance.take("busy")
    clock.now += 59
    assert allowance.take("another") == 0
    assert allowance.take("busy") == 0


def test_many_at_once_get_no_more_than_one_after_the_other() -> None:
    allowance = Allowance(100, 60, Clock())
    got: list[bool] = []

    def take() -> None:
        got.extend(allowance.take("one") == 0 for _ in range(50))

    threads = [Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got.count(True) == 100


def test_of_ipv6_a_network_counts() -> None:
    assert sender_of({"client": ("2001:db8:1:2:3::4", 1)}) == "2001:db8:1:2::/64"
    assert sender_of({"client": ("fe80::1%eth0", 1)}) == "fe80::/64"
    assert sender_of({"client": ("192.0.2.1", 1)}) == "192.0.2.1"
    assert sender_of({"client": ("::ffff:192.0.2.1", 1)}) == "192.0.2.1"
    assert sender_of({"client": ("testclient", 1)}) == "testclient"
    assert sender_of({"client": None}) == "?"


@pytest.mark.parametrize("path", ["/settings", "/films", "/come/{link}"])
def test_nobody_gets_keys_without_end_by_what_needs_no_game(tmp_path: Path, path: str) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'table.db'}", games_an_hour=3)
    app = create_app(settings)
    with TestClient(app, follow_redirects=False) as client:
        game = played_on(app, begun(client).address, 0)
        told = []
        for _ in range(3):
            client.cookies.clear()
            told.append(client.post(path.format(link=game.link)).status_code)
        assert told == [303, 303, 429]
        assert "set-cookie" not in client.post("/settings").headers
