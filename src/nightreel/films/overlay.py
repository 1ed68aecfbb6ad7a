"""Lays fields of a case over those of a film: a film changed in a few places."""

from __future__ import annotations

from typing import Any

from nightreel.films.source import Fields, Items


def _ids(items: list[Any]) -> bool:
    """Whether everything in a list is a card, role ... with an id."""
    return bool(items) and all(isinstance(i, Fields) and "id" in i for i in items)


def _joined(under: Items, over: Items) -> Items:
    """Two lists of things with ids: those of the overlay replace or follow the others."""
    new = {str(i["id"]): i for i in over}
    joined = Items(over.where)
    for thing in under:
        change = new.pop(str(thing["id"]), None)
        joined.append(thing if change is None else laid_over(thing, change))
    joined.extend(new.values())
    return joined


def laid_over(under: Fields, over: Fields) -> Fields:
    """A copy of some fields with others laid over them.

    Mappings are merged, lists of things with ids are joined by id, everything else is replaced.
    """
    merged = Fields(under.where)
    merged.keys_at = {**under.keys_at, **over.keys_at}
    merged.update(under)
    for key, value in over.items():
        old = under.get(key)
        if isinstance(old, Fields) and isinstance(value, Fields):
            merged[key] = laid_over(old, value)
        elif isinstance(old, Items) and isinstance(value, Items) and _ids(old) and _ids(value):
            merged[key] = _joined(old, value)
        else:
            merged[key] = value
    return merged
