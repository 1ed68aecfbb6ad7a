"""Parts of a page that come again only when they are others: an answer sends little."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup, escape

HAD: Final = "Nightreel-Has"
"""The header in which a page tells the parts that it has, as ``id=print;id=print``."""


def print_of(*parts: object) -> str:
    """A short digest of what is shown."""
    return hashlib.blake2s("\0".join(map(str, parts)).encode(), digest_size=5).hexdigest()


def parts_had(header: str) -> Mapping[str, str]:
    """The parts of a table that a page has, by their ids, with their prints."""
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {id_: print_ for id_, _, print_ in pairs}


class PartTag(Extension):
    """``{% part id, tag, print, attributes %} ... {% endpart %}``: a part of the table.

    Its print has to tell of everything that is in it: of what a page has already, by the context's
    ``had``, only a place is sent, and it is not drawn.  The attributes, a mapping, may be left out.
    """

    tags = {"part"}  # noqa: RUF012

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The tag as nodes: a place, or else the element with what is in it."""
        line = next(parser.stream).lineno
        given = parser.parse_tuple()
        id_, tag, print_, *more = given.items if isinstance(given, nodes.Tuple) else [given]
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        is_there = self.call_method("has", [nodes.Name("had", "load"), id_, print_])
        place = self.call_method("place", [tag, id_])
        begin = self.call_method("begin", [tag, id_, print_, *more])
        end = self.call_method("end", [tag])
        drawn = [nodes.Output([begin]), *body, nodes.Output([end])]
        return [nodes.If(is_there, [nodes.Output([place])], [], drawn).set_lineno(line)]

    def has(self, had: Mapping[str, str], id_: str, print_: str) -> bool:
        """Whether a page has a part as it is now."""
        return had.get(id_) == print_

    def place(self, tag: str, id_: str) -> Markup:
        """Where a part belongs that the page has already."""
        return Markup(f'<{tag} id="{id_}" data-kept></{tag}>\n')

    def begin(self, tag: str, id_: str, print_: str, attributes: Mapping[str, str] = {}) -> Markup:
        """The beginning of a part."""
        told = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        return Markup(f'<{tag} id="{id_}"{told} data-print="{print_}">\n')

    def end(self, tag: str) -> Markup:
        """The end of a part."""
        return Markup(f"</{tag}>\n")
