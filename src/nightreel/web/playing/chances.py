"""Exact chances of the answers at hand: worked out when asked for, so that no table waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from nightreel.reel.once import once
from nightreel.table.choices import choices_of
from nightreel.table.reckoning import Lines, Reckoner, percent, telling
from nightreel.table.resolving import act_resolved
from nightreel.web.kept.sitting import Sitting, overtaken
from nightreel.web.look import look_of
from nightreel.web.site import AtSite, Player, Site, is_part
from nightreel.web.words import NEEDS

router: Final = APIRouter(include_in_schema=False)
reckoner_of: Final = once(Reckoner)
"""What reckons for the games of a cast."""


@dataclass(frozen=True)
class Figure:
    """The chance of one result line."""

    name: str
    needs: str
    kept: str
    """In percent, when the roll is kept as soon as it can be."""
    best: str
    """Of this line or a better one at the best; empty while that is not worked out."""


@dataclass(frozen=True)
class Reckoned:
    """The chances of one answer."""

    action: int
    text: str
    card: int
    """The Action card that is rolled for, 0 for none."""
    figures: tuple[Figure, ...]
    beside: bool
    """Whether they stand beside the answer as well as with the card."""


@router.get("/games/{id_}/chances")
async def chances(
    request: Request,
    id_: str,
    site: AtSite,
    player: Player,
    at: Annotated[int | None, Query()] = None,
    action: Annotated[int | None, Query()] = None,
) -> Response:
    """The chances of all answers to the question of a version, or the best of one of them.

    Without a version it is the question at hand.

    A process works on one request for chances at a time: answers do not wait for them.
    """
    wanted = [] if action is None else [action]
    work = partial(_chances, site, player, id_, at, wanted, is_part(request))
    return await site.queues.reckon(work)


def _chances(
    site: Site, player: int, id_: str, at: int | None, best: Sequence[int], part: bool
) -> Response:
    store = site.store
    store.check_seat(player, id_)
    sitting = store.sitting(player, id_) if at is None else store.at_hand(player, id_, at)
    if at not in (None, sitting.game.version):
        raise overtaken()
    name = "panels/chances.html" if part else "chances.html"
    found = reckoned(sitting, best)
    return site.page(
        name,
        game=sitting.game,
        look=look_of(sitting.program),
        reckoned=found,
        where=_where(sitting, [r.action for r in found] == best),
    )


def _where(sitting: Sitting, of_one: bool) -> str:
    """Where cards have their chances; nowhere when one answer to an open roll is looked at.

    The card that is resolved tells what comes of the dice as they lie.
    """
    if act_resolved(sitting.program, sitting.state.words) is None:
        return "hand"
    return "" if of_one else "resolved"


def reckoned(sitting: Sitting, best: Iterable[int]) -> list[Reckoned]:
    """The chances of the answers at hand, at their best too for some; only of those when named."""
    state, reckoner = sitting.state, reckoner_of(sitting.program)
    texts = {c.action: c.text for c in choices_of(state) if c.legal} if not sitting.over else {}
    wanted = [action for action in best if action in texts]
    kept = reckoner.kept(state, wanted or texts, lambda: False)
    lines = {a: reckoner.best(state, a, found) if wanted else found for a, found in kept.items()}
    told = set(lines if wanted else telling(state, lines))
    return [reckoned_of(a, texts[a], found, a in told) for a, found in lines.items()]


def reckoned_of(action: int, text: str, lines: Lines, beside: bool) -> Reckoned:
    """The chances of an answer as they are told, beside it or with its card alone."""
    figures = (
        Figure(name, NEEDS[name], percent(chance), _best(lines, name))
        for name, chance in lines.kept.items()
    )
    return Reckoned(action, text, lines.card, tuple(figures), beside)


def _best(lines: Lines, name: str) -> str:
    """The best that can be made of a line; nothing when it is certain anyway."""
    certain = lines.kept[name] == 1
    return percent(lines.best[name]) if name in lines.best and not certain else ""
