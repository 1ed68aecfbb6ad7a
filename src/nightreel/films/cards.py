"""Cards: Action cards, cards of the decks, zones."""

from __future__ import annotations

from typing import Any, Final

from nightreel.films.box import ZONES
from nightreel.films.casting import ACT_GROUPS
from nightreel.films.components import left_out
from nightreel.films.pieces import Pieces
from nightreel.films.source import Fields, title_of, where_of
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.info import Thing
from nightreel.reel.symbols import Constant

TYPES_OF_CARDS: Final = ("terror", "event", "finale", "dark", "setup", "item", "side")
DECKS_OF_TYPES: Final = {
    "terror": "terror_deck",
    "event": "event_deck",
    "finale": "finale_deck",
    "dark": "dark_deck",
    "setup": "setup_deck",
}
"""The deck from which cards of a type are revealed; Items have those of the Location."""


class Cards(Pieces):
    """Puts the cards and their zones into the program."""

    def make_acts(self) -> None:
        """Action cards: those of the core box and of the film."""
        self.acts = list(self.actions["actions"])
        for half in (self.cast.killer, self.cast.location, self.cast.girl):
            self.acts += half.get("actions") or []
        where = self.cast.killer.where
        if len(self.acts) >= L.ACTS:
            raise SourceError(where, "too many Action cards", f"at most {L.ACTS - 1} names")
        self.things["act"] = [Thing("nothing", "nothing")]
        size = len(self.acts) + 1
        cost, copies, group = [0] * size, [0] * size, [0] * size
        for number, act in enumerate(self.acts, start=1):
            self.constant(str(act["id"]), number, "act", where_of(act["id"], where))
            self.things["act"].append(Thing(str(act["id"]), str(act["title"])))
            cost[number] = int(act["cost"])
            copies[number] = int(act.get("copies", 1))
            group[number] = ACT_GROUPS.get(str(act.get("use")), ACT_GROUPS["plain"])
        self.rows.add("act_cost", "act", "number", cost)
        self.rows.add("act_copies", "act", "number", copies)
        self.rows.add("act_group", "act", "number", group)
        for line in ("act_line3", "act_line2", "act_line1", "act_line0"):
            self.rows.add(line, "act", "entry", [0] * size)
        for fact in ("act_damages", "act_moves", "act_searches"):
            self.rows.add(fact, "act", "number", [0] * size)
        self.constant("last_act", len(self.acts), "number", where)
        self.constant("first_act", 1, "act", where)
        self.act_lines()

    def act_lines(self) -> None:
        """The lines of the Action cards, and what stands on them."""
        lines = {"three": "act_line3", "two": "act_line2", "one": "act_line1", "none": "act_line0"}
        for number, act in enumerate(self.acts, start=1):
            words: set[str] = set()
            for key, name in {**lines, "effect": "act_line2"}.items():
                if act.get(key) is None:
                    continue
                self.texts.append((self.row(name), number, act[key], str(act["title"]), None))
                words |= {t.data for t in self.tree("text", act[key]).iter_subtrees()}
            rules = {p.rule for p in self.phrases if p.label in words}
            for fact, rule in (
                ("act_damages", "deal_damage"),
                ("act_moves", "move_girl"),
                ("act_searches", "search"),
            ):
                self.rows.put(self.row(fact), number, int(rule in rules))
            if act.get("use") in (None, "action"):
                self.rows.put(self.row("act_group"), number, _group_of(rules))

    def make_cards(self) -> None:
        """All cards that lie in zones: Terror cards, Events, Items ..."""
        killer, location, girl = self.cast.killer, self.cast.location, self.cast.girl
        for type_, lists in (
            ("terror", (killer.get("terror"), location.get("terror"))),
            ("event", (killer.get("events"), location.get("events"))),
            ("finale", (killer.get("finales"),)),
            ("dark", (killer.get("dark_powers"),)),
            ("setup", (location.get("setup"),)),
            ("item", (location.get("items"), killer.get("items"), girl.get("items"))),
            ("side", (killer.get("side_deck"), location.get("side_deck"))),
        ):
            for cards in lists:
                self.cards += [(type_, card) for card in cards or [] if not left_out(self, card)]
        where = killer.where
        if len(self.cards) >= L.CARDS:
            raise SourceError(where, "too many cards", f"at most {L.CARDS - 1}")
        self.things["card"] = [Thing("nothing", "nothing")]
        for number, type_ in enumerate(TYPES_OF_CARDS, start=1):
            self.constant("type_" + type_, number, "number", where)
            numbers = [i for i, (t, _) in enumerate(self.cards, start=1) if t == type_]
            self.constant("first_" + type_, min(numbers, default=1), "number", where)
            self.constant("last_" + type_, max(numbers, default=0), "number", where)
        self.card_rows()
        self.constant("last_card", len(self.cards), "number", where)

    def card_rows(self) -> None:
        """The rows of the cards."""
        size = len(self.cards) + 1
        numbers: dict[str, list[int]] = {
            name: [0] * size
            for name in (
                "type",
                "hands",
                "weapon",
                "rolls",
                "low",
                "high",
                "damage",
                "uses",
                "minor",
                "lasting",
                "epic",
            )
        }
        for number, (type_, card) in enumerate(self.cards, start=1):
            self.constant(str(card["id"]), number, "card", where_of(card["id"], card.where))
            self.things["card"].append(Thing(str(card["id"]), str(card["title"])))
            numbers["type"][number] = TYPES_OF_CARDS.index(type_) + 1
            for name in ("hands", "uses", "minor", "lasting", "epic"):
                numbers[name][number] = int(card.get(name) or 0)
            weapon = card.get("weapon")
            if weapon is not None:
                low, high = _range_of(weapon["range"])
                numbers["weapon"][number] = 1
                numbers["rolls"][number] = int(bool(weapon.get("changes_roll")))
                numbers["low"][number], numbers["high"][number] = low, high
                numbers["damage"][number] = int(weapon.get("damage") or 0)
        for name, column in numbers.items():
            self.rows.add("card_" + name, "card", "number", column)
        self.rows.add("card_text", "card", "entry", [0] * size)
        self.rows.add("card_action", "card", "entry", [0] * size)
        for number, (_, card) in enumerate(self.cards, start=1):
            this = Constant(number, "card")
            title = str(card["title"])
            if card.get("text") is not None:
                self.texts.append((self.row("card_text"), number, card["text"], title, this))
            if card.get("action") is not None:
                self.texts.append((self.row("card_action"), number, card["action"], title, this))

    def make_zones(self) -> None:
        """Zones, their slots and pools."""
        location = self.cast.location
        decks = [str(d["id"]) for d in location.get("decks") or []]
        added = [*(location.get("decks") or []), *self.film_zones()]
        titles = {name: title_of(name) for name in ZONES}
        titles |= {str(z["id"]): str(z.get("title") or title_of(str(z["id"]))) for z in added}
        names = list(titles)
        where = location.where
        if len(names) >= L.ZONES:
            raise SourceError(where, "too many decks and zones", f"at most {L.ZONES - 1}")
        self.things["zone"] = [Thing("nowhere", "nowhere")]
        self.things["zone"] += [Thing(name, title) for name, title in titles.items()]
        for number, name in enumerate(names, start=1):
            self.constant(name, number, "zone", where)
        sizes = self.sizes_of_decks(decks)
        at = 0
        for number, name in enumerate(names, start=1):
            size, pool = sizes.get(name, (0, name))
            self.rows.numbers[L.T_ZONE_BASE + number] = at
            self.rows.numbers[L.T_ZONE_SIZE + number] = size
            self.rows.numbers[L.T_ZONE_POOL + number] = names.index(pool) + 1
            at += size
        if at > L.SLOTS:
            raise SourceError(where, "the decks hold too many cards", f"at most {L.SLOTS} together")
        self.pools(decks, names)
        self.decks_of_spaces(decks)

    def film_zones(self) -> list[Fields]:
        """Zones that a film adds for cards of its own."""
        halves = (self.cast.killer, self.cast.location)
        return [zone for half in halves for zone in half.get("zones") or []]

    def count(self, type_: str) -> int:
        """How many cards there are of a type."""
        return sum(1 for t, _ in self.cards if t == type_)

    def sizes_of_decks(self, decks: list[str]) -> dict[str, tuple[int, str]]:
        """Slots and pool of every ordered zone."""
        sizes = {deck: (max(self.count(t), 1), deck) for t, deck in DECKS_OF_TYPES.items()}
        sizes["setup_deck"] = (1, "setup_deck")
        for deck in decks:
            sizes[deck] = (int(self.box["item_deck"]) + 6, decks[0])
        for zone in self.film_zones():
            if zone.get("cards"):
                sizes[str(zone["id"])] = (int(zone["cards"]), str(zone["id"]))
        return sizes

    def pools(self, decks: list[str], names: list[str]) -> None:
        """From which pool each unseen card is revealed."""
        pools = {**DECKS_OF_TYPES, "item": decks[0] if decks else "item_discard"}
        for number, (type_, card) in enumerate(self.cards, start=1):
            if card.get("apart"):
                continue
            pool = str(card.get("zone") or pools.get(type_) or names[0])
            self.rows.numbers[L.T_POOL + number] = self.number_of(pool, "zone", card.where)

    def decks_of_spaces(self, decks: list[str]) -> None:
        """Which Item deck belongs to which space."""
        zones = [0] * L.SPACES
        for number, space in enumerate(self.cast.location["spaces"].values(), start=1):
            if space.get("deck"):
                where = where_of(space["deck"], self.cast.location.where)
                zones[number] = self.number_of(space["deck"], "zone", where)
        self.rows.add("deck_of", "space", "zone", zones)
        numbers = [self.number_of(d, "zone", self.cast.location.where) for d in decks]
        self.rows.add("item_zone", "number", "zone", [0, *numbers])
        self.constant("item_decks", len(decks), "number", self.cast.location.where)
        loose = sum(1 for t, card in self.cards if t == "item" and not card.get("apart"))
        items = loose // max(len(decks), 1)
        self.constant(
            "item_deck_size", min(int(self.box["item_deck"]), items), "number", Where("<core>")
        )
        terror = min(
            int(self.cast.killer.get("terror_deck") or self.box["terror_deck"]),
            self.count("terror"),
        )
        self.constant("terror_size", terror, "number", Where("<core>"))


def _group_of(rules: set[str]) -> int:
    """The group of an Action card by what it needs: a deck, or an Enemy in reach (ATK-1)."""
    if "search" in rules:
        return ACT_GROUPS["search"]
    strikes = "deal_damage" in rules and "move_girl" not in rules
    return ACT_GROUPS["attack" if strikes else "plain"]


def _range_of(value: Any) -> tuple[int, int]:
    """``0``, ``1-3``: the exact range of a weapon."""
    low, _, high = str(value).partition("-")
    return int(low), int(high or low)
