"""Saves taken apart and put together again with checks that are right, as a forger would."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nightreel.table import save_form


@dataclass
class Opened:
    """A save taken apart."""

    head: dict[str, Any]
    program: bytes
    lines: list[dict[str, Any]]
    answers: list[Any]
    """For each line its answers."""
    begins: int
    """Where the journal begins."""

    @classmethod
    def of(cls, path: Path) -> Opened:
        """Take a save apart."""
        line, rest = path.read_bytes()[len(save_form.MAGIC) :].split(b"\n", 1)
        head = json.loads(line.split(b" ", 2)[2])
        size, nonce = head["size"], bytes.fromhex(head["nonce"])
        before, lines, answers = line[:32], [], []
        for one in rest[size + 1 :].splitlines():
            told = json.loads(one.split(b" ", 2)[2])
            packed = save_form.seal(base64.b64decode(told["answers"]), nonce + before)
            answers.append(json.loads(zlib.decompress(packed)))
            lines.append(told)
            before = one[:32]
        begins = len(save_form.MAGIC) + len(line) + 1 + size + 1
        return cls(head, rest[:size], lines, answers, begins)

    def write(self, path: Path, nonce: bytes) -> None:
        """Put it together with checks that are right."""
        line = save_form.checked_line(save_form.SEAL, self.head, self.program)
        data = save_form.MAGIC + line + self.program + b"\n"
        for told, answers in zip(self.lines, self.answers, strict=True):
            if "answers" in told:
                packed = zlib.compress(json.dumps(answers).encode())
                sealed = save_form.seal(packed, nonce + line[:32])
                told["answers"] = base64.b64encode(sealed).decode()
            line = save_form.checked_line(line[:32], told)
            data += line
        path.write_bytes(data)


def rewrite(path: Path, change: Callable[[Opened], None] = lambda _: None) -> None:
    """Change parts of a save and write all checks anew."""
    opened = Opened.of(path)
    nonce = bytes.fromhex(opened.head["nonce"])
    change(opened)
    opened.write(path, nonce)
