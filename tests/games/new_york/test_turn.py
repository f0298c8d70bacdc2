"""A turn: its steps, one Power Card, tableau slots, windows, Global cards in general."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.tables import POWERS, Place, power_rounds
from fattorino.kernel.records import HIDDEN, NONE

POWER_IDS = [power["id"] for power in POWERS]


@pytest.mark.rule("NY-TURN-1", "NY-TURN-13")
def test_the_steps_of_a_turn(three: Any) -> None:
    three.hand(
        0, *["ham/harlem"] * 2, *["onions/harlem"] * 2, *["peppers/harlem"] * 2, *["sausage/harlem"] * 2
    )
    three.give(0, "ham/midtown", "onions/midtown", "lucky_day").give(1, "property_tax")
    three.state.world, three.state.rounds = 25, 2
    three.state.power_at[25] = Place.WORLD
    asked = [three.phase]
    three.do("ACT", 0).do("DECK")
    asked.append(three.phase)
    three.do("DECK")
    asked.append(three.phase)
    three.do("DONE")
    asked.append(three.phase)
    three.do("CARD", "ham/harlem")
    while three.phase == Phase.LIMIT:
        three.do(three.legal()[0])
    asked.append(three.phase)
    assert asked == [Phase.PRE, Phase.TAKE, Phase.POST, Phase.LIMIT, Phase.TAX_WINDOW]
    assert three.state.active == 1
    assert three.state.rounds == 1


@pytest.mark.rule("NY-TURN-2")
def test_exactly_one_action(two: Any) -> None:
    assert two.legal() == [two.action("ACT", 0)]  # the market is always there, passing is not
    assert two.why("DONE") == "NY-TURN-2"
    assert two.why("ACT", 1) == "NY-TURN-2"
    assert two.why("ACT", 2) == "NY-DELIVER-2"
    two.do("ACT", 0).do("DECK").do("DECK")
    assert two.why("ACT", 0) == "NY-TURN-2"


@pytest.mark.rule("NY-TURN-3", "NY-TIMED-1", "NY-TURN-5")
def test_one_power_card_a_turn(three: Any) -> None:
    three.hand(0, "lucky_day", "bonus_supplies", "drone_delivery")
    three.do("CARD", "lucky_day")
    assert three.state.money[0] == 3
    assert three.at("lucky_day") == Place.DISCARD
    assert (three.state.slot[0] == NONE).all()  # a TIMED card touches no slot
    assert three.why("CARD", "bonus_supplies") == "NY-TURN-3"
    three.do("ACT", 0)
    assert not any(a >= three.action("CARD", "bait_and_switch") for a in three.legal())  # not amid an action
    three.do("DECK").do("DECK")
    assert three.phase == Phase.POST
    assert three.why("CARD", "drone_delivery") == "NY-TURN-3"


@pytest.mark.rule("NY-TURN-4", "NY-TURN-6", "NY-TURN-15", "NY-POWER-BUILDCOMM-4")
def test_slots_and_what_leaves_with_a_card(two: Any) -> None:
    two.play_card(0, "building_commissioner")
    two.state.tokens = 0b111
    two.hand(0, "cold_storage").sewer("ham/harlem", "onions/harlem")
    two.do("CARD", "cold_storage")
    assert two.at("building_commissioner") == Place.DISCARD
    assert two.state.tokens == 0
    assert two.state.slot[0].tolist() == [NONE, NONE, POWER_IDS.index("cold_storage")]
    assert sorted(two.state.cold.tolist())[2:] != [NONE, NONE]
    assert two.state.n_sewer == 0
    two.finish_turn().finish_turn()
    two.hand(0, "liberty_storage", "subway_fast_pass")
    two.do("CARD", "liberty_storage")
    assert two.state.n_sewer == 2
    assert (two.state.cold == NONE).all()
    two.finish_turn().finish_turn()
    two.hand(0, "subway_fast_pass").do("CARD", "subway_fast_pass")
    assert two.state.passes == 3
    two.state.passes = 1
    two.finish_turn().finish_turn()
    two.hand(0, "drone_delivery").do("CARD", "drone_delivery")
    assert two.state.passes == 0
    assert two.at("subway_fast_pass") == Place.DISCARD


@pytest.mark.rule("NY-TURN-7")
def test_a_card_played_before_the_action_works_at_once(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    two.hand(0, "mob_boss").do("CARD", "mob_boss").deliver(0, "hells_kitchen").pay_any()
    assert two.state.money[0] == 1 + 2


@pytest.mark.rule("NY-TURN-8", "NY-TURN-10")
def test_a_card_played_after_the_action_is_used_from_the_next_turn(two: Any) -> None:
    two.order(0, "standard_1", "ham/harlem").hand(0, "bait_and_switch", "ham/midtown")
    two.do("ACT", 0).do("DECK").do("DECK").do("CARD", "bait_and_switch")
    assert two.why("USE", 0) == "NY-TURN-8"
    two.finish_turn().finish_turn()
    assert two.can("USE", 0)
    two.do("USE", 0).do("ORDER", 0).do("CARD", "ham/midtown")
    assert two.why("USE", 0) == "NY-TURN-10"  # once a turn
    assert two.state.played == NONE  # and no Power Card play


@pytest.mark.rule("NY-TURN-9")
def test_the_card_just_drawn_may_be_played(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    three.draw_next("lucky_day").deliver(0, "hells_kitchen").pay_any()
    assert three.phase == Phase.POST
    three.do("CARD", "lucky_day")
    assert three.state.money[0] == 4


@pytest.mark.rule("NY-TURN-12")
def test_other_players_hands_may_exceed_the_limit(three: Any) -> None:
    three.hand(
        1, *["ham/harlem"] * 2, *["onions/harlem"] * 2, *["peppers/harlem"] * 2, *["sausage/harlem"] * 2
    )
    three.give(1, "ham/midtown", "onions/midtown")
    three.ask(Phase.SOARS, 0, 1, 0)
    three.do("DECK").do("DECK")
    assert three.state.n_hand[1] == 12
    assert three.phase != Phase.LIMIT


@pytest.mark.rule("NY-TIMED-2")
@pytest.mark.parametrize(
    ("card", "moment"),
    [("buying_time", 0), ("down_on_your_luck", 0), ("hacker", 0), ("order_screw_up", 0), ("system_error", 0)],
)
def test_a_timed_card_needs_its_effect(three: Any, card: str, moment: int) -> None:
    three.hand(0, card)
    assert three.why("CARD", card) == "NY-TIMED-2"
    three.sewer("ham/harlem").order(0, "standard_2", "ham/harlem", "onions/harlem").give(0, "ham/midtown")
    assert three.can("CARD", card)


@pytest.mark.rule("NY-TIMED-2")
def test_moments_of_play(three: Any) -> None:
    three.hand(0, "oooops", "over_achiever", "special_sale", "windfall")
    assert three.why("CARD", "oooops") == "NY-POWER-OOOOPS-1"
    assert three.can("CARD", "over_achiever")
    three.do("ACT", 0).do("DECK").do("DECK")
    for card in ("over_achiever", "special_sale", "windfall"):
        assert three.why("CARD", card) == f"NY-POWER-{card.replace('_', '').upper()}-1"


# -- windows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-INSTANT-1", "NY-INSTANT-2", "NY-POWER-PROPERTYTAX-1")
def test_the_turn_window(three: Any) -> None:
    three.give(2, "property_tax").give(0, "ham/harlem")
    assert three.why("CARD", "traffic_jam") == "NY-TERM-5"
    three.finish_turn() if three.phase != Phase.PRE else three.do("ACT", 0).do("DECK").do("DECK")
    while three.phase == Phase.POST:
        three.do("DONE")
    assert three.phase == Phase.TAX_WINDOW
    assert three.state.seat == 2
    assert three.state.active == 1
    three.do("DONE")
    assert three.phase == Phase.PRE
    assert three.state.seat == 1
    three.finish_turn()
    assert three.phase == Phase.TAX_WINDOW
    assert three.state.seat == 2
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").state.money[0] = 9
    three.do("SEAT", 0)
    assert three.phase == Phase.TAX
    assert three.at("property_tax") == Place.DISCARD
    three.do("MONEY").do("CARD", "ham/harlem") if "ham/harlem" in three.hands(0) else three.do("MONEY").do(
        "MONEY"
    )
    assert three.phase == Phase.PRE
    assert three.state.played == NONE


@pytest.mark.rule("NY-INSTANT-4")
def test_nobody_sees_who_was_asked_at_the_start_of_a_turn(three: Any, bare_table: Callable[..., Any]) -> None:
    three.give(2, "property_tax").do("ACT", 0).do("DECK").do("DECK").do("DONE")
    assert three.phase == Phase.TAX_WINDOW
    assert (three.view(2).phase, three.view(2).seat) == (Phase.TAX_WINDOW, 2)
    before = [three.view(seat).tobytes() for seat in (0, 1, -1)]
    for seat in (0, 1, -1):
        assert (three.view(seat).phase, three.view(seat).seat) == (Phase.PRE, 1)
    told = len(three.told)
    three.do("DONE")
    assert [three.view(seat).tobytes() for seat in (0, 1, -1)] == before  # not a byte changes for the others
    assert all(event[2] == 1 << 2 for event in three.told[told:])  # nor do they hear of it


@pytest.mark.rule("NY-INSTANT-3", "NY-DELIVER-20", "NY-POWER-TRAFFICJAM-1", "NY-POWER-ROUGHDELIVERY-1")
@pytest.mark.parametrize("card", ["traffic_jam", "rough_delivery"])
def test_the_delivery_window(three: Any, card: str) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen", tip=5)
    other = "rough_delivery" if card == "traffic_jam" else "traffic_jam"
    three.hand(1, card).hand(2, other)
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert three.phase == Phase.WINDOW
    assert three.state.seat == 1
    assert three.state.money[0] == 0  # S2 comes before S3
    assert three.why("CARD", other) == "NY-INSTANT-1"
    three.do("CARD", card)
    assert three.phase != Phase.WINDOW  # one play closes it
    assert three.state.no_tips[0] == 1
    assert three.state.money[0] == 1
    assert three.at(card) == Place.DISCARD
    assert three.at(other) == 2


@pytest.mark.rule("NY-INSTANT-3")
def test_the_window_stays_shut_when_the_tip_is_gone_anyway(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen", tip=5)
    three.hand(1, "traffic_jam")
    three.deliver(0, "hells_kitchen").do("SHORT")
    assert three.phase != Phase.WINDOW
    assert three.state.no_tips[0] == 1


@pytest.mark.rule("NY-INSTANT-4")
def test_nobody_sees_who_was_asked_in_a_delivery(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen", tip=5)
    three.hand(1, "traffic_jam").hand(2, "rough_delivery")
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    first = {seat: three.view(seat) for seat in (0, 2, -1)}
    for view in first.values():
        assert view.seat == 0
        assert view.phase == Phase.EXTRA
        assert view.ham_at == HIDDEN
    three.do("DONE")
    assert three.phase == Phase.WINDOW
    assert three.state.seat == 2
    for seat in (0, -1):
        assert three.view(seat).tobytes() == first[seat].tobytes()  # the second holder is asked: no change


# -- Globals in general ----------------------------------------------------------------------------------


def delivered_with(table: Any, power: str) -> Any:
    """Seat 0 delivers and draws this Power Card."""
    table.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    return table.draw_next(power).deliver(0, "hells_kitchen").pay_any()


@pytest.mark.rule("NY-GLOBAL-1", "NY-GLOBAL-3")
def test_a_global_acts_at_once(three: Any) -> None:
    delivered_with(three, "coupon_days")
    assert three.at("coupon_days") == Place.WORLD
    assert three.state.world == POWER_IDS.index("coupon_days")
    assert three.state.n_power[0] == 0
    assert three.state.played == NONE


@pytest.mark.rule("NY-GLOBAL-3")
def test_the_switch_to_draw_again(bare_table: Callable[..., Any]) -> None:
    made = bare_table(2, expansion_power_cards="on", global_redraw=True)
    delivered_with(made, "coupon_days")
    assert made.state.world == POWER_IDS.index("coupon_days")
    assert made.state.n_power[0] == 1


@pytest.mark.rule("NY-GLOBAL-2", "NY-GLOBAL-5", "NY-POWER-SHORTAGE-2")
def test_a_global_replaces_the_old_one(three: Any) -> None:
    three.state.world, three.state.rounds = POWER_IDS.index("ingredient_shortage"), 5
    three.state.power_at[POWER_IDS.index("ingredient_shortage")] = Place.WORLD
    three.state.shortage = 3
    delivered_with(three, "charity_event")
    assert three.at("ingredient_shortage") == Place.DISCARD
    assert three.state.shortage == NONE
    assert three.state.sewer[3] == 1
    assert three.at("charity_event") == Place.WORLD
    assert three.state.rounds == 0


@pytest.mark.rule("NY-GLOBAL-4")
def test_globals_ask_from_the_player_who_drew(three: Any) -> None:
    for seat in range(3):
        three.hand(seat, "ham/harlem", "ham/midtown", "onions/harlem")
    three.ask(Phase.CHARITIES, 2, 0)
    asked = []
    while three.phase == Phase.CHARITY:
        asked.append(int(three.state.seat))
        three.do(three.legal()[0])
    assert asked == [2, 2, 0, 0, 1, 1]


@pytest.mark.rule("NY-GLOBAL-6", "NY-TERM-11", "NY-POWER-COUPON-1")
def test_rounds(three: Any) -> None:
    delivered_with(three, "coupon_days")
    turn = int(three.state.turn)
    while three.state.world != NONE:
        three.do(three.legal()[0])
    assert int(three.state.turn) == turn + 10  # gone when the turn after nine complete ones begins
    assert three.at("coupon_days") == Place.DISCARD
    assert power_rounds(POWER_IDS.index("power_outage")) == 1
    assert three.events(Event.WORLD_OVER)
