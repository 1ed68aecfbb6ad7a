"""Films: YAML with Reel in it, read, checked and put together into a program."""
