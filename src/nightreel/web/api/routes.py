"""The interface for other programs, under /api/v1; docs/api.md shows how it is used."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.routing import APIRoute
from fastapi.security import APIKeyCookie, HTTPBearer

from nightreel.films.library import casts
from nightreel.table.view import view
from nightreel.translation import gettext
from nightreel.web.api import replies
from nightreel.web.api.exchanged import (
    Acted,
    Answer,
    Cast,
    Exported,
    Games,
    Key,
    Log,
    Question,
    Refusal,
    Seen,
    Shown,
    Story,
    Table,
    Wanted,
)
from nightreel.web.api.logged import log_of_game
from nightreel.web.around.beginning import program_of
from nightreel.web.around.saving import SaveFile, save_file
from nightreel.web.kept.removing import remove
from nightreel.web.kept.shelf import count_of, games_of
from nightreel.web.kept.whole import whole
from nightreel.web.site import COOKIE, AtSite, NoKey, Visitor

ABOUT: Final = (
    "Final Girl for programs: begin a game, see what can be seen, answer its questions. "
    "Whatever is refused changes nothing, and says why in `detail`."
)
PAGE: Final = 100
"""How many games or entries of a log are sent unless other numbers are asked for."""
PAGE_MAX: Final = 1000
COOKIE_SCHEME: Final = "cookie"
"""What the way to ask with the cookie of a browser is called in the description."""
USUAL: Final = (400, 413, 422, 429, 431, 503)
"""Statuses of refusals that anything can have."""
TOLD: Final = {
    400: "The request cannot be read.",
    401: "There is no key, or nobody has it.",
    403: "Another site sent this.",
    404: "What is named is not there; a game may be somebody else's.",
    409: "The game stands otherwise.",
    413: "Too much was sent.",
    422: "Something that was sent is wrong.",
    429: "Too much was asked for in a short time; see `Retry-After`.",
    431: "The headers are too long.",
    503: "The database, or the films, cannot be reached now.",
}
Replies = dict[int | str, dict[str, Any]]


def _refusals(*statuses: int) -> Replies:
    """How refusals of an operation are described."""
    known = sorted({*statuses, *USUAL})
    return {status: {"model": Refusal, "description": TOLD[status]} for status in known}


def _file_refusals(*statuses: int) -> Replies:
    """The same for an operation whose usual reply is no JSON."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    known = sorted({*statuses, *USUAL})
    return {status: {"content": content, "description": TOLD[status]} for status in known}


def _named(route: APIRoute) -> str:
    return route.name


router: Final = APIRouter(prefix="/api/v1", generate_unique_id_function=_named)


async def _player(
    player: Visitor,
    _bearer: Annotated[
        object,
        Security(HTTPBearer(auto_error=False, scheme_name="key", description="A key.")),
    ],
    _cookie: Annotated[
        object,
        Security(
            APIKeyCookie(
                name=COOKIE,
                auto_error=False,
                scheme_name=COOKIE_SCHEME,
                description="The key that a browser keeps.",
            )
        ),
    ],
) -> int:
    """The id of the player who asks.  Raises NoKey."""
    if not player:
        raise NoKey(gettext("A key is wanted: Authorization: Bearer KEY."))
    return player


Caller = Annotated[int, Depends(_player)]
GameId = Annotated[
    str,
    Path(
        alias="id",
        pattern="^[A-Za-z0-9_-]{16}$",
        description="The game's `id`.",
        examples=["t0Nq3mZk5hVbXw2L"],
    ),
]
First = Annotated[int, Query(ge=0, le=10**6, description="How many are left out before.")]
Limit = Annotated[int, Query(ge=1, le=PAGE_MAX, description="How many are wanted at the most.")]

# ---------------------------------------------------------------- keys and casts


@router.post("/keys", status_code=201, tags=["keys"], summary="Get a key", responses=_refusals(403))
def new_key(request: Request, site: AtSite) -> Key:
    """A key of your own. Send it as `Authorization: Bearer KEY`; your games are found by it."""
    site.rates.wants_key(request.scope)
    return Key(key=site.store.new_player()[1])


@router.get("/cast", tags=["casts"], summary="List the cast", responses=_refusals())
def list_cast() -> Cast:
    """Every Killer, Location and Final Girl; any three of them can play."""
    return replies.cast(casts())


# ---------------------------------------------------------------- games


