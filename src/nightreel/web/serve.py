"""``nightreel serve``: the table in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from typing import Final

from nightreel.exits import DONE
from nightreel.files import why
from nightreel.output import say
from nightreel.table.errors import TableError
from nightreel.translation import gettext, put
from nightreel.web.settings import DATABASE, Settings, usual_database

KEEP_ALIVE: Final = 65
"""Seconds that an idle connection stays open."""
BACKLOG: Final = 1024


class CannotListen(TableError):
    """An address at which no server can be started."""


def serve(args: argparse.Namespace) -> int:
    """Start the server, tell its address, and open it where there is a screen."""
    import uvicorn

    from nightreel.web.app import create_app

    url = args.database or os.environ.get(DATABASE) or usual_database()
    settings = Settings(
        url,
        secure=args.secure,
        requests_a_minute=args.requests_a_minute,
    )
    listening = _listen(args.host, args.port)
    app = create_app(settings)
    address = address_of(args.host, listening.getsockname()[1])
    say(put(gettext("The table is at {address} (Ctrl-C ends it)"), address=address))
    if args.open and has_screen():
        webbrowser.open(address)
    config = uvicorn.Config(app, log_level="warning", timeout_keep_alive=65)
    uvicorn.Server(config).run(sockets=[listening])
    return DONE


def _listen(host: str, port: int) -> socket.socket:
    """An open socket at an address.  Raises CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        told = why(error) if isinstance(error, OSError) else str(error)
        text = gettext("{host}:{port}: no server can be started there: {why}")
        raise CannotListen(put(text, host=host, port=port, why=told)) from None
    listening.listen(BACKLOG)
    return listening


def address_of(host: str, port: int) -> str:
    """What a browser on this machine calls a server."""
    named = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{named}:{port}/"


def has_screen() -> bool:
    """Whether a browser can be opened that somebody sees."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
