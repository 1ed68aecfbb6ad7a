"""The map: spaces, tags, ways, panic numbers."""

from __future__ import annotations

from nightreel.films.casting import Foundation
from nightreel.films.source import Fields, Items, listed, title_of, where_of
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError
from nightreel.reel.info import Thing


class Maps(Foundation):
    """Puts the map into the program."""

    def map(self) -> None:
        """Spaces, ways, tags and panic numbers."""
        spaces: Fields = self.cast.location["spaces"]
        if len(spaces) > L.SPACES - 2:
            raise SourceError(spaces.where, "too many spaces", f"at most {L.SPACES - 2}")
        self.things["space"] = [Thing("nowhere", "nowhere")]
        tags: dict[str, int] = {"exits": 0, "search_spaces": 0}
        for number, (name, space) in enumerate(spaces.items(), start=1):
            self.constant(name, number, "space", spaces.keys_at[name])
            self.things["space"].append(Thing(name, str(space.get("title") or title_of(name))))
            for tag in space.get("tags") or []:
                set_name = {"exit": "exits", "search": "search_spaces"}.get(tag, str(tag))
                tags[set_name] = tags.get(set_name, 0) | 1 << number
        tags["all_spaces"] = (1 << len(spaces) + 1) - 2
        for name, members in tags.items():
            self.constant(name, members, "spaces", spaces.where)
        self.rows.numbers[L.T_SPACES] = len(spaces)
        self.ways()
        self.panic_numbers(spaces)

    def ways(self) -> None:
        """The ways between spaces."""
        ways: Items = self.cast.location.get("ways") or Items(self.cast.location.where)
        if len(ways) >= L.WAYS:
            raise SourceError(ways.where, "too many ways", f"at most {L.WAYS - 1}")
        self.rows.numbers[L.T_WAYS] = len(ways)
        for number, way in enumerate(ways, start=1):
            ends = way["between"] if isinstance(way, Fields) else way
            a, b = (self.number_of(end, "space", ways.where) for end in ends)
            self.rows.numbers[L.T_WAY_A + number] = a
            self.rows.numbers[L.T_WAY_B + number] = b
            closed = self.closed_bits(way) if isinstance(way, Fields) else 0
            self.rows.numbers[L.T_WAY_BASE + number] = closed
            if isinstance(way, Fields) and way.get("id"):
                self.constant(str(way["id"]), number, "way", where_of(way["id"], ways.where))

    def closed_bits(self, way: Fields) -> int:
        """For which classes a way is closed at the start, forwards and backwards."""
        walks = {"girl": 1, "victims": 2, "killer": 4, "minions": 8}
        mask = 0
        only = way.get("only")
        if only:
            mask = 15 - sum(walks[str(w)] for w in listed(only))
        if way.get("closed"):
            mask = 15
        backwards = 15 if way.get("one_way") else mask
        return mask | backwards << 4

    def panic_numbers(self, spaces: Fields) -> None:
        """Where each panic number leads."""
        for number, space in enumerate(spaces.values(), start=1):
            for face, goal in (space.get("panic") or {}).items():
                place = self.number_of(goal, "space", where_of(goal, spaces.where))
                self.rows.numbers[L.T_PANIC + 8 * number + int(face)] = place
