"""The pages of daily games: today's, and those of earlier days."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import RedirectResponse, Response

from nightreel.films.box import ROLES
from nightreel.films.library import Casts, Member, casts, role_title
from nightreel.table.saves import cast_of
from nightreel.web.around.arriving import Arrival
from nightreel.web.kept import daily
from nightreel.web.kept.daily import Day
from nightreel.web.kept.preferences import plain_name, preferences, remember
from nightreel.web.site import AtSite, Site, Visitor
from nightreel.web.when import until_midnight

router: Final = APIRouter(include_in_schema=False)
A_DAY: Final = r"^\d{4}-\d{2}-\d{2}$"


@router.get("/daily")
def today(site: AtSite, player: Visitor) -> Response:
    """Today's game, and how others did."""
    return _page(site, player, daily.todays(site.store))


@router.get("/daily/{day}")
def earlier(site: AtSite, player: Visitor, day: Annotated[str, Path(pattern=A_DAY)]) -> Response:
    """The game of an earlier day."""
    if day == daily.today(site.store):
        return RedirectResponse("/daily", 303)
    return _page(site, player, daily.earlier(site.store, day))


def _page(site: Site, player: int, day: Day) -> Response:
    running = day.day == daily.today(site.store)
    own = daily.game_of(site.store, player, day.day)
    who = player if own is None else own.player  # on another device it is one's own as well
    return site.page(
        "daily.html",
        day=day.day,
        running=running,
        left=until_midnight(site.store.clock()),
        cast=_cast(casts(), day),
        title=day.program.title,
        seed="" if running else str(day.seed),
        seed_hash=day.seed_hash,
        own=own,
        results=daily.results_of(site.store, day.day, who),
        player=who,
        called=preferences(site.store, player).name,
        days=daily.days_before(site.store, daily.today(site.store)),
    )


def _cast(known: Casts, day: Day) -> list[tuple[str, str, Member]]:
    """Who plays: role, its title, and who; of films that are gone no more than the name."""
    told = cast_of(day.program)
    found = []
    for role in ROLES:
        id_, title = told[role]["id"], told[role]["title"]
        member = next((m for m in known.of(role) if m.id == id_), Member(id_, title, "", ""))
        found.append((role, role_title(role), member))
    return found


@router.post("/daily")
def play(
    request: Request,
    site: AtSite,
    player: Visitor,
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Play today's game, or go on with it."""
    site.rates.begins_game(request.scope)
    arrival = Arrival(request, site, player)
    usual = preferences(site.store, arrival.player)
    if plain_name(name):
        remember(site.store, arrival.player, replace(usual, name=plain_name(name)))
    return arrival.to(f"/games/{daily.play(site.store, arrival.player, usual.ask_single)}")
