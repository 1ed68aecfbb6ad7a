"""A game played through its pages, as a browser without scripts does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from fastapi.testclient import TestClient

VERSION = re.compile(r'data-version="(\d+)"')
ACTION = re.compile(r'name="action" value="(\d+)"')


@dataclass
class Played:
    """A game at its question."""

    client: TestClient
    address: str
    page: str

    @property
    def version(self) -> int:
        """The version that the page shows."""
        found = VERSION.search(self.page)
        assert found is not None
        return int(found[1])

    @property
    def actions(self) -> list[int]:
        """The legal answers that the page offers."""
        return [int(action) for action in ACTION.findall(self.page)]

    def post(self, what: str, **data: int) -> Any:
        """Send a form of the page, and follow to where it leads."""
        given = {"at": self.version, **data}
        response = self.client.post(f"{self.address}/{what}", data=given, follow_redirects=True)
        if response.status_code == 200:
            self.page = response.text
        return response


def begun(client: TestClient, **wish: str) -> Played:
    """A new game."""
    response = client.post("/games", data=wish)
    assert response.status_code == 303, response.text
    address = response.headers["location"]
    return Played(client, address, client.get(address).text)
