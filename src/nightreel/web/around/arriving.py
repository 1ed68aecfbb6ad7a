"""Somebody new gets a key with the first thing that is kept for them."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse

from nightreel.web.site import Site, give_key


class Arrival:
    """Whoever asks, made a player who is known from now on."""

    def __init__(self, request: Request, site: Site, visitor: int) -> None:
        """``visitor``: the id of a player, 0 for somebody new.  Raises TooOften."""
        if not visitor:
            site.rates.wants_key(request.scope)
        self.site = site
        self.player, self._key = (visitor, "") if visitor else site.store.new_player()

    def to(self, address: str) -> RedirectResponse:
        """Lead to a page, with the key when it is a new one."""
        response = RedirectResponse(address, 303)
        if self._key:
            give_key(self.site, response, self._key)
        return response
