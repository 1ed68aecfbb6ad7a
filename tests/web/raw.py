"""Requests as no browser would send them, straight to the application."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

import anyio
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

Pairs = Sequence[tuple[bytes, bytes]]
HOST: Pairs = ((b"host", b"testserver"),)
ALERT = re.compile(r'role="alert"[^>]*>([^<]*)<')


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Headers
    body: bytes

    @property
    def told(self) -> str:
        """What a refusal says, in JSON or on a page."""
        if self.headers.get("content-type", "").startswith("application/json"):
            told = json.loads(self.body)
            assert list(told) == ["detail"], told
            return str(told["detail"])
        found = ALERT.search(self.body.decode())
        return html.unescape(found[1]).strip() if found else ""


@dataclass(frozen=True)
class Raw:
    """A request, byte by byte; what is not told is as usual."""

    method: str = "GET"
    target: bytes = b"/"
    headers: Pairs = ()
    body: Sequence[bytes] = ()
    """Pieces, as they arrive."""
    host: Pairs = field(default=HOST)
    client: str = "192.0.2.7"

    def scope(self, app: Any) -> dict[str, Any]:
        """What a server makes of it."""
        path, _, query = self.target.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": unquote_to_bytes(path).decode(errors="replace"),
            "raw_path": path,
            "root_path": "",
            "query_string": query,
            "headers": [*self.host, *self.headers],
            "client": (self.client, 4711),
            "server": ("testserver", 80),
            "state": {},
        }


def ask(client: TestClient, raw: Raw) -> Reply:
    """Send a request; what the application raises is raised."""
    assert client.portal is not None
    reply: Reply = client.portal.call(_ask, client.app, raw)
    return reply


async def _ask(app: Any, raw: Raw) -> Reply:
    sent: list[Any] = []
    pieces = iter(_messages(raw.body))

    async def receive() -> Any:
        message = next(pieces, None)
        if message is None:  # the connection stays open
            await anyio.sleep_forever()
        return message

    async def send(message: Any) -> None:
        sent.append(message)

    await app(raw.scope(app), receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Reply(sent[0]["status"], Headers(raw=sent[0]["headers"]), body)


def _messages(body: Sequence[bytes]) -> Iterable[Any]:
    for n, piece in enumerate(body or (b"",), start=1):
        yield {"type": "http.request", "body": piece, "more_body": n < len(body)}
