"""Whether the server is well: for proxies and for whatever starts it."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from sqlalchemy import text

from nightreel import __version__
from nightreel.web.site import AtSite

router: Final = APIRouter(include_in_schema=False)


@router.get("/health")
def health(site: AtSite) -> dict[str, str]:
    """The release, when the database answers."""
    with site.store.database.reading() as session:
        session.execute(text("SELECT 1"))
    return {"nightreel": __version__}
