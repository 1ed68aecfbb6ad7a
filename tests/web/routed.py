"""All routes of the server, those that wait until they are wanted among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi.routing import iter_route_contexts

from nightreel.web.later import Later


def routes_of(app: Any) -> Iterator[Any]:
    """Every route, with its path and methods."""
    for route in app.router.routes:
        if isinstance(route, Later):
            yield from routes_of(route.app)
        else:
            yield from iter_route_contexts([route])
