"""Parts of a page that come again only when they are others: an answer sends little."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

HAD: Final = "Nightreel-Has"
"""The header in which a page tells the parts that it has, as ``id=print;id=print``."""


def print_of(*parts: object) -> str:
    """A short digest of what is shown."""
    return hashlib.blake2s("\0".join(map(str, parts)).encode(), digest_size=5).hexdigest()


def parts_had(header: str) -> Mapping[str, str]:
    """The parts of a table that a page has, by their ids, with their prints."""
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {id_: print_ for id_, _, print_ in pairs}
