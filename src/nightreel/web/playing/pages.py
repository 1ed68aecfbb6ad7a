"""The table of a game: look at it, answer, take back, begin again."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from nightreel.table.errors import CannotUndo, IllegalAction, UnknownAction
from nightreel.web.kept.sitting import Overtaken, Sitting
from nightreel.web.playing.followed import to_follow
from nightreel.web.playing.parts import HAD, parts_had
from nightreel.web.playing.shown import table_context
from nightreel.web.site import AtSite, Player, Site, is_part

router: Final = APIRouter(include_in_schema=False)


def table_page(site: Site, sitting: Sitting, notice: str = "", status: int = 200) -> Response:
    """The whole page of a table."""
    context = table_context(to_follow(site.store, sitting))
    return site.page("table.html", status, notice=notice, had={}, **context)


def table_part(
    request: Request, site: Site, sitting: Sitting, notice: str = "", status: int = 200
) -> Response:
    """What changes on the page with an answer."""
    had = parts_had(request.headers.get(HAD, ""))
    return site.page("panels.html", status, notice=notice, had=had, **table_context(sitting))


def _to_table(id_: str) -> Response:
    return RedirectResponse(f"/games/{id_}", 303)


@router.get("/games/{id_}")
def table(id_: str, site: AtSite, player: Player) -> Response:
    """The table."""
    return table_page(site, site.store.sitting(player, id_))


@router.post("/games/{id_}/answers")
async def answer(
    request: Request,
    id_: str,
    site: AtSite,
    player: Player,
    action: Annotated[int, Form()],
    at: Annotated[int, Form()],
) -> Response:
    """Answer the open question."""
    return await site.queues.answer(partial(_answered, request, site, player, id_, action, at))


def _answered(
    request: Request, site: Site, player: int, id_: str, action: int, at: int
) -> Response:
    try:
        sitting = site.store.answer(player, id_, action, at)
    except (Overtaken, IllegalAction, UnknownAction) as error:
        return _still(request, site, player, id_, error)
    return _shown(request, site, sitting if sitting.watched else to_follow(site.store, sitting))


@router.post("/games/{id_}/undo")
async def undo(
    request: Request, id_: str, site: AtSite, player: Player, at: Annotated[int, Form()]
) -> Response:
    """Take the last answer back."""
    return await site.queues.answer(partial(_undone, request, site, player, id_, at))


def _undone(request: Request, site: Site, player: int, id_: str, at: int) -> Response:
    try:
        sitting = site.store.undo(player, id_, at)
    except (Overtaken, CannotUndo) as error:
        return _still(request, site, player, id_, error)
    return _shown(request, site, sitting)


def _shown(request: Request, site: Site, sitting: Sitting) -> Response:
    if is_part(request):
        return table_part(request, site, sitting)
    return _to_table(sitting.game.id)


def _still(request: Request, site: Site, player: int, id_: str, error: Exception) -> Response:
    """The game as it stands, and why nothing was done."""
    sitting = site.store.sitting(player, id_)
    if is_part(request):
        return table_part(request, site, sitting, str(error), 409)
    return table_page(site, sitting, str(error), 409)


@router.post("/games/{id_}/rematch")
def rematch(request: Request, id_: str, site: AtSite, player: Player) -> Response:
    """The same cast and options once more, with a secret seed."""
    site.rates.begins_game(request.scope)
    return _to_table(site.store.rematch(player, id_))
