"""The application: pages and the interface for programs, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from nightreel import __version__
from nightreel.web import api, health, pages
from nightreel.web.database import Database
from nightreel.web.guard import Guard
from nightreel.web.refusals import add_refusals
from nightreel.web.settings import Settings
from nightreel.web.site import STATIC, site_of
from nightreel.web.store import Store


def create_app(settings: Settings) -> FastAPI:
    """The application on its database, whose tables are brought up to date.

    Raises BadDatabase.
    """
    database = Database(settings.database)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        database.close()

    app = FastAPI(
        title="Nightreel",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description=api.ABOUT,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.site = site_of(settings, Store(database, settings.clock))
    app.include_router(pages.router)
    app.include_router(api.router)
    app.include_router(health.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    add_refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=settings.body_max)
    app.add_middleware(Guard, settings=settings, rates=app.state.site.rates)
    return app
<<<<<<< HEAD


# ---------------------------------------------------------------- refusals


def _add_refusals(app: FastAPI) -> None:
    app.add_exception_handler(TableError, _refused)
    app.add_exception_handler(LibraryError, _wrong)
    app.add_exception_handler(SourceError, _wrong)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def refusal(request: Request, status: int, message: str) -> Response:
    """One sentence that says what is wrong, as a page or as JSON."""
    if request.url.path.startswith(API):
        return JSONResponse({"detail": message}, status)
    name = "notice.html" if request.headers.get("hx-request") == "true" else "refused.html"
    response: Response = request.app.state.site.page(name, status, message=message)
    return response


async def _refused(request: Request, error: Exception) -> Response:
    response = refusal(request, STATUSES.get(type(error), 409), str(error))
    if isinstance(error, Busy):
        response.headers["Retry-After"] = str(RETRY)
    return response


async def _wrong(request: Request, error: Exception) -> Response:
    return refusal(request, 422, str(error))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    told = "; ".join(_field(e) for e in error.errors())
    return refusal(request, 422, told)


def _field(error: dict[str, object]) -> str:
    place = error["loc"]
    names = ".".join(str(part) for part in place) if isinstance(place, tuple) else str(place)
    return f"{names}: {error['msg']}"


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = gettext("There is no such page.") if error.status_code == 404 else str(error.detail)
    response = refusal(request, error.status_code, message)
    response.headers.update(error.headers or {})
    return response
=======
>>>>>>> 846bcd2 (The interface for programs; refusals, rates and headers each in a module of their own)
