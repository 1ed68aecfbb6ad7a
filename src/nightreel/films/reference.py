"""Writes ``docs/reference.md``: all that a film can say, read from where it is defined.

Phrases, moments, values and states come from the rulebook, operations from the machine, fields of
films from their schema.  ``make generate`` writes the file, a test compares it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nightreel.films.assemble import STREAMS, Assembler
from nightreel.films.box import ZONES
from nightreel.films.casting import Cast
from nightreel.films.check import schema
from nightreel.films.rulebook import rulebook_sources
from nightreel.films.trial import stand_ins
from nightreel.reel.grammar import HEADING
from nightreel.reel.symbols import (
    FIELDS,
    RESULTS,
    Constant,
    PieceClass,
    Primitive,
    Row,
    RuleDecl,
    Things,
    ValueDecl,
    Word,
)

TARGET: Final = Path(__file__).parents[3] / "docs" / "reference.md"
CHAPTER: Final = re.compile(r"\A# ([^.\n(]+)")
HEAD: Final = """\
# Reference

Written by `make generate` from the rulebook, the machine and the schema of films; not by hand.
How the words go together says [reel.md](reel.md), how a film is written
[film-guide.md](film-guide.md).  `PLAN-1` and the like are the ids of rules.

"""
TYPES: Final[Mapping[str, str]] = {
    "number": "A whole number; 0 is no, everything else is yes.",
    "piece": "The Final Girl, a Killer, Victim, Minion, token; `none` when there is none.",
    "kind": "What a piece is: `victim`, `final_girl`, `the_ID` of a Killer, a role, Minion, token.",
    "space": "A space of the map, or a place off it: `dead`, `saved`, `away`, `supply_place`.",
    "spaces": "A set of spaces: a tag, `exits`, `all_spaces`, `{hall}`, `nobody` for none.",
    "way": "A way between two spaces.",
    "card": "A card of a deck: Terror card, Event, Item, Finale, Dark Power, Setup card.",
    "act": "An Action card, by its name.",
    "zone": "A deck or another place for cards.",
    "meter": "A meter of a film.",
    "entry": "An effect that can be performed: `perform card_text[c]`.",
    "any": "Whatever fits.",
}
SETS: Final[Mapping[str, str]] = {
    "girls": "the Final Girl",
    "victims": "Victims, Special Victims too",
    "killers": "Killers",
    "minions": "Minions",
    "enemies": "Killers and Minions",
    "tokens": "tokens",
    "carriers": "tokens that carry others",
    "others": "Victims and tokens",
    "everything": "all pieces",
    "everyone": "the Final Girl, Victims, Killers and Minions",
    "kinds": "all kinds of pieces",
    "zones": "all zones",
    "meters": "all meters",
    "all_acts": "all Action cards",
}
ROWS: Final[Mapping[str, str]] = {
    "hand": "copies in hand",
    "tableau": "copies in the Action Tableau",
    "discard": "copies in the discard pile",
    "victims_at": "Victims in a space",
    "minions_at": "Minions in a space",
    "killers_at": "Killers in a space",
    "near_girl": "where the Final Girl can step from a space",
    "near_victim": "where Victims can step from a space",
    "near_killer": "where Killers can step from a space",
    "near_minion": "where Minions can step from a space",
    "bit_of": "the set of one number",
    "every_card": "the card with a number",
    "every_act": "the Action card with a number",
    "every_piece": "the piece with a number",
    "every_kind": "the kind with a number",
    "normal_track": "dice at a Horror Level",
    "extreme_track": "dice at a Horror Level in Extreme Horror",
    "kind_health": "printed health",
    "kind_attack": "Attack Value, 0 when the Bloodlust row gives it",
    "kind_move": "Movement Value, 0 when the Bloodlust row gives it",
    "kind_class": "`class_killer`, `class_minion` or `class_victim`; others have others",
    "kind_token": "1 when it has a Final Health token",
    "kind_supply": "how many pieces there are",
    "kind_dread": "how much the death of a role costs, for Infinite Evil",
    "kind_walk": "how it walks",
    "act_cost": "printed cost",
    "act_copies": "how many there are",
    "act_group": "`group_plain`, `group_reaction` ...: when it is played",
    "act_line3": "line for three successes",
    "act_line2": "line for two successes",
    "act_line1": "line for one success",
    "act_line0": "line for a failed roll",
    "act_damages": "1 when a line deals damage",
    "act_moves": "1 when a line moves the Final Girl",
    "act_searches": "1 when a line searches",
    "card_type": "`type_terror`, `type_event`, `type_item` ...",
    "card_hands": "hands that an Item needs",
    "card_weapon": "1 for a weapon",
    "card_rolls": "1 for a weapon that changes the roll",
    "card_low": "least range of a weapon",
    "card_high": "largest range of a weapon",
    "card_damage": "damage that a weapon adds",
    "card_uses": "use markers at the start",
    "card_minor": "health markers of a Minor Dark Power",
    "card_lasting": "1 for a card that stays",
    "card_epic": "1 for an Epic Dark Power",
    "card_text": "its effect",
    "card_action": "the action of a Finale",
    "deck_of": "the Item deck of a space",
    "item_zone": "the Item deck with a number, from 1",
    "row_attack": "Attack Value of a Bloodlust row",
    "row_move": "Movement Value of a Bloodlust row",
    "row_dark": "1 for a row that reveals the Dark Power",
    "row_text": "effect of a Bloodlust row",
    "killer_lines": "action of the Killer, under 0",
    "girl_reward": "reward of a Victim space",
    "girl_back_reward": "reward for a further Victim, under 0",
    "ability_entry": "what an ability does",
    "word_of_piece": "the word of a row of three `spaces` that notes a piece",
    "bit_of_piece": "the bit of that word",
    "zone_slots": "cards that a deck can hold, 0 for other zones",
    "meter_start": "start level",
    "meter_bottom": "lowest level",
    "meter_top": "highest level",
    "meter_first": "where its effects begin in `meter_text`",
    "meter_quiet": "1 when levels do nothing by themselves",
    "meter_text": "effects of levels",
    "meter_level": "level of a meter",
    "kind_room": "how many a carrier takes along",
    "kind_route": "the route of a carrier",
    "route_ahead": "next stops",
    "route_behind": "stops before",
    "secret_deal": "how secrets are dealt",
    "source_of_kind": "the rules of a kind",
}
STREAM_WORDS: Final[Mapping[str, str]] = {
    "horror": "Horror Rolls",
    "panic": "panic",
    "terror": "the Terror deck",
    "items": "Item decks",
    "events": "the Event deck",
    "finale": "Finales",
    "dark": "Dark Powers",
    "setup": "Setup cards",
    "tokens": "Final Health tokens",
    "cards": "random cards in hand and Items",
    "film": "everything of films",
}


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rulebook: its title and what it declares, in order."""

    title: str
    text: str
    names: tuple[str, ...]


