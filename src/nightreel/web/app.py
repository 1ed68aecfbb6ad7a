"""The application: pages and the interface for programs, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from nightreel import __version__
from nightreel.web import health, look
from nightreel.web.api import routes as api
from nightreel.web.around import day_pages, game_pages, home, look_pages, own_pages, rule_pages
from nightreel.web.gate.guard import Guard
from nightreel.web.gate.heads import Heads
from nightreel.web.gate.refusals import add_refusals
from nightreel.web.kept.database import Database
from nightreel.web.kept.store import Store
from nightreel.web.playing import chances, pages
from nightreel.web.queues import settle_in
from nightreel.web.settings import Settings
from nightreel.web.site import cookie_of, site_of
from nightreel.web.templating import STATIC

PARTS: Final = (
    pages,
    chances,
    home,
    game_pages,
    look_pages,
    own_pages,
    day_pages,
    rule_pages,
    look,
    api,
    health,
)
"""Modules that bring a router."""


class Server(FastAPI):
    """FastAPI, whose description of the interface tells how this server is set up."""

    def openapi(self) -> dict[str, Any]:
        """The description, with the name of the cookie that browsers get here."""
        described = super().openapi()
        cookie = described["components"]["securitySchemes"][api.COOKIE_SCHEME]
        cookie["name"] = cookie_of(self.state.site.settings)
        return described


def create_app(settings: Settings) -> FastAPI:
    """The application on its database, whose tables are brought up to date.

    Raises BadDatabase.
    """
    database = Database(settings.database)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        settle_in()
        yield
        database.close()

    app = Server(
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
    for part in PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    add_refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=settings.body_max)
    app.add_middleware(Guard, settings=settings, rates=app.state.site.rates)
    app.add_middleware(Heads)
    return app
