"""What stands on the command line: numbers, addresses, files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Final

from nightreel.translation import gettext, put

SEED_MAX: Final = 1 << 256
MOST: Final = 1_000_000_000
"""More than that is a slip of the hand: nobody waits for so many games."""
PROCESSES_MAX: Final = 256
"""More processes than that make a machine stand still."""
_HOST: Final = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]")
"""The name of a host, or its address, without a port."""


def seed_of(text: str) -> int:
    """A seed.  Raises ArgumentTypeError."""
    number = _whole(text)
    if abs(number) > SEED_MAX:
        raise argparse.ArgumentTypeError(gettext("that number is too large"))
    return number


def within(least: int, most: int = MOST) -> Callable[[str], int]:
    """What reads a whole number of a range.  It raises ArgumentTypeError."""

    def read(text: str) -> int:
        number = _whole(text)
        if number < least:
            told = gettext("{text} is too small: at least {least}")
            raise argparse.ArgumentTypeError(put(told, text=text, least=least))
        if number > most:
            told = gettext("{text} is too large: at most {most}")
            raise argparse.ArgumentTypeError(put(told, text=text, most=f"{most:,}"))
        return number

    return read


positive: Final = within(1)
"""Reads a whole number from 1 on."""
processes: Final = within(1, PROCESSES_MAX)
"""Reads how many processes there may be."""


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        told = put(gettext("{text} is no whole number"), text=repr(text))
        raise argparse.ArgumentTypeError(told) from None


def proxies(text: str) -> str:
    """Addresses and networks.  Raises ArgumentTypeError."""
    from ipaddress import ip_network

    try:
        for part in text.split(","):
            if part != "*":
                ip_network(part)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def host_name(text: str) -> str:
    """Where to listen; nothing would be everywhere.  Raises ArgumentTypeError."""
    if not text.strip():
        raise argparse.ArgumentTypeError(gettext("the name or address of a host is wanted"))
    return text.strip()


def host_names(text: str) -> str:
    """Names of hosts, in small letters.  Raises ArgumentTypeError."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if not _HOST.fullmatch(name):
            told = gettext("{name} is no name of a host, such as table.example.org")
            raise argparse.ArgumentTypeError(put(told, name=repr(name)))
    return ",".join(names)


def file_name(text: str) -> str:
    """The name of a file.  Raises ArgumentTypeError."""
    if not text.strip():
        raise argparse.ArgumentTypeError(gettext("the name of a file is wanted"))
    return text


def add_json(parser: argparse.ArgumentParser) -> None:
    """``--json``."""
    told = gettext("print the figures as JSON")
    parser.add_argument("--json", action="store_true", help=told)
