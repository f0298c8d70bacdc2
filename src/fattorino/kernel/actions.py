"""The action space of a game: named blocks of integers, from the table in its components.toml."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fattorino.kernel.errors import BadGame


@dataclass(frozen=True)
class Block:
    """A run of actions with one meaning: its name, its first integer, and how many there are."""

    name: str
    first: int
    size: int


class ActionSpace:
    """Named blocks <-> integers.

    Blocks follow one another without gaps, in the order of `ranges`. The size of a block that numbers
    components is passed by the game under the range's id; any other block states its `size`.
    """

    def __init__(self, ranges: Sequence[dict[str, Any]], **counts: int) -> None:
        first = 0
        blocks: dict[str, Block] = {}
        for entry in ranges:
            name = str(entry["id"]).upper()
            size = counts.pop(entry["id"], None)
            if (size is None) == ("size" not in entry):
                raise BadGame(f"action range {entry['id']} needs either a size or something that it counts")
            if name in blocks:
                raise BadGame(f"there are two action ranges called {entry['id']}")
            size = int(entry["size"] if size is None else size)
            if size < 1:
                raise BadGame(f"action range {entry['id']} has no actions")
            blocks[name] = Block(name, first, size)
            first += size
        if counts:
            raise BadGame(f"there is no action range {', '.join(counts)}")
        self.blocks = tuple(blocks.values())
        self.size = first
        self._by_name = blocks

    def __iter__(self) -> Iterator[int]:
        """The first integer of each block, so that a game can name them all in one line."""
        return iter([block.first for block in self.blocks])

    def first(self, name: str) -> int:
        """The first action of a block."""
        return self._by_name[name].first

    def block(self, action: int) -> tuple[Block, int]:
        """The block an action belongs to, and its index in it."""
        for block in self.blocks:
            if block.first <= action < block.first + block.size:
                return block, action - block.first
        raise IndexError(f"action {action} is not one of 0 to {self.size - 1}")

    def name(self, action: int) -> str:
        """MOVE+2, or just the name for a block of one action."""
        block, place = self.block(action)
        return block.name if block.size == 1 else f"{block.name}+{place}"
