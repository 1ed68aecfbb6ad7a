"""All words for people go through here: gettext catalogues, English as it stands in the source."""

from __future__ import annotations

import gettext as _gettext
import os
import re
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "nightreel"
_BRACES: Final = re.compile(r"\{(\w+)\}")


@cache
def _catalogue(language: str) -> _gettext.NullTranslations:
    languages = [language] if language else None
    return _gettext.translation(DOMAIN, str(FOLDER), languages=languages, fallback=True)


@cache
def _chosen() -> _gettext.NullTranslations:
    return _catalogue(os.environ.get("NIGHTREEL_LANGUAGE", ""))


@cache
def language() -> str:
    """The language of the words; empty while they are as in the source."""
    return _chosen().info().get("language", "")


def gettext(words: str) -> str:
    """Words in the language of NIGHTREEL_LANGUAGE, else of the environment, else English.

    The environment is read once: one screen asks for hundreds of words.
    """
    return _chosen().gettext(words) if words else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The words for one or for many things, ``{n}`` being their number."""
    return put(_chosen().ngettext(one, many, number), n=number)


def put(template: str, **names: object) -> str:
    """Words (translated already) with names and numbers put into their braces.

    What is put in stays as it is, whatever braces stand in it; other braces stay, too.
    """
    return _BRACES.sub(lambda m: str(names.get(m[1], m[0])), template)
