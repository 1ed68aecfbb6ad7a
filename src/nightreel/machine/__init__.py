"""The machine: primitives on the record and the loop that runs compiled Reel."""
