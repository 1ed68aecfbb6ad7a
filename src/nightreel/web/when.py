"""Moments in words, beside the time that a page says in full."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from nightreel.translation import gettext, ngettext, put

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7


def ago(moment: str, now: str) -> str:
    """How long ago something was, both in ISO 8601; a date when it was long ago."""
    seconds = (datetime.fromisoformat(now) - datetime.fromisoformat(moment)).total_seconds()
    if seconds < MINUTE:
        return gettext("just now")
    if seconds < HOUR:
        return ngettext("a minute ago", "{n} minutes ago", int(seconds // MINUTE))
    if seconds < DAY:
        return ngettext("an hour ago", "{n} hours ago", int(seconds // HOUR))
    if seconds < WEEK * DAY:
        return ngettext("yesterday", "{n} days ago", int(seconds // DAY))
    return moment[:10]


def until_midnight(now: datetime) -> str:
    """How long the day still runs (UTC), in hours and minutes."""
    today = now.astimezone(UTC)
    midnight = (today + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    minutes = int((midnight - today).total_seconds()) // MINUTE
    return put(
        gettext("{hours} h {minutes} min"), hours=minutes // MINUTE, minutes=minutes % MINUTE
    )
