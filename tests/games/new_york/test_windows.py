"""Secret questions: nobody else can tell that somebody was asked (twin worlds)."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york import GAME
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.words import prompt
from fattorino.kernel import records


def heard(table: Any, seat: int) -> list[list[int]]:
    """The events that a seat was told."""
    return [event for event in table.told if records.hears(event, seat)]


def moments(table: Any, seat: int) -> list[int]:
    return [event[3] for event in heard(table, seat) if event[0] == Event.MOMENT]


@pytest.fixture
def world(bare_table: Callable[..., Any]) -> Callable[[str, str], Any]:
    """Seat 0 has paid for a delivery to a village, seat 1 holds a card; a choice of rewards comes next."""

    def made(village: str, held: str) -> Any:
        table = bare_table(3, expansion_power_cards="on", personal_goals=True)
        lot = {"hells_kitchen": "hk_4", "harlem": "harlem_1"}[village]
        table.pizzeria(0, lot, 3, f"onions/{village}").order(0, "standard_1", f"onions/{village}")
        table.hand(0, "ham/harlem").hand(1, held).hand(2, "over_achiever")
        return table.deliver(0, village).do("PERM", "onions")

    return made


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("seat", [0, 2, -1])
def test_a_window_that_was_passed_leaves_no_trace(world: Callable[[str, str], Any], seat: int) -> None:
    asked, twin = world("hells_kitchen", "traffic_jam"), world("hells_kitchen", "lucky_day")
    assert (asked.phase, asked.state.seat) == (Phase.WINDOW, 1)
    assert twin.phase == Phase.REWARD
    asked.do("DONE")
    assert asked.view(seat).tobytes() == twin.view(seat).tobytes()
    assert heard(asked, seat) == heard(twin, seat)
    assert moments(asked, seat) == [Phase.WINDOW]
    assert asked.state.rng == twin.state.rng


@pytest.mark.rule("NY-INSTANT-5")
def test_everybody_waits_for_answers_and_nobody_is_named(world: Callable[[str, str], Any]) -> None:
    table = world("hells_kitchen", "rough_delivery")
    for seat in (0, 2, -1):
        view = table.view(seat)
        assert view.seat == 0
        assert prompt(view, seat) == "The pizza is on its way. Does anybody answer?"
    assert prompt(table.view(1), 1) == "A delivery! Spoil its tip?"


@pytest.mark.rule("NY-INSTANT-5")
def test_moments_are_named_by_what_lies_open(world: Callable[[str, str], Any], three: Any, two: Any) -> None:
    table = world("hells_kitchen", "lucky_day")
    assert moments(table, 0) == [Phase.WINDOW]
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert moments(three, 0) == []  # nobody holds a Power Card
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    two.hand(1, "lucky_day").deliver(0, "hells_kitchen").do("PERM", "onions")
    assert moments(two, 0) == []  # the instant cards are not in this game


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("seat", [0, 2, -1])
def test_a_rotary_offer_that_was_passed_leaves_no_trace(bare_table: Callable[..., Any], seat: int) -> None:
    """The owner holds a card that could pay for the way in one world, and none in the other."""
    views, told = [], []
    for cards in (["onions/midtown", "ham/midtown"], ["peppers/midtown", "ham/midtown"]):
        table = bare_table(3, expansion_power_cards="on")
        table.play_card(1, "harlem_rotary_pizzeria").pizzeria(1, "harlem_2", 4, "ham/harlem")
        table.pizzeria(0, "harlem_1", 4, "onions/harlem").order(0, "standard_1", "onions/harlem")
        table.hand(1, *cards).draw_next("lucky_day").deliver(0, "harlem").do("PERM", "onions")
        assert (table.phase == Phase.ROTARY) == (cards[0] == "onions/midtown")
        if table.phase == Phase.ROTARY:
            table.do("DONE")
        assert moments(table, seat)[-1] == Phase.ROTARY
        views.append(table.view(seat).tobytes())
        told.append(heard(table, seat))
    assert views[0] == views[1]
    assert told[0] == told[1]


@pytest.mark.rule("NY-INSTANT-5")
@pytest.mark.parametrize("seat", [0, 1, -1])
def test_the_turn_window_leaves_no_trace(three: Any, seat: int) -> None:
    """Seat 2 holds Property Tax, or does not; the start of the turn looks and sounds the same."""
    views, told = [], []
    for held in ("property_tax", "lucky_day"):
        three.told = []
        three.hand(2, held).hand(0).hand(1)
        three.state.turn, three.state.step, three.state.active, three.state.n_stack = 5, 0, 0, 1
        three.go_on()
        assert (three.phase == Phase.TAX_WINDOW) == (held == "property_tax")
        views.append(three.view(seat).tobytes())
        told.append(heard(three, seat))
        if three.phase == Phase.TAX_WINDOW:
            three.do("DONE")
            assert three.view(seat).tobytes() == views[0]
            told[0] = heard(three, seat)
    assert views[0] == views[1]
    assert told[0] == told[1]
    turn = next(event for event in told[0] if event[0] == Event.TURN)
    assert GAME.secret_prompts is not None
    assert GAME.secret_prompts.rounds(turn) == [([2], 1)]


@pytest.mark.rule("NY-INSTANT-5")
def test_two_cards_out_are_waited_for_one_seat_after_another(world: Callable[[str, str], Any]) -> None:
    """The second of two who are asked must not learn from the time that there was a first."""
    assert GAME.secret_prompts is not None
    table = world("hells_kitchen", "lucky_day")
    moment = next(event for event in table.told if event[0] == Event.MOMENT)
    assert GAME.secret_prompts.rounds(moment) == [([1], 1), ([2], 1)]
