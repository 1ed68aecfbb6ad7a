"""Reads YAML without aliases and with limits, keeping the place of every word."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from nightreel.files import why
from nightreel.films.box import FILM_MAX
from nightreel.output import PLAIN
from nightreel.reel.errors import Fold, SourceError, Where
from nightreel.translation import put

DEPTH_MAX: Final = 16
NODES_MAX: Final = 50_000
LINE_END: Final = re.compile("\r\n?|[\n\x85\u2028\u2029]")
"""What ends a line in YAML."""


_CONTROL: Final = re.compile(f"[{re.escape(''.join(map(chr, PLAIN)))}]")
"""Control characters, but for tabs and ends of lines."""


class Text(str):
    """A string that knows where it stands."""

    where: Where

    def __new__(cls, value: str, where: Where) -> Text:
        """A string with its place."""
        text = super().__new__(cls, value)
        text.where = where
        return text


class Fields(dict[str, Any]):
    """A mapping that knows where it and its keys stand."""

    where: Where
    keys_at: dict[str, Where]
    values_at: dict[str, Where]

    def __init__(self, where: Where) -> None:
        """An empty mapping at a place."""
        super().__init__()
        self.where = where
        self.keys_at = {}
        self.values_at = {}

    def at(self, key: str) -> Where:
        """The place of the value of a key."""
        return self.values_at.get(key) or self.keys_at.get(key) or self.where


class Items(list[Any]):
    """A list that knows where it stands."""

    where: Where
    items_at: list[Where]

    def __init__(self, where: Where) -> None:
        """An empty list at a place."""
        super().__init__()
        self.where = where
        self.items_at = []

    def at(self, index: int) -> Where:
        """The place of an item."""
        return self.items_at[index] if index < len(self.items_at) else self.where


def where_of(value: object, otherwise: Where) -> Where:
    """The place of a value read from a file."""
    return value.where if isinstance(value, Text | Fields | Items) else otherwise


def listed(value: Any) -> list[Any]:
    """A field that may hold one thing or a list: always a list, nothing an empty one."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def titles_in(*parts: Fields) -> dict[str, str]:
    """The titles of all things in films by their ids, and what tags of spaces are called."""
    found: dict[str, str] = {}
    for part in parts:
        for name, value in part.items():
            if name == "spaces" and isinstance(value, Fields):
                found |= _titles_of_spaces(value)
            for inner in listed(value):
                if isinstance(inner, Fields):
                    found |= titles_in(inner)
        if "id" in part and "title" in part:
            found[str(part["id"])] = str(part["title"])
    return found


def _titles_of_spaces(spaces: Fields) -> dict[str, str]:
    """The titles of spaces, and of their tags."""
    tags = {str(tag) for space in spaces.values() for tag in space.get("tags") or []}
    marked = {tag: f"the spaces marked {tag.replace('_', ' ')}" for tag in tags}
    return marked | {
        name: str(space.get("title") or title_of(name)) for name, space in spaces.items()
    }


def title_of(name: str) -> str:
    """A title for what has only a name: ``boat_house`` becomes ``Boat house``."""
    return name.replace("_", " ").capitalize()


def read_file(path: Path) -> Fields:
    """The mapping in a YAML file.  Raises SourceError."""
    try:
        with path.open("rb") as file:
            data = file.read(FILM_MAX + 1)
    except OSError as error:
        raise SourceError(Where(str(path)), why(error)) from None
    return read_bytes(data, str(path))


def read_bytes(data: bytes, name: str) -> Fields:
    """The mapping in the bytes of a YAML file.  Raises SourceError."""
    if len(data) > FILM_MAX:
        raise SourceError(Where(name), "the file is too large", "at most 1 MiB")
    try:
        source = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8").read()
    except UnicodeDecodeError:
        raise SourceError(Where(name), "this is no text in UTF-8") from None
    return read_text(source, name)


def read_text(source: str, name: str) -> Fields:
    """The mapping in a YAML text.  Raises SourceError."""
    try:
        _scan(source, name)
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        raise _no_yaml(error, source, name) from None
    except yaml.reader.ReaderError as error:
        before = source[: error.position]
        line, column = before.count("\n") + 1, error.position - before.rfind("\n")
        raise SourceError(
            Where(name, line, column), f"the character {error.character:#x} is not allowed"
        ) from None
    except yaml.YAMLError as error:
        raise SourceError(Where(name), f"no YAML: {str(error).splitlines()[0]}") from None
    except (ValueError, OverflowError):  # an escape beyond the last character
        raise SourceError(Where(name), "a character written as \\U... does not exist") from None
    except RecursionError:
        raise SourceError(Where(name), "nested too deep", f"at most {DEPTH_MAX} levels") from None
    value = _Reader(name, source).value(node, 0) if node is not None else None
    if not isinstance(value, Fields):
        raise SourceError(
            Where(name), "a mapping is wanted", "begin with a line such as film: my_film"
        )
    return value


