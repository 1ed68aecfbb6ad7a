"""Games in a database, without pages: begun, answered, taken back, listed, kept apart."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import func, select, update

from nightreel.reel.program import Program
from nightreel.table.errors import BadSave, CannotUndo, IllegalAction, UnknownAction
from nightreel.table.state import Options
from nightreel.web.kept import programs as module
from nightreel.web.kept.models import AnswerRow, PlayerRow, ProgramRow
from nightreel.web.kept.shelf import games_of
from nightreel.web.kept.sitting import NoGame, Overtaken, Sitting
from nightreel.web.kept.store import Store, hashed
from tests import small
from tests.web.tabs import check_replay


def begun(store: Store, practice: bool = False, seed: int | None = 7) -> tuple[int, str]:
    """A player and a game."""
    player, _ = store.new_player()
    return player, store.begin(player, small.program(), Options(), practice, seed)


def played(store: Store, player: int, id_: str, most: int = 10_000) -> Sitting:
    """The game after answers by chance."""
    chance, sitting = Random(1), store.sitting(player, id_)
    while not sitting.over and sitting.game.answers < most:
        action = chance.choice(sitting.state.legal_actions())
        sitting = store.answer(player, id_, action, sitting.game.version)
    return sitting


def rows_of(store: Store, id_: str) -> list[AnswerRow]:
    """The answers of a game."""
    with store.database.reading() as session:
        query = select(AnswerRow).where(AnswerRow.game == id_).order_by(AnswerRow.number)
        return list(session.scalars(query))


def test_of_a_key_only_its_hash_is_kept(store: Store) -> None:
    player, key = store.new_player()
    assert store.player(key) == player
    assert store.player(key + "x") == store.player(hashed(key)) == 0
    with store.database.reading() as session:
        row = session.get_one(PlayerRow, player)
        assert (row.key, row.begun) == (hashed(key), "2026-11-30T20:15:00+00:00")


def test_a_game_begins_at_the_first_question(store: Store) -> None:
    player, id_ = begun(store)
    sitting = store.sitting(player, id_)
    assert (sitting.game.version, sitting.game.answers, sitting.over) == (0, 0, False)
    assert sitting.state.legal_actions()
    assert sitting.opening == tuple(sitting.log)
    other = store.sitting(player, store.begin(player, small.program(), Options(), seed=7))
    assert other.state.serialize() == sitting.state.serialize()
    assert other.game.id != id_


def test_seeds_nobody_names_are_secret_and_differ(store: Store) -> None:
    seeds = {store.sitting(*begun(store, seed=None)).game.seed for _ in range(3)}
    assert len(seeds) == 3
    assert min(map(len, seeds)) > 30


def test_a_game_is_what_is_played_again_from_its_answers(store: Store) -> None:
    player, id_ = begun(store)
    sitting = played(store, player, id_)
    rows = rows_of(store, id_)
    assert [row.number for row in rows] == list(range(1, sitting.game.answers + 1))
    assert [row.at for row in rows] == list(range(sitting.game.version))
    assert sum(sitting.game.dice) > 0
    assert sitting.game.result in ("victory", "defeat")
    assert sitting.game.cause
    check_replay(sitting, rows)


def test_what_an_answer_shows_is_what_is_stored(store: Store) -> None:
    player, id_ = begun(store)
    for most in range(1, 30):
        told = played(store, player, id_, most)
        stored = store.sitting(player, id_)
        assert told.state.serialize() == stored.state.serialize()
        assert (told.recent, told.opening) == (stored.recent, stored.opening)
        assert told.watched
        assert told.game.dice == stored.game.dice
        assert told.game.saved == stored.game.saved


def test_the_same_answer_again_changes_nothing(store: Store) -> None:
    player, id_ = begun(store)
    first, second = store.sitting(player, id_).state.legal_actions()[:2]
    told = store.answer(player, id_, first, 0)
    again = store.answer(player, id_, first, 0)
    assert again.state.serialize() == told.state.serialize()
    assert (again.game.version, again.watched) == (1, ())
    with pytest.raises(Overtaken):
        store.answer(player, id_, second, 0)
    for at in (-1, 2, 1 << 40):
        with pytest.raises(Overtaken):
            store.answer(player, id_, first, at)
    assert len(rows_of(store, id_)) == 1


def test_what_is_not_legal_changes_nothing(store: Store) -> None:
    player, id_ = begun(store)
    before = store.sitting(player, id_)
    with pytest.raises((IllegalAction, UnknownAction)):
        store.answer(player, id_, 999_999, 0)
    with pytest.raises(CannotUndo):
        store.undo(player, id_, 0)
    after = store.sitting(player, id_)
    assert (after.game.version, after.game.record) == (0, before.game.record)
    assert rows_of(store, id_) == []


def test_undo_gives_back_the_game_as_it_was(store: Store) -> None:
    player, id_ = begun(store, practice=True)
    before = [played(store, player, id_, most) for most in range(25)]
    for seen in reversed(before[:-1]):
        version = store.sitting(player, id_).game.version
        with pytest.raises(Overtaken):
            store.undo(player, id_, version - 1)
        after = store.undo(player, id_, version)
        assert after.state.serialize() == seen.state.serialize()
        assert after.game.dice == seen.game.dice
        assert after.log == seen.log
        assert (after.game.turn, after.game.phase) == (seen.game.turn, seen.game.phase)
        assert after.game.version == version + 1
    assert rows_of(store, id_) == []


def test_a_game_that_is_over_goes_back_in_practice_alone(store: Store) -> None:
    player, id_ = begun(store)
    over = played(store, player, id_)
    with pytest.raises(CannotUndo):
        store.undo(player, id_, over.game.version)
    player, id_ = begun(store, practice=True)
    over = played(store, player, id_)
    back = store.undo(player, id_, over.game.version)
    assert (back.game.result, back.game.cause, back.over) == ("", "", False)
    assert back.game.answers == over.game.answers - 1


def test_games_of_a_player_are_listed_and_no_others(store: Store) -> None:
    player, first = begun(store)
    second = store.begin(player, small.program(), Options())
    stranger, other = begun(store)
    played(store, player, first)
    assert [game.id for game in games_of(store, player)] == [second, first]
    assert [game.id for game in games_of(store, stranger)] == [other]
    assert games_of(store, 0) == []
    for id_ in (other, "nonsense", ""):
        with pytest.raises(NoGame):
            store.sitting(player, id_)
        with pytest.raises(NoGame):
            store.answer(player, id_, 1, 0)
        with pytest.raises(NoGame):
            store.undo(player, id_, 0)
        with pytest.raises(NoGame):
            store.rematch(player, id_)


def test_a_rematch_has_the_same_cast_and_options_and_another_seed(store: Store) -> None:
    player, _ = store.new_player()
    options = Options(True, True)
    first = store.sitting(player, store.begin(player, small.program(), options, practice=True))
    again = store.sitting(player, store.rematch(player, first.game.id))
    assert again.program.digest == first.program.digest
    assert again.game.options == first.game.options
    assert again.game.practice
    assert again.game.seed != first.game.seed
    assert again.game.link != first.game.link


def test_a_program_is_stored_once(store: Store) -> None:
    for _ in range(3):
        begun(store)
    with store.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(ProgramRow)) == 1


def test_a_game_that_this_release_cannot_play_is_refused(store: Store) -> None:
    player, id_ = begun(store)
    with store.database.writing() as session:
        session.execute(update(ProgramRow).values(machine="another", release="0.0.9"))
    store.programs = module.Programs()
    with pytest.raises(BadSave, match=r"only Nightreel 0\.0\.9 can play this game"):
        store.sitting(player, id_)
    assert [game.id for game in games_of(store, player)] == [id_]


def test_only_so_many_programs_stay_in_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    player, _ = store.new_player()
    titles = ("One", "Two", "Three")
    made = [small.program(f"title: {title}") for title in titles]
    ids = [store.begin(player, program, Options()) for program in made]
    store.programs, read = module.Programs(), list[str]()
    of_row = module._read

    def read_row(row: ProgramRow) -> Program:
        program = of_row(row)
        read.append(program.title)
        return program

    monkeypatch.setattr(module, "_read", read_row)
    for number in (0, 1, 2, 1, 0):
        assert store.sitting(player, ids[number]).program == made[number]
    assert read == [made[number].title for number in (0, 1, 2, 0)]


def test_casts_that_differ_in_a_word_are_two(store: Store) -> None:
    player, _ = store.new_player()
    made = [small.program(f"title: {title}") for title in ("Here", "There")]
    assert made[0].digest == made[1].digest
    ids = [store.begin(player, program, Options()) for program in made]
    assert [store.sitting(player, id_).program.title for id_ in ids] == [p.title for p in made]
