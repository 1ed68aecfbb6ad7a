"""Nightreel: the solo horror board game Final Girl as software."""

__version__ = "0.1.0"
