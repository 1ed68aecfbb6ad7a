"""Whatever is refused is refused in one sentence: as a page, or as JSON for programs."""

from __future__ import annotations

import logging
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException

from nightreel.films.library import LibraryError, NoFolder
from nightreel.reel.errors import SourceError
from nightreel.table.errors import BrokenGame, TableError, UnknownRule
from nightreel.table.unfit import Unfit
from nightreel.translation import gettext, put
from nightreel.web.gate.headers import harden
from nightreel.web.gate.mistaken import fit, is_no_id, mistakes
from nightreel.web.gate.rates import TooOften
from nightreel.web.kept.bringing import WrongSave
from nightreel.web.kept.daily import NoDay
from nightreel.web.kept.database import RETRY, Busy
from nightreel.web.kept.links import Closed
from nightreel.web.kept.programs import OtherRelease
from nightreel.web.kept.seeing import StillRuns
from nightreel.web.kept.sitting import NoGame, Overtaken, no_game
from nightreel.web.site import NoKey, is_part

API: Final = "/api/"
STATUSES: Final[dict[type[Exception], int]] = {
    NoKey: 401,
    NoGame: 404,
    UnknownRule: 404,
    Overtaken: 409,
    TooOften: 429,
    Busy: 503,
    NoDay: 404,
    Closed: 403,
    StillRuns: 403,
    WrongSave: 422,
    Unfit: 422,
}
"""Statuses of refusals; of all others it is 409: the game stands as it stood."""
MORE: Final = {
    401: {"WWW-Authenticate": "Bearer"},
    503: {"Retry-After": str(RETRY)},
}
"""What else is said with a status."""
LONGEST: Final = 300
"""Most letters of what is quoted in a refusal."""
_log: Final = logging.getLogger(__name__)


def add_refusals(app: FastAPI) -> None:
    """Let everything that is raised be told in one sentence."""
    app.add_exception_handler(TableError, _refused)
    app.add_exception_handler(LibraryError, _nobody)
    app.add_exception_handler(NoFolder, _no_films)
    app.add_exception_handler(SourceError, _wrong)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)


def refusal(request: Request, status: int, message: str, unplayable: str = "") -> Response:
    """One sentence that says what is wrong, as a page or as JSON.

    ``unplayable``: the id of a game with which nothing can be done but to delete it.
    """
    headers = MORE.get(status, {})
    if request.url.path.startswith(API):
        return JSONResponse({"detail": message}, status, headers)
    name = "notice.html" if is_part(request) else "refused.html"
    response: Response = request.app.state.site.page(
        name, status, message=message, unplayable=unplayable
    )
    response.headers.update(headers)
    return response


def refused(request: Request, error: Exception) -> Response:
    """What is said of something that the table refuses."""
    status = next((s for kind, s in STATUSES.items() if isinstance(error, kind)), 409)
    told = without_folder(str(error)) if isinstance(error, BrokenGame) else str(error)
    unplayable = request.path_params.get("id_", "") if isinstance(error, OtherRelease) else ""
    response = refusal(request, status, fit(told, LONGEST), unplayable)
    if isinstance(error, TooOften):
        response.headers["Retry-After"] = str(ceil(error.wait))
    return response


def without_folder(told: str) -> str:
    """``file:line: what``, but not where the server has the file."""
    file, colon, rest = told.partition(":")
    return f"{Path(file).name}{colon}{rest}"


async def _refused(request: Request, error: Exception) -> Response:
    return refused(request, error)


async def _nobody(request: Request, error: Exception) -> Response:
    return refusal(request, 404, fit(str(error), LONGEST))


async def _no_films(request: Request, error: Exception) -> Response:
    """A folder that is gone while the server runs; the server logs which one."""
    _log.warning("%s", error)
    told = gettext("The films of this table cannot be read now. Try again in a moment.")
    return refusal(request, 503, told)


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, SourceError)
    return refusal(request, 422, said_of(error))


def said_of(error: SourceError) -> str:
    """A film with a mistake: whoever plays learns which one, but not where the server has it."""
    where = replace(error.where, file=Path(error.where.file).name)
    return fit(str(SourceError(where, error.what, error.right)), LONGEST)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if is_no_id(error.errors()):
        return refusal(request, 404, str(no_game()))
    return refusal(request, 422, mistakes(error.errors()))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = refusal(request, error.status_code, _said(request, error))
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["Allow"] = ", ".join(_allowed(request))
    return response


def _allowed(request: Request) -> list[str]:
    """All methods of a path, whichever functions they are for."""
    path = request.url.path
    routes = iter_route_contexts(request.app.routes)
    found = [route.methods for route in routes if route.methods and route.path_regex.match(path)]
    allowed = {method for methods in found for method in methods}
    return sorted(allowed | {"HEAD"} if "GET" in allowed else allowed)


def _said(request: Request, error: HTTPException) -> str:
    known = {
        400: gettext("That cannot be read."),
        404: gettext("There is no such page."),
        405: put(gettext("Nothing is done here with {method}."), method=request.method),
        413: gettext("That is too large."),
    }
    return known.get(error.status_code, str(error.detail))


async def _failed(request: Request, _: Exception) -> Response:
    """A mistake of ours; the server logs it, and whoever asked learns nothing else of it."""
    told = gettext("Something went wrong here; nothing was changed.")
    response = refusal(request, 500, told)
    harden(response.headers, request.scope, 500)
    return response
