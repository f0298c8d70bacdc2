"""The action space: blocks as large as what they count, one after the other."""

from typing import Any

import pytest

import fattorino
from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.errors import BadGame

RANGES: list[dict[str, Any]] = [{"id": "pass", "size": 1}, {"id": "card"}, {"id": "seat", "size": 4}]


def test_a_block_is_as_large_as_what_it_counts_and_the_next_one_follows() -> None:
    for cards in (7, 8):
        space = ActionSpace(RANGES, card=cards)
        assert [block.first for block in space.blocks] == [0, 1, 1 + cards]
        assert space.size == cards + 5
        assert space.name(cards) == f"CARD+{cards - 1}"
        assert space.name(cards + 1) == "SEAT+0"


@pytest.mark.parametrize(
    ("ranges", "counts", "message"),
    [
        (RANGES, {}, "action range card needs either a size or something that it counts"),
        (RANGES, {"card": 7, "seat": 4}, "action range seat needs either a size or something"),
        (RANGES, {"card": 7, "lot": 4}, "there is no action range lot"),
        (RANGES, {"card": 0}, "action range card has no actions"),
        ([*RANGES, {"id": "card", "size": 2}], {"card": 7}, "there are two action ranges called card"),
    ],
)
def test_ranges_that_do_not_fit_are_refused(
    ranges: list[dict[str, Any]], counts: dict[str, int], message: str
) -> None:
    with pytest.raises(BadGame, match=message):
        ActionSpace(ranges, **counts)


BLOCKS = {
    "ghost_town": [0, 4, 8, 12, 16, 20, 24, 25, 26, 27, 28, 77],
    "new_york": [0, 1, 4, 6, 9, 10, 11, 12, 13, 25, 29, 33, 36, 39, 45, 49, 58, 64, 66, 68, 112, 266],
    "papa_paolo": [
        0,
        *range(16, 23),
        103,
        107,
        112,
        115,
        119,
        120,
        121,
        122,
        150,
        166,
        167,
        171,
        172,
        173,
        177,
    ],
    "pizza_city": [0, 24, 192, 241, 249, 253, 261, 269, 270],
}


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_keep_their_numbers(name: str) -> None:
    """Saved games and other people's programs rely on them."""
    assert [block.first for block in fattorino.load(name).space.blocks] == BLOCKS[name]
