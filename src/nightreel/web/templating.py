"""The templates of all pages: what they can say, and two tags of their own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from jinja2 import (
    BytecodeCache,
    Environment,
    PackageLoader,
    StrictUndefined,
    nodes,
    select_autoescape,
)
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from nightreel import __version__
from nightreel.files import cache_folder, keep_proved, read_proved
from nightreel.table.wording import phase_name
from nightreel.translation import gettext, ngettext, put
from nightreel.web.playing.parts import attributes, print_of
from nightreel.web.words import FILTERS, GLOBALS, NEEDS

STATIC: Final = Path(__file__).parent / "static"
TEMPLATES: Final = Path(__file__).parent / "templates"
KEPT: Final = 200
"""How many compiled templates stay in the cache: those of a few releases."""
INCLUDE: Final = re.compile(r'\{% include "((?:panels|parts)/[^"]+)" %\}\n?')
"""Pieces of templates; what is drawn by itself as well is compiled by itself, once for both."""


def templates() -> Environment:
    """The templates of all pages, with what they can say."""
    found = Environment(
        loader=PackageLoader("nightreel.web"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=Kept(),
        extensions=["jinja2.ext.i18n", PartTag, Inlined],
    )
    found.install_gettext_callables(gettext, ngettext, newstyle=False)  # type: ignore[attr-defined]
    found.filters |= FILTERS
    found.globals |= {
        **GLOBALS,
        "release": __version__,
        "put": put,
        "static": static,
        "phase": phase_name,
        "print_of": print_of,
        "needs": NEEDS,
    }
    found.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "sort_keys": False}
    return found


class Kept(BytecodeCache):
    """Compiled templates in the cache; where that cannot be used they are compiled anew."""

    def __init__(self) -> None:
        """Those of this release have a name of their own."""
        self._folder, self._source = cache_folder() / "templates", _digest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a template again, if it is there as it was kept: broken code can do anything."""
        kept = read_proved(self._path(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if that can be."""
        keep_proved(self._path(bucket), bucket.bytecode_to_string(), KEPT)

    def _path(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.{self._source}"


def _digest() -> str:
    """Of all that compiled templates are made of: one can be in another."""
    found = hashlib.sha256(jinja2.__version__.encode())
    for path in (Path(__file__), *sorted(TEMPLATES.rglob("*.html"))):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


@cache
def static(name: str) -> str:
    """The address of a file of ours, which changes when the file does."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={digest[:12]}"


OPEN: Final = ("li", "tr")
"""Elements that end where the next one begins."""


class Inlined(Extension):
    """Puts what a template includes in its place when it is read: that is drawn faster."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template with all that it includes by a name."""
        return INCLUDE.sub(lambda found: self._source(found[1]), source)

    def _source(self, name: str) -> str:
        loader = self.environment.loader
        assert loader is not None
        source, filename, _ = loader.get_source(self.environment, name)
        return self.preprocess(source, name, filename)


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
        end = "" if tag in OPEN else f"</{tag}>"
        return Markup(f'<{tag} id="{id_}" data-kept>{end}\n')

    def begin(self, tag: str, id_: str, print_: str, more: Mapping[str, object] = {}) -> Markup:
        """The beginning of a part."""
        return Markup(f'<{tag} id="{id_}"{attributes(more)} data-print="{print_}">\n')

    def end(self, tag: str) -> Markup:
        """The end of a part."""
        return Markup(f"</{tag}>\n")
