"""Routes that wait until somebody wants them: the first page need not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from fastapi import FastAPI
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class Later(BaseRoute):
    """Everything under one beginning of paths, declared when the first of it is asked for."""

    methods: None = None

    def __init__(self, begin: str, declare: Callable[[], FastAPI]) -> None:
        """``begin``: how the paths begin; ``declare`` brings the routes, with their whole paths."""
        self.begin = begin
        self._declare = declare

    @cached_property
    def app(self) -> FastAPI:
        """The routes, an application of their own."""
        return self._declare()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for one of them."""
        meant = scope["type"] == "http" and scope["path"].startswith(self.begin)
        return (Match.FULL if meant else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reply to a request."""
        await self.app(scope, receive, send)
