"""How often something may be asked, by addresses and by players; each process counts for itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Network, ip_address
from threading import Lock
from typing import Final

from starlette.types import Scope

from nightreel.table.errors import TableError
from nightreel.translation import gettext
from nightreel.web.settings import Settings

MINUTE: Final = 60
HOUR: Final = 3600
NETWORK: Final = 64
"""Bits of an address of IPv6 that one household has."""
DRAWS: Final = 5
"""Casts that may be drawn for each game that may be begun."""


class TooOften(TableError):
    """Something was asked for too often."""

    def __init__(self, told: str, wait: float) -> None:
        """``wait``: seconds after which it may be asked again."""
        super().__init__(told)
        self.wait = wait


class Allowance:
    """So many times in so many seconds for everybody; what was used comes back little by little.

    Whoever has all of it again is forgotten, so that no more are known than asked lately.
    """

    def __init__(self, most: int, seconds: int, clock: Callable[[], float]) -> None:
        """``most``: 0 for any number of times."""
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """What is left and when that was so, in the order in which they asked last."""
        self._lock = Lock()

    def __len__(self) -> int:
        """How many are known."""
        return len(self._left)

    def take(self, who: str) -> float:
        """Use it once; returns how many seconds are to be waited, 0 when it may be."""
        if not self.most:
            return 0
        with self._lock:
            now = self.clock()
            left, then = self._left.pop(who, (float(self.most), now))
            left = min(self.most, left + (now - then) * self.most / self.seconds)
            wait = max(0, 1 - left) * self.seconds / self.most
            self._left[who] = (left if wait else left - 1, now)
            self._forget(now)
        return wait

    def _forget(self, now: float) -> None:
        """Forget up to two of those who asked longest ago: so what is known grows no more."""
        for who in [who for who, _ in zip(self._left, range(2), strict=False)]:
            if self._left[who][1] + self.seconds <= now:
                del self._left[who]


class Rates:
    """Counts what is asked."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        """Count up to what was set up."""
        self._requests = Allowance(settings.requests_a_minute, MINUTE, clock)
        self._games = Allowance(settings.games_an_hour, HOUR, clock)
        self._draws = Allowance(DRAWS * settings.games_an_hour, HOUR, clock)
        self._keys = Allowance(settings.games_an_hour, HOUR, clock)

    def asks(self, scope: Scope) -> None:
        """Count a request of an address.  Raises TooOften."""
        _take(self._requests, sender_of(scope), _hurried())

    def plays(self, player: int) -> None:
        """Count a request of a player, wherever it comes from.  Raises TooOften."""
        _take(self._requests, f"player {player}", _hurried())

    def begins_game(self, scope: Scope) -> None:
        """Count a game that an address begins or brings.  Raises TooOften."""
        told = gettext("Too many games in an hour; go on with one of them.")
        _take(self._games, sender_of(scope), told)

    def draws(self, scope: Scope) -> None:
        """Count a cast that is drawn, which may have to be compiled.  Raises TooOften."""
        told = gettext("Too many casts were drawn in an hour; play with one of them.")
        _take(self._draws, sender_of(scope), told)

    def wants_key(self, scope: Scope) -> None:
        """Count a key that an address wants.  Raises TooOften."""
        told = gettext("Too many keys in an hour; use one of them.")
        _take(self._keys, sender_of(scope), told)


def _take(allowance: Allowance, who: str, told: str) -> None:
    wait = allowance.take(who)
    if wait:
        raise TooOften(told, wait)


def _hurried() -> str:
    return gettext("Too many requests in a minute; wait a little.")


def sender_of(scope: Scope) -> str:
    """Who sends a request: its address; of IPv6 the network, which one household has.

    A server that listens to both sees addresses of IPv4 within one network of IPv6.
    """
    client = scope.get("client")
    host = str(client[0]) if client else "?"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), NETWORK), strict=False))
