"""What the page of a table shows, from a game as it stands: plain values for the templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from nightreel.table.aims import Aim, aim_of
from nightreel.table.choices import Choice, choices_of
from nightreel.table.resolving import act_resolved
from nightreel.table.state import State
from nightreel.table.view import View, card_of, tops_of, view
from nightreel.table.wording import question_text, why_not
from nightreel.web.kept.sitting import Sitting
from nightreel.web.look import look_of
from nightreel.web.playing.board import board_of
from nightreel.web.playing.logbook import came_of, grouped
from nightreel.web.playing.parts import attributes
from nightreel.web.playing.printed import prints_of

Context = dict[str, Any]
SEEN: Final = (
    *("turn", "phase", "over", "result", "tracks", "girl", "killers", "map", "elsewhere"),
    *("victims", "hand", "tableau", "discard", "items", "decks", "in_play", "piles", "film_zones"),
)
"""The parts of the view that a table shows; the question comes with what answers point at."""


@dataclass(frozen=True)
class Offer:
    """An answer that can be given, or is refused and why, and what it points at."""

    number: int
    action: int
    text: str
    legal: bool
    why: str
    aim: Aim

    @property
    def points(self) -> Markup:
        """What it points at, as attributes of its element."""
        aims = self.aim._asdict().items()
        return attributes({f"data-{name}": number for name, number in aims if number})


def offers_of(state: State) -> list[Offer]:
    """The answers to the open question, the legal ones first."""
    if state.is_terminal():
        return []
    return [_offer(state, choice) for choice in choices_of(state)]


def _offer(state: State, choice: Choice) -> Offer:
    why = "" if choice.legal else why_not(state, choice.action)
    return Offer(**vars(choice), why=why, aim=aim_of(state, choice.action))


def cards_of(state: State, offers: Iterable[Offer]) -> dict[int, View]:
    """The cards that legal answers name, with all they say, by the answers; no Action cards."""
    named = {o.action: o.aim.card for o in offers if o.legal and o.aim.card}
    return {a: card_of(state.program, state.words, card) for a, card in named.items()}


def table_context(sitting: Sitting) -> Context:
    """Everything that a table shows of a game."""
    program, state = sitting.program, sitting.state
    seen, log = view(state, SEEN), grouped(sitting)
    board, offers = board_of(program, state.words, seen["map"]), offers_of(state)
    return {
        "game": sitting.game,
        "look": look_of(program),
        "v": seen,
        "prints": prints_of(sitting.game, seen, board),
        "asked": question_text(state),
        "board": board,
        "offers": offers,
        "cards": cards_of(state, offers),
        "tops": tops_of(state),
        "resolved": act_resolved(program, state.words),
        "came": came_of(log),
        "log": log,
    }
