"""The line above the table, and the one with keys below it."""

from __future__ import annotations

from collections.abc import Sequence

from nightreel.table.view import View
from nightreel.terminal.full.lines import Line, Span, beside, line, width_of
from nightreel.terminal.screens import dice, phase_name
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


def keys_line(keys: Sequence[tuple[str, str]]) -> Line:
    """Keys and what they do."""
    return line(*(span for key, told in keys for span in ((key, "accent"), (f" {told}  ", "dim"))))


def _joined(spans: Sequence[Span]) -> list[Span]:
    return [span for n, part in enumerate(spans) for span in ([(" · ", "dim")] * (n > 0) + [part])]
