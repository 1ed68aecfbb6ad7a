"""Games in documents: what the plain terminal prints for answers, filled in again and again.

A block of a document that is marked ``game`` holds answers, each behind ``>``; all blocks of a
document are one game, begun by the command behind ``$``.  What stands between them is printed by
the game.  A block marked ``brief`` leaves out the numbered answers to choose from.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Final

from nightreel.terminal.reading import PROMPT

BLOCK: Final = re.compile(r"^```text game( brief)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BEGUN: Final = "$ nightreel "
_KEPT: Final = re.compile(r"\.save\b|--resume ")
"""Stands in lines that tell where the game is kept, which differ each time."""
_TAKEN: Final = "You: "
_CHOICE: Final = re.compile(r"\d+\. |Refused now")


def printed(arguments: Sequence[str], answers: Sequence[str]) -> str:
    """What a game in the plain terminal prints; raises CalledProcessError when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nightreel", *arguments]
        environment = {**os.environ, "NIGHTREEL_GAMES": folder, "NIGHTREEL_LANGUAGE": "en"}
        lines = "".join(f"{answer}\n" for answer in answers)
        done = subprocess.run(
            command,
            input=lines,
            capture_output=True,
            text=True,
            check=True,
            cwd=folder,
            env=environment,
        )
    return "\n".join(line for line in done.stdout.splitlines() if not _KEPT.search(line))


class StaleGame(Exception):
    """The game of a document does not know an answer in it any more."""


def filled(document: str) -> str:
    """A document with what its game prints now; raises StaleGame."""
    blocks = [block[2].splitlines() for block in BLOCK.finditer(document)]
    if not blocks:
        return document
    begun = blocks[0][0].removeprefix(_BEGUN)
    typed = [line.removeprefix(PROMPT) for lines in blocks for line in lines if _answers(line)]
    told = printed(shlex.split(begun), [*typed, "quit"]).split(f"\n{PROMPT}")
    for answer, output in zip(typed, told[1:], strict=False):
        if not output.startswith(_TAKEN):
            raise StaleGame(f"{begun}: no answer {answer!r} any more: {output}")
    intro, outputs = told[0], iter(told[1:])
    return BLOCK.sub(lambda block: _block(block, intro, outputs), document)


def _answers(line: str) -> bool:
    return line.startswith(PROMPT)


def _block(block: re.Match[str], intro: str, outputs: Iterator[str]) -> str:
    """A block written anew: the command if it begins with one, its answers, what is printed."""
    written: list[str] = []
    for line in block[2].splitlines():
        if line.startswith(_BEGUN):
            written += [line, *intro.splitlines()]
        elif _answers(line):
            written += [line, *next(outputs).splitlines()]
    if block[1]:
        written = [line for line in written if not _CHOICE.match(line)]
    head = "```text game" + (block[1] or "")
    return "\n".join([head, *written, "```"])
