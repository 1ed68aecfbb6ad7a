"""How often something may be asked, by addresses and by players; each process counts for itself."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.types import Scope

from nightreel.table.errors import TableError
from nightreel.translation import gettext
from nightreel.web.settings import Settings


class TooOften(TableError):
    """Something was asked for too often."""


class Rates:
    """Counts what is asked; a limit of 0 is none."""

    def __init__(self, settings: Settings) -> None:
        """Count up to what was set up."""
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(settings.requests_a_minute)
        self._games = RateLimitItemPerHour(settings.games_an_hour)
        self._keys = RateLimitItemPerHour(settings.games_an_hour, namespace="KEYS")

    def asks(self, scope: Scope) -> None:
        """Count a request of an address.  Raises TooOften."""
        self._count(self._requests, address_of(scope), _hurried())

    def plays(self, player: int) -> None:
        """Count a request of a player, wherever it comes from.  Raises TooOften."""
        self._count(self._requests, f"player {player}", _hurried())

    def begins_game(self, scope: Scope) -> None:
        """Count a game that an address begins or brings.  Raises TooOften."""
        told = gettext("Too many games in an hour; go on with one of them.")
        self._count(self._games, address_of(scope), told)

    def wants_key(self, scope: Scope) -> None:
        """Count a key that an address wants.  Raises TooOften."""
        told = gettext("Too many keys in an hour; use one of them.")
        self._count(self._keys, address_of(scope), told)

    def _count(self, rate: RateLimitItem, who: str, told: str) -> None:
        if rate.amount and not self._limiter.hit(rate, who):
            raise TooOften(told)


def _hurried() -> str:
    return gettext("Too many requests in a minute; wait a little.")


def address_of(scope: Scope) -> str:
    """The address that a request comes from; of IPv6 the network, which one household has."""
    client = scope.get("client")
    host = str(client[0]) if client else "?"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network(f"{address.exploded}/64", strict=False))
