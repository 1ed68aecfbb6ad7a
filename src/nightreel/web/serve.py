"""``nightreel serve``: the table in the browser."""

from __future__ import annotations

import argparse
import errno
import gc
import json
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NoReturn
from urllib.request import ProxyHandler, build_opener

from nightreel.exits import DONE, FAILED
from nightreel.files import why
from nightreel.output import say
from nightreel.table.errors import TableError
from nightreel.terminal.casting import casts_at_hand
from nightreel.terminal.typed import typed
from nightreel.translation import gettext, put
from nightreel.web.settings import DATABASE, Settings, usual_database

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Config

KEEP_ALIVE: Final = 65
"""Seconds that an idle connection stays open: longer than proxies keep theirs."""
BACKLOG: Final = 2048
"""Connections that may wait until they are taken."""
GRACE: Final = 10
"""Seconds that a server which ends waits for what runs."""
HEALTH: Final = "health"
"""The page that tells that Nightreel runs there."""
LOCAL: Final = ("127.0.0.1", "localhost", "[::1]", "::1")
"""How this machine calls itself."""
NEEDED: Final = (
    "alembic",
    "fastapi",
    "jinja2",
    "python_multipart",
    "sqlalchemy",
    "starlette",
    "uvicorn",
)


class CannotServe(TableError):
    """A server that cannot be started."""


def serve(args: argparse.Namespace) -> int:
    """Start the server, tell its address, and open it where there is a screen.

    Raises CannotServe, BadDatabase, and LibraryError when no films are to be found.
    """
    _check_packages()
    casts_at_hand()
    signal.signal(signal.SIGTERM, _end)
    listening = _listen(args.host, args.port)
    address = address_of(args.host, listening.getsockname()[1])
    settings = _settings(args)
    with _loading():
        run = _one(args, settings) if args.workers == 1 else _several(args, settings)
    say(put(gettext("The table is at {address} (Ctrl-C ends it)"), address=address))
    sys.stdout.flush()
    if args.open and has_screen():
        Thread(target=open_page, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        return run(listening)
    return DONE


def _check_packages() -> None:
    """Raises CannotServe when packages are missing."""
    if not all(map(find_spec, NEEDED)):
        text = gettext("The table in the browser needs more packages: pip install 'nightreel[web]'")
        raise CannotServe(text)


def _end(number: int, _: object) -> NoReturn:
    """End well: what runs was finished before."""
    raise SystemExit(DONE)


def _settings(args: argparse.Namespace) -> Settings:
    return Settings(
        args.database or os.environ.get(DATABASE) or usual_database(),
        secure=args.secure,
        requests_a_minute=args.requests_a_minute,
        games_an_hour=args.games_an_hour,
        hosts=_hosts(args),
        own=is_own(args),
    )


def is_own(args: argparse.Namespace) -> bool:
    """Whether nobody else reaches the server: it listens on this machine alone."""
    return args.host in LOCAL and not args.proxy and not args.names


def _hosts(args: argparse.Namespace) -> tuple[str, ...]:
    """The names by which the server is reached; none: any.

    A server of this machine alone answers to no other name: a page of another site could have
    that name lead here.  A proxy may send any.
    """
    if args.names:
        return tuple(args.names.split(","))
    return LOCAL if is_own(args) else ()


# ---------------------------------------------------------------- processes


Serve = Callable[[socket.socket], int]


def _config(args: argparse.Namespace, app: FastAPI | Worker, **more: Any) -> Config:
    """How uvicorn is set up; ``more``: what it is told besides."""
    from uvicorn import Config

    return Config(
        app,
        log_level="warning",
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(args.proxy),
        forwarded_allow_ips=args.proxy or "",
        server_header=False,
        ws="none",
        **more,
    )


def _one(args: argparse.Namespace, settings: Settings) -> Serve:
    """This process is the server.  Raises BadDatabase."""
    from uvicorn import Server

    from nightreel.web.app import create_app

    server = Server(_config(args, create_app(settings)))

    def run(listening: socket.socket) -> int:
        server.run(sockets=[listening])
        return DONE

    return run


def _several(args: argparse.Namespace, settings: Settings) -> Serve:
    """Processes of their own are the server; those that die are started anew.

    Raises BadDatabase.
    """
    from uvicorn.config import STARTUP_FAILURE
    from uvicorn.supervisors import Multiprocess

    from nightreel.web.kept.database import Database

    Database(settings.database).close()
    config = _config(args, Worker(settings), factory=True, workers=args.workers)

    def run(listening: socket.socket) -> int:
        processes = Multiprocess(config, sockets=[listening])
        processes.run()
        broken = any(process.exitcode == STARTUP_FAILURE for process in processes.processes)
        return FAILED if broken else DONE

    return run


@contextmanager
def _loading() -> Iterator[None]:
    """While a process loads what it will use nothing of that is garbage: it is not looked for."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Worker:
    """Makes the application in one of several processes."""

    def __init__(self, settings: Settings) -> None:
        """Remember how the server is set up."""
        self.settings = settings

    def __call__(self) -> FastAPI:
        """The application; it ends when the process that started it is gone."""
        Thread(target=_end_with_parent, daemon=True).start()
        with _loading():
            from nightreel.web.app import create_app

            return create_app(self.settings)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


# ---------------------------------------------------------------- the address


def _listen(host: str, port: int) -> socket.socket:
    """An open socket at an address.  Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers have one address
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listening.close()
        raise CannotServe(_why_not(host, port, error)) from None
    return listening


def _why_not(host: str, port: int, error: OSError | UnicodeError) -> str:
    """Why no server can be started at an address."""
    address = address_of(host, port)
    if getattr(error, "errno", None) == errno.EADDRINUSE:
        text = gettext("{address} is taken by another program (another port: {typed})")
        if runs_at(address):
            text = gettext("the table runs already, at {address} (a second one: {typed})")
        return put(text, address=address, typed=typed("serve", "--port", port + 1))
    text = gettext("{host}, port {port}: no server can be started there: {why}")
    return put(text, host=repr(host), port=port, why=why(error))


def runs_at(address: str) -> bool:
    """Whether Nightreel answers at an address."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(address + HEALTH, timeout=2) as response:
            return "nightreel" in json.loads(response.read(1000))
    except (OSError, HTTPException, ValueError):
        return False


def address_of(host: str, port: int) -> str:
    """What a browser on this machine calls a server."""
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host)
    return f"http://{named or (f'[{host}]' if ':' in host else host)}:{port}/"


# ---------------------------------------------------------------- the browser


def has_screen() -> bool:
    """Whether a browser can be opened that somebody sees."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(address: str) -> None:
    """Open a page in the user's browser, but not in one that takes the terminal."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        in_terminal = isinstance(browser, webbrowser.GenericBrowser)
        if not in_terminal or isinstance(browser, webbrowser.BackgroundBrowser):
            browser.open(address)
