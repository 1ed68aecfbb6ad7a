"""The rulebook in Reel, a chapter a file, and the core box as data."""
