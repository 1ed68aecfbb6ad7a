"""What is said with every reply: what browsers may do with it, and who may keep it."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import Scope

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing but our own files is loaded, and nothing that stands in a page runs."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "X-Frame-Options": "DENY",
}
HTTPS: Final = {"Strict-Transport-Security": "max-age=31536000"}
"""Said of a server that is reached over HTTPS alone."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""Files of ours have other addresses when they are others."""
KEPT: Final = (200, 206, 304)
"""Statuses with which such a file is sent."""


def harden(headers: MutableHeaders, scope: Scope, status: int) -> None:
    """Say it with a reply."""
    secure = scope["app"].state.site.settings.secure
    for name, value in {**HEADERS, **(HTTPS if secure else {})}.items():
        headers.setdefault(name, value)
    kept = scope["path"].startswith("/static/") and status in KEPT
    headers.setdefault("Cache-Control", FOREVER if kept else "no-store")
