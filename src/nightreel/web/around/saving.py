"""A game as a file that is sent: by a page and by the interface for programs."""

from __future__ import annotations

from fastapi.responses import Response

from nightreel.web.kept.whole import whole
from nightreel.web.site import Site


class SaveFile(Response):
    """A save."""

    media_type = "application/octet-stream"


def save_file(site: Site, player: int, id_: str) -> SaveFile:
    """The save of a player's game.  Raises NoGame, NotYet."""
    found = whole(site.store, player, id_)
    name = f'attachment; filename="{found.file_name}"'
    return SaveFile(found.save(site.settings.own), headers={"Content-Disposition": name})
