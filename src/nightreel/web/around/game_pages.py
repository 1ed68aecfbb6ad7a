"""What there is about one game: how it ended, its story, its links, its save, its deletion."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from nightreel.table.dice import dice_lines
from nightreel.web.around.saving import save_file
from nightreel.web.kept import links
from nightreel.web.kept.removing import removable, remove
from nightreel.web.kept.whole import whole
from nightreel.web.site import AtSite, Player

router: Final = APIRouter(include_in_schema=False)
ELSEWHERE: Final = "#elsewhere"
"""Where the page tells how the game goes on elsewhere."""


def link_to(request: Request, path: str) -> str:
    """A whole address, as it is given around."""
    return str(request.base_url.replace(path=path))


@router.get("/games/{id_}/about")
def about(request: Request, id_: str, site: AtSite, player: Player) -> Response:
    """The end of a game with its story, or what can be done with one that runs."""
    all_of_it = whole(site.store, player, id_)
    game = all_of_it.game
    dice = game.standing.dice
    return site.page(
        "about_game.html",
        game=game,
        now=site.store.now(),
        story=site.stories.of(all_of_it) if game.over else [],
        dice=dice,
        dice_told=dice_lines(dice),
        seed=game.seed if all_of_it.tells_seed else "",
        seed_hash=game.seed_hash,
        come=link_to(request, f"/come/{game.link}"),
        seats=links.seats_beside(site.store, player, game),
        watch=link_to(request, f"/watch/{game.share}") if game.share else "",
        closed=all_of_it.closed,
        why_not_saved=all_of_it.why_not_saved(site.settings.own),
    )


def _to_about(id_: str, section: str = "") -> Response:
    return RedirectResponse(f"/games/{id_}/about{section}", 303)


@router.post("/games/{id_}/link")
def renew_link(id_: str, site: AtSite, player: Player) -> Response:
    """Make another link by which the game goes on elsewhere; the one before leads nowhere."""
    links.renew(site.store, player, id_)
    return _to_about(id_, ELSEWHERE)


@router.post("/games/{id_}/seats/clear")
def clear_seats(id_: str, site: AtSite, player: Player) -> Response:
    """Take the seats of others away, and the link with it."""
    links.clear_seats(site.store, player, id_)
    return _to_about(id_, ELSEWHERE)


@router.post("/games/{id_}/share")
def share(id_: str, site: AtSite, player: Player) -> Response:
    """Make the link by which others may look on."""
    links.share(site.store, player, id_)
    return _to_about(id_)


@router.post("/games/{id_}/share/stop")
def unshare(id_: str, site: AtSite, player: Player) -> Response:
    """Make that link lead nowhere."""
    links.unshare(site.store, player, id_)
    return _to_about(id_)


@router.get("/games/{id_}/save")
def save(id_: str, site: AtSite, player: Player) -> Response:
    """The game as a file, with which it goes on anywhere.  Raises NotYet."""
    return save_file(site, player, id_)


@router.get("/games/{id_}/delete")
def ask_delete(id_: str, site: AtSite, player: Player) -> Response:
    """Ask whether the game is to be deleted."""
    game = removable(site.store, player, id_)
    return site.page("delete.html", game=game, now=site.store.now())


@router.post("/games/{id_}/delete")
def delete(id_: str, site: AtSite, player: Player) -> Response:
    """Delete it for ever."""
    remove(site.store, player, id_)
    return RedirectResponse("/", 303)
