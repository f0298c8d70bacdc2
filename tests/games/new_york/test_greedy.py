"""greedy: sensible choices, from the view alone."""

from typing import Any

import numpy as np

from fattorino.games.new_york.greedy import greedy
from fattorino.games.new_york.state import NUM_ACTIONS


def choice(table: Any, seat: int = 0) -> int:
    """What greedy does now."""
    options = table.legal()
    actions = np.zeros(NUM_ACTIONS, np.int16)
    actions[: len(options)] = options
    chosen = int(greedy(table.view(seat), seat, actions, len(options), 3))
    assert chosen in options
    return chosen


def test_it_delivers_when_it_can(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    assert choice(two) == two.action("ACT", 2)


def test_it_builds_first(two: Any) -> None:
    two.hand(0, "ham/harlem", "onions/midtown").state.money[0] = 5
    assert choice(two) == two.action("ACT", 1)


def test_it_covers_with_own_ingredients_and_walks_the_short_way(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "peppers/central_park").play_card(
        0, "subway_ticket_red"
    )
    two.order(0, "standard_1", "peppers/hells_kitchen").hand(
        0, "peppers/midtown", "ham/harlem", "ham/midtown"
    )
    two.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen")
    assert choice(two) == two.action("ROUTE", 0)
    two.do("ROUTE", 0)
    assert choice(two) == two.action("PERM", "peppers")


def test_it_takes_what_the_orders_ask_for(two: Any) -> None:
    two.order(0, "standard_3", "ham/harlem", "ham/midtown", "ham/hells_kitchen")
    two.market("ham/midtown", "onions/midtown", "peppers/midtown", "sausage/midtown", "tomatoes/midtown")
    two.do("ACT", 0)
    assert choice(two) == two.action("CARD", "ham/midtown")


def test_it_spoils_a_tip(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen", tip=5)
    three.hand(1, "traffic_jam").deliver(0, "hells_kitchen").do("PERM", "onions")
    assert choice(three, 1) == three.action("CARD", "traffic_jam")
