"""Two tabs, or two requests at once, never fork or lose a game."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from random import Random

import pytest

from nightreel.table.state import Options
from nightreel.web.kept import bringing, links
from nightreel.web.kept.database import Database
from nightreel.web.kept.removing import remove
from nightreel.web.kept.sitting import NoGame
from nightreel.web.kept.store import Store
from tests import small
from tests.table.games import played
from tests.web.tabs import Done, act, check, tab, tab_elsewhere


def game_of(store: Store, practice: bool = True) -> tuple[int, str]:
    """A player and a game."""
    player, _ = store.new_player()
    return player, store.begin(player, small.program(), Options(), practice, seed=7)


@pytest.mark.parametrize("seed", range(8))
def test_tabs_by_turns_on_what_each_saw_last(store: Store, seed: int) -> None:
    player, id_ = game_of(store)
    chance, tabs = Random(seed), [Done() for _ in range(3)]
    seen = [store.sitting(player, id_)] * 3
    for _ in range(40):
        n = chance.randrange(3)
        if not seen[n].over:
            seen[n] = act(store, player, id_, chance, tabs[n], seen[n])
    check(store, player, id_, tabs)
    assert any(done.overtaken for done in tabs)


@pytest.mark.parametrize("seed", range(4))
def test_threads_of_two_servers(url: str, seed: int) -> None:
    databases = [Database(url) for _ in range(2)]
    stores = [Store(database, lambda: datetime.now(UTC)) for database in databases]
    player, id_ = game_of(stores[0])
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(tab, stores[n % 2], player, id_, 10 * seed + n, 25) for n in range(4)]
        tabs = [run.result(60) for run in runs]
    check(stores[0], player, id_, tabs)
    for database in databases:
        database.close()


def test_processes(store: Store, url: str) -> None:
    player, id_ = game_of(store)
    with ProcessPoolExecutor(3, get_context("spawn")) as pool:
        runs = [pool.submit(tab_elsewhere, url, player, id_, seed, 40) for seed in range(3)]
        tabs = [run.result(120) for run in runs]
    check(store, player, id_, tabs)


def test_the_same_answer_from_many_at_once_is_one_answer(store: Store) -> None:
    player, id_ = game_of(store)
    action = store.sitting(player, id_).state.legal_actions()[0]
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(store.answer, player, id_, action, 0) for _ in range(12)]
        seen = {run.result(60).game.version for run in runs}
    assert seen == {1}
    assert store.sitting(player, id_).game.answers == 1


def test_whoever_sits_down_twice_at_once_has_one_seat(store: Store) -> None:
    owner, id_ = game_of(store)
    link = store.sitting(owner, id_).game.link
    for _ in range(5):
        guest, _ = store.new_player()
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(links.sit_down, store, link, guest) for _ in range(4)]
            assert {run.result(60) for run in runs} == {id_}
        assert store.sitting(guest, id_).game.id == id_


def test_a_seat_at_a_game_that_is_deleted_meanwhile_is_refused(store: Store) -> None:
    def sit_down(link: str) -> str:
        try:
            return links.sit_down(store, link, guest)
        except NoGame:
            return ""

    guest = store.new_player()[0]
    with ThreadPoolExecutor(5) as pool:
        for _ in range(20):
            owner, id_ = game_of(store)
            link = store.sitting(owner, id_).game.link
            runs = [pool.submit(sit_down, link) for _ in range(4)]
            pool.submit(remove, store, owner, id_).result(60)
            assert {run.result(60) for run in runs} <= {id_, ""}


def test_a_save_that_is_brought_by_many_at_once_is_one_game(store: Store) -> None:
    game = played(answers=4)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(10):
            player = store.new_player()[0]
            runs = [pool.submit(bringing.keep, store, player, game) for _ in range(4)]
            assert len({run.result(60) for run in runs}) == 1
