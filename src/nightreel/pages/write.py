"""``python -m nightreel.pages.write`` writes pages from data; ``make generate`` runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nightreel.pages import films, playing, rules

ROOT: Final = Path(__file__).parents[3]


def written(root: Path) -> dict[Path, str]:
    """Every page of a checkout by its path, with what must stand in it."""
    docs = root / "docs"
    played = docs / "how-to-play.md"
    return {
        played: playing.filled(played.read_text(encoding="utf-8")),
        **{docs / "rules" / name: text for name, text in rules.pages(root).items()},
        **{docs / "films" / name: text for name, text in films.pages(docs / "films").items()},
    }


if __name__ == "__main__":
    for path, text in written(ROOT).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
