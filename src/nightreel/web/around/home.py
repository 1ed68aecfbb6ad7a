"""Where one begins, or goes on: the first page, and a new game with its cast."""

from __future__ import annotations

from dataclasses import asdict, replace
from math import ceil
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from nightreel.films.library import casts
from nightreel.reel.errors import SourceError
from nightreel.table.draw import narrowed
from nightreel.table.unfit import Unfit
from nightreel.web.around.arriving import Arrival
from nightreel.web.around.beginning import program_of
from nightreel.web.around.casting import Casting, parts_of
from nightreel.web.gate.refusals import said_of
from nightreel.web.kept import daily
from nightreel.web.kept.preferences import (
    Preferences,
    films_of,
    owned_films,
    preferences,
    remember,
)
from nightreel.web.kept.shelf import count_of, games_of
from nightreel.web.site import AtSite, Site, Visitor
from nightreel.web.when import until_midnight

router: Final = APIRouter(include_in_schema=False)
LISTED: Final = 12
"""How many games the first page lists."""
PAGE: Final = 40
"""How many games are on each page of all of them."""
PAGES: Final = 10**6
"""A number that no page reaches."""


@router.get("/")
def home(site: AtSite, player: Visitor) -> Response:
    """Go on with a game, play today's, or begin one."""
    games = games_of(site.store, player, LISTED) if player else []
    return site.page(
        "home.html",
        now=site.store.now(),
        today=daily.game_of(site.store, player, daily.today(site.store)),
        left=until_midnight(site.store.clock()),
        running=[game for game in games if not game.result],
        over=[game for game in games if game.result],
        count=count_of(site.store, player),
        usual=preferences(site.store, player),
    )


@router.get("/games")
def all_games(
    site: AtSite, player: Visitor, page: Annotated[int, Query(ge=1, le=PAGES)] = 1
) -> Response:
    """All games of a player, page by page."""
    count = count_of(site.store, player)
    pages = max(1, ceil(count / PAGE))
    page = min(page, pages)
    games = games_of(site.store, player, PAGE, PAGE * (page - 1)) if count else []
    return site.page(
        "games.html", now=site.store.now(), games=games, count=count, page=page, pages=pages
    )


@router.get("/new")
def new(
    request: Request, site: AtSite, player: Visitor, casting: Annotated[Casting, Query()]
) -> Response:
    """Choose or draw the cast, and the options."""
    usual = preferences(site.store, player)
    if not casting.draw and not casting.instead:
        casting = casting.model_copy(update=_options(usual))
    if casting.draw:
        site.rates.draws(request.scope)
    try:
        return _cast_page(site, usual, casting)
    except (Unfit, SourceError) as wrong:
        return _unfit_page(site, usual, casting, wrong)


def _cast_page(
    site: Site, usual: Preferences, casting: Casting, status: int = 200, **wrong: object
) -> Response:
    """The form of a new game.  Raises Unfit, SourceError."""
    known = casts()
    films = owned_films(known, usual)
    parts = parts_of(narrowed(known, films), casting)
    context = {"casting": casting, "films": films_of(known), "owned": films, "wrong": "", **wrong}
    return site.page("new.html", status, parts=parts, **context)


def _unfit_page(
    site: Site, usual: Preferences, casting: Casting, wrong: Unfit | SourceError
) -> Response:
    """The same with what was chosen, who does not go together, and who would do instead."""
    chosen = casting.model_copy(update={"draw": ""})
    if isinstance(wrong, Unfit):
        return _cast_page(site, usual, chosen, 422, wrong=wrong.told, others=wrong.others)
    return _cast_page(site, usual, chosen, 422, wrong=said_of(wrong), others=[])


def _options(usual: Preferences) -> dict[str, bool]:
    return {name: value for name, value in asdict(usual).items() if isinstance(value, bool)}


@router.post("/games")
def begin(
    request: Request, site: AtSite, player: Visitor, wish: Annotated[Casting, Form()]
) -> Response:
    """Begin a game and go to its table."""
    site.rates.begins_game(request.scope)
    usual = preferences(site.store, player)
    films = wish.films or owned_films(casts(), usual)
    try:
        program = program_of(wish.model_copy(update={"films": films}))
    except (Unfit, SourceError) as wrong:
        return _unfit_page(site, usual, wish, wrong)
    arrival = Arrival(request, site, player)
    chosen = replace(usual, practice=wish.practice, **asdict(wish.options))
    remember(site.store, arrival.player, chosen)  # first: were it refused, a game would stay
    id_ = site.store.begin(arrival.player, program, wish.options, wish.practice)
    return arrival.to(f"/games/{id_}")


@router.post("/films")
def own(
    request: Request,
    site: AtSite,
    player: Visitor,
    films: Annotated[list[str] | None, Form(max_length=100)] = None,
) -> Response:
    """Remember which films one owns; all, when none are left for a role.

    Raises LibraryError for films that are not there, or cannot make a cast.
    """
    narrowed(casts(), films or [])
    arrival = Arrival(request, site, player)
    usual = preferences(site.store, arrival.player)
    remember(site.store, arrival.player, replace(usual, films=tuple(films or ())))
    return arrival.to("/new")
