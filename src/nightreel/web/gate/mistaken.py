"""What is wrong with what somebody sent, in the words of Nightreel and not of a library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from nightreel.translation import gettext, put

NAMED: Final = 60
"""Most letters of a name that somebody sent."""
MOST: Final = 5
"""Most mistakes that are told of at once."""
Error = Mapping[str, Any]


def mistakes(errors: Iterable[Error]) -> str:
    """One sentence about all of them: where, and what is wanted there."""
    return "; ".join(_told(error) for error in list(errors)[:MOST]) + "."


def is_no_id(errors: Iterable[Error]) -> bool:
    """Whether a path names something that cannot be there."""
    return any(error["loc"][0] == "path" for error in errors)


def fit(text: str, most: int) -> str:
    """Words that somebody sent may be endless, and unfit to be shown."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[: most + 1])
    return shown if len(shown) <= most else f"{shown[:most]}…"


def _told(error: Error) -> str:
    place = [str(part) for part in error["loc"]]
    wanted = _wanted(error)
    if error["type"] == "json_invalid" or len(place) < 2:
        return wanted
    return f"{fit('.'.join(place[1:]), NAMED)}: {wanted}"


def _wanted(error: Error) -> str:
    known: dict[str, Callable[[], str]] = {
        "missing": lambda: gettext("this is wanted"),
        "extra_forbidden": lambda: gettext("this is not known here"),
        "json_invalid": lambda: gettext("this is no JSON"),
        "int_type": lambda: gettext("a whole number is wanted"),
        "int_parsing": lambda: gettext("a whole number is wanted"),
        "int_parsing_size": lambda: gettext("a whole number is wanted"),
        "int_from_float": lambda: gettext("a whole number is wanted"),
        "bool_type": lambda: gettext("true or false is wanted"),
        "bool_parsing": lambda: gettext("true or false is wanted"),
        "string_type": lambda: gettext("text is wanted"),
        "string_unicode": lambda: gettext("text is wanted"),
        "list_type": lambda: gettext("a list is wanted"),
        "model_attributes_type": lambda: gettext("an object is wanted"),
        "model_type": lambda: gettext("an object is wanted"),
        "string_too_long": lambda: put(
            gettext("{n} letters are the most"), n=error["ctx"]["max_length"]
        ),
        "too_long": lambda: put(gettext("{n} are the most"), n=error["ctx"]["max_length"]),
        "greater_than_equal": lambda: put(gettext("{n} is the least"), n=error["ctx"]["ge"]),
        "less_than_equal": lambda: put(gettext("{n} is the most"), n=error["ctx"]["le"]),
        "less_than": lambda: put(gettext("less than {n} is wanted"), n=error["ctx"]["lt"]),
    }
    if error["type"] == "missing" and tuple(error["loc"]) == ("body",):
        return gettext("nothing was sent")
    tell = known.get(error["type"])
    return fit(str(error["msg"]), 2 * NAMED) if tell is None else tell()
