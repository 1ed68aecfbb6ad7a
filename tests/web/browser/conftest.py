"""A real server, and Debian's Chromium at it."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from nightreel.web.app import create_app
from nightreel.web.settings import Settings
from tests.web.browser.table import DESKTOP, Another, Reached, Served, TableAt, begun

WAIT = 60_000
"""Milliseconds after which what is waited for does not come, however busy the machine is."""
expect.set_options(timeout=WAIT)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server on a database of its own, at a free port."""
    folder: Path = tmp_path_factory.mktemp("served")
    url = f"sqlite:///{folder / 'table.db'}"
    app = create_app(Settings(url, requests_a_minute=0, games_an_hour=0, own=True))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield Served(app, f"http://127.0.0.1:{listening.getsockname()[1]}")
    server.should_exit = True
    thread.join()
    listening.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    path = shutil.which("chromium")
    assert path is not None, "these tests need Debian's chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def another(served: Served, chromium: Browser) -> Iterator[Another]:
    """Opens browsers of people who are not there yet."""
    opened: list[BrowserContext] = []

    def browser(**wish: Any) -> BrowserContext:
        opened.append(chromium.new_context(base_url=served.address, **wish))
        opened[-1].set_default_timeout(WAIT)
        # Chromium may let a request pass that is looked for only after its page has come.
        opened[-1].route("**/asked-for-by-nobody", lambda route: route.abort())
        return opened[-1]

    yield browser
    for context in opened:
        context.close()


@pytest.fixture
def at_table(served: Served, another: Another) -> Iterator[TableAt]:
    """Opens tables, each in a browser of its own; no page may have an error of its script."""
    errors: list[str] = []

    def table(reached: Reached = begun, seed: int = 7, **wish: Any) -> Page:
        address, key = served.begin(reached, seed)
        context = another(**{"viewport": DESKTOP, **wish})
        context.add_cookies([served.cookie(key)])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield table
    assert errors == []