def text() -> str:
    """The whole reference."""
    nobody = stand_ins()
    assembler = Assembler(Cast(nobody["killer"], nobody["location"], nobody["girl"]))
    assembler.build()
    known = assembler.names.table
    chapters = [_chapter(source) for _, source in rulebook_sources()]
    parts = (
        _types(),
        _phrases(chapters, known),
        _moments(chapters, known),
        _values(chapters, known),
        _states(chapters, known, assembler.states.docs),
        _fields(),
        _names(known),
        _operations(known),
        _films(),
    )
    return HEAD + "\n".join("\n".join(part) for part in parts)


def _chapter(source: str) -> Chapter:
    found = CHAPTER.match(source)
    names = re.findall(r"^(?:rule|value|state|const)\s+(?:secret\s+)?(\w+)", source, re.MULTILINE)
    return Chapter(found.group(1).strip() if found else "", source, tuple(names))


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table in Markdown; nothing at all without rows."""
    written = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    if written:
        titles = tuple(heads)
        yield "| " + " | ".join(titles) + " |"
        yield "|" + " --- |" * len(titles)
        yield from written
        yield ""


def _by_chapter(
    title: str,
    about: str,
    heads: tuple[str, ...],
    chapters: Iterable[Chapter],
    rows: Callable[[Chapter], list[tuple[str, ...]]],
) -> Iterator[str]:
    """A part with a table for every chapter that has something for it."""
    yield from (f"## {title}", "", about, "")
    for chapter in chapters:
        found = rows(chapter)
        if found:
            yield from (f"### {title}: {chapter.title}", "", *table(heads, found))


def _typed(parameters: Iterable[tuple[str, str]]) -> str:
    """``n, v: piece``: parameters as they are written."""
    return ", ".join(
        name if type_ == "number" else f"{name}: {type_}" for name, type_ in parameters
    )


def _head(declared: RuleDecl | ValueDecl, result: str | None) -> str:
    """``name(parameters) -> result``."""
    arrow = f" -> {result}" if result else ""
    return f"`{declared.name}({_typed(declared.parameters)}){arrow}`"


# ---------------------------------------------------------------- the rulebook


def _types() -> Iterator[str]:
    yield from ("## Types", "")
    yield from table(("type", "what it is"), ((f"`{t}`", words) for t, words in TYPES.items()))


def _phrases(chapters: list[Chapter], known: Mapping[str, object]) -> Iterator[str]:
    def rows(chapter: Chapter) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for name, _, words in HEADING.findall(chapter.text):
            rule = known[name]
            assert isinstance(rule, RuleDecl)
            spoken = "<br>".join(f"`{part}`" for part in words.split(" / "))
            found.append((spoken, _arguments(rule), rule.doc, ", ".join(rule.ids)))
        return found

    about = (
        "Sentences that are calls in words. Each is a moment too, under the name in the next part. "
        "Besides them there are `pay <n> time`, `pay <n> health` and `pay <n> cards`."
    )
    heads = ("phrase", "arguments", "what it does", "rules")
    yield from _by_chapter("Phrases", about, heads, chapters, rows)


def _arguments(rule: RuleDecl) -> str:
    return ", ".join(f"{name}: {type_}" for name, type_ in rule.parameters) or "-"


def _moments(chapters: list[Chapter], known: Mapping[str, object]) -> Iterator[str]:
    def rows(chapter: Chapter) -> list[tuple[str, ...]]:
        rules = [r for r in (known[name] for name in chapter.names) if isinstance(r, RuleDecl)]
        return [(_head(r, r.result), r.doc, ", ".join(r.ids)) for r in rules]

    about = (
        "Every rule is a moment that a card can hook: `after kill_victim where v.kind == victim: "
        "horror +1`. The names in parentheses are known there; a hook before or instead can also "
        "set them, one after also `result`."
    )
    heads = ("moment", "what happens", "rules")
    yield from _by_chapter("Moments", about, heads, chapters, rows)


def _values(chapters: list[Chapter], known: Mapping[str, object]) -> Iterator[str]:
    def rows(chapter: Chapter) -> list[tuple[str, ...]]:
        values = [v for v in (known[name] for name in chapter.names) if isinstance(v, ValueDecl)]
        return [
            (_head(v, _unless_number(v.type)), v.doc, _base(v, chapter), ", ".join(v.ids))
            for v in values
        ]

    about = (
        "What a card can change as long as it is in play: `attack_value +1 where e == killer`. "
        "Base, then additions, then an exact value, then `least` and `most`."
    )
    heads = ("value", "what it is", "base", "rules")
    yield from _by_chapter("Values", about, heads, chapters, rows)


def _unless_number(type_: str) -> str | None:
    return type_ if type_ != "number" else None


def _base(value: ValueDecl, chapter: Chapter) -> str:
    meta = value.base.meta
    return f"`{chapter.text[meta.start_pos : meta.end_pos].strip()}`"


def _states(
    chapters: list[Chapter], known: Mapping[str, object], docs: Mapping[str, str]
) -> Iterator[str]:
    def rows(chapter: Chapter) -> list[tuple[str, ...]]:
        states = [(n, known[n]) for n in chapter.names if isinstance(known[n], Word | Row)]
        constants = [(n, known[n]) for n in chapter.names if isinstance(known[n], Constant)]
        return [
            *((f"`{n}{_length(s)}`", getattr(s, "type", ""), docs.get(n, "")) for n, s in states),
            *((f"`{n}`", "number", f"Always {getattr(c, 'value', '')}.") for n, c in constants),
        ]

    about = "What the game remembers, and names for numbers. `set NAME = ...` changes a state."
    yield from _by_chapter("States", about, ("state", "type", "what it is"), chapters, rows)


def _length(symbol: object) -> str:
    return f"[{symbol.length}]" if isinstance(symbol, Row) else ""


# ---------------------------------------------------------------- names of the machine


def _fields() -> Iterator[str]:
    yield from ("## Fields and results", "")
    rows = [(f"`{type_}.{name}`", result) for name, (type_, _, _, result) in FIELDS.items()]
    yield from table(("field", "type"), rows)
    yield "What a block reports, alone or as `B.killed` of a block `do B:`: " + (
        ", ".join(f"`{name}`" for name in RESULTS) + "."
    )
    yield ""


def _names(known: Mapping[str, object]) -> Iterator[str]:
    yield from ("## Pieces, cards and rows", "", "What loops, choices and counts go through:", "")
    sets = [n for n, s in known.items() if isinstance(s, PieceClass | Things)]
    yield from table(
        ("name", "what it is"), ((f"`{n}`", SETS.get(n, n.replace("_", " "))) for n in sets)
    )
    yield from ("Rows, asked as `row[thing]`:", "")
    rows = [(n, s) for n, s in known.items() if isinstance(s, Row) and (s.in_table or n in ROWS)]
    yield from table(
        ("row", "of a", "type", "what it is"),
        ((f"`{n}`", s.index, s.type, ROWS[n]) for n, s in rows),
    )
    acts = [n for n, s in known.items() if isinstance(s, Constant) and s.type == "act"]
    listed = ", ".join(f"`{n}`" for n in acts if n != "first_act")
    yield from (f"Action cards of the core box: {listed}.", "")
    yield from ("Zones: " + ", ".join(f"`{zone}`" for zone in ZONES) + ".", "")
    yield from ("Sources of chance, for `roll`, `chance`, `random`:", "")
    yield from table(("source", "what it is for"), ((f"`{s}`", STREAM_WORDS[s]) for s in STREAMS))


def _operations(known: Mapping[str, object]) -> Iterator[str]:
    yield from ("## Operations", "", "Of the machine, called as `name(arguments)`.", "")
    rows = []
    for name, symbol in known.items():
        if not isinstance(symbol, Primitive):
            continue
        names = [argument for argument, _ in symbol.operation.takes]
        arrow = f" -> {symbol.result}" if symbol.result else ""
        head = f"`{name}({_typed(zip(names, symbol.parameters, strict=True))}){arrow}`"
        rows.append((head, " ".join(symbol.operation.doc.split("\n\n")[0].split())))
    yield from table(("operation", "what it does"), rows)


# ---------------------------------------------------------------- fields of films


def _films() -> Iterator[str]:
    yield from ("## Fields of films", "", "`schema.json` beside the films says the same.", "")
    whole = schema()
    yield from _object("film", whole)
    for name, part in whole["$defs"].items():
        found = part if "properties" in part else part.get("then", {})
        if "properties" in found:
            yield from _object(name, found)
        else:
            yield from _plain(name, part)


def _object(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    """The fields of one kind of thing in films."""
    yield from (f"### Film: `{name}`", "", str(part.get("description", "")), "")
    needed = part.get("required", ())
    rows = [
        (f"`{key}`" + (" (needed)" if key in needed else ""), _form(inner), _said(inner))
        for key, inner in part["properties"].items()
    ]
    yield from table(("field", "form", "what it is"), rows)


def _plain(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    """A kind of value that has no fields."""
    yield from (f"### Film: `{name}`", "", f"{_said(part)} ({_form(part)})", "")


def _said(part: Mapping[str, Any]) -> str:
    """What the schema says of a value."""
    found = part.get("description")
    return str(found or schema()["$defs"].get(_named(part), {}).get("description", ""))


def _named(part: Mapping[str, Any]) -> str:
    return str(part.get("$ref", "")).rpartition("/")[2]


def _form(part: Mapping[str, Any]) -> str:
    """The form of a value: its type and limits."""
    if "$ref" in part:
        return f"`{_named(part)}`"
    if "enum" in part:
        return ", ".join(f"`{word}`" for word in part["enum"])
    kinds = part.get("type", "value")
    form = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "boolean" in form:
        return "yes or no"
    if "items" in part:
        form = f"list of {_form(part['items'])}"
    return form + _limits(part)


def _limits(part: Mapping[str, Any]) -> str:
    low = next((part[k] for k in ("minimum", "minItems", "minProperties") if k in part), None)
    high = next((part[k] for k in ("maximum", "maxItems", "maxProperties") if k in part), None)
    if high is None:
        return ""
    return f", {low} to {high}" if low is not None else f", at most {high}"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