OPENING: Final = (
    yaml.FlowSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.BlockMappingStartToken,
)
CLOSING: Final = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)


def _scan(source: str, name: str) -> None:
    """See before anything is built that nothing is nested without end or stands for another."""
    depth = 0
    for token in yaml.scan(source):
        where = Where(name, token.start_mark.line + 1, token.start_mark.column + 1)
        if isinstance(token, yaml.AliasToken | yaml.AnchorToken):
            raise SourceError(where, "aliases and anchors are not allowed", "write it out again")
        depth += isinstance(token, OPENING) - isinstance(token, CLOSING)
        if depth > DEPTH_MAX + 1:
            raise SourceError(where, "nested too deep", f"at most {DEPTH_MAX} levels")


QUOTE: Final = 'texts of Reel stand in "quotation marks", fields are parted by commas'
QUOTED: Final = 'put it in "quotation marks"'
DOCUMENT: Final = ("a second document begins here", "leave '---' out: a file has one")
SAID: Final[Mapping[str, tuple[str, str]]] = {
    "expected ',' or '}'": ("unexpected {found} between { and }", QUOTE),
    "expected ',' or ']'": ("unexpected {found} between [ and ]", QUOTE),
    "mapping values are not allowed": (
        "unexpected ':'",
        'indent fields of one thing alike; a text with ":" stands in "quotation marks"',
    ),
    "found character '\\t'": ("a tab", "indent with spaces"),
    "could not find expected ':'": ("here is no ':'", "write FIELD: VALUE"),
    "expected <block end>": ("this line is indented otherwise", "indent fields of one thing alike"),
    "but found another document": DOCUMENT,
    "expected '<document start>'": DOCUMENT,
    "found character": ("a text cannot begin with {found}", QUOTED),
    "expected the node content": ("a text cannot begin with {found}", QUOTED),
    "expected alphabetic or numeric": ("a text cannot begin with & or *", QUOTED),
    "found undefined tag handle": ("a text cannot begin with !", QUOTED),
    "sequence entries are not allowed": (
        "a list begins in the line of its field",
        "write each '- ' on a line of its own",
    ),
    "expected chomping": ("unexpected {found} behind | or >", "the text begins in the next line"),
    "expected escape sequence": (
        "\\x, \\u and \\U stand before 2, 4 and 8 digits",
        "write the character itself",
    ),
    "found unexpected end of stream": ("a quotation mark is missing", 'close the text with "'),
    "found unknown escape character": ("\\ has a meaning here", "write \\\\ for it"),
}
"""What is said for the complaints of the YAML parser that people meet: what, and what is right."""


NEAR: Final = 3
"""Lines before a complaint among which a quotation mark that is missing is looked for."""
_COMPLAINT: Final = re.compile(r"(?:but got|but found|character) ('.*?')(?: that .*)?$")
_CURLY: Final = re.compile("[“”„]")


def _no_yaml(error: yaml.MarkedYAMLError, source: str, name: str) -> SourceError:
    """What a complaint of the YAML parser means for whoever writes a film."""
    problem = str(error.problem or "this is no YAML")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = LINE_END.split(source)
    quote = _quote_fault(error, lines, name)
    if quote is not None:
        return quote
    for start, (what, right) in SAID.items():
        if problem.startswith(start):
            return SourceError(Where(name, line, column), put(what, found=_found(problem)), right)
    return SourceError(Where(name, line, column), problem)


def _found(problem: str) -> str:
    """What the YAML parser complains of, as people call it."""
    named = _COMPLAINT.search(problem)
    found = named.group(1) if named else problem
    return {"'<scalar>'": "text", "'<stream end>'": "end of the file"}.get(found, found)


def _quote_fault(error: yaml.MarkedYAMLError, lines: list[str], name: str) -> SourceError | None:
    """A quotation mark that is missing or curly, where that is behind a complaint."""
    mark, begun = error.problem_mark, error.context_mark
    if mark is None:
        return None
    if begun is None:
        ended = mark.line < len(lines) and lines[mark.line][: mark.column].count('"') % 2
        odd = _odd_quote(lines, max(mark.line - NEAR, 0), mark.line - 1) if ended else None
    else:
        curly = _CURLY.search(lines[begun.line])
        if curly:
            at = Where(name, begun.line + 1, curly.start() + 1)
            return SourceError(at, f"{curly.group()} is no quotation mark here", 'write "')
        odd = _odd_quote(lines, begun.line, mark.line)
    return SourceError(Where(name, *odd), *SAID["found unexpected end of stream"]) if odd else None


