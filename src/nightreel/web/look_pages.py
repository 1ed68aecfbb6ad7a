"""Pages by links: come back on another device, bring in a save."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response

from nightreel.web import links
from nightreel.web.arriving import Arrival
from nightreel.web.bringing import brought, keep
from nightreel.web.site import AtSite, Visitor

router: Final = APIRouter(include_in_schema=False)


@router.get("/come/{link}")
def come(link: str, site: AtSite) -> Response:
    """What game a link leads to; whoever only looks at it, as previews do, takes nothing."""
    game = links.coming(site.store, link)
    return site.page("come.html", game=game, now=site.store.now())


@router.post("/come/{link}")
def sit_down(request: Request, link: str, site: AtSite, player: Visitor) -> Response:
    """Give this browser a seat at the game, and go there."""
    links.coming(site.store, link)
    arrival = Arrival(site, player)
    return arrival.to(f"/games/{links.sit_down(site.store, link, arrival.player)}")


@router.post("/bring")
def bring(request: Request, site: AtSite, player: Visitor, file: UploadFile) -> Response:
    """Take in a save, and go to its game."""
    site.rates.begins_game(request.scope)
    data = file.file.read(site.settings.body_max + 1)
    game = brought(file.filename or "", data)
    arrival = Arrival(site, player)
    return arrival.to(f"/games/{keep(site.store, arrival.player, game)}")
