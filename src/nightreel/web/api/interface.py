"""The interface for programs as an application, which describes itself."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from nightreel import __version__
from nightreel.web.api import routes
from nightreel.web.gate.refusals import API, add_refusals
from nightreel.web.site import Site, cookie_of


class Interface(FastAPI):
    """FastAPI, whose description of the interface tells how this server is set up."""

    def openapi(self) -> dict[str, Any]:
        """The description, with the name of the cookie that browsers get here."""
        described = super().openapi()
        cookie = described["components"]["securitySchemes"][routes.COOKIE_SCHEME]
        cookie["name"] = cookie_of(self.state.site.settings)
        return described


def interface(site: Site) -> Interface:
    """The interface for programs."""
    app = Interface(
        title="Nightreel",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}openapi.json",
        description=routes.ABOUT,
        redirect_slashes=False,
    )
    app.state.site = site
    app.include_router(routes.router)
    add_refusals(app)
    return app