@router.post(
    "/games",
    status_code=201,
    tags=["games"],
    summary="Begin a game",
    responses=_refusals(401, 403, 404, 409),
)
def begin_game(
    request: Request, response: Response, site: AtSite, player: Caller, wish: Wanted
) -> Acted:
    """Begin a game with the cast that you name; whom you do not name is drawn by chance."""
    site.rates.begins_game(request.scope)
    id_ = site.store.begin(player, program_of(wish), wish.options, wish.practice)
    response.headers["Location"] = f"{router.prefix}/games/{id_}"
    return replies.acted(site.store.sitting(player, id_))


@router.get("/games", tags=["games"], summary="List your games", responses=_refusals(401))
def list_games(site: AtSite, player: Caller, first: First = 0, limit: Limit = PAGE) -> Games:
    """Your games, those that run first."""
    shown = [replies.info(game) for game in games_of(site.store, player, limit, first)]
    return Games(total=count_of(site.store, player), games=shown)


@router.get("/games/{id}", tags=["games"], summary="Look at a game", responses=_refusals(401, 404))
def show_game(id_: GameId, site: AtSite, player: Caller) -> Table:
    """All that you can see of a game."""
    sitting = site.store.sitting(player, id_)
    return Table(game=replies.info(sitting.game), view=Shown(**view(sitting.state)))


@router.delete(
    "/games/{id}",
    status_code=204,
    tags=["games"],
    summary="Delete a game",
    responses=_refusals(401, 403, 404, 409),
)
def delete_game(id_: GameId, site: AtSite, player: Caller) -> None:
    """Delete a game for good. A daily game stays: it can be played once only."""
    remove(site.store, player, id_)


# ---------------------------------------------------------------- playing


@router.get(
    "/games/{id}/actions",
    tags=["playing"],
    summary="List the answers to the open question",
    responses=_refusals(401, 404),
)
def list_actions(id_: GameId, site: AtSite, player: Caller) -> Question:
    """The open question with its legal answers, and those refused with why and the rule."""
    return replies.question(site.store.sitting(player, id_))


@router.post(
    "/games/{id}/answers",
    tags=["playing"],
    summary="Answer the open question",
    responses=_refusals(401, 403, 404, 409),
)
async def act(id_: GameId, site: AtSite, player: Caller, answer: Answer) -> Acted:
    """Give an answer; it is stored before the reply is sent.

    The same answer to the same question may be sent again, as when a reply was lost. An answer to
    a question that was answered otherwise is refused with 409, and so is one that is not legal.
    """
    work = partial(site.store.answer, player, id_, answer.action, answer.at)
    return await site.queues.answer(lambda: replies.acted(work()))


@router.post(
    "/games/{id}/undo",
    tags=["playing"],
    summary="Take the last answer back",
    responses=_refusals(401, 403, 404, 409),
)
async def undo(id_: GameId, site: AtSite, player: Caller, seen: Seen) -> Acted:
    """Take your last answer back, unless something was revealed since; practice games always."""
    work = partial(site.store.undo, player, id_, seen.at)
    return await site.queues.answer(lambda: replies.acted(work(), happened=()))


# ---------------------------------------------------------------- what has happened


@router.get(
    "/games/{id}/log", tags=["records"], summary="Read the log", responses=_refusals(401, 404)
)
def read_log(
    id_: GameId, site: AtSite, player: Caller, first: First = 0, limit: Limit = PAGE
) -> Log:
    """What has happened, an entry for each of your answers, the oldest first."""
    return log_of_game(site.store, player, id_, first, limit)


@router.get(
    "/games/{id}/export",
    tags=["records"],
    summary="Export a game",
    response_model_exclude_none=True,
    responses=_refusals(401, 404),
)
def export_game(id_: GameId, site: AtSite, player: Caller) -> Exported:
    """The game as anybody may see it, with all of its log; its seed only when it is over."""
    return Exported(**whole(site.store, player, id_).export())


@router.get(
    "/games/{id}/save",
    tags=["records"],
    summary="Save a game as a file",
    response_class=SaveFile,
    responses={
        200: {"description": "A file that `nightreel play --resume FILE` goes on with."},
        **_file_refusals(401, 404, 409),
    },
)
def save_game(id_: GameId, site: AtSite, player: Caller) -> SaveFile:
    """The game as a file, as docs/saves.md describes it; when it can be saved."""
    return save_file(site, player, id_)


@router.get(
    "/games/{id}/story",
    tags=["records"],
    summary="Read the story of a game that is over",
    responses=_refusals(401, 404, 409),
)
def tell_story(id_: GameId, site: AtSite, player: Caller) -> Story:
    """The story in two or three paragraphs, in the voice of the film."""
    found = whole(site.store, player, id_)
    return Story(title=found.game.title, paragraphs=site.stories.of(found))
