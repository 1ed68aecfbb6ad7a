"""What has been followed of the Killer phase, in lines."""

from __future__ import annotations

from nightreel.table.following import Following
from nightreel.terminal.full.lines import Line, line


def story_so_far(following: Following) -> list[Line]:
    """What has been followed, the newest sentence lit, with the icons behind it."""
    lines: list[Line] = []
    told = ""
    for n, beat in enumerate(following.beats[: following.at + 1]):
        if beat.source != told and not beat.tells_source:
            lines.append(line((beat.source, "dim")))
        told = beat.source
        here = n == following.at
        icon = (f"{beat.icon:<9}", "accent" if here else "dim")
        rules = (f" {', '.join(beat.entry.rules)}", "dim")
        lines.append(line(icon, (beat.entry.text, "strong" if here else ""), rules))
    return lines
