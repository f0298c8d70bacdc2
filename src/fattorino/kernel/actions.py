"""The action space of a game: named blocks of integers, from the table in its components.toml."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Block:
    """A run of actions with one meaning: its name, its first integer, and how many there are."""

    name: str
    first: int
    size: int


class ActionSpace:
    """Named blocks <-> integers."""

    def __init__(self, ranges: Sequence[dict[str, Any]]) -> None:
        first = 0
        blocks = []
        for entry in ranges:
            blocks.append(Block(str(entry["id"]).upper(), first, int(entry["size"])))
            first += int(entry["size"])
        self.blocks = tuple(blocks)
        self.size = first
        self._by_name = {block.name: block for block in blocks}

    def __iter__(self) -> Iterator[int]:
        """The first integer of each block, so that a game can name them all in one line."""
        return iter([block.first for block in self.blocks])

    def first(self, name: str) -> int:
        """The first action of a block."""
        return self._by_name[name].first

    def block(self, action: int) -> tuple[Block, int]:
        """The block an action belongs to, and its place in it."""
        for block in self.blocks:
            if block.first <= action < block.first + block.size:
                return block, action - block.first
        raise IndexError(f"action {action} is not one of 0 to {self.size - 1}")

    def name(self, action: int) -> str:
        """MOVE+2, or the bare name where a block has one action."""
        block, place = self.block(action)
        return block.name if block.size == 1 else f"{block.name}+{place}"
