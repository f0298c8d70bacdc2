"""Small updates: later ones have what has changed in a fragment, and all of them are compressed.

Each update is compressed by itself, so that an open stream takes no memory. What others can write is not
compressed together with what only the viewer may see: the size of the one would tell of the other. Before the
game the page has the links of seats, and nothing is compressed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import Any

import orjson

BETWEEN = "><"  # where a fragment is taken apart: between two tags
OF_OTHERS = ("chat", "players")  # fragments in which others can write what they like
LEVEL = 5
HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a gzip file
LAST = b"\x03\0"  # an empty last block

Parts = Mapping[str, str]  # fragments of the page by element id
Patch = list[str | list[int]]  # pieces of a fragment: a new one, or from where to where in the one before


class Packer:
    """A stream as one gzip file, of which each update is complete as soon as it is written."""

    def __init__(self) -> None:
        self._checksum, self._size = 0, 0

    def begin(self) -> bytes:
        """The beginning of the file."""
        return HEADER

    def add(self, *parts: bytes, compress: bool = True) -> bytes:
        """Parts of an update, each compressed by itself."""
        packed = []
        for part in parts:
            self._checksum = zlib.crc32(part, self._checksum)
            self._size += len(part)
            made = zlib.compressobj(LEVEL if compress else 0, zlib.DEFLATED, -zlib.MAX_WBITS)
            packed.append(made.compress(part) + made.flush(zlib.Z_SYNC_FLUSH))
        return b"".join(packed)

    def end(self) -> bytes:
        """The end of the file."""
        return LAST + struct.pack("<LL", self._checksum, self._size & 0xFFFFFFFF)


def update(version: int, before: Parts | bytes, now: Parts | bytes, patches: bool) -> tuple[bytes, ...]:
    """One update in parts that have nothing to do with each other; JSON has no line breaks of its own."""
    head = b"id: %d\nevent: update\ndata: " % version
    if isinstance(now, bytes):  # the state, which is sent whole
        return (head + now + b"\n\n",)
    sent: Parts = {} if isinstance(before, bytes) else before
    changed = {name: part for name, part in now.items() if sent.get(name) != part}
    others = {name: changed.pop(name) for name in OF_OTHERS if name in changed}
    shown: dict[str, Any] = {"version": version}
    if patches:
        made = {name: patch(sent[name], part) for name, part in changed.items() if sent.get(name)}
        shown["patches"] = {name: steps for name, steps in made.items() if steps is not None}
        changed = {name: part for name, part in changed.items() if name not in shown["patches"]}
    first = orjson.dumps(shown | {"fragments": changed})[:-2]
    comma = b"," if changed and others else b""
    return head + first, comma + orjson.dumps(others)[1:] + b"}\n\n"


def patch(before: str, now: str) -> Patch | None:
    """How a fragment is made from the one before; None if that takes more than half of it."""
    pieces = before.split(BETWEEN)
    places = {piece: n for n, piece in enumerate(pieces)}
    steps: Patch = []
    size = 0
    for piece in now.split(BETWEEN):
        last = steps[-1] if steps else None
        if isinstance(last, list) and last[1] < len(pieces) and pieces[last[1]] == piece:
            last[1] += 1
            continue
        n = places.get(piece)
        steps.append(piece if n is None else [n, n + 1])
        size += len(piece) if n is None else 12
    return steps if 2 * size < len(now) else None


def patched(before: str, steps: Patch) -> str:
    """The fragment that a patch makes: what `updates.js` does."""
    pieces = before.split(BETWEEN)
    return BETWEEN.join(
        [BETWEEN.join(pieces[step[0] : step[1]]) if isinstance(step, list) else step for step in steps]
    )
