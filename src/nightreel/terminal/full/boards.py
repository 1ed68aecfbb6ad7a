"""The Killer's board and the player's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightreel.films.box import DECKS
from nightreel.table.view import View
from nightreel.terminal.full.lines import BLANK, Line, beside, line, styled, width_of
from nightreel.terminal.screens import INDENT, deck_line, play_lines, section, told_lines
from nightreel.translation import gettext, put

HEART: Final = "♥"
LOST: Final = "♡"
TOKENS: Final = {"black": "●", "white": "○"}
"""Signs of the Final Health token that lies below."""
HEARTS_MAX: Final = 12
"""Most hearts that are drawn; more stand as a number alone."""
LABEL: Final = 10
"""Columns of the names of tracks."""


def health(piece: View) -> str:
    """Health in hearts and numbers, and the sign of the Final Health token (SET-8, FHT-1)."""
    now, most = piece["health"], piece["max_health"]
    if not most:
        return gettext("no health")
    hearts = HEART * now + LOST * max(0, most - now) if max(now, most) <= HEARTS_MAX else HEART
    numbers = put(gettext("{n} of {most}"), n=now, most=most)
    return f"{hearts} {numbers} {TOKENS.get(piece['token'], '')}".rstrip()


def track(rows: Sequence[tuple[str, Sequence[object]]], at: int, width: int) -> list[Line]:
    """A track lying on its side: the first row counts, with a sign where it is."""
    fits = max(1, (width - LABEL) // 3)
    length = len(rows[0][1])
    return [
        _track_row(name, values, begin, fits, at, head=number == 0)
        for begin in range(0, length, fits)
        for number, (name, values) in enumerate(rows)
    ]


def _track_row(
    name: str, values: Sequence[object], begin: int, fits: int, at: int, head: bool
) -> Line:
    cells: list[tuple[str, str]] = [(f"{name:{LABEL}}"[:LABEL], "dim")]
    for place, value in enumerate(values[begin : begin + fits], start=begin):
        if place == at:
            cells.append((f"▸{value} "[:3] if head else f"{value} ".rjust(3), "accent"))
        else:
            cells.append((f"{value} ".rjust(3), "dim" if head else ""))
    return line(*cells)


# ---------------------------------------------------------------- the Killer's board


def killer_board(v: View, width: int) -> list[Line]:
    """Killers, Bloodlust, and all that lies at the Killer's board."""
    lines = [text for killer in v["killers"] for text in killer_lines(killer, width)]
    lines += bloodlust(v["tracks"], width)
    decks = [v["decks"][name] for name in DECKS]
    lines.append(line((" · ".join(deck_line(d) for d in decks if d["count"]), "dim")))
    return lines + lying(v["in_play"])


def lying(in_play: View) -> list[Line]:
    """The cards that lie face up and hold, but for the Setup card."""
    shown = {name: found for name, found in in_play.items() if name != "setup"}
    return [line((text, "" if text.startswith(INDENT) else "dim")) for text in play_lines(shown)]


def killer_lines(killer: View, width: int) -> list[Line]:
    """A Killer: health, place, action line."""
    lines = [beside(line((killer["title"], "strong")), line(health(killer)), width)]
    lines.append(line((gettext("in "), "dim"), killer["place"]))
    if killer["action"]:
        lines.append(line((gettext("acts: "), "dim"), killer["action"]))
    return lines


def bloodlust(tracks: View, width: int) -> list[Line]:
    """The Bloodlust track, and what its rows bring (BLOOD-1 to BLOOD-3)."""
    rows = tracks["bloodlust_rows"]
    if not rows:
        return []
    lines = track(
        (
            (gettext("Bloodlust"), range(1, len(rows) + 1)),
            (gettext("attack"), [row["attack"] for row in rows]),
            (gettext("move"), [row["move"] for row in rows]),
        ),
        tracks["bloodlust"] - 1,
        width,
    )
    brought = [_row_brings(n, row) for n, row in enumerate(rows, start=1)]
    if tracks["final_effect"]:
        brought.append(put(gettext("then {text}"), text=_small(tracks["final_effect"])))
    return [*lines, line((" · ".join(filter(None, brought)), "dim"))]


def _row_brings(number: int, row: View) -> str:
    parts = [gettext("Dark Power")] if row["dark_power"] else []
    parts += [_small(row["text"])] if row["text"] else []
    return f"{number}: {', '.join(parts)}" if parts else ""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


# ---------------------------------------------------------------- the player's board


def girl_board(v: View, width: int) -> list[Line]:
    """The Final Girl, her tracks, card and Items."""
    girl, tracks = v["girl"], v["tracks"]
    lines = [beside(line((girl["title"], "strong")), line(health(girl)), width)]
    place = line((gettext("in "), "dim"), girl["place"])
    time = line((gettext("Time "), "dim"), (str(tracks["time"]), "accent"))
    lines.append(beside(place, time, width))
    lines += horror(tracks, width)
    lines.append(line((victims_line(v["victims"]), "dim")))
    lines += items(v["items"])
    return [*lines, *rewards(girl, width), *ultimate(girl)]


def horror(tracks: View, width: int) -> list[Line]:
    """The Horror track with its dice (COMP-2)."""
    dice = tracks["horror_track"]
    rows = ((gettext("Horror"), range(len(dice))), (gettext("dice"), dice))
    return track(rows, tracks["horror"], width)


def victims_line(victims: View) -> str:
    """How many Victims are in play, saved and dead."""
    text = gettext("Victims: {in_play} in play, {saved} saved, {dead} dead")
    return put(text, **victims)


def items(found: View) -> list[Line]:
    """Hands and backpack (ITEM-1)."""
    titles = {"hands": gettext("In hands:"), "backpack": gettext("In the backpack:")}
    empty = [title for name, title in titles.items() if not found[name]]
    lines = [
        line((text, "" if text.startswith(INDENT) else "dim"))
        for name, title in titles.items()
        if found[name]
        for text in section(title, found[name])
    ]
    return [*lines, *(line((f"{title} ", "dim"), gettext("nothing")) for title in empty)]


def rewards(girl: View, width: int) -> list[Line]:
    """The Victim spaces of the Final Girl's card and what they bring (SAV-2, SAV-3)."""
    slots = [_reward(n, slot) for n, slot in enumerate(girl["slots"], start=1)]
    if girl["back"]:
        slots.append(line(("+ ", "dim"), girl["back"], (gettext(" for each more"), "dim")))
    half = width // 2
    if any(width_of(slot) >= half for slot in slots):
        return slots
    pairs = zip(slots[::2], [*slots[1::2], BLANK], strict=False)
    return [(*left, (" " * (half - width_of(left)), ""), *right) for left, right in pairs]


def _reward(number: int, slot: View) -> Line:
    if slot["waiting"]:
        return line((f"★ {number} {slot['reward']} ", "accent"), (gettext("waits"), "dim"))
    if slot["covered"]:
        return line((f"✓ {number} {slot['reward']} ", "dim"), (gettext("covered"), "dim"))
    return line((f"· {number} ", "dim"), slot["reward"])


def ultimate(girl: View) -> list[Line]:
    """Her Ultimate Ability, active or not yet."""
    data = girl["ultimate"]
    active = gettext("active") if girl["flipped"] else gettext("when all spaces are covered")
    head = line((data["title"], "strong" if girl["flipped"] else ""), (f" ({active})", "dim"))
    said = told_lines({"text": "", "action": "", **data})
    return [head, *styled([f"  {text}" for text in said], "" if girl["flipped"] else "dim")]
