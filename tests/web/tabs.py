"""Several tabs of one player at the same game, and what must hold of the game whatever they do."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from sqlalchemy import func, select

from nightreel.table.dice import Dice
from nightreel.table.errors import CannotUndo
from nightreel.table.state import Options
from nightreel.table.steps import answered, opened, revealed
from nightreel.web.kept.database import Busy, Database
from nightreel.web.kept.models import AnswerRow
from nightreel.web.kept.packing import state_of
from nightreel.web.kept.sitting import Overtaken, Sitting
from nightreel.web.kept.store import Store


@dataclass
class Done:
    """What a tab was told."""

    answers: list[tuple[int, int]] = field(default_factory=list)
    """Versions and actions that were acknowledged."""
    undone: list[int] = field(default_factory=list)
    """Versions that were taken back."""
    overtaken: int = 0


def act(store: Store, player: int, id_: str, chance: Random, done: Done, seen: Sitting) -> Sitting:
    """Answer what was seen, or take back; returns what is seen then."""
    at = seen.game.version
    try:
        if chance.random() < 0.2:
            after = store.undo(player, id_, at)
            done.undone.append(at)
        else:
            action = chance.choice(seen.state.legal_actions())
            after = store.answer(player, id_, action, at)
            done.answers.append((at, action))
    except (Overtaken, CannotUndo, Busy) as error:
        done.overtaken += isinstance(error, Overtaken)
        return store.sitting(player, id_)
    return after


def tab(store: Store, player: int, id_: str, seed: int, times: int) -> Done:
    """Act so many times, sometimes on what was seen long ago."""
    chance, done = Random(seed), Done()
    seen = store.sitting(player, id_)
    for _ in range(times):
        if seen.over:
            break
        seen = act(store, player, id_, chance, done, seen)
    return done


def tab_elsewhere(url: str, player: int, id_: str, seed: int, times: int) -> Done:
    """The same in a process of its own."""
    database = Database(url)
    try:
        return tab(Store(database, lambda: datetime.now(UTC)), player, id_, seed, times)
    finally:
        database.close()


def check(store: Store, player: int, id_: str, tabs: list[Done]) -> None:
    """The game has gone one way, and all that was acknowledged has happened."""
    sitting = store.sitting(player, id_)
    taken = [found for done in tabs for found in done.answers]
    undone = [at for done in tabs for at in done.undone]
    assert sorted({at for at, _ in taken} | set(undone)) == list(range(sitting.game.version))
    with store.database.reading() as session:
        query = select(AnswerRow).where(AnswerRow.game == id_).order_by(AnswerRow.number)
        rows = list(session.scalars(query))
        assert session.scalar(select(func.count()).select_from(AnswerRow)) == len(rows)
    assert [row.number for row in rows] == list(range(1, sitting.game.answers + 1))
    assert {(row.at, row.action) for row in rows} <= set(taken)
    check_replay(sitting, rows)


def check_replay(sitting: Sitting, rows: list[Any]) -> None:
    """The game played again from its seed is the game that is stored."""
    game = sitting.game
    state, _ = opened(sitting.program, int(game.seed), Options(**game.options))
    steps, state = revealed(state)
    dice = Dice.of(step.face for step in steps)
    for row in rows:
        assert state_of(sitting.program, row.before).serialize() == state.serialize()
        steps, state = answered(state, row.action)
        dice += Dice.of(step.face for step in steps)
    assert sitting.state.serialize() == state.serialize()
    assert tuple(game.dice) == dice.faces
