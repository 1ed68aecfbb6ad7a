"""What all pages use: the games, the templates, who is asking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment
from starlette.concurrency import run_in_threadpool

from nightreel.table.errors import TableError
from nightreel.web.gate.rates import Rates
from nightreel.web.kept.sitting import no_game
from nightreel.web.kept.store import Store
from nightreel.web.kept.stories import Stories
from nightreel.web.queues import Queues
from nightreel.web.settings import Settings
from nightreel.web.templating import templates

COOKIE: Final = "nightreel"
"""The cookie with the key; see ``cookie_of``."""
YEAR: Final = 365 * 24 * 3600


class NoKey(TableError):
    """A program asks without a key that is known here."""


@dataclass
class Site:
    """Everything that requests share; what a process remembers beside is proved when it counts."""

    settings: Settings
    store: Store
    templates: Environment
    rates: Rates
    stories: Stories
    queues: Queues

    def page(self, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page from its template."""
        return HTMLResponse(self.templates.get_template(name).render(**context), status)


def site_of(settings: Settings, store: Store) -> Site:
    """What requests share, made once."""
    queues = Queues(store.database.writers)
    return Site(settings, store, templates(), Rates(settings), Stories(), queues)


async def the_site(request: Request) -> Site:
    """What requests share; this needs no thread."""
    site: Site = request.app.state.site
    return site


AtSite = Annotated[Site, Depends(the_site)]


def is_part(request: Request) -> bool:
    """Whether a page asks for what changes alone, and not a browser for a page."""
    return request.headers.get("hx-request") == "true"


def cookie_of(settings: Settings) -> str:
    """The name of the cookie with the key.

    Over HTTPS alone it is one that no other host, such as a neighbour's, can set: whoever plants
    a key sees the games that are begun with it.
    """
    return f"__Host-{COOKIE}" if settings.secure else COOKIE


def key_of(request: Request, settings: Settings) -> str:
    """The key that a request brings: as a program sends it, or a browser; nothing when none."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else request.cookies.get(cookie_of(settings), "")


async def visitor(request: Request, site: AtSite) -> int:
    """The id of the player who asks; 0 for somebody new."""
    key = key_of(request, site.settings)
    if not key:
        return 0
    player = site.store.known(key) or await run_in_threadpool(site.store.player, key)
    if player:
        site.rates.plays(player)
    return player


Visitor = Annotated[int, Depends(visitor)]


async def known_player(player: Visitor) -> int:
    """The id of a player who has been here.  Raises NoGame."""
    if not player:
        raise no_game()
    return player


Player = Annotated[int, Depends(known_player)]


def give_key(site: Site, response: Response, key: str) -> None:
    """Let a browser keep its key."""
    name, secure = cookie_of(site.settings), site.settings.secure
    response.set_cookie(name, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
