"""The interface for other programs."""
