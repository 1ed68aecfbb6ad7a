"""The command line and the plain terminal."""
