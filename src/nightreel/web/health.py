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
    """The release, when the database answers and has tables."""
    with site.store.database.reading() as session:
        session.execute(text("SELECT version_num FROM alembic_version"))
    return {"nightreel": __version__}
