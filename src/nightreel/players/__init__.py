"""Players: programs that choose among the legal actions of a state."""
