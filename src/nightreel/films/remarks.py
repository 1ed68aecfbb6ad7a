"""What is allowed in a film and yet hardly meant: ``nightreel check`` tells it, each at its place.

A film with remarks can be played.  What makes a remark go away says that it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lark import Token, Tree

from nightreel.films.box import ROLES
from nightreel.films.check import Film
from nightreel.films.library import Casts
from nightreel.films.messages import STARTS, rules_in
from nightreel.films.rulebook import core_data, rule_ids, rulebook_phrases
from nightreel.films.source import Fields, Text, listed, where_of
from nightreel.reel.errors import SourceError, Where, nearest_word
from nightreel.reel.grammar import Phrase, parse, parser_of, phrases_in
from nightreel.reel.symbols import Node

Remarks = Iterator[SourceError]
"""Remarks have the form of mistakes, but nobody raises them."""

SIGNED: Final = {"change_horror": "horror", "change_time": "time", "change_bloodlust": "bloodlust"}
"""Rules whose number stands on cards with a sign, by the word of their phrase."""
ENDLESS: Final = frozenset({"change_horror", "change_bloodlust"})
"""Rules that raise Bloodlust, at the latest at the end of the Horror track."""
HOLDS: Final = ("when", "while", "use")
"""Fields of what holds as long as a card is in play."""
RULE_ID: Final = "RULEID"
"""What the grammar calls the id of a rule."""
DOES: Final = ("text", "action", "minor", "weapon", "facts", *HOLDS)
"""Fields that make a card do something."""
PLACES_KILLER: Final = re.compile(r"\b(place\s+killer|put\s*\(\s*killer)\b")
REVEALS: Final = re.compile(r"\b(reveal dark power|reveal_dark_power|turn_dark_power)\b")
USES: Final = re.compile(r"\b(use this|use_marker)\b|\.marks\b")


def remarks_on(film: Film) -> tuple[SourceError, ...]:
    """What is worth a remark in a film that has been checked, in the order of its lines."""
    found = [*_texts(film), *_requirements(film.fields)]
    for killer in film.killers:
        found += _killer(killer, film)
    for location in film.locations:
        found += _location(location)
    for half in (*film.killers, *film.locations, *film.girls):
        found += _cards(half)
    if film.killers and film.locations:
        found += _decks(film.killers[0], film.locations[0])
    return tuple(sorted(found, key=lambda r: (r.where.line, r.where.column)))


def taken_ids(film: Film, path: Path, known: Casts) -> Remarks:
    """Ids of a film that others at hand have: beside them it is left out."""
    for role, halves in zip(ROLES, (film.killers, film.locations, film.girls), strict=True):
        others = {m.id: m.path for m in known.of(role) if Path(m.path).resolve() != path.resolve()}
        for half in halves:
            if half["id"] in others:
                what = f"the id {half['id']!r} is taken by {others[half['id']]}"
                yield SourceError(where_of(half["id"], half.where), what, "another one")


# ---------------------------------------------------------------- the Killer


def _killer(killer: Fields, film: Film) -> Remarks:
    """Health, track and Dark Power of a Killer (SET-8, BLOOD-2, DP-1)."""
    if "health" not in killer and "killers" not in killer:
        yield SourceError(
            killer.at("id"), "the Killer has no health", "health: 10, or health: 0 if it is meant"
        )
    elif killer.get("health") == 0 and "win" not in killer:
        yield SourceError(
            killer.at("health"),
            "a Killer without health cannot be beaten",
            "win: says how the Final Girl wins",
        )
    yield from _track(killer)
    if killer.get("dark_powers") and not _reveals(killer, film):
        yield SourceError(
            killer.at("bloodlust"),
            "no row of the Bloodlust track reveals the Dark Power (DP-1)",
            "dark_power: true in one of them",
        )


def _track(killer: Fields) -> Remarks:
    """Every row gives an Attack and a Movement Value, unless the Killer has his own (BLOOD-2)."""
    for row in killer["bloodlust"]:
        for value in ("attack", "move"):
            if value not in row and value not in killer and "killers" not in killer:
                yield SourceError(
                    row.where, f"this row has no {value!r}, which counts as 0", f"{value}: 1"
                )


def _reveals(killer: Fields, film: Film) -> bool:
    """Whether a row or a text of the film reveals the Dark Power."""
    rows: list[Fields] = killer["bloodlust"]
    return any(row.get("dark_power") for row in rows) or any(
        REVEALS.search(text) for text, _ in _reel(film.fields)
    )


# ---------------------------------------------------------------- the Location


def _location(location: Fields) -> Remarks:
    """Exits, and Setup cards that place a Killer (SAV-1, SET-6)."""
    spaces: Fields = location["spaces"]
    if not any("exit" in (space.get("tags") or []) for space in spaces.values()):
        yield SourceError(
            location.at("spaces"), "no space is an Exit: nobody can be saved", "tags: [exit]"
        )
    for card in location["setup"]:
        if not PLACES_KILLER.search(card["text"]):
            yield SourceError(
                card.at("text"),
                "this Setup card does not place the Killer",
                "place killer at SPACE",
            )


def _decks(killer: Fields, location: Fields) -> Remarks:
    """Whether there are cards enough for the Terror deck and the Item decks (SET-4, SET-5)."""
    box = core_data()[1]
    terror = len(killer.get("terror") or []) + len(location.get("terror") or [])
    wanted = int(killer.get("terror_deck", box["terror_deck"]))
    if terror < wanted:
        where = killer.at("terror_deck" if "terror_deck" in killer else "id")
        what = f"the Terror deck holds {wanted} cards, and there are {terror}"
        yield SourceError(where, what, f"terror_deck: {terror}, or more cards")
    if wanted and not killer.get("finales"):
        what = "no Finale comes when the Terror deck is empty (UPK-1)"
        yield SourceError(killer.at("id"), what, "add one under finales:")
    decks, items = len(location.get("decks") or []), len(location.get("items") or [])
    full = decks * int(box["item_deck"])
    if items < full:
        what = f"{decks} Item decks hold {full} Items, and there are {items}"
        yield SourceError(location.at("items" if items else "id"), what, "add Items under items:")


# ---------------------------------------------------------------- cards


def _cards(half: Fields) -> Remarks:
    """Cards that do nothing, or whose lasting rules never hold (EVT-1, MDP-1, ITEM-1, ITEM-3)."""
    for kind in ("terror", "events", "finales", "dark_powers", "items"):
        for card in half.get(kind) or []:
            if not any(key in card for key in DOES):
                yield SourceError(
                    card.at("id"), "this card does nothing", 'text: "nothing" says so'
                )
            if kind in ("terror", "events") and not card.get("lasting") and not card.get("minor"):
                yield from _never_holds(card)
            if kind == "items":
                yield from _item(card)


def _never_holds(card: Fields) -> Remarks:
    """A card that is discarded at once holds nothing."""
    held = next((key for key in HOLDS if key in card), None)
    if held is not None and "zone" not in card:
        yield SourceError(
            card.at(held), "this never holds: the card is discarded at once", "lasting: true"
        )


def _item(item: Fields) -> Remarks:
    """Weapons need hands; use markers and what takes them away belong together."""
    if "weapon" in item and not item.get("hands"):
        yield SourceError(
            item.at("weapon"), "a weapon that needs no hand is never used (ATK-2)", "hands: 1"
        )
    texts = [text for text, _ in _reel(item)]
    if "uses" in item and not any(USES.search(text) for text in texts):
        yield SourceError(
            item.at("uses"), "nothing takes the use markers away (ITEM-3)", "use this, in its text"
        )
    if "uses" not in item and any("use this" in text for text in texts):
        yield SourceError(
            item.at("id"), "this Item has no use markers to take away (ITEM-3)", "uses: 1"
        )


# ---------------------------------------------------------------- Reel


def _reel(fields: Any) -> Iterator[tuple[Text, str]]:
    """All texts of Reel in a film or a part of it, with the rule that parses them."""
    for name, value in fields.items():
        for inner in listed(value):
            if isinstance(inner, Fields):
                yield from _reel(inner)
            elif isinstance(inner, Text) and name in STARTS:
                yield inner, STARTS[name]


def _texts(film: Film) -> Remarks:
    """Numbers without a sign, Final Effects without an end (HOR-1, TIME-3, BLOOD-3), rule ids."""
    own = tuple(p for text in rules_in(film.fields) for p in phrases_in(text))
    phrases = rulebook_phrases() + own
    parser, by_label = parser_of(phrases), {p.label: p for p in phrases}
    final = [k["final_effect"] for k in film.killers if "final_effect" in k]
    for text, start in _reel(film.fields):
        tree = parse(parser, start, text, text.where)
        yield from _rule_ids(tree, text)
        for node, rule, number in _calls(by_label, tree):
            where = text.where.inside(node.meta.line, node.meta.column)
            if isinstance(number, Tree) and number.data == "number" and rule in SIGNED:
                n = number.children[0]
                word = SIGNED[rule]
                right = f"{word} +{n}, or {word} -{n}"
                yield SourceError(where, f"{word} {n} has no sign", right)
            elif any(text is other for other in final) and rule in ENDLESS and not _falls(number):
                yield _endless(where)


def _calls(phrases: dict[str, Phrase], tree: Node) -> Iterator[tuple[Node, str, object]]:
    """The phrases with one number or thing behind them: node, rule, what stands there."""
    for node in tree.iter_subtrees():
        phrase = phrases.get(node.data)
        if phrase is not None and len(node.children) == 1:
            yield node, phrase.rule, node.children[0]


def _rule_ids(tree: Node, text: Text) -> Remarks:
    """Ids in a text of Reel that no rule has."""
    for token in tree.scan_values(lambda leaf: isinstance(leaf, Token) and leaf.type == RULE_ID):
        if token not in rule_ids():
            yield no_rule(token, text.where.inside(token.line or 1, token.column or 1))


def _requirements(fields: Any) -> Remarks:
    """Ids in what abilities require that no rule has."""
    for name, value in fields.items():
        for inner in (part for part in listed(value) if isinstance(part, Fields)):
            if name == "require" and "rule" in inner and inner["rule"] not in rule_ids():
                yield no_rule(inner["rule"], inner.values_at["rule"])
            yield from _requirements(inner)


def no_rule(id_: str, where: Where) -> SourceError:
    """What is said of an id that no rule has."""
    return SourceError(where, f"there is no rule {id_}", nearest_word(id_, rule_ids()))


def _falls(number: object) -> bool:
    """Whether a number has a minus before it."""
    return isinstance(number, Tree) and number.data == "sign" and str(number.children[0]) == "-"


def _endless(where: Where) -> SourceError:
    """A Final Effect that triggers the Final Effect."""
    what = "this can raise Bloodlust, which at its top is the Final Effect again"
    return SourceError(where, what, "it then happens once only (BLOOD-3)")
