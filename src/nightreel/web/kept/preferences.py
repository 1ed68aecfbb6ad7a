"""What a player has chosen and finds again: owned films, usual options, the name in tables."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from sqlalchemy import select

from nightreel.films.box import ROLES
from nightreel.films.library import Casts
from nightreel.web.kept.models import PlayerRow
from nightreel.web.kept.store import Store

NAME_MAX: Final = 40
"""Most letters of a name."""


@dataclass(frozen=True)
class Preferences:
    """What is remembered of a player."""

    films: tuple[str, ...] = ()
    """The films that one owns; none: all."""
    extreme: bool = False
    infinite_evil: bool = False
    epic: bool = False
    ask_single: bool = False
    practice: bool = False
    name: str = ""


def preferences(store: Store, player: int) -> Preferences:
    """What is remembered of a player; the usual things of somebody new."""
    with store.database.reading() as session:
        row = session.get(PlayerRow, player) if player else None
        return _read(row.settings, row.name) if row is not None else Preferences()


def _read(settings: dict[str, Any], name: str) -> Preferences:
    known = {field.name for field in fields(Preferences)} & set(settings)
    kept = {key: settings[key] for key in known}
    return Preferences(**{**kept, "films": tuple(kept.get("films", ())), "name": name})


def remember(store: Store, player: int, chosen: Preferences) -> None:
    """Remember what a player has chosen."""
    settings = asdict(chosen)
    name = settings.pop("name")
    with store.database.writing() as session:
        row = session.scalars(select(PlayerRow).where(PlayerRow.id == player)).one()
        row.settings, row.name = {**row.settings, **settings}, name


def plain_name(text: str) -> str:
    """A name as tables show it: one line, without what cannot be seen, not too long."""
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    return " ".join(shown.split())[:NAME_MAX].strip()


def films_of(known: Casts) -> dict[str, str]:
    """The titles of all films, by their names."""
    members = [member for role in ROLES for member in known.of(role)]
    return {member.film: member.film_title for member in members}


def owned_films(known: Casts, chosen: Preferences) -> list[str]:
    """The films that one owns, of those that are there; none: all."""
    return [film for film in chosen.films if film in films_of(known)]
