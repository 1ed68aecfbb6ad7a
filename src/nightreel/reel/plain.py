"""Dataclasses out of plain values, as JSON has them; every value is of the type of its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
PLAIN: Final = (str, int, bool)
Reader: TypeAlias = Callable[[Any, str], Any]
"""Makes a value of a plain one, which stands at a place.  Raises ValueError."""


def typed(value: Any, wanted: type[T], where: str) -> T:
    """A value that must be of a type.  Raises ValueError, which names the place."""
    if type(value) is not wanted:
        raise ValueError(f"{where}: {wanted.__name__} is wanted")
    return value


def built(class_: Callable[..., T], plain: Any, where: str) -> T:
    """A dataclass out of a mapping with its fields; what else stands in it is left out.

    Fields may be plain values, dataclasses, tuples and mappings of such.  Raises ValueError,
    which names the place.
    """
    values = typed(plain, dict, where)
    readers = _readers(class_)
    if not readers.keys() <= values.keys():
        raise ValueError(f"{where}.{min(readers.keys() - values.keys())} is missing")
    return class_(**{name: read(values[name], f"{where}.{name}") for name, read in readers.items()})


@cache
def _readers(class_: Any) -> Mapping[str, Reader]:
    """What reads each field of a dataclass."""
    return {name: _reader(kind) for name, kind in get_type_hints(class_).items()}


def _reader(kind: Any) -> Reader:
    """What reads values of a type."""
    of = get_args(kind)
    if kind is Any:
        return lambda value, _: value
    if get_origin(kind) is dict:
        return partial(_mapping, _reader(of[1]))
    if get_origin(kind) is tuple:
        return partial(_many, of[0], _reader(of[0])) if of[-1] is ... else partial(_row, of)
    if kind in PLAIN:
        return lambda value, where: typed(value, kind, where)
    return partial(built, kind)


def _mapping(read: Reader, value: Any, where: str) -> dict[str, Any]:
    """A mapping from names."""
    return {name: read(one, f"{where}.{name}") for name, one in typed(value, dict, where).items()}


def _many(kind: type, read: Reader, value: Any, where: str) -> tuple[Any, ...]:
    """A tuple of any length, out of a list; long ones hold numbers and are read at once."""
    values = typed(value, list, where)
    if set(map(type, values)) <= {kind}:
        return tuple(values)
    return tuple([read(one, where) for one in values])


def _row(kinds: Sequence[type], value: Any, where: str) -> tuple[Any, ...]:
    """A tuple of plain values of these types, out of a list."""
    values = typed(value, list, where)
    if [*map(type, values)] != [*kinds]:
        names = ", ".join(kind.__name__ for kind in kinds)
        raise ValueError(f"{where}: these are wanted: {names}")
    return tuple(values)
