"""The line above the table, and the one with keys below it."""

from __future__ import annotations

from collections.abc import Sequence

from nightreel.table.game import Game
from nightreel.table.view import View
from nightreel.table.wording import phase_name
from nightreel.terminal.full.lines import Line, Span, beside, line, styled, width_of
from nightreel.terminal.screens import dice
from nightreel.translation import gettext, put


def status_line(v: View, practice: bool, width: int) -> Line:
    """Cast on the left if there is room; turn, phase and what is watched most on the right."""
    title = line((v["title"], "strong"), (gettext("  practice") if practice else "", "accent"))
    right = watched(v)
    if width_of(title) + width_of(right) + 2 > width:
        title = line((gettext("practice"), "accent")) if practice else ()
    return beside(title, right, width)


def watched(v: View) -> Line:
    """Turn, phase, Time, Horror and health."""
    tracks = v["tracks"]
    turn = put(gettext("Turn {turn}, {phase}"), turn=v["turn"], phase=phase_name(v["phase"]))
    horror = put(
        gettext("Horror {n} ({dice})"), n=tracks["horror"], dice=dice(tracks["horror_dice"])
    )
    parts = (turn, put(gettext("Time {n}"), n=tracks["time"]), horror, f"♥ {v['girl']['health']}")
    return line(*_joined([(text, "" if n else "accent") for n, text in enumerate(parts)]))


def opening_lines(game: Game) -> list[Line]:
    """What stands before the log: how to check the seed (SET-11), where the game is kept."""
    text = gettext("Hash of the seed: {hash} (the seed is told at the end)")
    lines = [put(text, hash=game.seed_hash)]
    if game.practice:
        lines.append(gettext("A practice game: undo goes back freely."))
    if game.path is not None:
        lines.append(put(gettext("The game is kept in {path}"), path=game.path))
    return styled(lines, "dim")


def usual_keys() -> list[tuple[str, str]]:
    """The keys worth to be named while a question is asked."""
    return [
        ("F1", gettext("help")),
        ("F2-F6", gettext("panels")),
        ("← →", gettext("cards")),
        ("F7", gettext("rules")),
        ("^F", gettext("full")),
        ("^Z", gettext("undo")),
        ("^Q", gettext("leave")),
    ]


def follow_keys() -> list[tuple[str, str]]:
    """Those while the Killer phase is followed."""
    return [
        (gettext("Space"), gettext("next")),
        ("←", gettext("back")),
        (gettext("Esc"), gettext("skip")),
        ("F7", gettext("rules")),
        ("^P", gettext("never step by step")),
    ]


def keys_line(keys: Sequence[tuple[str, str]]) -> Line:
    """Keys and what they do."""
    return line(*(span for key, told in keys for span in ((key, "accent"), (f" {told}  ", "dim"))))


def _joined(spans: Sequence[Span]) -> list[Span]:
    return [span for n, part in enumerate(spans) for span in ([(" · ", "dim")] * (n > 0) + [part])]
