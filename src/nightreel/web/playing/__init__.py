"""The table of a game that is played: its page, and what an answer changes on it."""
