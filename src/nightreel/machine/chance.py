"""The generator: counter based, a stream for each source of chance.

Philox 4x32 with ten rounds (Salmon and others, 2011).  Only the low 64 bits of
each product are used, so that Python's and the compiled integers agree.
"""

from __future__ import annotations

from nightreel.machine.words import Number, Record, Stream
from nightreel.record import layout as L

WORD = 0xFFFFFFFF


def philox(k0: Number, k1: Number, c0: Number, c1: Number, c2: Number, c3: Number) -> int:
    """First word (32 bits) of Philox 4x32-10 for a key of two and a counter of four words."""
    for _ in range(10):
        p = 0xD2511F53 * c0
        q = 0xCD9E8D57 * c2
        c0 = ((q >> 32) ^ c1 ^ k0) & WORD
        c1 = q & WORD
        c2 = ((p >> 32) ^ c3 ^ k1) & WORD
        c3 = p & WORD
        k0 = (k0 + 0x9E3779B9) & WORD
        k1 = (k1 + 0xBB67AE85) & WORD
    return c0


def draw(g: Record, stream: Stream, n: Number) -> int:
    """The next draw of a stream, from 0 up to, not including, ``n``; it stays the next."""
    word = philox(
        g[L.SEED], g[L.SEED + 1], g[L.STREAM + stream], stream, g[L.SEED + 2], g[L.SEED + 3]
    )
    return (word * n) >> 32


def advance(g: Record, stream: Stream) -> None:
    """Count a draw of a stream as made (SET-11)."""
    g[L.STREAM + stream] += 1
