"""The table: a game for programs and people, on top of the machine."""
