"""Reads rule cases: a film changed by an overlay, a position, steps and what must hold.

The format is described in docs/cases.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from nightreel.films.assemble import assemble
from nightreel.films.box import ROLES
from nightreel.films.casting import Cast
from nightreel.films.check import check_film
from nightreel.films.library import LibraryError, casts
from nightreel.films.overlay import laid_over
from nightreel.films.remarks import Remarks, no_rule
from nightreel.films.rulebook import rule_ids
from nightreel.films.source import Fields, Items, Text, listed, read_file, where_of
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.program import Program
from nightreel.table.lookup import fields, known_keys
from nightreel.table.state import Options

PROVING_GROUND: Final = Path(__file__).parent.parent / "films" / "proving" / "proving_ground.yaml"
"""The film that cases play unless they name another."""
FILE_KEYS: Final = ("title", "about", "film", "cast", "girl", "overlay", "cases")
CASE_KEYS: Final = (
    "id",
    "title",
    "about",
    "rules",
    "film",
    "cast",
    "girl",
    "overlay",
    "options",
    "position",
    "steps",
)
STEP_KEYS: Final = ("note", "do", "chance", "odds", "refused", "expect")
OPTION_KEYS: Final = ("extreme", "infinite_evil", "epic", "ask_single")


@dataclass(frozen=True)
class Case:
    """A rule case as it was read."""

    id: str
    title: str
    rules: tuple[Text, ...]
    where: Where
    film: Path
    cast: Fields | None
    girl: str
    overlays: tuple[Fields, ...]
    options: Options
    position: Fields | None
    steps: tuple[Fields, ...] = field(default=())

    def program(self) -> Program:
        """The compiled cast of the case.  Raises SourceError."""
        key = json.dumps([str(self.film), self.cast, self.girl, *self.overlays])
        if key not in _PROGRAMS:
            _PROGRAMS[key] = self._compiled()
        return _PROGRAMS[key]

    def _compiled(self) -> Program:
        data = _film(self.film) if self.cast is None else _cast_of(self.cast)
        for overlay in self.overlays:
            data = laid_over(data, overlay)
        film = check_film(data)
        if not film.killers or not film.locations:
            what = "the film has no Killer or no Location"
            raise SourceError(self.where, what, "write cast: with the ids of all three")
        girl = next((g for g in film.girls if self.girl in ("", g["id"])), None)
        if girl is None:
            right = nearest_word(self.girl, [str(g["id"]) for g in film.girls])
            raise SourceError(self.where, f"there is no Final Girl {self.girl!r}", right)
        return assemble(Cast(film.killers[0], film.locations[0], girl))


_PROGRAMS: dict[str, Program] = {}


@cache
def _film(path: Path) -> Fields:
    return read_file(path)


def _cast_of(ids: Fields) -> Fields:
    """Killer, Location and Final Girl of the films at hand, as one film."""
    whole = Fields(ids.where)
    whole["film"] = "cast"
    try:
        known = casts()
        killer, location, girl = (known.member(role, str(ids[role])) for role in ROLES)
    except LibraryError as error:
        raise SourceError(ids.where, str(error)) from None
    whole["killer"] = _film(Path(killer.path))["killer"]
    whole["location"] = _film(Path(location.path))["location"]
    girls = Items(ids.where)
    girls.extend(g for g in _film(Path(girl.path))["girls"] if g["id"] == girl.id)
    whole["girls"] = girls
    return whole


def read_cases(path: Path) -> list[Case]:
    """The cases of a file.  Raises SourceError."""
    data = read_file(path)
    if "cases" not in data:
        data = _single(data)
    known_keys(data, FILE_KEYS, "a case file")
    cases = [_case(fields(c, data.where), data, path) for c in listed(data["cases"])]
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise SourceError(case.where, f"the case {case.id} comes twice", "rename one")
        seen.add(case.id)
    return cases


def _single(data: Fields) -> Fields:
    """A file that is one case, as a file with a list of one."""
    whole = Fields(data.where)
    whole["cases"] = [data]
    return whole


def _case(data: Fields, file: Fields, path: Path) -> Case:
    known_keys(data, CASE_KEYS, "a case")
    for key in ("id", "title", "rules", "steps"):
        if key not in data:
            raise SourceError(data.where, f"the case has no {key!r}", f"write {key}: ...")
    position = data.get("position")
    return Case(
        id=str(data["id"]),
        title=str(data["title"]),
        rules=tuple(_rule(r, data.keys_at["rules"]) for r in listed(data["rules"])),
        where=data.where,
        film=_film_path(data.get("film", file.get("film")), path, data.where),
        cast=_cast_ids(data, file),
        girl=str(data.get("girl") or file.get("girl") or ""),
        overlays=tuple(
            fields(o["overlay"], o.keys_at["overlay"]) for o in (file, data) if o.get("overlay")
        ),
        options=_options(data),
        position=None if position is None else fields(position, data.keys_at["position"]),
        steps=tuple(_step(s, data.keys_at["steps"]) for s in listed(data["steps"])),
    )


def _rule(id_: Any, where: Where) -> Text:
    return Text(str(id_), where_of(id_, where))


def remarks_on(case: Case) -> Remarks:
    """Ids that no rule has among those that a case shows; it can be played all the same."""
    return (no_rule(id_, id_.where) for id_ in case.rules if id_ not in rule_ids())


def _film_path(name: Any, path: Path, where: Where) -> Path:
    """The film of a case: a file beside the case file, or the proving ground."""
    if name is None:
        return PROVING_GROUND
    film = path.parent / str(name)
    if not film.is_file():
        raise SourceError(where_of(name, where), f"there is no film file {film}")
    return film


def _cast_ids(data: Fields, file: Fields) -> Fields | None:
    """The ids of a cast of films at hand, when the case names one."""
    for fields_of in (data, file):
        if "cast" in fields_of:
            ids = fields(fields_of["cast"], fields_of.keys_at["cast"])
            known_keys(ids, ROLES, "a cast")
            for role in ROLES:
                if role not in ids:
                    raise SourceError(ids.where, f"the cast has no {role!r}", f"write {role}: id")
            return ids
    return None


def _options(data: Fields) -> Options:
    if "options" not in data:
        return Options()
    options = fields(data["options"], data.keys_at["options"])
    known_keys(options, OPTION_KEYS, "the options")
    return Options(**{name: bool(value) for name, value in options.items()})


def _step(value: Any, where: Where) -> Fields:
    step = fields(value, where)
    known_keys(step, STEP_KEYS, "a step")
    return step
