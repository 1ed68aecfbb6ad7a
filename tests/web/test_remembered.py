"""What a process remembers of games and players spares reading, and is never believed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event, update

from nightreel.table.errors import IllegalAction, UnknownAction
from nightreel.table.state import Options
from nightreel.table.steps import answered
from nightreel.web.kept import links
from nightreel.web.kept.database import Database, Stale
from nightreel.web.kept.models import GameRow
from nightreel.web.kept.sitting import NoGame, Overtaken
from nightreel.web.kept.store import Store
from nightreel.web.kept.storing import add_answer, standing
from tests import small


def begun(store: Store) -> tuple[int, str]:
    """A player and a game that the process has looked at."""
    player, _ = store.new_player()
    id_ = store.begin(player, small.program(), Options(), practice=True, seed=7)
    store.sitting(player, id_)
    return player, id_


@contextmanager
def elsewhere(url: str) -> Iterator[Store]:
    """Another process at the same database."""
    database = Database(url)
    yield Store(database, lambda: datetime.now(UTC))
    database.close()


@contextmanager
def told(database: Database) -> Iterator[list[str]]:
    """The first words of all statements."""
    said: list[str] = []

    def note(_: object, __: object, statement: str, *more: object) -> None:
        said.append(statement.split(maxsplit=1)[0])

    event.listen(database.engine, "before_cursor_execute", note)
    yield said
    event.remove(database.engine, "before_cursor_execute", note)


def test_an_answer_to_a_game_at_hand_reads_nothing(store: Store) -> None:
    player, id_ = begun(store)
    sitting = store.sitting(player, id_)
    with told(store.database) as said:
        for _ in range(3):
            action = sitting.state.legal_actions()[0]
            sitting = store.answer(player, id_, action, sitting.game.version)
    assert [word for word in said if word != "BEGIN"] == ["UPDATE", "INSERT"] * 3


def test_a_game_that_went_on_elsewhere_is_seen_as_it_is(store: Store, url: str) -> None:
    player, id_ = begun(store)
    first, second = store.sitting(player, id_).state.legal_actions()[:2]
    with elsewhere(url) as other:
        after = other.answer(player, id_, first, 0)
    for wrong in (second, 400, 999_999):
        with pytest.raises(Overtaken):
            store.answer(player, id_, wrong, 0)
    again = store.answer(player, id_, first, 0)
    assert again.state.serialize() == after.state.serialize()
    on = store.answer(player, id_, again.state.legal_actions()[0], 1)
    assert on.game.version == 2
    assert on.recent[: len(after.recent)] == after.recent


def test_what_is_not_legal_is_refused_as_ever(store: Store) -> None:
    player, id_ = begun(store)
    for wrong in (-1, 999_999):
        with pytest.raises((IllegalAction, UnknownAction)):
            store.answer(player, id_, wrong, 0)


def test_an_answer_after_undo_elsewhere_counts_from_there(store: Store, url: str) -> None:
    player, id_ = begun(store)
    before = store.sitting(player, id_)
    store.answer(player, id_, before.state.legal_actions()[0], 0)
    with elsewhere(url) as other:
        other.undo(player, id_, 1)
    with pytest.raises(Overtaken):
        store.answer(player, id_, before.state.legal_actions()[0], 1)
    after = store.answer(player, id_, before.state.legal_actions()[1], 2)
    assert (after.game.version, after.game.answers) == (3, 1)


def test_whoever_has_lost_the_seat_elsewhere_can_answer_no_more(store: Store, url: str) -> None:
    owner, id_ = begun(store)
    guest, _ = store.new_player()
    links.sit_down(store, store.sitting(owner, id_).game.link, guest)
    action = store.sitting(guest, id_).state.legal_actions()[0]
    with elsewhere(url) as other:
        links.clear_seats(other, owner, id_)
    with pytest.raises(NoGame):
        store.answer(guest, id_, action, 0)
    assert store.sitting(owner, id_).game.version == 0
    assert store.answer(owner, id_, action, 0).game.version == 1


def test_a_player_who_is_known_is_not_looked_for(store: Store) -> None:
    player, key = store.new_player()
    assert (store.known(key), store.player(key)) == (0, player)
    with told(store.database) as said:
        assert (store.known(key), store.known(key + "x")) == (player, 0)
    assert said == []


def test_behind_a_new_connection_nothing_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    database = Database(f"sqlite:///{path}")
    store = Store(database, lambda: datetime.now(UTC))
    (player, id_), (_, key) = begun(store), store.new_player()
    action = store.sitting(player, id_).state.legal_actions()[0]
    store.player(key)
    for file in tmp_path.iterdir():
        file.rename(tmp_path / f"{file.name}.old")
    Database(f"sqlite:///{path}").close()
    assert store.known(key) == store.player(key) == 0
    with pytest.raises(NoGame):
        store.answer(player, id_, action, 0)
    database.close()


def test_a_backup_put_in_place_is_the_game_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    database = Database(f"sqlite:///{path}")
    store = Store(database, lambda: datetime.now(UTC))
    player, id_ = begun(store)
    first, second = store.sitting(player, id_).state.legal_actions()[:2]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
    after = store.answer(player, id_, first, 0)
    for file in tmp_path.glob("table.db*"):
        file.rename(tmp_path / f"old-{file.name}")
    (tmp_path / "backup.db").rename(path)
    with elsewhere(f"sqlite:///{path}") as other:
        gone_on = other.answer(player, id_, second, 0)
    found = store.at_hand(player, id_, 1)
    assert found.state.serialize() == gone_on.state.serialize() != after.state.serialize()
    database.close()


def test_a_record_that_is_another_one_is_not_written_over(store: Store) -> None:
    player, id_ = begun(store)
    sitting = store.sitting(player, id_)
    action = sitting.state.legal_actions()[0]
    with store.database.writing() as session:
        session.execute(update(GameRow).values(record=b"another"))
    steps, state = answered(sitting.state, action)
    with pytest.raises(Stale), store.database.storing() as connection:
        add_answer(connection, player, sitting.game, steps, standing(state, store.now()))


def test_a_game_that_is_over_is_not_remembered(store: Store) -> None:
    player, id_ = begun(store)
    sitting = store.sitting(player, id_)
    while not sitting.over:
        assert store._sittings.find((store.database.identity, player, id_)) is not None
        action = sitting.state.legal_actions()[-1]
        sitting = store.answer(player, id_, action, sitting.game.version)
    assert store._sittings.find((store.database.identity, player, id_)) is None
    assert store.sitting(player, id_).over
    assert store._sittings.find((store.database.identity, player, id_)) is None, "looked at again"
