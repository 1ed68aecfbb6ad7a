"""Pages about a player: statistics, settings; and about Nightreel."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from nightreel.films.library import casts
from nightreel.table.dice import dice_lines
from nightreel.table.draw import narrowed
from nightreel.web.around.arriving import Arrival
from nightreel.web.kept.figures import figures_of, grid_of
from nightreel.web.kept.preferences import (
    films_of,
    owned_films,
    plain_name,
    preferences,
    remember,
)
from nightreel.web.kept.shelf import games_of
from nightreel.web.site import AtSite, Visitor

router: Final = APIRouter(include_in_schema=False)


@router.get("/statistics")
def statistics(
    site: AtSite, player: Visitor, girl: Annotated[str, Query(max_length=80)] = ""
) -> Response:
    """What became of one's games."""
    figures = figures_of(games_of(site.store, player) if player else [])
    known = casts()
    grid = grid_of(known, figures.count, girl)
    told = dice_lines(figures.dice)
    return site.page("statistics.html", figures=figures, grid=grid, girl=girl, dice_told=told)


@router.get("/settings")
def settings(site: AtSite, player: Visitor, saved: bool = False) -> Response:
    """What is remembered of whoever plays."""
    known, usual = casts(), preferences(site.store, player)
    return site.page(
        "settings.html",
        usual=usual,
        films=films_of(known),
        owned=owned_films(known, usual),
        saved=saved,
    )


@router.post("/settings")
def change(
    request: Request,
    site: AtSite,
    player: Visitor,
    name: Annotated[str, Form(max_length=200)] = "",
    ask_single: Annotated[bool, Form()] = False,
    films: Annotated[list[str] | None, Form(max_length=100)] = None,
) -> Response:
    """Change it.  Raises LibraryError for films that are not there, or cannot make a cast."""
    narrowed(casts(), films or [])
    arrival = Arrival(request, site, player)
    usual = preferences(site.store, arrival.player)
    chosen = replace(usual, name=plain_name(name), ask_single=ask_single, films=tuple(films or ()))
    remember(site.store, arrival.player, chosen)
    return arrival.to("/settings?saved=true")


@router.get("/about")
def about(site: AtSite) -> Response:
    """What Nightreel is, and what it is not."""
    return site.page("about.html")
