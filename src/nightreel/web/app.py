"""The application: pages and the interface for programs, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from fastapi import FastAPI
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from nightreel.web import health, look
from nightreel.web.around import day_pages, game_pages, home, look_pages, own_pages, rule_pages
from nightreel.web.gate.guard import Guard
from nightreel.web.gate.heads import Heads
from nightreel.web.gate.refusals import API, add_refusals
from nightreel.web.kept.database import Database
from nightreel.web.kept.store import Store
from nightreel.web.later import Later
from nightreel.web.playing import chances, pages
from nightreel.web.queues import settle_in
from nightreel.web.settings import Settings
from nightreel.web.site import Site, site_of
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
    health,
)
"""Modules that bring a router."""


def _interface(site: Site) -> FastAPI:
    """The interface for programs."""
    from nightreel.web.api.interface import interface

    return interface(site)


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

    app = FastAPI(openapi_url=None, redirect_slashes=False, lifespan=lifespan)
    app.state.site = site_of(settings, Store(database, settings.clock))
    for part in PARTS:
        app.include_router(part.router)
    app.router.routes.append(Later(API, partial(_interface, app.state.site)))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    add_refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=settings.body_max)
    app.add_middleware(Guard, settings=settings, rates=app.state.site.rates)
    app.add_middleware(Heads)
    return app
