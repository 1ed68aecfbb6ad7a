"""What stands before all pages: who may send what, how much and how often."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nightreel.translation import gettext
from nightreel.web.gate.headers import harden
from nightreel.web.gate.rates import Rates, TooOften
from nightreel.web.gate.refusals import API, refusal, refused
from nightreel.web.settings import Settings

SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
HOST: Final = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
LENGTH: Final = re.compile("[0-9]{1,18}")
HEADERS_MAX: Final = 32_000
"""Most bytes of all headers."""
PATH_MAX: Final = 2000
"""Most bytes of a path with its query; our own have under a hundred."""
Wrong = tuple[int, str] | None
"""Status and words of a refusal."""


class Guard:
    """Refuses what other sites make a browser send, and what is too large or too often."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        """Stand before an application."""
        self.app = app
        self.settings = settings
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in one sentence."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        hardened = _hardened(scope, send)
        told = self._refused(scope)
        await (self.app if told is None else told)(scope, receive, hardened)

    def _refused(self, scope: Scope) -> Response | None:
        request = Request(scope)
        try:
            self.rates.asks(scope)
        except TooOften as error:
            return refused(request, error)
        wrong = self._from_elsewhere(scope, request.headers) or self._unfit(scope, request.headers)
        return refusal(request, *wrong) if wrong else None

    def _from_elsewhere(self, scope: Scope, headers: Headers) -> Wrong:
        """What is wrong with whom it was sent to, and with where it is from."""
        hosts = headers.getlist("host") or [""]
        if len(hosts) > 1 or not is_host(hosts[0], self.settings.hosts):
            return 400, gettext("There is no such host here.")
        if scope["method"] not in SAFE and is_foreign(headers):
            return 403, gettext("Another site sent this; nothing was done.")
        return None

    def _unfit(self, scope: Scope, headers: Headers) -> Wrong:
        """What is wrong with what was sent."""
        if len(scope["path"]) + len(scope["query_string"]) > PATH_MAX:
            return 400, gettext("That address is too long.")
        if sum(len(name) + len(value) for name, value in headers.raw) > HEADERS_MAX:
            return 431, gettext("That is too large.")
        length = headers.get("content-length", "0")
        nothing = "\0" in scope["path"] or b"%00" in scope["query_string"]
        if nothing or not LENGTH.fullmatch(length):
            return 400, gettext("That cannot be read.")
        if int(length) > self.settings.body_max:
            return 413, gettext("That is too large.")
        if not scope["path"].startswith(API) and not is_form(headers):
            return 415, gettext("Pages take forms alone; programs send JSON to /api/v1.")
        return None


def is_host(host: str, known: Collection[str]) -> bool:
    """Whether a host is one of those known; when none are named, any that can be one."""
    if not host:
        return not known
    found = HOST.fullmatch(host)
    return found is not None and (not known or found[1].lower() in known)


def is_form(headers: Headers) -> bool:
    """Whether it is a form that a page was sent, if anything was."""
    kind = headers.get("content-type", FORMS[0]).partition(";")[0]
    return kind.strip().lower() in FORMS


def is_foreign(headers: Headers) -> bool:
    """Whether a browser sends this for a page of another site."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _hardened(scope: Scope, send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            harden(MutableHeaders(scope=message), scope, message["status"])
        await send(message)

    return sent
