"""Pages of the documents that are written from data: the rules and the films."""
