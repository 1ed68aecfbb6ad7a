"""The keys, and what the signs mean."""

from __future__ import annotations

from nightreel.terminal.full.lines import BLANK, Line, line
from nightreel.translation import gettext


def keys() -> list[tuple[str, str]]:
    """Every key and what it does."""
    return [
        ("↑ ↓  Enter", gettext("choose an answer and take it")),
        (gettext("digits"), gettext("the number of an answer, then Enter")),
        (gettext("letters"), gettext("the beginning of its words, then Enter; Backspace, Esc")),
        ("F2 … F6", gettext("Map, Killer, You, Cards, Log to the front; again: full size")),
        ("Tab  Shift+Tab", gettext("the next panel, the one before")),
        ("← →", gettext("Hand, Tableau, Decks and cards in play")),
        ("PgUp PgDn", gettext("scroll the panel at the front")),
        ("F7", gettext("the rules at hand: of a refusal, of what was just followed or happened")),
        ("Ctrl+F", gettext("the panel at the front full size, and back")),
        ("Ctrl+Z", gettext("undo, as far as the last revealed die or card")),
        ("Ctrl+P", gettext("follow the Killer phase step by step, or not")),
        (gettext("Space, ←, Esc"), gettext("while following: next, back, skip")),
        ("Ctrl+Q", gettext("leave; every answer is saved already")),
        ("R, S, Q", gettext("at the end: rematch, the story, leave")),
    ]


def signs() -> list[tuple[str, str]]:
    """Every sign and what it means."""
    return [
        ("♥ ♡ ● ○", gettext("health, lost health, black and white Final Health token")),
        ("▸4", gettext("where a track stands")),
        ("12 ─ 34", gettext("panic numbers: where a Victim of the space beside them goes")),
        ("┄ ┆", gettext("a way that you cannot go now")),
        ("▸3", gettext("on the map: a space that answer 3 leads to")),
        ("◎ →1 »", gettext("target, path and step of an Enemy")),
        ("· ✓ ★", gettext("a Victim space: free, covered, its reward waits")),
        ("2+ 1 0", gettext("result lines: 2 or more successes, 1, none")),
        ("✗", gettext("refused, with the reason and its rule")),
        ("11/44/45%", gettext("how likely each result line is when the roll is kept")),
        (gettext("at best"), gettext("that line or a better one, with all that can change a roll")),
    ]


def opening_keys() -> list[tuple[str, str]]:
    """The keys before a game."""
    return [
        ("↑ ↓", gettext("go to a row: who plays, the options, kept games")),
        ("← →", gettext("change what stands there; whoever was chosen of the cast is locked")),
        (gettext("Space"), gettext("lock or unlock who plays; turn an option on or off")),
        ("R", gettext("draw Killer, Location and Final Girl, but for those that are locked")),
        ("Enter", gettext("begin; on a kept game: go on with it")),
        ("Ctrl+Q", gettext("leave")),
    ]


def opening_help() -> list[Line]:
    """The keys before a game, then those of the table."""
    begin = [line((gettext("Before a game"), "strong")), *(_row(*row) for row in opening_keys())]
    return [*begin, BLANK, *help_lines()]


def help_lines() -> list[Line]:
    """All keys and signs of the table."""
    return [
        line((gettext("Keys"), "strong")),
        *(_row(*row) for row in keys()),
        BLANK,
        line((gettext("Signs"), "strong")),
        *(_row(*row) for row in signs()),
    ]


def _row(name: str, told: str) -> Line:
    return line((f"{name:<16}", "accent"), told)
