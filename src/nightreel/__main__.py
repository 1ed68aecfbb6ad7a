"""The command ``nightreel``, which is ``python -m nightreel`` too."""

from __future__ import annotations

from nightreel.exits import INTERRUPTED


def main() -> int:
    """Run the command line; Ctrl-C ends it quietly also while all else is still being loaded."""
    try:
        from nightreel.terminal.cli import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
