"""``python -m nightreel`` is the command ``nightreel``."""

from nightreel.terminal.cli import main

raise SystemExit(main())
