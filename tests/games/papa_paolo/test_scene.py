"""The board: everything in view and apart, everything says what it is."""

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import fattorino
from fattorino.games.papa_paolo.names import step_words
from fattorino.games.papa_paolo.scene import COLUMN, HEIGHT, WIDTH
from fattorino.games.papa_paolo.state import Colour, Phase

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def positions(seats: int) -> Iterator[tuple[Any, Any]]:
    """A game played at random, and its board as whoever is asked sees it, at every eighth decision."""
    chance, match = random.Random(seats), fattorino.load("papa_paolo").new(seats=seats, seed=seats)
    while not match.over:
        if match.move % 8 == 0:
            yield match, ElementTree.fromstring(match.svg(match.to_move))
        match.play(int(chance.choice(match.legal())))


def box(thing: Any) -> Box:
    """The frame of a thing on the board: its first shape."""
    frame = thing.find(f"{SVG}rect")
    x, y, wide, high = (float(frame.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > 2 and min(one[3], other[3]) - max(one[1], other[1]) > 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_can_be_chosen_lies_in_its_column_and_apart(seats: int) -> None:
    for match, svg in positions(seats):
        things = [thing for thing in svg.iter(f"{SVG}g") if thing.get("data-target")]
        boxes = [box(thing) for thing in things]
        for left, top, right, bottom in boxes:
            assert 0 <= top < bottom <= HEIGHT
            assert 0 <= left < right <= COLUMN + 2 or WIDTH - COLUMN - 2 <= left < right <= WIDTH
        if match.state[0].phase != Phase.ROT:  # then the tile lies on its square
            assert not any(overlap(boxes[a], boxes[b]) for a in range(len(boxes)) for b in range(a))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_says_what_it_is_and_has_a_name_of_its_own(seats: int) -> None:
    for _match, svg in positions(seats):
        ids = [thing.get("id") for thing in svg.iter() if thing.get("id")]
        assert len(ids) == len(set(ids))
        regions = [thing for thing in svg.iter(f"{SVG}g") if thing.get("data-region")]
        assert len(regions) == 5
        told = [thing for region in regions for thing in region.iter() if thing.get("data-tell")]
        assert len(told) > 30
        for thing in svg.iter(f"{SVG}g"):
            assert not thing.get("data-target") or thing in told


def test_a_free_square_says_how_far_from_a_pizzeria_it_is(four: Any) -> None:
    four.found(0, 1)
    four.state.phase = Phase.SLOT
    told = fattorino.load("papa_paolo").scene(four.state, 0)["district"]["empty"]
    words = {square["tell"] for square in told}
    assert "D5: empty, 1 step from a pizzeria." in words  # beside it
    assert "G5: empty, 2 steps from a pizzeria." in words  # behind the start tile
    assert "F4: empty, no road from a pizzeria leads there." in words


def test_what_a_step_brings_is_said_in_words() -> None:
    assert step_words(Colour.GOLD, 0) == "from £3 to £5"
    assert step_words(Colour.BLUE, 0) == "still 0, then 1"
    assert step_words(Colour.GREEN, 0) == "from 1 to 2"
    assert step_words(Colour.GREEN, 5) == "at its end"


def test_a_delivery_shows_how_far_houses_are(four: Any) -> None:
    four.found(0, 1)
    four.deliver(0, 3, 2)
    game = fattorino.load("papa_paolo")
    far = {square["cell"]: square["steps"] for square in game.scene(four.state, 0)["district"]["squares"]}
    assert sorted(far.values()) == [0, 1]
    four.state.phase = Phase.SLOT
    assert not any(square["steps"] for square in game.scene(four.state, 0)["district"]["squares"])
