"""A table in a real browser: how tests get there, look at it and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from fastapi import FastAPI
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from nightreel.films.library import load_program
from nightreel.table.state import Options
from nightreel.table.view import phase_id
from nightreel.table.wording import question_text
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import Offer, offers_of
from nightreel.web.site import COOKIE, Site

DESKTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[dict[str, Any]] = {
    "viewport": ViewportSize(width=390, height=844),
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
CAST: Final = ("sexton", "camp_sallow", "odile")
MOST: Final = 400
"""Answers after which a game is no longer played on."""
GAMES: Final = 30
"""Games of which one has to come to where a test wants it."""

Reached: TypeAlias = Callable[[Sitting, list[Offer]], bool]
"""Whether a game has come to where a test wants it: the game, and the answers that are legal."""


Another: TypeAlias = Callable[..., BrowserContext]
"""Opens a browser of somebody who was not there yet."""


class TableAt(Protocol):
    """Opens the table of a game that was played on by chance until something is so."""

    def __call__(self, reached: Reached = ..., seed: int = 7, **browser: Any) -> Page: ...


@dataclass(frozen=True)
class Served:
    """A server, and where it is."""

    app: FastAPI
    address: str

    def begin(self, reached: Reached, seed: int) -> tuple[str, str]:
        """A practice game that has come so far: the address of its table, its owner's key."""
        site: Site = self.app.state.site
        player, key = site.store.new_player()
        for other in range(GAMES):
            found = self._played(site, player, reached, seed + 1000 * other)
            if found:
                return f"{self.address}/games/{found}", key
        raise AssertionError("no game comes so far")

    def _played(self, site: Site, player: int, reached: Reached, seed: int) -> str:
        """The id of a game that was played by chance until it has come so far, or nothing."""
        id_ = site.store.begin(player, load_program(*CAST), Options(), True, seed)
        sitting, chance = site.store.sitting(player, id_), Random(seed)
        while True:
            legal = [offer for offer in offers_of(sitting.state) if offer.legal]
            if reached(sitting, legal):
                return id_
            if sitting.over:
                return ""
            action = chance.choice(legal).action
            sitting = site.store.answer(player, id_, action, sitting.game.version)

    def cookie(self, key: str) -> Any:
        """What a browser with a key sends."""
        return {"name": COOKIE, "value": key, "url": self.address}


# ---------------------------------------------------------------- where a game can be


def begun(_: Sitting, __: list[Offer]) -> bool:
    """At the first question."""
    return True


def in_action(sitting: Sitting, legal: list[Offer]) -> bool:
    """In the Action phase, with cards to play."""
    plays = [offer for offer in legal if offer.text.startswith("Play")]
    return phase_id(sitting.state) == "action" and len(plays) > 1 and len(legal) > len(plays)


def rolling(sitting: Sitting, _: list[Offer]) -> bool:
    """While a Horror Roll with a success lies open."""
    at = sitting.program.states["dice"].address
    return bool(sitting.state.get("rolling")) and bool(sitting.state.words[at + 6])


def moving(sitting: Sitting, legal: list[Offer]) -> bool:
    """Where she goes to one of several spaces."""
    spaces = [offer.aim.space for offer in legal if offer.aim.space]
    return len(spaces) > 1 and question_text(sitting.state) == "Move to which space?"


def crowded(_: Sitting, legal: list[Offer]) -> bool:
    """Where a space has several answers, and another one has some."""
    spaces = [offer.aim.space for offer in legal if offer.aim.space]
    return 1 < len(set(spaces)) < len(spaces)


def planning(sitting: Sitting, legal: list[Offer]) -> bool:
    """In the Planning phase, with a card to take."""
    return phase_id(sitting.state) == "planning" and any(offer.aim.act for offer in legal)


def killed(sitting: Sitting, _: list[Offer]) -> bool:
    """When the Killer has acted in the last answer."""
    return sitting.game.turn > 1 and any("KILL-1" in e.rules for e in _last_log(sitting))


def _last_log(sitting: Sitting) -> list[Any]:
    answers = [n for n, told in enumerate(sitting.recent) if not told.by_chance]
    return [e for told in sitting.recent[answers[-1] :] for e in told.log] if answers else []


def long(_: Sitting, legal: list[Offer]) -> bool:
    """Where more than nine answers have to be numbered."""
    return len(legal) > 12


def ended(sitting: Sitting, _: list[Offer]) -> bool:
    """When it is over."""
    return sitting.over


# ---------------------------------------------------------------- looking and doing


def version(page: Page) -> int:
    """The version of the game that the page shows."""
    return int(page.locator("#table").get_attribute("data-version") or -1)


def is_over(page: Page) -> bool:
    """Whether the game has ended."""
    return page.locator("#table.over").count() > 0


def follows(page: Page) -> bool:
    """Whether the Killer phase is being followed."""
    return page.locator("body.following").count() > 0


def answers(page: Page) -> Locator:
    """The answers that can be given now."""
    return page.locator("#answers button:visible")


def texts(page: Page) -> list[str]:
    """The answers in words."""
    return page.locator("#answers button > span:nth-child(2)").all_inner_texts()


def answered(page: Page, does: Callable[[], object]) -> None:
    """Do what answers, and wait until the page shows what came of it."""
    before = version(page)
    does()
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


def at_once(page: Page) -> None:
    """From now on the Killer phase is not followed."""
    page.evaluate("localStorage.setItem('nightreel-at-once', 'true')")


def stopped(page: Page) -> None:
    """Stop the clock of a page: from now on ``page.clock.run_for`` moves it on."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)


def until_followed(page: Page) -> None:
    """Give the last answers, which end phases, until the Killer acts."""
    for _ in range(MOST):
        if follows(page):
            return
        answered(page, page.locator("#answers button").last.click)
    raise AssertionError("the Killer never acts")
