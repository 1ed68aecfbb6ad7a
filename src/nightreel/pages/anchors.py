"""The anchors of headings on the site; ``docs/conf.py`` names this (needs the extra ``docs``)."""

from __future__ import annotations

from myst_parser.slugs import github_slugify

from nightreel.table.rules import ID


def slug(title: str) -> str:
    """The anchor of a heading: for a rule its id in small letters, else as code hosts make it."""
    rule = ID.match(title)
    return rule[0].lower() if rule else github_slugify(title)
