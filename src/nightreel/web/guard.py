"""What stands before all pages: who may send what, how much, how often; what browsers may do."""

from __future__ import annotations

from typing import Final

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nightreel.translation import gettext

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing but our own files is loaded, and nothing that stands in a page runs."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "X-Frame-Options": "DENY",
}
FOREVER: Final = "public, max-age=31536000, immutable"
"""Files of ours have other addresses when they are others."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


class Guard:
    """Refuses what other sites make a browser send, and what is too large or too often."""

    def __init__(self, app: ASGIApp, body_max: int, requests_a_minute: int) -> None:
        """Stand before an application."""
        self.app = app
        self.body_max = body_max
        self.rate = RateLimitItemPerMinute(requests_a_minute)
        self.limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one sentence."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(scope, send))
            return
        await self.app(scope, _limited(receive, self.body_max), _with_headers(scope, send))

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        if self.rate.amount and not self.limiter.hit(self.rate, address_of(scope)):
            text = gettext("Too many requests in a minute; wait a little.")
            return PlainTextResponse(text, 429, {"Retry-After": "30"})
        if scope["method"] not in SAFE and is_foreign(headers):
            return PlainTextResponse(gettext("Another site sent this; nothing was done."), 403)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.body_max:
            text = gettext("That is too large.")
            return PlainTextResponse(text, 413)
        return None


def address_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def is_foreign(headers: Headers) -> bool:
    """Whether a browser sends this for a page of another site."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


class TooLarge(Exception):
    """A body that goes on longer than is allowed."""


def _limited(receive: Receive, most: int) -> Receive:
    """Stop a body that says nothing of its length and does not end."""
    so_far = 0

    async def counted() -> Message:
        nonlocal so_far
        message = await receive()
        so_far += len(message.get("body", b""))
        if so_far > most:
            raise TooLarge
        return message

    return counted


def _with_headers(scope: Scope, send: Send) -> Send:
    cached = FOREVER if scope["path"].startswith("/static/") else "no-store"

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", cached)
        await send(message)

    return sent
