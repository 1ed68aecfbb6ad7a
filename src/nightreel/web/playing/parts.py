"""Parts of a page that come again only when they are others: an answer sends little."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from nightreel import __version__
from nightreel.translation import language

HAD: Final = "Nightreel-Has"
"""The header in which a page tells the parts that it has, as ``id=print;id=print``."""


def print_of(*parts: object) -> str:
    """A short digest of what is shown by this release, in this language."""
    shown = (__version__, language(), *parts)
    return hashlib.blake2s("\0".join(map(str, shown)).encode(), digest_size=5).hexdigest()


def parts_had(header: str) -> Mapping[str, str]:
    """The parts of a table that a page has, by their ids, with their prints."""
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {id_: print_ for id_, _, print_ in pairs}


def attributes(values: Mapping[str, object]) -> Markup:
    """Attributes of an element, in whichever quotes make them short."""
    return Markup("".join(f" {name}={_quoted(str(value))}" for name, value in values.items()))


def _quoted(value: str) -> str:
    safe = value.replace("&", "&amp;").replace("<", "&lt;")
    if '"' in safe:
        return "'" + safe.replace("'", "&#39;") + "'"
    return f'"{safe}"'
