"""Games in the database: begun, looked at, answered, taken back.

Every change is stored, whole, before anybody is told of it.  Whoever changes a game says which
version was seen: of two at once the first one counts, and the other is shown what came of it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Hashable
from dataclasses import asdict
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from nightreel.memory import Memory
from nightreel.reel.program import Program
from nightreel.table.saves import cast_of, new_id
from nightreel.table.state import Options, State, random_seed
from nightreel.table.steps import LastAnswer, answered, check_undo, opened, revealed
from nightreel.web.kept.database import Database, Stale
from nightreel.web.kept.models import AnswerRow, GameRow, PlayerRow, SeatRow, seated
from nightreel.web.kept.packing import packed_log, state_of, steps_of
from nightreel.web.kept.programs import Programs
from nightreel.web.kept.sitting import RECENT, Sitting, no_game, overtaken
from nightreel.web.kept.storing import add_answer, dice_of, standing

KEY_BYTES: Final = 32
ID_BYTES: Final = 12
PLAYERS: Final = 10_000
"""How many players a process knows by their keys without asking the database."""
SITTINGS: Final = 500
"""How many games a process remembers as it left them."""


def new_link() -> str:
    """The secret of a link by which a game goes on on another device."""
    return secrets.token_urlsafe(KEY_BYTES)


def hashed(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


Handle = tuple[Hashable, int, str]
"""A database, a player and a game: by that a game is remembered."""


class Store:
    """The games of all players."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        """Keep them in a database."""
        self.database = database
        self.programs = Programs()
        self.clock = clock
        self._players = Memory[tuple[Hashable, str], int](PLAYERS)
        self._sittings = Memory[Handle, Sitting](SITTINGS)

    def now(self) -> str:
        """The time, as it is stored."""
        return self.clock().isoformat(timespec="seconds")

    # ------------------------------------------------------------ players

    def new_player(self) -> tuple[int, str]:
        """A new player and the key that nobody else has."""
        key = secrets.token_urlsafe(KEY_BYTES)
        with self.database.writing() as session:
            row = PlayerRow(key=hashed(key), begun=self.now(), name="", settings={})
            session.add(row)
            session.flush()
            return row.id, key

    def known(self, key: str) -> int:
        """The id of the player with a key, as this process remembers it; else 0."""
        return self._players.find((self.database.identity, hashed(key))) or 0

    def player(self, key: str) -> int:
        """The id of the player with a key, 0 for nobody's."""
        identity = self.database.identity
        with self.database.reading() as session:
            query = select(PlayerRow.id).where(PlayerRow.key == hashed(key))
            found = session.scalar(query) or 0
        if found:
            self._players.put((identity, hashed(key)), found)
        return found

    # ------------------------------------------------------------ beginning

    def begin(
        self,
        player: int,
        program: Program,
        options: Options,
        practice: bool = False,
        seed: int | None = None,
        day: str | None = None,
    ) -> str:
        """Begin a game (SET-1 to SET-11); returns its id.  Raises BrokenGame."""
        chosen = random_seed() if seed is None else seed
        state, opening = opened(program, chosen, options)
        steps, state = revealed(state)
        log = (*opening, *(entry for step in steps for entry in step.log))
        self.programs.packed(program)
        with self.database.writing() as session:
            game = self.row_of(session, player, program, chosen)
            game.options, game.practice, game.day = asdict(options), practice, day
            game.opening = packed_log(log)
            game.dice = list(dice_of(steps).faces)
            self.stand(game, state)
            session.add(game)
            session.flush()
            session.add(SeatRow(game=game.id, player=player))
            return game.id

    def row_of(self, session: Session, player: int, program: Program, seed: int) -> GameRow:
        """The row of a new game, which has not begun."""
        cast = {role: part["id"] for role, part in cast_of(program).items()}
        return GameRow(
            id=secrets.token_urlsafe(ID_BYTES),
            player=player,
            program=self.programs.put(session, program),
            **cast,
            title=program.title,
            kept_id=new_id(),
            seed=str(seed),
            begun=self.now(),
            version=0,
            answers=0,
            link=new_link(),
        )

    def stand(self, game: GameRow, state: State) -> None:
        """Note how the game stands."""
        for name, value in standing(state, self.now()).items():
            setattr(game, name, value)

    # ------------------------------------------------------------ looking

    def sitting(self, player: int, id_: str) -> Sitting:
        """A game of a player, at its question.  Raises NoGame."""
        handle = self._handle(player, id_)
        with self.database.reading() as session:
            sitting = self.sitting_of(session, self.owned(session, player, id_))
        return self._remember(handle, sitting)

    def at_hand(self, player: int, id_: str, at: int) -> Sitting:
        """A game as this process remembers a version that the player saw, else as it is stored.

        Whoever changes it finds out whether it is so still.  Raises NoGame.
        """
        found = self._sittings.find(self._handle(player, id_))
        return found if found and at == found.game.version else self.sitting(player, id_)

    def _remember(self, handle: Handle, sitting: Sitting) -> Sitting:
        """Have a game at hand for its next answer, unless it is over: nobody answers that."""
        if sitting.over:
            self._sittings.forget(handle)
        else:
            self._sittings.put(handle, sitting)
        return sitting

    def _handle(self, player: int, id_: str) -> Handle:
        """By what a player's game is remembered."""
        return self.database.identity, player, id_

    def check_seat(self, player: int, id_: str) -> None:
        """Raise NoGame when a player may not see a game, or no more, whatever is remembered."""
        with self.database.reading() as session:
            if session.get(SeatRow, (id_, player)) is None:
                raise no_game()

    def owned(self, session: Session, player: int, id_: str, change: bool = False) -> GameRow:
        """The row of a game that a player may see and change.  Raises NoGame."""
        query = seated(player).where(GameRow.id == id_)
        game = session.scalar(query.with_for_update(of=GameRow) if change else query)
        if game is None:
            raise no_game()
        return game

    def sitting_of(self, session: Session, game: GameRow) -> Sitting:
        """A game as it stands, with what was told lately."""
        state = state_of(self.programs.get(session, game.program), game.record)
        rows = session.execute(
            select(AnswerRow.steps, AnswerRow.turn)
            .where(AnswerRow.game == game.id, AnswerRow.turn >= game.turn - RECENT)
            .order_by(AnswerRow.number)
        )
        told = tuple(told for row in rows for told in steps_of(*row))
        return Sitting(game, state, told)

    def rematch(self, player: int, id_: str) -> str:
        """A new game with the same cast and options and a secret seed; returns its id.

        Raises NoGame, BrokenGame.
        """
        sitting = self.sitting(player, id_)
        options = Options(**sitting.game.options)
        return self.begin(player, sitting.program, options, sitting.game.practice)

    # ------------------------------------------------------------ answers

    def answer(self, player: int, id_: str, action: int, at: int) -> Sitting:
        """Take the player's answer to the question of a version, and store it.

        The same answer to the same question again, as when a reply was lost, changes nothing.
        Raises NoGame, Overtaken, IllegalAction, UnknownAction, BrokenGame.
        """
        sitting = self.at_hand(player, id_, at)
        if action not in sitting.state.legal_actions():
            sitting = self.sitting(player, id_)  # why it is refused, only the stored game can say
        if at == sitting.game.version:
            try:
                return self._answered(player, sitting, action)
            except Stale:
                sitting = self.sitting(player, id_)
        self._check_repeated(sitting.game, action, at)
        return sitting

    def _answered(self, player: int, sitting: Sitting, action: int) -> Sitting:
        """The game with an answer, stored.

        Raises Stale when another one was faster, or the game is not the player's any more.
        """
        handle = self._handle(player, sitting.game.id)
        steps, state = answered(sitting.state, action, watch=True)
        after = standing(state, self.now())
        with self.database.storing() as connection:
            game = add_answer(connection, player, sitting.game, steps, after)
        now = self._remember(handle, sitting.gone_on(game, state, steps))
        return now.watching(steps, game.answers)

    def _check_repeated(self, game: GameRow, action: int, at: int) -> None:
        with self.database.reading() as session:
            last = session.get(AnswerRow, (game.id, game.answers))
        if last is None or (last.at, last.action) != (at, action):
            raise overtaken()

    # ------------------------------------------------------------ undo

    def undo(self, player: int, id_: str, at: int) -> Sitting:
        """Take back the player's last answer, as ``Game.undo`` does.

        Raises NoGame, Overtaken, CannotUndo.
        """
        try:
            with self.database.writing() as session:
                game = self.owned(session, player, id_, change=True)
                if at != game.version:
                    raise overtaken()
                self._take_back(session, game)
                session.flush()
                return self.sitting_of(session, game)
        except Stale:
            raise overtaken() from None

    def _take_back(self, session: Session, game: GameRow) -> None:
        """Take back the last answer.  Raises CannotUndo."""
        row = session.get(AnswerRow, (game.id, game.answers))
        program = self.programs.get(session, game.program)
        steps = steps_of(row.steps, row.turn) if row is not None else []
        check_undo(_last(program, game, row, len(steps)), game.practice)
        assert row is not None
        self.stand(game, state_of(program, row.before))
        game.answers, game.version = game.answers - 1, game.version + 1
        game.dice = [n - m for n, m in zip(game.dice, dice_of(steps).faces, strict=True)]
        session.delete(row)


def _last(program: Program, game: GameRow, row: AnswerRow | None, steps: int) -> LastAnswer | None:
    """The player's last answer, None when there is none."""
    if row is None:
        return None
    return LastAnswer(state_of(program, row.before), row.action, steps, game.over)
