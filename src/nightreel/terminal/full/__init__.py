"""The full-screen terminal: the whole table at once, with Textual (extra ``tui``)."""
