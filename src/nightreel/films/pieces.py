"""Kinds of pieces and the pieces themselves."""

from __future__ import annotations

from nightreel.films.maps import Maps
from nightreel.films.source import Fields, where_of
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError, Where
from nightreel.reel.info import Thing
from nightreel.reel.words import shown


class Pieces(Maps):
    """Puts the pieces into the program."""

    def make_kinds(self) -> None:
        """Kinds of pieces, and the pieces themselves."""
        killer, location, girl = self.cast.killer, self.cast.location, self.cast.girl
        kinds: list[tuple[str, str, Fields, int, int]] = [
            ("final_girl", shown("Final Girl"), girl, L.CLASS_GIRL, 1)
        ]
        killers = killer.get("killers") or ([killer] if killer.get("health") is not None else [])
        kinds += [
            (f"the_{one['id']}", str(one["title"]), one, L.CLASS_KILLER, 1) for one in killers
        ]
        victims = Fields(Where("<core>"))
        count = int(self.box["victims"])
        kinds.append(("victim", shown("Victim"), victims, L.CLASS_VICTIM, count))
        kinds += [
            (role["id"], str(role["title"]), role, L.CLASS_VICTIM, int(role.get("count", 1)))
            for half in (killer, location, girl)
            for role in half.get("roles") or []
        ]
        kinds += [
            (minion["id"], str(minion["title"]), minion, L.CLASS_MINION, int(minion["count"]))
            for half in (killer, location)
            for minion in half.get("minions") or []
        ]
        for half in (killer, location, girl):
            for token in half.get("tokens") or []:
                cls = L.CLASS_CARRIER if token.get("carries") else L.CLASS_TOKEN
                kinds.append((token["id"], str(token["title"]), token, cls, int(token["count"])))
        self.lay_out_kinds(kinds)

    def lay_out_kinds(self, kinds: list[tuple[str, str, Fields, int, int]]) -> None:
        """Number kinds and pieces, write their rows."""
        where = self.cast.location.where
        if len(kinds) >= L.KINDS:
            raise SourceError(where, "too many kinds of pieces", f"at most {L.KINDS - 1}")
        self.things["kind"] = [Thing("nothing", "nobody")]
        self.things["piece"] = [Thing("nobody", "nobody")]
        columns: dict[str, list[int]] = {
            name: [0] * L.KINDS
            for name in ("health", "attack", "move", "class", "token", "supply", "dread")
        }
        first: dict[int, int] = {}
        piece = 1
        for number, (name, title, data, cls, count) in enumerate(kinds, start=1):
            self.constant(name, number, "kind", where_of(data.get("id"), where))
            self.things["kind"].append(Thing(str(name), title))
            self.kinds.append((str(name), title, data))
            first.setdefault(cls, piece)
            self.rows.numbers[L.T_KIND_CLASS + number] = cls
            columns["class"][number] = cls
            for column in ("health", "attack", "move"):
                columns[column][number] = int(data.get(column) or 0)
            columns["dread"][number] = int(data.get("dread") or 0)
            columns["supply"][number] = count
            has_token = cls == L.CLASS_GIRL or (cls == L.CLASS_KILLER and data.get("token", True))
            columns["token"][number] = int(bool(has_token) and columns["health"][number] > 0)
            for _ in range(count):
                if piece >= L.PIECES:
                    raise SourceError(where, "too many pieces", f"at most {L.PIECES - 1}")
                self.rows.numbers[L.T_PIECE_KIND + piece] = number
                self.things["piece"].append(Thing(str(name), title))
                piece += 1
        columns["walk"] = [_walk_of(cls) for cls in columns["class"]]
        for column, numbers in columns.items():
            self.rows.add("kind_" + column, "kind", "number", numbers)
        core = Where("<core>")
        self.constant("last_piece", piece - 1, "number", core)
        self.constant("last_kind", len(kinds), "number", core)
        self.constant("first_minion", first.get(L.CLASS_MINION, 0), "piece", core)
        killers = sum(1 for k in kinds if k[3] == L.CLASS_KILLER)
        self.constant("last_killer", 1 + killers, "number", core)
        self.constant("first_killer", first.get(L.CLASS_KILLER, 0), "piece", core)


def _walk_of(cls: int) -> int:
    """How pieces of a class walk; those of no walking class go like Victims."""
    walks = {
        L.CLASS_GIRL: L.WALK_GIRL,
        L.CLASS_KILLER: L.WALK_KILLER,
        L.CLASS_MINION: L.WALK_MINION,
    }
    return walks.get(cls, L.WALK_VICTIM)
