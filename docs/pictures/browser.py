"""Takes the pictures of the table in the browser for the README: a real game, in Debian's Chromium.

Run by ``make generate`` (needs the extra ``dev``, and ``chromium``).
"""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from nightreel.films.library import load_program
from nightreel.table.state import Options
from nightreel.web.app import create_app
from nightreel.web.playing.shown import offers_of
from nightreel.web.settings import Settings
from nightreel.web.site import COOKIE, Site

FOLDER: Final = Path(__file__).parent
CAST: Final = ("sexton", "camp_sallow", "odile")
SEED: Final = 7
TURNS: Final = 3
"""The turn in whose Action phase the table is shown."""
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


@contextmanager
def served() -> Iterator[tuple[str, Site]]:
    """A server on a database of its own: its address, and what it shares."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(f"sqlite:///{folder}/table.db"))
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.site
        server.should_exit = True
        thread.join()


def played(site: Site) -> tuple[str, str]:
    """A game that has come to the Action phase of a turn: its id, and the key of its owner."""
    player, key = site.store.new_player()
    id_ = site.store.begin(player, load_program(*CAST), Options(), seed=SEED)
    sitting = site.store.sitting(player, id_)
    while sitting.game.turn < TURNS or sitting.game.phase != "action":
        legal = [offer for offer in offers_of(sitting.state) if offer.legal]
        cards = [offer for offer in legal if "Sprint" in offer.text or "Focus" in offer.text]
        action = (cards or legal[-1:])[0].action
        sitting = site.store.answer(player, id_, action, sitting.game.version)
    return id_, key


def opened(browser: Browser, address: str, game: tuple[str, str], **wish: Any) -> Page:
    """The table of a game, with its chances."""
    context = browser.new_context(reduced_motion="reduce", **wish)
    context.add_cookies([{"name": COOKIE, "value": game[1], "url": address}])
    page = context.new_page()
    page.goto(f"{address}/games/{game[0]}")
    expect(page.locator("#answers .odds", has_text="%").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    return page


def taken(page: Page, name: str) -> None:
    """Keep a picture of what is on the screen."""
    page.screenshot(path=FOLDER / f"{name}.png")


def followed(page: Page) -> None:
    """Let the Killer act, and follow him until he has a target and a way to it."""
    while not page.locator("body.following").count():
        version = page.locator("#table").get_attribute("data-version") or ""
        page.locator("#answers button").last.click()
        expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    while not page.locator("#wide .mark.aim").count():
        page.get_by_role("button", name="Next").click()


def pictures() -> None:
    """Take all pictures."""
    path = shutil.which("chromium")
    assert path is not None, "chromium is needed"
    with served() as (address, site), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        game = played(site)
        page = opened(browser, address, game, **DESKTOP)
        taken(page, "browser")
        taken(opened(browser, address, game, **PHONE), "phone")
        followed(page)
        taken(page, "killer")
        browser.close()


if __name__ == "__main__":
    pictures()