def _odd_quote(lines: list[str], first: int, last: int) -> tuple[int, int] | None:
    """Line and column of a quotation mark that has no other in its line, the first of them."""
    for number in range(first, min(last + 1, len(lines))):
        quotes = [at for at, char in enumerate(lines[number]) if char == '"']
        if len(quotes) % 2:
            return number + 1, quotes[-1] + 1
    return None


class _Reader:
    """Turns YAML nodes into values with places."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.lines = LINE_END.split(source)
        self.nodes = 0

    def where(self, node: yaml.Node) -> Where:
        """The place of a node; of a text, that of its first character."""
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("'", '"'):
                column += 1
            if node.style in ("|", ">"):
                return Where(self.name, line + 1, 1)
        return Where(self.name, line, column)

    def text_where(self, node: yaml.Node) -> Where:
        """The place of a text; of one on several lines also where its parts stand."""
        where = self.where(node)
        if not isinstance(node, yaml.ScalarNode) or node.start_mark.line == node.end_mark.line:
            return where
        folds = tuple(self.folds(node))
        return Where(where.file, *folds[0][2:], folds) if folds else where

    def folds(self, node: yaml.ScalarNode) -> Iterator[Fold]:
        """Where each line of the file comes to stand in a text that was folded or indented."""
        text, at = str(node.value), 0
        first = node.start_mark.line + (node.style in ("|", ">"))
        for number in range(first, min(node.end_mark.line + 1, len(self.lines))):
            begin = node.start_mark.column if number == node.start_mark.line else 0
            part = self.lines[number][begin:].strip().strip("'\"")
            found = text.find(part, at) if part else -1
            if found < 0:
                continue
            line = text.count("\n", 0, found) + 1
            column = self.lines[number].index(part, begin) + 1
            yield line, found - text.rfind("\n", 0, found), number + 1, column
            at = found + len(part)

    def value(self, node: yaml.Node, depth: int) -> Any:
        """The value of a node."""
        self.nodes += 1
        if depth > DEPTH_MAX or self.nodes > NODES_MAX:
            raise SourceError(self.where(node), "too large or nested too deep")
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, depth)
        if isinstance(node, yaml.SequenceNode):
            items = Items(self.where(node))
            items.extend(self.value(n, depth + 1) for n in node.value)
            items.items_at = [self.where(n) for n in node.value]
            return items
        return self.scalar(node)

    def mapping(self, node: yaml.MappingNode, depth: int) -> Fields:
        """A mapping; a key that comes twice is an error."""
        fields = Fields(self.where(node))
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise SourceError(self.where(key), "a key must be a word", "such as id:")
            name = str(key.value)
            self.see_text(key, name)
            if name in fields:
                raise SourceError(self.where(key), f"{name!r} comes twice", "keep one of them")
            fields.keys_at[name] = self.where(key)
            fields.values_at[name] = self.where(value)
            fields[name] = self.value(value, depth + 1)
        return fields

    def scalar(self, node: yaml.Node) -> Any:
        """A number, a truth, nothing, or a text."""
        text = str(node.value)
        if any("\ud800" <= c <= "\udfff" for c in text):
            raise SourceError(self.where(node), "half a character", "write the character itself")
        self.see_text(node, text)
        match node.tag:
            case "tag:yaml.org,2002:int":
                return _number(text, self.where(node))
            case "tag:yaml.org,2002:bool":
                return text.lower() in ("true", "yes", "on")
            case "tag:yaml.org,2002:null":
                return None
        return Text(text, self.text_where(node))

    def see_text(self, node: yaml.Node, text: str) -> None:
        """Control characters could command a terminal: a text has none but ends of lines, tabs."""
        found = _CONTROL.search(text)
        if found is not None:
            what = f"the control character {ord(found.group()):#x} stands in a text"
            raise SourceError(self.where(node), what, "leave it out")


def _number(text: str, where: Where) -> int:
    try:
        number = int(text)
    except ValueError:
        raise SourceError(where, f"{text[:40]!r} is no whole number") from None
    if abs(number) > 1_000_000:
        raise SourceError(where, f"{text[:40]} is too large", "at most 1,000,000")
    return number
