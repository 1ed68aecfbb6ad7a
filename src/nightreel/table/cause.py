"""Why a game ended, read from its last record, and in words."""

from __future__ import annotations

from typing import Final

from nightreel.record import layout as L
from nightreel.table.state import State
from nightreel.table.view import phase_id
from nightreel.translation import gettext

KILLER: Final = "killer"
MINION: Final = "minion"
FINAL_EFFECT: Final = "final_effect"
HASTE: Final = "haste"
CARD: Final = "card"
FILM: Final = "film"
STRUCK: Final = "struck"
DONE: Final = "done"
DEATHS: Final = (KILLER, MINION, FINAL_EFFECT, HASTE, CARD, FILM)
"""The causes of a defeat."""
HERS: Final = ("action", "planning")
"""Phases in which she acts herself."""


def cause_of(state: State) -> str:
    """Why a game is over (TURN-2): one of the causes above; nothing while it runs."""
    if not state.is_terminal():
        return ""
    if int(state.words[L.RESULT]) == L.VICTORY:
        return STRUCK if state.get("killer_is_dead") else DONE
    if not state.get("girl_is_dead"):
        return FILM
    return _cause_of_death(state)


def _cause_of_death(state: State) -> str:
    """Who was at work when the last health went (KATK-5, BLOOD-3, FHT-7)."""
    if state.get("final_effects"):
        return FINAL_EFFECT
    kind = int(state.words[L.KIND + state.get("actor")]) if state.get("actor") else 0
    classes = state.program.table[L.T_KIND_CLASS + kind]
    if classes & (L.CLASS_KILLER | L.CLASS_MINION):
        return KILLER if classes & L.CLASS_KILLER else MINION
    return HASTE if phase_id(state) in HERS else CARD


def cause_text(cause: str) -> str:
    """A cause in words."""
    return {
        KILLER: gettext("Killed by the Killer"),
        MINION: gettext("Killed by a Minion"),
        FINAL_EFFECT: gettext("The Final Effect"),
        HASTE: gettext("Health lost by her own doing"),
        CARD: gettext("A card"),
        FILM: gettext("The film's own end"),
        STRUCK: gettext("The Killer is dead"),
        DONE: gettext("Won in the film's own way"),
    }.get(cause, "")
