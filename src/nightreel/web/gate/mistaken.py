"""What is wrong with what somebody sent, in the words of Nightreel and not of a library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """What would be right where something is wrong."""
    type_ = error["type"]
    if type_ == "missing" and tuple(error["loc"]) == ("body",):
        return gettext("nothing was sent")
    if type_ in _limits():
        text, name = _limits()[type_]
        return put(text, n=error["ctx"][name])
    return _kinds().get(type_) or fit(str(error["msg"]), 2 * NAMED)


def _kinds() -> dict[str, str]:
    """What is wanted, by the types of mistakes."""
    number, truth = gettext("a whole number is wanted"), gettext("true or false is wanted")
    text, object_ = gettext("text is wanted"), gettext("an object is wanted")
    return {
        "missing": gettext("this is wanted"),
        "extra_forbidden": gettext("this is not known here"),
        "json_invalid": gettext("this is no JSON"),
        "list_type": gettext("a list is wanted"),
        **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), number),
        **dict.fromkeys(("bool_type", "bool_parsing"), truth),
        **dict.fromkeys(("string_type", "string_unicode"), text),
        **dict.fromkeys(("model_attributes_type", "model_type"), object_),
    }


def _limits() -> dict[str, tuple[str, str]]:
    """What is wanted where a limit is passed, and what the limit is called."""
    return {
        "string_too_long": (gettext("{n} letters are the most"), "max_length"),
        "too_long": (gettext("{n} are the most"), "max_length"),
        "greater_than_equal": (gettext("{n} is the least"), "ge"),
        "less_than_equal": (gettext("{n} is the most"), "le"),
        "less_than": (gettext("less than {n} is wanted"), "lt"),
    }
