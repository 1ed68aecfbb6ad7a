"""What programs send to the interface and what it replies, as documents describe it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from nightreel.record import layout as L
from nightreel.web.around.beginning import Wish

ANSWER: Final = 41
GAME: Final = "t0Nq3mZk5hVbXw2L"
MANY: Final = 2**31 - 1
"""A number that no game reaches."""


def as_whole(number: object) -> object:
    """JSON knows no whole numbers: 3.0 is one, too."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Action = Annotated[int, Field(ge=0, lt=L.ACTIONS, examples=[ANSWER]), BeforeValidator(as_whole)]
"""The number of an answer."""
Version = Annotated[int, Field(ge=0, le=MANY, examples=[7]), BeforeValidator(as_whole)]
"""The version of a game."""
Parts = dict[str, Any]


class Sent(BaseModel):
    """Something that a program sends: nothing may be in it that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Reply(BaseModel):
    """Something that the interface replies."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Refusal(Reply):
    """Why something was refused; nothing was changed."""

    detail: str = Field(examples=["There is no such game, or it is somebody else's."])
    """What is wrong, and what would be right."""


# ---------------------------------------------------------------- what is sent


class Wanted(Wish, Sent):
    """A game that is wanted: whoever is not named is drawn by chance."""


class Answer(Sent):
    """An answer to the open question."""

    action: Action
    """One of the question's `actions`."""
    at: Version
    """The version of the game that the question is from."""


class Seen(Sent):
    """How the game stood when something was asked of it."""

    at: Version
    """The version that was seen."""


# ---------------------------------------------------------------- keys and casts


class Key(Reply):
    """A key that nobody else has."""

    key: str = Field(examples=["4f1xJ6kM0bq8sT2vYdWc9hRn3uZaEoLp7gQiXwKeN5A"])
    """Keep it: it is not stored here and cannot be shown again."""


class Member(Reply):
    """Who or what can be in a cast."""

    id: str = Field(examples=["camp_sallow"])
    title: str = Field(examples=["Camp Sallow"])
    film: str = Field(examples=["camp_sallow"])
    """The film that it is from."""


class Cast(Reply):
    """All that can be combined (COMP-1)."""

    killers: list[Member]
    locations: list[Member]
    girls: list[Member]


# ---------------------------------------------------------------- games


class GameInfo(Reply):
    """A game at a glance."""

    id: str = Field(examples=[GAME])
    version: Version
    """Grows with every answer and undo; send it as `at`."""
    title: str = Field(examples=["The Sexton / Camp Sallow / Odile"])
    killer: str = Field(examples=["sexton"])
    location: str = Field(examples=["camp_sallow"])
    girl: str = Field(examples=["odile"])
    options: dict[str, bool]
    """`extreme`, `infinite_evil`, `epic` and `ask_single`."""
    practice: bool
    """Whether undo goes back freely."""
    day: str | None = Field(default=None, examples=["2026-11-30"])
    """The day, when it is a daily game."""
    begun: str = Field(examples=["2026-11-30T20:15:00+00:00"])
    saved: str = Field(examples=["2026-11-30T21:02:11+00:00"])
    """When it was answered last."""
    answers: int
    """How many answers of the player stand."""
    turn: int
    phase: Literal["setup", "action", "planning", "killer", "panic", "upkeep"]
    over: bool
    result: Literal["", "victory", "defeat"]
    """Nothing while the game runs."""
    seed_hash: str = Field(examples=["0f6dd9bb0b1c5e1d"])
    """What is told of the seed while the game runs (SET-11)."""


class Games(Reply):
    """Games of a player: those that run first, then those answered last."""

    total: int
    """How many there are on all pages."""
    games: list[GameInfo]


class LegalAction(Reply):
    """An answer that can be given."""

    action: Action
    text: str = Field(examples=["Play Sprint (cost 1)"])
    space: int
    """The space of the map that it points at, 0 for none."""
    act: int
    """The Action card that it names, 0 for none."""


class RefusedAction(Reply):
    """An answer that the rules do not allow now."""

    action: Action
    text: str = Field(examples=["Play Guard (cost 2)"])
    why: str = Field(examples=["It costs 2 Time and 1 is left (TIME-2)."])
    rule: str = Field(examples=["TIME-2"])
    """The rule that refuses it."""


class Question(Reply):
    """The open question; it has no actions when the game is over."""

    version: Version
    text: str = Field(examples=["Your Action phase: 5 Time."])
    actions: list[LegalAction]
    refused: list[RefusedAction]


class Sentence(Reply):
    """A sentence of the log."""

    text: str = Field(examples=["Time goes down to 4."])
    rules: list[str] = Field(examples=[["TIME-2"]])
    """The rules that it rests on."""


class Acted(Reply):
    """How a game stands after an answer or undo, or when it has begun."""

    game: GameInfo
    happened: list[Sentence]
    """What came of it; the same once more when the same answer is sent again."""
    question: Question


class Shown(Reply):
    """All that the player can see, as `nightreel.view` gives it; nothing hidden is in it."""

    title: str
    options: dict[str, bool]
    turn: int
    phase: str
    over: bool
    result: str
    question: Parts
    """The open question, its `actions` and those `refused`."""
    tracks: Parts
    """Time, Horror, the open Horror Roll, Bloodlust."""
    girl: Parts
    """The Final Girl: place, health, slots of her card, Ultimate."""
    killers: list[Parts]
    """Place and health of each Killer."""
    map: list[Parts]
    """The spaces: pieces, ways, panic numbers, Item decks."""
    elsewhere: list[Parts]
    """Pieces that are carried, on ways or on cards."""
    victims: dict[str, int]
    """How many are in play, saved and dead."""
    hand: list[Parts]
    """Action cards with cost and result lines."""
    tableau: list[Parts]
    discard: list[Parts]
    items: dict[str, list[Parts]]
    """Items in hands and backpack."""
    decks: Parts
    """Decks: how many cards, and those of them that were seen."""
    in_play: dict[str, list[Parts]]
    """Cards that lie face up and hold."""
    piles: dict[str, list[str]]
    """Discard piles."""
    film_zones: dict[str, Parts]
    """Zones that the film brings along."""
    states: dict[str, int | list[int]]
    """Every state of rulebook and film that is no secret."""


class Table(Reply):
    """A game as it stands, with all that can be seen."""

    game: GameInfo
    view: Shown


class Entry(Reply):
    """An answer and what came of it."""

    number: int
    """From 1 on; 0 is what was told before the first answer."""
    question: str
    answer: str
    """The answer in words."""
    happened: list[Sentence]


class Log(Reply):
    """Part of what has happened."""

    total: int
    """How many entries there are; the last one has the number `total - 1`."""
    entries: list[Entry]


class Exported(Shown):
    """A game as anybody may see it: no generator, no secrets, nothing of what is to come."""

    id: str = Field(examples=["9c41f0aa"])
    """The id that the game has in files."""
    practice: bool
    program: str
    """SHA-256 of the rules that it is played by."""
    seed_hash: str
    seed: str | None = None
    """Only when the game is over, and of a daily game its day."""
    log: list[Sentence]


class Story(Reply):
    """The story of a game that is over."""

    title: str
    paragraphs: list[str]
