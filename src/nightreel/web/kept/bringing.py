"""Saves that somebody brings: proved, played again, and kept as a game of theirs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path, PurePath
from threading import Lock
from time import monotonic
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import Session

from nightreel.reel.program import Program
from nightreel.table import save_reading
from nightreel.table.errors import BadSave, TableError
from nightreel.table.game import Game, replayed
from nightreel.table.saves import Answer, Save
from nightreel.table.state import CHANCE, State
from nightreel.table.steps import Step
from nightreel.table.wording import LogEntry
from nightreel.translation import gettext, put
from nightreel.web.kept.database import Busy
from nightreel.web.kept.models import AnswerRow, GameRow, PlayerRow, SeatRow, seated
from nightreel.web.kept.packing import packed_log, packed_record, packed_steps
from nightreel.web.kept.store import Store
from nightreel.web.kept.whole import whole_of

ANSWERS_MAX: Final = 5_000
"""Most answers of a save, those of chance among them; a long game has 500."""
SECONDS_MAX: Final = 10
"""How long a save may be played again; a long game takes a twentieth of that."""
ID: Final = re.compile("[0-9A-Za-z]{1,32}")
_one: Final = Lock()
"""Held while a save is played again: one at a time, so that tables go on meanwhile."""


class WrongSave(TableError):
    """A file that cannot be taken in; the message says why."""


def keep(store: Store, player: int, game: Game) -> str:
    """Keep a game that was brought as one of a player; returns its id.

    A game that the player has already goes on here as it does in the file, if it only went on
    there.  Raises WrongSave.
    """
    try:
        _check_words(game.program)
        with store.database.writing() as session:
            here = _same_game(session, player, game)
            if here is None:
                return _kept_anew(store, session, player, game)
            return _gone_on(store, session, here, game)
    except (StatementError, UnicodeError):
        raise WrongSave(gettext("The save has words in it that cannot be kept.")) from None


# ---------------------------------------------------------------- reading


def brought(name: str, data: bytes) -> Game:
    """The game in a file that somebody brings; every answer is played again.

    Raises WrongSave, and Busy while another file is looked at.
    """
    if not _one.acquire(blocking=False):
        raise Busy(gettext("Somebody else brings a save just now. Try again in a moment."))
    try:
        return _played(_read(PurePath(name).name or "save", data))
    finally:
        _one.release()


def _read(name: str, data: bytes) -> Save:
    with _told():
        save = save_reading.read_bytes(Path(name), data)
    if len(save.answers) > ANSWERS_MAX:
        text = gettext("The save has {n} answers; more than {most} are not taken in.")
        raise WrongSave(put(text, n=len(save.answers), most=ANSWERS_MAX))
    if not ID.fullmatch(save.beginning.id):
        raise WrongSave(gettext("The save has no proper id."))
    if not _is_set_up(save.answers):
        raise WrongSave(gettext("The game was not set up as its seed has it."))
    return save


def _is_set_up(answers: Iterable[Answer]) -> bool:
    """Whether chance said what the generator had, up to the player's first answer.

    Those answers are not stored: the seed gives them again.
    """
    dealt = takewhile(lambda answer: answer.by == CHANCE, answers)
    return all(answer.action == answer.meant for answer in dealt)


def _played(save: Save) -> Game:
    until = monotonic() + SECONDS_MAX
    with _told():
        for after in replayed(save):
            game = after
            if monotonic() > until:
                raise WrongSave(gettext("The game takes too long to be played again."))
    if game.state.is_chance_node():
        raise WrongSave(gettext("The game stops in the middle of an answer."))
    return game


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BadSave as error:
        raise WrongSave(str(error)) from None


# ---------------------------------------------------------------- keeping


def _check_words(program: Program) -> None:
    """Raise UnicodeError for halves of letters: no page could show them."""
    json.dumps(vars(program), default=vars, ensure_ascii=False).encode()


def _same_game(session: Session, player: int, game: Game) -> GameRow | None:
    """The game as the player has it already; of two files at once one waits for the other."""
    session.execute(
        select(PlayerRow.id).where(PlayerRow.id == player).with_for_update(key_share=True)
    )
    query = seated(player).where(GameRow.kept_id == game.id)
    return session.scalars(query.with_for_update(of=GameRow)).first()


def _kept_anew(store: Store, session: Session, player: int, game: Game) -> str:
    row = store.row_of(session, player, game.program, game.seed)
    row.kept_id, row.practice, row.options = game.id, game.practice, asdict(game.options)
    row.begun = _moment(game.beginning.begun) or row.begun
    session.add(row)
    _write(store, session, row, game)
    session.add(SeatRow(game=row.id, player=player))
    return row.id


def _moment(told: str) -> str:
    """A time that a file tells, as it is stored; nothing when it is none."""
    try:
        return datetime.fromisoformat(told).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""


def _gone_on(store: Store, session: Session, here: GameRow, game: Game) -> str:
    """Go on with a game that is here as it does in the file.  Raises WrongSave."""
    kept = whole_of(store, session, here)
    old, new = kept.answers, game.given
    same = (kept.program.digest, kept.beginning.seed, kept.beginning.options, here.practice)
    if same != (game.program.digest, game.seed, game.options, game.practice):
        raise WrongSave(gettext("Another game of yours has the same id."))
    if _begins(old, new):
        return here.id
    if here.day is not None:
        raise WrongSave(gettext("A daily game goes on here alone."))
    if not _begins(new, old):
        raise WrongSave(gettext("The game went on differently here; that one was not taken in."))
    session.execute(delete(AnswerRow).where(AnswerRow.game == here.id))
    _write(store, session, here, game)
    return here.id


def _begins(long: tuple[Answer, ...], short: tuple[Answer, ...]) -> bool:
    return long[: len(short)] == short


def _write(store: Store, session: Session, row: GameRow, game: Game) -> None:
    """Write down a game with all its answers."""
    opening, groups = _grouped(game)
    row.opening, row.dice = packed_log(opening), list(game.dice.faces)
    row.answers, row.version = len(groups), max(len(groups), row.version + 1)
    store.stand(row, game.state)
    session.flush()
    session.add_all(
        _answer_row(row.id, number, game, steps) for number, steps in enumerate(groups, start=1)
    )
    session.flush()


def _grouped(game: Game) -> tuple[list[LogEntry], list[list[Step]]]:
    """What was told before the player's first answer, and the steps of each answer."""
    opening, groups = list(game.opening), list[list[Step]]()
    for step in game.steps:
        if not step.by_chance:
            groups.append([step])
        elif groups:
            groups[-1].append(step)
        else:
            opening += step.log
    return opening, groups


def _answer_row(id_: str, number: int, game: Game, steps: list[Step]) -> AnswerRow:
    before = State(game.program, steps[0].before, explicit_chance=True)
    return AnswerRow(
        game=id_,
        number=number,
        at=number - 1,
        turn=before.get("turn"),
        action=steps[0].answer.action,
        steps=packed_steps(steps),
        before=packed_record(before),
    )
