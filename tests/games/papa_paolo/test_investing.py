"""Phase D: investment tiles as action or as experience."""

from typing import Any

import pytest

from fattorino.games.papa_paolo.state import (
    CELL,
    COLOUR,
    DROP,
    PASS,
    PRICE,
    SLOT,
    STEP,
    USE_ACTION,
    USE_XP,
    Colour,
    Event,
    Phase,
    Stage,
)
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at

HOME = CELL + cell_at(0, 0)


def invest(table: Any, seat: Any, colour: Any) -> None:
    """A player holds an investment tile and is asked."""
    for place in range(int(table.state.n)):
        table.state.next_order[place] = table.state.order[place]
        if table.state.order[place] == seat:
            table.state.turn = place
    table.state.invest[seat] = colour
    table.ask(seat, Phase.INVEST, Stage.INVEST)


@pytest.mark.rule("PP-INVEST-1")
def test_in_turn_order_each_with_a_tile_chooses_one_of_two_uses(four: Any) -> None:
    four.auction([2, 3, 0, 1])
    four.play(PASS, PASS, PASS, PASS)
    four.play(COLOUR, PASS, COLOUR + 1, COLOUR + 2)
    for seat in (2, 0, 1):
        assert (four.state.seat, four.state.phase) == (seat, Phase.INVEST)
        assert four.rule(SLOT) == "PP-INVEST-1"
        four.play(USE_XP)
    assert four.state.stage == Stage.PLACE  # nobody delivers


@pytest.mark.rule("PP-INVEST-2")
@pytest.mark.parametrize(
    ("colour", "phase"), [(Colour.BLUE, Phase.BUY), (Colour.RED, Phase.TOUR), (Colour.GREEN, Phase.PRICE)]
)
def test_as_action_it_performs_the_action_of_its_colour(four: Any, colour: Any, phase: Any) -> None:
    invest(four, 0, colour)
    four.play(USE_ACTION)
    assert (four.state.phase, four.state.seat, four.state.invest[0]) == (phase, 0, NONE)


@pytest.mark.rule("PP-INVEST-2")
def test_gold_as_action_pays_the_present_finance_value(four: Any) -> None:
    four.state.track[0, Colour.GOLD] = 2
    invest(four, 0, Colour.GOLD)
    four.play(USE_ACTION)
    assert (four.state.money[0], four.state.track[0, Colour.GOLD]) == (17, 2)


@pytest.mark.rule("PP-INVEST-3")
@pytest.mark.parametrize("colour", list(Colour))
def test_as_experience_it_moves_the_marker(four: Any, colour: Any) -> None:
    invest(four, 0, colour)
    four.play(USE_XP)
    assert four.state.track[0].tolist() == [int(k == colour) for k in range(4)]
    assert four.state.money[0] == 10
    assert four.told(Event.AS_EXPERIENCE) == [[0, colour, 0, 0, 0, 0]]


@pytest.mark.rule("PP-INVEST-4")
def test_the_action_has_its_costs_and_an_express_teaches_at_once(four: Any) -> None:
    four.found(0, 1)
    invest(four, 0, Colour.RED)
    four.play(USE_ACTION)
    assert four.state.money[0] == 8
    four.play(HOME, STEP + 1, DROP)
    assert four.state.track[0, Colour.GOLD] == 1


@pytest.mark.rule("PP-INVEST-5")
def test_only_possible_uses_are_offered(four: Any) -> None:
    four.state.money[0] = 0
    invest(four, 0, Colour.BLUE)
    assert four.legal() == [USE_XP]
    assert four.rule(USE_ACTION) == "PP-SHOP-6"
    assert four.rule(PASS) == "PP-INVEST-5"
    four.state.track[0, Colour.BLUE] = 5
    assert four.legal() == [PASS]
    assert four.rule(USE_XP) == "PP-INVEST-5"
    four.state.money[0] = 2
    assert four.legal() == [PASS, USE_ACTION]


@pytest.mark.rule("PP-INVEST-6")
def test_each_finishes_before_the_next_begins(four: Any) -> None:
    four.state.pizzerias[:] = [1, 0, 0]
    four.state.order[:] = [0, 1, 2, 3]
    four.state.money[:] = 10
    four.found(0, 1)
    four.state.invest[1] = Colour.GREEN
    invest(four, 0, Colour.GREEN)
    four.play(USE_ACTION, PRICE)
    assert (four.state.seat, four.state.phase) == (0, Phase.SITE)
    four.play(CELL + cell_at(2, 0))
    assert (four.state.seat, four.state.phase) == (1, Phase.INVEST)
    assert four.rule(USE_ACTION) == "PP-BUILD-8"  # the last pizzeria is gone
