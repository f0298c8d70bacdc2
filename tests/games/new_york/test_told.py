"""The sentences of the log."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.sentences import sentence
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.tables import Place
from fattorino.kernel import records


def told(table: Any, kind: int, viewer: int = -1) -> list[str]:
    """The sentences of a kind of event, as a viewer reads them."""
    return [sentence(event, viewer) for event in table.events(kind) if records.hears(event, viewer)]


def test_bait_says_which_card_comes_back_and_hacker_which_is_thrown_away(three: Any) -> None:
    three.order(0, "standard_2", "ham/harlem", "onions/midtown")
    three.play_card(0, "bait_and_switch").hand(0, "onions/harlem", "peppers/harlem", "hacker")
    three.do("USE", 0).do("ORDER", 0).do("CARD", "onions/harlem")
    three.do("CARD", "hacker").do("ORDER", 0).do("POS", 0).do("CARD", "peppers/harlem")
    assert told(three, Event.SWAPPED) == [
        "Order 1, card 2: now Onions (Harlem); Onions (Midtown) goes to the hand.",
        "Order 1, card 1: now Peppers (Harlem); Ham (Harlem) goes to the sewer.",
    ]


def test_a_screw_up_tells_both_cards(three: Any) -> None:
    three.order(0, "standard_1", "ham/harlem").order(1, "standard_1", "onions/midtown")
    three.hand(0, "order_screw_up").do("CARD", "order_screw_up")
    three.do("ORDER", 0).do("POS", 0).do("ORDER", 1).do("POS", 0)
    assert told(three, Event.SWAPPED) == [
        "Order 2, card 1: now Ham (Harlem).",
        "Order 1, card 1: now Onions (Midtown).",
    ]


def test_the_only_successor_of_a_lost_top_card_is_named(three: Any) -> None:
    three.pizzeria(0, "hk_4", 1, "ham/hells_kitchen", "onions/central_park", "peppers/hells_kitchen")
    three.ask(Phase.CRASH_WHAT, 0, 3).do("CARD", "ham/hells_kitchen")
    assert told(three, Event.TOPPED) == [
        "Player 1: Peppers (Hell's Kitchen) is the new top card in Hell's Kitchen."
    ]


def test_lots_are_named(two: Any) -> None:
    two.hand(0, "ham/harlem", "building_commissioner", "onions/midtown", "onions/midtown")
    two.do("CARD", "building_commissioner").do("LOT", "mid_2").do("LOT", "mid_1").do("LOT", "ev_1")
    assert told(two, Event.TOKEN)[0] == "Player 1 reserved Midtown lot 2."
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1")
    assert told(two, Event.BUILT, 0) == ["You built a pizzeria on Harlem lot 1 with Ham (Harlem)."]


def test_a_delivery_says_whose_pizzeria_and_which_way(three: Any) -> None:
    three.pizzeria(1, "hk_4", 3, "ham/hells_kitchen").play_card(0, "copy_cat")
    three.order(0, "standard_1", "ham/hells_kitchen")
    three.do("ACT", 2).do("ORDER", 0).do("SEAT", 1).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    assert told(three, Event.DELIVERS) == [
        "Player 1: order 1 from Hell's Kitchen (Player 2) to Hell's Kitchen."
    ]
    ride = sentence([Event.DELIVERS, 0, 0, 0, 3, 0, 3, 0], -1)
    assert (
        ride == "Player 1: order 1 from Hell's Kitchen to Harlem, with the SPEED card and through the park."
    )


@pytest.mark.rule("NY-TOP-SAUSAGE-1", "NY-CHEESE-2")
def test_a_doubled_topping_and_added_cheese_are_told(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "sausage/hells_kitchen", "ham/hells_kitchen", "ham/central_park")
    three.order(0, "standard_1", "ham/hells_kitchen").hand(0, "extra_cheese/harlem")
    three.deliver(0, "hells_kitchen").do("PERM", "ham").do("PERM", "ham")
    three.do("CARD", "extra_cheese/harlem")
    assert told(three, Event.ADDED) == ["Doubled with Ham: own ingredient.", "Extra Cheese on top: hand."]


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("normal", "2 orders in the morning"),
        ("insane", "2 orders in the morning, one order, morning or evening"),
        ("easy", "one order, morning or evening"),
    ],
)
@pytest.mark.rule("NY-COOP-30", "NY-COOP-38", "NY-COOP-39")
def test_a_promotion_says_what_it_brings(bare_table: Callable[..., Any], mode: str, said: str) -> None:
    made = bare_table(2, mode="coop", expansion_power_cards="on", coop_promotions=mode)
    made.state.turn, made.state.money[0] = 2, int(made.state.marker[0]) - 1
    made.state.marker[1] = 99
    made.state.stock[0] = 1 if mode == "normal" else 0b101
    made.give(0, "lucky_day").do("CARD", "lucky_day")
    (line,) = told(made, Event.PROMOTION)
    assert line.startswith("A blue promotion starts on ")
    assert said in line or (mode == "insane" and "1 order in the morning" in line)


@pytest.mark.parametrize(
    ("top", "could", "could_not"),
    [("pineapple", "extra_cheese/harlem", "onions/harlem"), ("sausage", "ham/midtown", "onions/midtown")],
)
def test_nobody_learns_whether_something_could_have_been_added(
    bare_table: Callable[..., Any], top: str, could: str, could_not: str
) -> None:
    heard = []
    for card in (could, could_not):
        made = bare_table(3, expansion_power_cards="on", extra_cheese=True)
        made.pizzeria(0, "hk_4", 1, f"{top}/hells_kitchen", "ham/central_park")
        made.hand(0, card, *["peppers/harlem"] * 9).order(0, "standard_1", "ham/harlem")
        made.deliver(0, "hells_kitchen").do("PERM", "ham")
        assert (made.phase in (Phase.DOUBLE, Phase.CHEESE)) == (card == could)
        while made.phase in (Phase.DOUBLE, Phase.CHEESE):
            made.do("DONE")
        assert made.phase == Phase.EXTRA
        heard.append([event for event in made.told if records.hears(event, 1)])
    assert heard[0] == heard[1]


def test_nobody_learns_whether_a_second_increase_was_possible(bare_table: Callable[..., Any]) -> None:
    heard = []
    for card in ("onions/harlem", "onions/midtown"):
        made = bare_table(3)
        made.hand(0, "ham/harlem", card).state.money[0] = 3
        made.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1")
        while made.phase == Phase.PAY:
            made.do("MONEY")
        if made.phase == Phase.INCREASE:
            made.do("DONE")
        heard.append([event for event in made.told if records.hears(event, 1)])
    assert heard[0] == heard[1]


@pytest.mark.rule("NY-POWER-HARLEMROTARY-1", "NY-INSTANT-4")
@pytest.mark.parametrize("copies", [True, False])
def test_who_copies_a_delivery_says_so_and_who_does_not_says_nothing(three: Any, copies: bool) -> None:
    three.play_card(1, "harlem_rotary_pizzeria").pizzeria(0, "harlem_1", 4, "onions/harlem")
    three.pizzeria(1, "harlem_2", 4, "onions/harlem").order(0, "standard_1", "onions/harlem")
    three.deliver(0, "harlem").pay_any()
    assert three.phase == Phase.ROTARY
    three.do(*(("VILLAGE", "harlem") if copies else ("DONE",)))
    said = ["Player 2 chose to copy the delivery."] if copies else []
    assert [line for line in told(three, Event.CHOSE) if "Player 2" in line] == said


@pytest.mark.rule("NY-TERM-4", "NY-DELIVER-30")
def test_shuffled_discards_are_told(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "pineapple/hells_kitchen").order(0, "standard_1", "pineapple/hells_kitchen")
    for power, place in enumerate(two.state.power_at.tolist()):
        if place == Place.DECK:
            two.state.power_at[power] = Place.DISCARD
    two.state.ticket_deck[:] = 0
    two.state.n_tickets = 0
    two.deliver(0, "hells_kitchen").do("PERM", "pineapple")
    assert told(two, Event.SHUFFLED) == [
        "The discarded Power Cards are shuffled into a new deck.",
        "The delivered tickets are shuffled into a new order deck.",
    ]
