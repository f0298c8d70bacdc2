"""The rule named for an answer that is not possible is the one that forbids it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import fattorino
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Place, Power

# -- building and upgrading ------------------------------------------------------------------------------


@pytest.mark.rule("NY-BUILD-2", "NY-BUILD-5", "NY-BUILD-7")
def test_a_village_is_too_dear_or_reserved_or_full(two: Any) -> None:
    two.hand(0, "ham/harlem", "onions/harlem", "ham/midtown")
    two.do("ACT", 1).do("INC", 0)
    assert two.why("CARD", "ham/midtown") == "NY-BUILD-5"
    lots = ("harlem_1", "harlem_2", "harlem_3")
    two.state.tokens = sum(1 << two.lot(lot) for lot in lots)
    assert two.why("CARD", "ham/harlem") == "NY-BUILD-7"
    two.state.owner[[two.lot(lot) for lot in lots]] = 1
    assert two.why("CARD", "ham/harlem") == "NY-BUILD-2"


@pytest.mark.rule("NY-BUILD-1", "NY-BUILD-5")
def test_no_money_and_no_card_are_different_reasons(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "ham/hells_kitchen").hand(0, "ham/hells_kitchen", "ham/midtown")
    two.do("ACT", 1)
    assert two.why("INC", 0) == "NY-BUILD-5"
    two.hand(0, "ham/hells_kitchen")
    assert two.why("INC", 0) == "NY-BUILD-1"


@pytest.mark.rule("NY-UPGRADE-1", "NY-UPGRADE-5")
def test_a_card_without_a_pizzeria_and_a_card_for_a_full_one(two: Any) -> None:
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen", "onions/hells_kitchen")
    two.pizzeria(0, "mid_1", 1, "ham/midtown")
    two.hand(0, "ham/harlem", "peppers/hells_kitchen", "ham/central_park")
    two.do("ACT", 1).do("INC", 1)
    assert two.why("CARD", "ham/harlem") == "NY-UPGRADE-1"
    assert two.why("CARD", "peppers/hells_kitchen") == "NY-UPGRADE-5"
    two.do("CARD", "ham/central_park")
    assert two.why("VILLAGE", "hells_kitchen") == "NY-UPGRADE-5"
    assert two.why("VILLAGE", "harlem") == "NY-UPGRADE-1"


# -- delivering ------------------------------------------------------------------------------------------


@pytest.fixture
def kitchen(bare_table: Callable[..., Any]) -> Callable[..., Any]:
    """Makes tables where seat 0 is asked what covers the onions of an order of onions and ham."""

    def made(city: str = "", speed: str = "", to: str = "hells_kitchen") -> Any:
        table = bare_table(2, expansion_power_cards="on", city_events=True)
        table.state.city = table.city(city)
        table.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "ham/central_park")
        table.order(0, "standard_2", "onions/harlem", f"onions/{to}")
        if speed:
            table.play_card(0, speed)
        return table.hand(0, *["onions/midtown"] * 2, *["peppers/midtown"] * 8)

    return made


@pytest.mark.parametrize(
    ("city", "speed", "route", "rule"),
    [
        ("", "", 1, "NY-POWER-PARKPATH-1"),
        ("city_marathon", "park_path", 1, "NY-EVENT-12"),
        ("", "", 2, "NY-DELIVER-15"),
        ("", "bait_and_switch", 2, "NY-DELIVER-15"),
        ("harbor_fog", "motor_boat", 2, "NY-EVENT-7"),
        ("harbor_fog", "drone_delivery", 2, "NY-EVENT-7"),
        ("transit_strike", "subway_fast_pass", 2, "NY-EVENT-6"),
        ("transit_strike", "subway_ticket_red", 2, "NY-EVENT-6"),
        ("", "subway_fast_pass", 2, "NY-POWER-FASTPASS-1"),
        ("gridlock", "drone_delivery", 0, "NY-EVENT-11"),
        ("gridlock", "roller_blades", 2, "NY-EVENT-11"),
    ],
)
@pytest.mark.rule("NY-DELIVER-14", "NY-DELIVER-15", "NY-EVENT-6", "NY-EVENT-7", "NY-EVENT-11", "NY-EVENT-12")
def test_a_way_is_closed_by_the_rule_that_closes_it(
    kitchen: Callable[..., Any], city: str, speed: str, route: int, rule: str
) -> None:
    table = kitchen(city, speed, to="harlem" if city == "gridlock" else "hells_kitchen")
    table.state.passes = 0
    if city == "gridlock":
        table.ask(Phase.DELIVERY)  # no way is open: the question is put all the same
        table.state.d_stage, table.state.d_seat, table.state.d_from = 4, 0, 0
        table.state.d_at, table.state.d_zone, table.state.d_ticket = 3, 0, 1
        table.go_on()
    else:
        table.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen")
    assert table.phase == Phase.ROUTE
    assert table.why("ROUTE", route) == rule


@pytest.mark.rule("NY-POWER-MOPED-1")
def test_a_moped_that_does_not_get_there(kitchen: Callable[..., Any]) -> None:
    table = kitchen(speed="moped_delivery", to="harlem")
    table.state.disks[0, 3] = 1
    table.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen")
    assert table.why("ROUTE", 2) == "NY-POWER-MOPED-1"


@pytest.mark.rule("NY-DELIVER-5", "NY-DELIVER-6", "NY-EVENT-9", "NY-POWER-SHORTAGE-3")
def test_an_own_ingredient_that_does_not_serve(kitchen: Callable[..., Any]) -> None:
    table = kitchen().deliver(0, "hells_kitchen")
    assert table.why("PERM", "ham") == "NY-DELIVER-5"
    assert table.why("PERM", "peppers") == "NY-DELIVER-5"
    table.do("PERM", "onions")
    assert table.why("PERM", "onions") == "NY-DELIVER-6"
    table.state.city = table.city("heat_wave")
    assert table.why("PERM", "onions") == "NY-EVENT-9"
    short = kitchen()
    short.order(0, "standard_2", "ham/harlem", "ham/hells_kitchen").give(0, *["ham/midtown"] * 2)
    short.deliver(0, "hells_kitchen")
    short.state.shortage = int(short.state.perm[0, 3, 1])
    assert short.why("PERM", "ham") == "NY-POWER-SHORTAGE-3"


@pytest.mark.rule("NY-POWER-COLDSTORAGE-2", "NY-POWER-COLDSTORAGE-3")
@pytest.mark.parametrize("paying", [False, True])
def test_storage_that_is_fresh_empty_or_not_there(kitchen: Callable[..., Any], paying: bool) -> None:
    table = kitchen(to="midtown" if paying else "hells_kitchen")
    table.state.disks[0, 3] = 1
    table.deliver(0, "hells_kitchen")
    if paying:
        table.do("PERM", "onions").do("CARD", "onions/midtown")
        assert table.phase == Phase.EXTRA
    assert table.why("COLD", 0) == "NY-POWER-COLDSTORAGE-2"
    table.play_card(0, "cold_storage").stored("onions/harlem")
    table.state.cold_fresh = 1
    assert table.why("COLD", 0) == "NY-POWER-COLDSTORAGE-3"
    assert table.why("COLD", 1) == "NY-POWER-COLDSTORAGE-2"


@pytest.mark.rule("NY-POWER-FARMERBROWN-2", "NY-POWER-COPYCAT-2", "NY-DELIVER-5")
def test_farmer_brown_who_does_not_serve(kitchen: Callable[..., Any]) -> None:
    table = kitchen().pizzeria(1, "hk_3", 2, "ham/hells_kitchen").play_card(0, "copy_cat")
    table.do("ACT", 2).do("ORDER", 0).do("SEAT", 1).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    assert table.why("FARMER") == "NY-DELIVER-5"  # nobody has the card
    table.play_card(0, "farmer_brown").state.farmer = 50
    assert table.why("FARMER") == "NY-POWER-COPYCAT-2"
    table.state.farmer_fresh = 1
    assert table.why("FARMER") == "NY-POWER-FARMERBROWN-2"


# -- changing orders -------------------------------------------------------------------------------------


@pytest.mark.rule("NY-POWER-HACKER-1", "NY-POWER-SCREWUP-1", "NY-POWER-SYSTEMERROR-1", "NY-POWER-OUTAGE-2")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("hacker", "NY-POWER-HACKER-1"),
        ("order_screw_up", "NY-POWER-SCREWUP-1"),
        ("system_error", "NY-POWER-SYSTEMERROR-1"),
    ],
)
def test_an_order_without_cards_cannot_be_changed(three: Any, card: str, rule: str) -> None:
    three.order(0, "standard_2", "ham/harlem", "ham/midtown").order(1, "hawaiian").order(3, "standard_2")
    three.give(0, card, "onions/harlem").do("CARD", card)
    assert three.why("ORDER", 1) == rule  # a specialty
    assert three.why("ORDER", 2) == rule  # nothing lies there
    assert three.why("ORDER", 3) == "NY-POWER-OUTAGE-2"
    three.do("ORDER", 0)
    assert three.why("POS", 3) == rule


@pytest.mark.rule("NY-POWER-BAIT-1")
def test_bait_needs_a_standard_order(two: Any) -> None:
    two.play_card(0, "bait_and_switch").order(0, "standard_1", "ham/harlem").order(1, "hawaiian")
    two.hand(0, "ham/midtown").do("USE", 0)
    assert two.why("ORDER", 1) == "NY-POWER-BAIT-1"


# -- fines and the end -----------------------------------------------------------------------------------


@pytest.mark.rule("NY-INSPECT-3")
def test_one_dollar_or_one_card_is_no_form_of_a_fine(two: Any) -> None:
    two.hand(0, "ham/harlem")
    two.state.money[0] = 5
    two.ask(Phase.FINE, 0, 2)
    assert two.why("CARD", "ham/harlem") == "NY-INSPECT-3"
    two.give(0, "ham/midtown", "ham/midtown")
    two.state.money[0] = 1
    assert two.why("MONEY") == "NY-INSPECT-3"


@pytest.mark.rule("NY-INSPECT-6", "NY-COOP-41", "NY-COOP-44", "NY-COOP-45")
@pytest.mark.parametrize(
    ("mode", "inspectors", "won", "rule"),
    [
        ("competitive", 3, 0, "NY-INSPECT-6"),
        ("coop", 3, 0, "NY-COOP-44"),
        ("coop", 1, 0, "NY-COOP-45"),
        ("coop", 1, 1, "NY-COOP-41"),
    ],
)
def test_after_the_end_the_rule_that_ended_it(
    bare_table: Callable[..., Any], mode: str, inspectors: int, won: int, rule: str
) -> None:
    made = bare_table(2, mode=mode)
    made.state.over, made.state.won, made.state.inspectors = 1, won, inspectors
    assert made.why("ACT", 0) == rule
    assert made.legal() == []


@pytest.mark.rule("NY-POWER-OUTOFSUPPLIES-3")
def test_a_debt_is_not_paid_by_one_dollar(three: Any) -> None:
    three.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").order(0, "standard_1", "ham/hells_kitchen")
    three.state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT
    three.state.money[0] = 1
    three.hand(0, "onions/harlem", "peppers/harlem", "ham/harlem")
    three.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    assert three.why("MONEY") == "NY-POWER-OUTOFSUPPLIES-3"


def test_what_players_click_most_is_refused_in_their_words() -> None:
    """The rules behind nine of ten refusals of random clicks have a sentence for players."""
    chance, told = random.Random(2), []
    match = fattorino.load("new_york").new(seats=3, seed=2, expansion_power_cards="on")
    for _ in range(80):
        legal = match.legal().tolist()
        wrong = set(chance.sample(range(match.game.num_actions), 12)) - set(legal)
        told += [refusal.rule for action in wrong if (refusal := match.why_not(action)) is not None]
        match.play(chance.choice(legal))
    plain = [rule for rule in told if rule in match.game.rulebook.for_players]
    assert len(told) > 500
    assert len(plain) > 0.9 * len(told)
    assert not any("NY-" in text or "window" in text for text in match.game.rulebook.for_players.values())
