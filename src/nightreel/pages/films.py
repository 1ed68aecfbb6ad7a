"""The page of a film: its map, people and cards, with their texts as the game shows them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from nightreel.films.check import Film, load_film
from nightreel.films.facts import Facts
from nightreel.films.library import SHIPPED, load_program
from nightreel.films.reference import table
from nightreel.pages.plan import drawn
from nightreel.reel.program import Program
from nightreel.terminal.screens import card_lines, said_lines, told_lines

WRITTEN: Final = "<!-- Written by `make generate` from the film; not by hand. -->"
MAP_LEGEND: Final = """\
Lines are ways; a dashed one is closed when the game begins, until a card opens it. The numbers at a
space are its [panic numbers](../rules/panic.md#panic-2): on such a roll a panicking Victim runs
along that way.
"""
HIDDEN: Final = (
    ("Terror cards of the Killer", "killers", "terror"),
    ("Terror cards of the Location", "locations", "terror"),
    ("Events", "locations", "events"),
    ("Finales", "killers", "finales"),
    ("Dark Powers", "killers", "dark_powers"),
)
"""What nobody knows before it is drawn: title, whose it is, and its list in the film."""


def pages(folder: Path) -> dict[str, str]:
    """Every page and map of the films that come with the game, by the name of the file.

    ``folder`` is where they stand; figures of balance that lie there are told.
    """
    return {
        name: text
        for path in sorted(SHIPPED.glob("*.yaml"))
        for name, text in _pages(load_film(path), folder).items()
    }


def _pages(film: Film, folder: Path) -> dict[str, str]:
    killer, location = film.killers[0], film.locations[0]
    programs = [load_program(killer["id"], location["id"], girl["id"]) for girl in film.girls]
    page = _Page(film, programs)
    figures = folder / f"{film.name}.balance.json"
    lines = [*page.lines(), *(_balance(figures) if figures.exists() else ())]
    return {f"{film.name}.md": "\n".join(lines), f"{location['id']}.svg": page.picture()}


class _Page:
    """Writes the page of one film, from its casts: one for each of its Final Girls."""

    def __init__(self, film: Film, programs: Sequence[Program]) -> None:
        self.film = film
        self.program = programs[0]
        self.girls = [program.facts["boards"]["girl"] for program in programs]
        self.killer: Facts = self.program.facts["boards"]["killer"]
        self.location: Facts = self.program.facts["boards"]["location"]
        self.spaces: list[Facts] = self.program.facts["map"]["spaces"]
        self.cards = {c["id"]: c for p in programs for c in p.facts["cards"]}

    def lines(self) -> Iterator[str]:
        """The whole page but for the figures of balance."""
        for part in (
            self.head(),
            self.map(),
            self.killer_board(),
            self.people("Special Victims", "victim"),
            self.people("Minions", "minion"),
            self.people("Tokens", "token"),
            self.final_girls(),
            self.open_cards("Setup cards", "setup"),
            self.open_cards("Items", "items"),
            self.hidden(),
        ):
            yield from part

    # ------------------------------------------------------------ head and map

    def head(self) -> Iterator[str]:
        """Title, story, how it is played."""
        killer, location = self.killer, self.location
        yield from (f"# {self.film.title}", "", WRITTEN, "", self.film.story, "")
        yield f"{killer['title']} at {location['title']}, with {_either(self.girls)}:"
        yield from ("", "```console")
        for girl in self.girls:
            cast = f"--killer {killer['id']} --location {location['id']} --girl {girl['id']}"
            yield f"$ nightreel play {cast}"
        yield from ("```", "")

    def map(self) -> Iterator[str]:
        """The map as a picture and as a table."""
        title = self.location["title"]
        yield from (f"## The Location: {title}", "", _flavour(self.location), "")
        yield from (f"![Map of {title}]({self.location['id']}.svg)", "", MAP_LEGEND)
        heads = ("space", "what it is", "ways to", "panic numbers")
        yield from table(heads, (self.space(n) for n in range(1, len(self.spaces) + 1)))
        yield "Each way can be gone in both directions unless a card or the map says otherwise."
        yield ""

    def space(self, number: int) -> tuple[str, ...]:
        """A row of the table: a space with what it is, its ways, and where panic leads."""
        space = self.spaces[number - 1]
        notes = [self.note(tag, space) for tag in space["tags"]]
        faces = (f"{face}: {self.name(goal)}" for face, goal in sorted(space["panic"].items()))
        return self.name(number), ", ".join(notes), ", ".join(self.ways(number)), ", ".join(faces)

    def note(self, tag: str, space: Facts) -> str:
        """What a tag says of a space."""
        known = {"exit": "Exit", "search": f"Search ({self.deck(space['deck'])})"}
        return known.get(tag, tag.replace("_", " "))

    def ways(self, number: int) -> Iterator[str]:
        """Where the ways of a space lead."""
        for way, closed in zip(self.program.facts["map"]["ways"], self.closed(), strict=True):
            if number in way["between"]:
                other = sum(way["between"]) - number
                yield f"{self.name(other)} (closed)" if closed else self.name(other)

    def closed(self) -> list[bool]:
        """For each way whether it is closed when the game begins."""
        ways = self.film.locations[0]["ways"]
        return [isinstance(way, Mapping) and bool(way.get("closed")) for way in ways]

    def name(self, space: int) -> str:
        """The name of a space."""
        return self.program.things["space"][space].title

    def deck(self, zone: int) -> str:
        """The name of an Item deck."""
        return self.program.things["zone"][zone].title if zone else "no deck"

    def picture(self) -> str:
        """The map as a picture."""
        titles = [self.name(n) for n in range(1, len(self.spaces) + 1)]
        decks = {space["deck"]: self.deck(space["deck"]) for space in self.spaces}
        name = f"Map of {self.location['title']}"
        return drawn(self.program.facts["map"], titles, decks, self.closed(), name)

    # ------------------------------------------------------------ boards and people

    def killer_board(self) -> Iterator[str]:
        """The Killer with health, action and Bloodlust track."""
        killer = self.killer
        yield from (f"## The Killer: {killer['title']}", "", _flavour(killer), "")
        health = killer["health"] or "none"
        yield f"- Health: {health} ([SET-8](../rules/setup.md#set-8))"
        yield f"- Horror Level at the start: {killer['horror']}"
        yield f"- Acts at the beginning of each Killer phase: {killer['action']}"
        yield from (f"- {line}" for line in said_lines(killer))
        yield from ("", "### Bloodlust", "")
        rows = (
            (str(n), str(row["attack"]), str(row["move"]), _row_text(row))
            for n, row in enumerate(killer["rows"], start=1)
        )
        yield from table(("row", "Attack Value", "Movement Value", "when it is reached"), rows)
        if killer["final_effect"]:
            effect = killer["final_effect"]
            yield f"Final Effect ([BLOOD-3](../rules/terms.md#blood-3)): {effect}."
            yield ""

    def people(self, title: str, cls: str) -> Iterator[str]:
        """Pieces of a class that a card of reference tells something of."""
        kinds = [k for k in self.program.facts["kinds"] if k["class"] == cls and k["flavour"]]
        yield from (f"## {title}", "") if kinds else ()
        for kind in kinds:
            values = f" (health {kind['health']}, attack {kind['attack']}, move {kind['move']})"
            head = f"**{kind['title']}**{values if cls == 'minion' else ''}"
            yield _item([head, *said_lines(kind), _flavour(kind)])
        yield from ("",) if kinds else ()

    def final_girls(self) -> Iterator[str]:
        """Both sides of each Final Girl card, and the Items that come with her."""
        yield from ("## Final Girls", "")
        for girl, data in zip(self.girls, self.film.girls, strict=True):
            yield from (f"### {girl['title']}", "", _flavour(girl), "")
            yield f"- Health: {girl['health']}"
            rewards = "; ".join(f"{n}. {text}" for n, text in enumerate(girl["slots"], start=1))
            yield f"- Rewards for saved Victims ([SAV-2](../rules/moving.md#sav-2)): {rewards}"
            yield f"- For each further Victim ([SAV-3](../rules/moving.md#sav-3)): {girl['back']}"
            yield from (f"- {line}" for line in said_lines(girl))
            ultimate = girl["ultimate"]
            head = f"Ultimate Ability: **{ultimate['title']}**"
            yield _item([head, *said_lines(ultimate), _flavour(ultimate)])
            for item in data.get("items") or ():
                lines = self.card(item["id"])
                yield _item([f"An Item of her own: {lines[0]}", *lines[1:]])
            yield ""

    # ------------------------------------------------------------ cards

    def card(self, name: str) -> list[str]:
        """A card in lines: title with what is printed beside it, what it says, flavour."""
        card = {**self.cards[name]}
        card["markers"] = card["uses"] or card["minor"]
        head = card_lines(card)[0].removeprefix(card["title"])
        epic = " (Epic)" if card["epic"] else ""
        lasting = " (lasting)" if card["lasting"] else ""
        return [f"**{card['title']}**{head}{epic}{lasting}", *told_lines(card), _flavour(card)]

    def open_cards(self, title: str, kind: str) -> Iterator[str]:
        """Cards of the Location that may be read before the game."""
        yield from (f"## {title}", "")
        yield from (_item(self.card(card["id"])) for card in self.film.locations[0].get(kind) or ())
        yield ""

    def hidden(self) -> Iterator[str]:
        """What nobody knows before it is drawn, folded."""
        yield from ("## What you do not know yet", "")
        yield "Cards that lie face down when the game begins. Unfold what you want to be told."
        yield ""
        for title, whose, kind in HIDDEN:
            cards = [card for half in getattr(self.film, whose) for card in half.get(kind) or ()]
            yield from ("<details>", f"<summary>{title} ({len(cards)})</summary>", "")
            yield from (_item(self.card(card["id"])) for card in cards)
            yield from ("", "</details>", "")


def _either(girls: Iterable[Facts]) -> str:
    return " or ".join(girl["title"] for girl in girls)


def _row_text(row: Facts) -> str:
    parts = ["Dark Power"] if row["dark_power"] else []
    return ", ".join([*parts, row["text"]] if row["text"] else parts)


def _flavour(data: Mapping[str, Any]) -> str:
    return f"*{data['flavour']}*" if data["flavour"] else ""


def _item(lines: Iterable[str]) -> str:
    """Lines as one entry of a list."""
    return "- " + "<br>".join(line for line in lines if line)


# ---------------------------------------------------------------- balance


def _balance(figures: Path) -> Iterator[str]:
    """The figures that were measured: every group of them is a table."""
    yield from ("## Balance", "", "Measured by letting programs play.", "")
    yield from _figures(json.loads(figures.read_text(encoding="utf-8")), "")


def _figures(data: Mapping[str, Any], title: str) -> Iterator[str]:
    """Plain values as one table, groups below it."""
    plain = {name: v for name, v in data.items() if not isinstance(v, Mapping | list)}
    yield from (f"### {title}", "") if title else ()
    yield from table(("figure", "measured"), ((_told(n), _number(v)) for n, v in plain.items()))
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _group(value, f"{title}, {_told(name)}" if title else _told(name))
        elif isinstance(value, list):
            rows = [row if isinstance(row, Mapping) else {"value": row} for row in value]
            yield from (f"### {_told(name)}", "", *_rows(rows))


def _group(data: Mapping[str, Any], title: str) -> Iterator[str]:
    """Groups of one shape as one table with a row for each, others apart."""
    inner = list(data.values())
    if inner and all(isinstance(v, Mapping) and not _nested(v) for v in inner):
        yield from (f"### {title}", "")
        yield from _rows([{"": _told(name), **values} for name, values in data.items()])
    else:
        yield from _figures(data, title)


def _nested(data: Mapping[str, Any]) -> bool:
    return any(isinstance(v, Mapping | list) for v in data.values())


def _rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    heads = list(dict.fromkeys(name for row in rows for name in row))
    yield from table(map(_told, heads), ([_number(row.get(h, "")) for h in heads] for row in rows))


def _told(name: str) -> str:
    return name.replace("_", " ")


def _number(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
