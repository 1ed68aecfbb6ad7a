"""How a film tells the story of a finished game: the ``telling`` of a Killer, Location, Final Girl.

It has phrases for moments, several for each where a game can have it more than once, and what
places and things are called in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from nightreel.films.source import Fields, Text, listed
from nightreel.reel.errors import SourceError, nearest_word

ALWAYS: Final = frozenset({"girl", "killer", "location"})
"""What any phrase may name in braces."""
KINDS: Final[Mapping[str, frozenset[str]]] = {
    "opening": frozenset(),
    "passage": frozenset(),
    "death": frozenset({"place"}),
    "deaths": frozenset({"place", "n"}),
    "named_death": frozenset({"who", "place"}),
    "rescue": frozenset({"place"}),
    "rescues": frozenset({"place", "n"}),
    "named_rescue": frozenset({"who", "place"}),
    "alone": frozenset(),
    "wound": frozenset({"place"}),
    "heavy_wound": frozenset({"place"}),
    "misfortune": frozenset(),
    "return": frozenset(),
    "strike": frozenset({"place"}),
    "heavy_strike": frozenset({"place"}),
    "killer_return": frozenset(),
    "power": frozenset({"who"}),
    "frenzy": frozenset(),
    "find": frozenset({"who"}),
    "luck": frozenset(),
    "unbound": frozenset(),
    "finale": frozenset({"who"}),
    "victory": frozenset({"saved", "dead"}),
    "defeat": frozenset({"saved", "dead"}),
    "other_victory": frozenset({"saved", "dead"}),
    "other_defeat": frozenset({"saved", "dead"}),
}
"""The moments that can have phrases, and what those may name besides."""
_BRACES: Final = re.compile(r"\{([^{}]*)\}")


def check_telling(half: Fields, known: Collection[str]) -> None:
    """Check the telling of a Killer, Location or Final Girl.  Raises SourceError.

    ``known``: the names of its spaces, cards and roles.
    """
    telling: Fields | None = half.get("telling")
    if telling is None:
        return
    for kind, allowed in KINDS.items():
        for phrase in phrases(telling, kind):
            _check_phrase(phrase, allowed | ALWAYS)
    called: Fields | None = telling.get("names")
    for name in called or ():
        if called is not None and name not in known:
            where = called.keys_at.get(name, called.where)
            right = nearest_word(name, known) or "name a space, a card or a role"
            raise SourceError(where, f"there is no {name!r} here", right)


def _check_phrase(phrase: Text, allowed: frozenset[str]) -> None:
    for name in _BRACES.findall(phrase):
        if name not in allowed:
            right = nearest_word(name, allowed) or "known are " + ", ".join(sorted(allowed))
            raise SourceError(phrase.where, f"this phrase cannot name {{{name}}}", right)
    if re.search(r"[{}]", _BRACES.sub("", phrase)):
        right = "write what is filled in as {girl}"
        raise SourceError(phrase.where, "a brace stands alone in this phrase", right)


def phrases(telling: Mapping[str, Any], kind: str) -> Iterator[Text]:
    """The phrases for a kind of moment."""
    yield from listed(telling.get(kind))


def telling_facts(half: Mapping[str, Any]) -> dict[str, Any]:
    """What a telling holds, in plain words; nothing for a half that has none."""
    telling: Mapping[str, Any] = half.get("telling") or {}
    names: Mapping[str, Any] = telling.get("names") or {}
    told = {kind: [plain(p) for p in phrases(telling, kind)] for kind in KINDS if kind in telling}
    called = {"called": plain(telling["called"])} if "called" in telling else {}
    return {**called, "names": {name: plain(text) for name, text in names.items()}, **told}


def plain(text: Any) -> str:
    """A phrase on one line."""
    return " ".join(str(text).split())


def prose(telling: Fields) -> Iterator[Text]:
    """Every text of a telling that people read."""
    names: Fields | None = telling.get("names")
    for name, value in telling.items():
        if name != "names":
            yield from listed(value)
    yield from (names or {}).values()
