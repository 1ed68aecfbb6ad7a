"""The record: the layout of the whole state of a game, one row of 32-bit integers."""
