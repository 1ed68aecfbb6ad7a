"""Reel: the language in which the rulebook and every card are written."""
