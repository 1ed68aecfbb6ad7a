"""Reads YAML without aliases and with limits, keeping the place of every word."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

from nightreel.reel.errors import SourceError, Where

SIZE_MAX: Final = 1 << 20
DEPTH_MAX: Final = 16
NODES_MAX: Final = 50_000


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


def read_file(path: Path) -> Fields:
    """The mapping in a YAML file.  Raises SourceError."""
    try:
        if path.stat().st_size > SIZE_MAX:
            raise SourceError(Where(str(path)), "the file is too large", "at most 1 MiB")
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(Where(str(path)), error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise SourceError(Where(str(path)), "this is no text in UTF-8") from None
    return read_text(source, str(path))


def read_text(source: str, name: str) -> Fields:
    """The mapping in a YAML text.  Raises SourceError."""
    try:
        for token in yaml.scan(source):
            if isinstance(token, yaml.AliasToken | yaml.AnchorToken):
                mark = token.start_mark
                raise SourceError(
                    Where(name, mark.line + 1, mark.column + 1),
                    "aliases and anchors are not allowed",
                    "write it out again",
                )
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise SourceError(Where(name, line, column), str(error.problem or "no YAML")) from None
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
    value = _Reader(name).value(node, 0) if node is not None else None
    if not isinstance(value, Fields):
        raise SourceError(
            Where(name), "a mapping is wanted", "begin with a line such as film: my_film"
        )
    return value


class _Reader:
    """Turns YAML nodes into values with places."""

    def __init__(self, name: str) -> None:
        self.name = name
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
        match node.tag:
            case "tag:yaml.org,2002:int":
                return _number(text, self.where(node))
            case "tag:yaml.org,2002:bool":
                return text.lower() in ("true", "yes", "on")
            case "tag:yaml.org,2002:null":
                return None
        return Text(text, self.where(node))


def _number(text: str, where: Where) -> int:
    try:
        number = int(text)
    except ValueError:
        raise SourceError(where, f"{text[:40]!r} is no whole number") from None
    if abs(number) > 1_000_000:
        raise SourceError(where, f"{text[:40]} is too large", "at most 1,000,000")
    return number
