"""What a process works out once and finds again: so much of it, and no more."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """Things by their keys; those used last are kept, for all threads."""

    def __init__(self, most: int) -> None:
        """``most``: how many are kept."""
        self._most = most
        self._kept: dict[Key, Value] = {}
        """The one used last stands last."""
        self._lock = Lock()

    def get(self, key: Key, work_out: Callable[[], Value]) -> Value:
        """The thing with a key, worked out when it is not known.

        Nobody waits meanwhile: of threads that want it at once each works it out.
        """
        found = self.find(key)
        return self.put(key, work_out()) if found is None else found

    def find(self, key: Key) -> Value | None:
        """The thing with a key; None when it is not known."""
        with self._lock:
            if key not in self._kept:
                return None
            found = self._kept[key] = self._kept.pop(key)
            return found

    def forget(self, key: Key) -> None:
        """Keep a thing no more."""
        with self._lock:
            self._kept.pop(key, None)

    def put(self, key: Key, value: Value) -> Value:
        """Keep a thing; what was used longest ago makes room."""
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = value
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
            return value
