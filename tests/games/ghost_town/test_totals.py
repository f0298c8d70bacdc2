"""Changed components: consistent ones can be played, others are refused with a sentence."""

from copy import deepcopy

import pytest

import fattorino
from fattorino.games.ghost_town.state import COMPONENTS, PERIMETER, SQUARES, WIDTH, Place, has
from fattorino.games.ghost_town.totals import LIMITS, reasons
from fattorino.kernel.components import put
from fattorino.kernel.errors import BadComponents


def test_the_printed_components_add_up() -> None:
    assert list(reasons(COMPONENTS)) == []


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("map.width", 9, "the map must keep its 49 squares"),
        ("psychic_card.hop_step.white", 0, ""),
        ("setup.initial_cards", 3, "9 white-framed psychic cards are dealt, and there are only 7"),
        ("psychic_card.hop_step.black", -1, "psychic_card.hop_step: there cannot be fewer than 0 cards"),
    ],
)
def test_what_does_not_add_up_is_told(path: str, value: int, reason: str) -> None:
    changed = deepcopy(COMPONENTS)
    put(changed, path, value)
    assert any(reason in told for told in reasons(changed)) == bool(reason)


@pytest.mark.parametrize(("tile", "steps", "most"), [("box", [12, 12], 5), ("signboard", [4, 7], 6)])
def test_a_distance_that_no_town_has_is_refused_at_once(tile: str, steps: list[int], most: int) -> None:
    said = rf"difficulty\.hard\.{tile}\[\d\] can be 1 to {most} \(printed: \d\), not {steps[1]}"
    with pytest.raises(BadComponents, match=said):
        fattorino.load("ghost_town", {"difficulty": {"hard": {tile: steps}}})


def test_a_town_has_the_greatest_distances_that_are_allowed() -> None:
    town = [divmod(square, WIDTH) for square in range(SQUARES)]
    far = [[max(abs(y - row), abs(x - column)) for row, column in town] for y, x in town]
    starts = [most for square, most in enumerate(map(max, far)) if not has(PERIMETER, square)]
    assert (1, max(starts)) == LIMITS["difficulty.*.box"]
    assert (1, max(map(max, far))) == LIMITS["difficulty.*.signboard"]


@pytest.mark.rule("GT-SETUP-1", "GT-SETUP-2")
def test_every_copy_of_a_psychic_card_is_in_the_game() -> None:
    more = fattorino.load(
        "ghost_town", {"psychic_card": {"hop_step": {"black": 3}, "point_symmetric": {"white": 2}}}
    )
    state = more.new(seats=3, seed=1).state[0]
    assert len(state.card_at) == 23
    assert (state.card_at == Place.DECK).sum() == 15
    assert (state.card_at == Place.LEFT_OUT).sum() == 8 - 2 * 3
