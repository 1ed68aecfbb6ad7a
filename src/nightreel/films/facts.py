"""What screens need of a film, as plain JSON values: map, cards, boards, texts in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from nightreel.films.placing import places
from nightreel.films.source import Fields, listed
from nightreel.films.telling import telling_facts
from nightreel.record import layout as L
from nightreel.reel.symbols import Node
from nightreel.reel.words import THIS_CARD, words_of

Facts: TypeAlias = dict[str, Any]
"""JSON values only: a program is kept in a file."""

CLASS_NAMES: Final[Mapping[int, str]] = {
    L.CLASS_GIRL: "girl",
    L.CLASS_VICTIM: "victim",
    L.CLASS_KILLER: "killer",
    L.CLASS_MINION: "minion",
    L.CLASS_TOKEN: "token",
    L.CLASS_CARRIER: "carrier",
}
LINES: Final = ("three", "two", "one", "none", "effect")
"""The result lines of an Action card, from the best down."""


@dataclass(frozen=True)
class Teller:
    """Turns the texts of a film into words: how to parse them, and the phrases."""

    tree: Callable[[str, Any], Node]
    phrases: Mapping[str, Any]
    titles: Mapping[str, str]

    def words(self, start: str, text: Any, this: str = THIS_CARD) -> str:
        """One text in words."""
        return words_of(self.tree(start, text), self.phrases, self.titles, this)

    def text(self, text: Any) -> str:
        """An effect in words; nothing when there is none."""
        return "" if text is None else self.words("text", text)

    def rules(self, data: Mapping[str, Any], this: str = THIS_CARD) -> Facts:
        """What a card or board says besides its effect: ``rules`` that hold, and ``uses``."""
        hooks = [self.words("hook", t, this) for t in listed(data.get("when"))]
        modifiers = [self.words("modifier", t, this) for t in listed(data.get("while"))]
        uses = [self.use(ability) for ability in data.get("use") or []]
        return {"rules": hooks + modifiers, "abilities": uses}

    def use(self, data: Mapping[str, Any]) -> Facts:
        """An ability: when it can be used, how often (once: phase, turn, game), its effect."""
        return {
            "window": str(data.get("window") or "action"),
            "once": str(data.get("once") or ""),
            "text": self.text(data["text"]),
        }


def _plain(value: Any) -> str:
    return " ".join(str(value or "").split())


def map_facts(spaces: Fields, ways: Sequence[Any], number_of: Callable[[str], int]) -> Facts:
    """The map: spaces in the order of their numbers (from 1), and the ways (from 1)."""
    found = [way_facts(way, number_of) for way in ways]
    points = drawn_at(spaces, [way["between"] for way in found])
    return {
        "spaces": [
            {**space_facts(name, space, number_of), "at": point}
            for (name, space), point in zip(spaces.items(), points, strict=True)
        ],
        "ways": found,
    }


def drawn_at(spaces: Fields, ways: Sequence[Sequence[int]]) -> list[list[int]]:
    """Where each space is drawn: as the film says, or worked out when it leaves one out."""
    said = [space.get("at") for space in spaces.values()]
    if all(said):
        return [[int(n) for n in point] for point in said]
    return [list(point) for point in places(len(said), [(a - 1, b - 1) for a, b in ways])]


def space_facts(name: str, space: Fields, number_of: Callable[[str], int]) -> Facts:
    """A space: tags, where panic leads for each face, its Item deck (0: none)."""
    panic = space.get("panic") or {}
    return {
        "id": name,
        "tags": [str(tag) for tag in space.get("tags") or []],
        "panic": {str(face): number_of(str(goal)) for face, goal in panic.items()},
        "deck": number_of(str(space["deck"])) if space.get("deck") else 0,
    }


def way_facts(way: Any, number_of: Callable[[str], int]) -> Facts:
    """A way: the two spaces it joins, and what is said of it."""
    data: Mapping[str, Any] = way if isinstance(way, dict) else {"between": way}
    a, b = (number_of(str(end)) for end in data["between"])
    only = [str(walker) for walker in listed(data.get("only"))]
    return {"between": [a, b], "one_way": bool(data.get("one_way")), "only": only}


def act_facts(acts: Sequence[Fields], teller: Teller) -> list[Facts]:
    """The Action cards in the order of their numbers (from 1)."""
    return [
        {
            "id": str(act["id"]),
            "title": str(act["title"]),
            "cost": int(act["cost"]),
            "copies": int(act.get("copies", 1)),
            "use": str(act.get("use") or "action"),
            "lines": {n: teller.text(act[n]) for n in LINES if act.get(n) is not None},
        }
        for act in acts
    ]


def card_facts(cards: Sequence[tuple[str, Fields]], teller: Teller) -> list[Facts]:
    """Every other card in the order of its number (from 1)."""
    return [one_card(type_, card, teller) for type_, card in cards]


def one_card(type_: str, card: Fields, teller: Teller) -> Facts:
    """A card: type, words, hands, weapon, uses, markers, flavour."""
    return {
        "id": str(card["id"]),
        "title": str(card["title"]),
        "type": type_,
        "text": teller.text(card.get("text")),
        "action": teller.text(card.get("action")),
        **teller.rules(card),
        "hands": int(card.get("hands") or 0),
        "weapon": weapon_facts(card.get("weapon")),
        "uses": int(card.get("uses") or 0),
        "minor": int(card.get("minor") or 0),
        "lasting": bool(card.get("lasting")),
        "epic": bool(card.get("epic")),
        "flavour": _plain(card.get("flavour")),
    }


def weapon_facts(weapon: Fields | None) -> Facts | None:
    """A weapon: its exact range as printed and its damage modifier (ATK-1, ATK-3)."""
    if weapon is None:
        return None
    return {"range": str(weapon["range"]), "damage": int(weapon.get("damage") or 0)}


def kind_facts(
    kinds: Sequence[tuple[str, str, Fields | None]], classes: Sequence[int], teller: Teller
) -> list[Facts]:
    """Kinds of pieces in the order of their numbers (from 1)."""
    return [
        one_kind(name, title, data, classes[number], teller)
        for number, (name, title, data) in enumerate(kinds, start=1)
    ]


def one_kind(
    name: str, title: str, data: Mapping[str, Any] | None, cls: int, teller: Teller
) -> Facts:
    """A kind of piece: class, health, and, for a role, Minion or token, what is said of it."""
    data = {} if data is None else data
    speaks = cls not in (L.CLASS_GIRL, L.CLASS_KILLER)
    return {
        "id": name,
        "title": title,
        "class": CLASS_NAMES.get(cls, "piece"),
        "health": int(data.get("health") or 0),
        "attack": int(data.get("attack") or 0),
        "move": int(data.get("move") or 0),
        **teller.rules(data if speaks else {}, title),
        "flavour": _plain(data.get("flavour")),
    }


def board_facts(killer: Fields, location: Fields, girl: Fields, teller: Teller) -> Facts:
    """The boards: Killer with its Bloodlust track, Location, both sides of the Final Girl card."""
    return {
        "killer": killer_facts(killer, teller),
        "location": {**_head(location), **teller.rules(location)},
        "girl": girl_facts(girl, teller),
    }


def _head(half: Fields) -> Facts:
    return {
        "id": str(half["id"]),
        "title": str(half["title"]),
        "flavour": _plain(half.get("flavour")),
        "telling": telling_facts(half),
    }


def killer_facts(killer: Fields, teller: Teller) -> Facts:
    """The Killer board: health (0: none), starting Horror Level, rows from the bottom up."""
    rows = [
        {
            "attack": int(row.get("attack") or 0),
            "move": int(row.get("move") or 0),
            "dark_power": bool(row.get("dark_power")),
            "text": teller.text(row.get("text")),
        }
        for row in killer.get("bloodlust") or []
    ]
    return {
        **_head(killer),
        "health": int(killer.get("health") or 0),
        "horror": int(killer.get("horror", 3)),
        "rows": rows,
        "final_effect": teller.text(killer.get("final_effect")),
        "action": teller.text(killer.get("action")),
        **teller.rules(killer),
    }


def girl_facts(girl: Fields, teller: Teller) -> Facts:
    """The Final Girl card: rewards of her Victim spaces, and the side behind it (SAV-3)."""
    ultimate: Mapping[str, Any] = girl.get("ultimate") or {}
    return {
        **_head(girl),
        "health": int(girl.get("health") or 0),
        "slots": [teller.text(text) for text in girl.get("slots") or []],
        "back": teller.text(girl.get("back")),
        **teller.rules(girl),
        "ultimate": {
            "title": str(ultimate.get("title") or girl["title"]),
            **teller.rules(ultimate),
            "flavour": _plain(ultimate.get("flavour")),
        },
    }
