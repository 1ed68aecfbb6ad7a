"""The Bloodlust track and the Final Girl card."""

from __future__ import annotations

from nightreel.films.cards import Cards
from nightreel.record import layout as L


class Boards(Cards):
    """Puts the boards into the program."""

    def boards(self) -> None:
        """The Bloodlust track, the Final Girl card, the sources of rules."""
        killer, girl = self.cast.killer, self.cast.girl
        track = killer.get("bloodlust") or []
        self.rows.add(
            "row_attack", "number", "number", [0, *(int(r.get("attack") or 0) for r in track)]
        )
        self.rows.add(
            "row_move", "number", "number", [0, *(int(r.get("move") or 0) for r in track)]
        )
        self.rows.add(
            "row_dark", "number", "number", [0, *(int(bool(r.get("dark_power"))) for r in track)]
        )
        self.rows.add("row_text", "number", "entry", [0] * (len(track) + 1))
        self.constant("top_row", len(track), "number", killer.where)
        for number, row in enumerate(track, start=1):
            self.take_text("row_text", number, row.get("text"), "Bloodlust")
        self.take_text("row_text", 0, killer.get("final_effect"), "Final Effect")
        self.rows.add("killer_lines", "number", "entry", [0])
        self.take_text("killer_lines", 0, killer.get("action"), str(killer["title"]))
        self.constant("start_horror", int(killer.get("horror", 3)), "number", killer.where)
        slots = girl.get("slots") or []
        self.rows.add("girl_reward", "number", "entry", [0] * (len(slots) + 1))
        self.rows.add("girl_back_reward", "number", "entry", [0])
        self.constant("girl_slots", len(slots), "number", girl.where)
        for number, text in enumerate(slots, start=1):
            self.take_text("girl_reward", number, text, str(girl["title"]))
        self.take_text("girl_back_reward", 0, girl.get("back"), str(girl["title"]))
        self.rows.add("ability_entry", "number", "entry", [0] * L.ABILITIES)
