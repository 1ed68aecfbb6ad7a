"""Pages of those who come by a link, look on, step through a game, or bring in a save."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, UploadFile
from fastapi.responses import Response

from nightreel.web.around.arriving import Arrival
from nightreel.web.kept import links
from nightreel.web.kept.bringing import brought, keep
from nightreel.web.kept.seeing import Frame, looked_at, own_frame, shared_frame
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import Context, table_context
from nightreel.web.site import AtSite, Player, Site, Visitor, is_part

router: Final = APIRouter(include_in_schema=False)
Word = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{16,64}$")]
"""The secret part of a link."""


@router.get("/come/{link}")
def come(link: Word, site: AtSite) -> Response:
    """What game a link leads to; whoever only looks at it, as previews do, takes nothing."""
    game = links.coming(site.store, link)
    return site.page("come.html", game=game, now=site.store.now())


@router.post("/come/{link}")
def sit_down(request: Request, link: Word, site: AtSite, player: Visitor) -> Response:
    """Give this browser a seat at the game, and go there."""
    links.coming(site.store, link)  # first: a link that leads nowhere makes no player
    arrival = Arrival(request, site, player)
    return arrival.to(f"/games/{links.sit_down(site.store, link, arrival.player)}")


# ---------------------------------------------------------------- looking on


@router.get("/watch/{word}")
def watch(request: Request, word: Word, site: AtSite, at: int = -1) -> Response:
    """A game as it stands, for whoever has its link; 204 when nothing happened since ``at``."""
    sitting = looked_at(site.store, word)
    if is_part(request) and at == sitting.game.version:
        return Response(status_code=204)
    return site.page("watch.html", word=word, **_seen(sitting))


def _seen(sitting: Sitting) -> Context:
    """What a table shows to somebody who cannot act."""
    context = table_context(sitting)
    possible = [offer.text for offer in context["offers"] if offer.legal]
    return {**context, "possible": possible, "offers": [], "had": {}, "notice": ""}


@router.get("/watch/{word}/replay")
@router.get("/watch/{word}/replay/{number}")
def replay_shared(word: Word, site: AtSite, number: int = 0) -> Response:
    """A step of a shared game that is over."""
    frame = shared_frame(site.store, word, number)
    return _replay(site, frame, f"/watch/{word}", f"/watch/{word}")


@router.get("/games/{id_}/replay")
@router.get("/games/{id_}/replay/{number}")
def replay_own(id_: str, site: AtSite, player: Player, number: int = 0) -> Response:
    """A step of one's own game."""
    frame = own_frame(site.store, player, id_, number)
    return _replay(site, frame, f"/games/{id_}", f"/games/{id_}/about")


def _replay(site: Site, frame: Frame, base: str, back: str) -> Response:
    seen = _seen(frame.sitting)
    return site.page("replay.html", frame=frame, steps=f"{base}/replay", back=back, **seen)


# ---------------------------------------------------------------- bringing


@router.post("/bring")
def bring(request: Request, site: AtSite, player: Visitor, file: UploadFile) -> Response:
    """Take in a save, and go to its game."""
    site.rates.begins_game(request.scope)
    data = file.file.read(site.settings.body_max + 1)
    game = brought(file.filename or "", data)
    arrival = Arrival(request, site, player)
    return arrival.to(f"/games/{keep(site.store, arrival.player, game)}")
