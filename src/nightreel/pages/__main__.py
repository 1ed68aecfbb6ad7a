"""``python -m nightreel.pages`` writes the pages of rules and films; ``make generate`` runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nightreel.pages import films, rules

ROOT: Final = Path(__file__).parents[3]


def written(root: Path) -> dict[Path, str]:
    """Every page of a checkout by its path, with what must stand in it."""
    docs = root / "docs"
    return {
        **{docs / "rules" / name: text for name, text in rules.pages(root).items()},
        **{docs / "films" / name: text for name, text in films.pages(docs / "films").items()},
    }


if __name__ == "__main__":
    for path, text in written(ROOT).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
