"""The pages around a game."""
