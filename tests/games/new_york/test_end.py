"""Health Inspectors, the end, scoring; personal goals and city events."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import free_range, route_cards
from fattorino.games.new_york.rules.score import achieved, goal_dollars, total
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.streets import spaces
from fattorino.games.new_york.tables import EVENT_STACK, GOAL_STACK, GOALS, N_VILLAGES, VILLAGES, Place
from fattorino.kernel.records import HIDDEN, NONE

GOAL_IDS = [goal["id"] for goal in GOALS]


@pytest.mark.rule("NY-INSPECT-1", "NY-INSPECT-3", "NY-INSPECT-5", "NY-MARKET-4")
def test_an_inspector_is_set_aside_and_replaced(two: Any) -> None:
    two.state.money[:2] = 5, 2
    two.hand(0, "ham/harlem", "onions/harlem").hand(1, "ham/harlem", "onions/harlem")
    two.deck("inspector", "pineapple/midtown", "sausage/midtown")
    two.do("ACT", 0).do("DECK")
    assert two.phase == Phase.FINE
    assert two.state.seat == 0
    assert two.can("MONEY")
    assert two.can("CARD", "ham/harlem")
    two.do("CARD", "ham/harlem")
    assert two.why("MONEY") == "NY-INSPECT-3"  # no mix
    two.do("CARD", "onions/harlem")
    assert two.state.seat == 1
    two.do("MONEY")
    assert two.state.money[1] == 0
    assert two.in_sewer("ham/harlem") == 1
    assert "pineapple/midtown" in two.hands(0)  # the next card replaced it
    two.do("DECK")
    assert len(two.hands(0)) == 2  # the player still gets two cards
    assert two.state.inspectors == 1


@pytest.mark.rule("NY-INSPECT-4")
@pytest.mark.parametrize(
    ("money", "cards", "options"), [(1, 3, ["CARD"]), (1, 1, None), (0, 1, None), (5, 3, ["MONEY", "CARD"])]
)
def test_ex_16_fines(two: Any, money: int, cards: int, options: list[str] | None) -> None:
    """NY-EX-16: money 1 and 3 cards: two cards; money 1 and 1 card: both; money 5: a choice."""
    two.state.money[:2] = money, 0
    two.hand(0, *["ham/harlem", "onions/harlem", "peppers/harlem"][:cards])
    two.deck("inspector", "pineapple/midtown")
    two.do("ACT", 0).do("DECK")
    if options is None:
        assert two.phase == Phase.FINE
        assert two.legal() == [two.action("CARD", "ham/harlem")]
        two.do("CARD", "ham/harlem")
        assert two.state.money[0] == 0
        assert two.hands(0) == ["pineapple/midtown"]
        return
    assert two.can("MONEY") == ("MONEY" in options)
    assert two.can("CARD", "ham/harlem")


@pytest.mark.rule("NY-INSPECT-2")
def test_inspectors_turn_up_everywhere(two: Any) -> None:
    two.state.money[:2] = 9
    two.market("ham/midtown", "ham/east_village", "onions/harlem", "onions/east_village", "peppers/midtown")
    two.deck("inspector", "pineapple/midtown")
    two.do("ACT", 0).do("CARD", "ham/midtown")
    assert two.phase == Phase.FINE  # in a refill
    two.do("MONEY").do("MONEY")
    assert two.in_market("pineapple/midtown") == 1
    two.deck("inspector", "sausage/midtown")
    two.order(0, "standard_1")
    two.ask(Phase.FILL, 0)
    assert two.phase == Phase.FINE
    assert two.state.inspectors == 2
    two.do("MONEY").do("MONEY")
    assert two.state.order[0, 0] != NONE


@pytest.mark.rule("NY-INSPECT-6", "NY-SCORE-1")
def test_ex_17_third_inspector(two: Any) -> None:
    """NY-EX-17: everyone pays, no replacement is drawn, scoring begins."""
    two.state.money[:2] = 5, 3
    two.hand(0, "ham/harlem")
    two.state.inspectors = 2
    two.deck("inspector", "pineapple/midtown")
    left = int(two.state.n_deck) - 1
    two.do("ACT", 0).do("DECK").do("MONEY").do("MONEY")
    assert two.state.over
    assert int(two.state.n_deck) == left
    assert two.legal() == []
    assert two.why("ACT", 0) == "NY-INSPECT-6"
    assert two.hands(0) == ["ham/harlem"]
    assert two.result() == [
        [3, 1, 1],
        [1, 2, 0],
    ]


@pytest.mark.rule("NY-INSPECT-7")
def test_inspectors_leave_the_global_slot_alone(three: Any) -> None:
    three.state.world = 25
    three.state.power_at[25] = Place.WORLD
    three.deck("inspector", "ham/harlem")
    three.do("ACT", 0).do("DECK").forced([Phase.FINE])
    assert three.state.world == 25
    assert three.state.power_at[25] == Place.WORLD


@pytest.mark.rule("NY-INSPECT-8")
def test_the_deck_lasts_until_the_end(table: Callable[..., Any]) -> None:
    made = table(2, seed=3)
    while not made.state.over:
        hiding = 3 - int(made.state.inspectors)
        assert int(made.state.n_deck) >= hiding
        assert (made.state.deck == 107).sum() == hiding
        made.do(made.legal()[0])
    assert made.state.inspectors == 3


# -- scoring ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-SCORE-2", "NY-SCORE-4", "NY-SCORE-5", "NY-SCORE-7")
def test_ex_18_scoring(two: Any) -> None:
    """NY-EX-18: 12 + 5 + 4 + 2 + 2 + 5 = 30."""
    two.state.money[0] = 12
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen", "onions/hells_kitchen")
    two.pizzeria(0, "gv_3", 1, "ham/greenwich_village", "onions/greenwich_village", "peppers/central_park")
    two.play_card(0, "drone_delivery").play_card(0, "cold_storage")
    two.state.cold[:2] = 3, 4
    two.state.tips[0, :3] = 0, 1, 1
    two.state.no_tips[0] = 1
    two.hand(0, "ham/harlem", "ham/midtown", "onions/harlem", "onions/midtown")
    assert total(two.state, 0) == 30
    two.play_card(0, "thats_my_spot")
    two.state.spot = 3
    assert total(two.state, 0) == 32  # the card and its disk


@pytest.mark.rule("NY-SCORE-3", "NY-GLOBAL-7")
def test_what_does_not_count(three: Any) -> None:
    three.state.world = 25
    three.state.power_at[25] = Place.WORLD
    three.state.shortage = 5
    three.state.power_at[33] = Place.DEBT + 0
    assert total(three.state, 0) == 0


@pytest.mark.rule("NY-SCORE-8")
def test_ties(three: Any) -> None:
    three.state.money[:3] = 7, 7, 5
    three.state.delivered[:3] = 2, 3, 9
    assert [row[1] for row in three.result()] == [2, 1, 3]
    three.state.delivered[:2] = 3
    three.state.money[:2] = 7, 5
    three.state.tips[1, 1] = 1  # 5 + 2 in tips
    assert [row[1] for row in three.result()] == [2, 1, 3]
    three.state.tips[1, 1] = 0
    three.state.money[1] = 7
    assert three.result()[0][1:] == [1, 1]
    assert three.result()[1][1:] == [1, 1]


# -- personal goals --------------------------------------------------------------------------------------


@pytest.fixture
def goals(bare_table: Callable[..., Any]) -> Any:
    return bare_table(2, personal_goals=True)


def own_goals(table: Any, *names: str) -> Any:
    for goal in range(len(GOALS)):
        if table.state.goal_at[goal] == 0:
            table.state.goal_at[goal] = GOAL_STACK
    for chosen in names:
        table.state.goal_at[GOAL_IDS.index(chosen)] = 0
    return table


@pytest.mark.rule("NY-GOAL-1")
def test_each_player_has_a_hidden_goal(table: Callable[..., Any]) -> None:
    made = table(3, personal_goals=True)
    assert made.state.n_goals.tolist() == [1, 1, 1, 0, 0, 0, 11]
    view = made.view(0)
    mine = [g for g in range(14) if made.state.goal_at[g] == 0]
    assert [g for g in range(14) if view.goal_at[g] != HIDDEN] == mine


@pytest.mark.rule("NY-GOAL-3")
def test_a_goal_instead_of_a_power_card(bare_table: Callable[..., Any]) -> None:
    made = bare_table(2, personal_goals=True, goal_limit=2)
    made.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    made.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert made.phase == Phase.REWARD
    assert not made.can("REWARD", 2)
    made.do("REWARD", 1)
    assert made.state.n_goals[0] == 2
    assert made.state.n_power[0] == 0
    made.finish_turn().finish_turn()
    made.no_orders().order(0, "standard_1", "onions/hells_kitchen")
    made.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert made.why("REWARD", 1) == "NY-GOAL-3"  # the dealt one counts for the limit


@pytest.mark.rule("NY-GOAL-2", "NY-GOAL-4", "NY-GOAL-5", "NY-SCORE-6")
def test_rewards_and_penalties(goals: Any) -> None:
    own_goals(goals, "busy_driver", "connoisseur", "long_haul")
    assert goal_dollars(goals.state, 0) == 0
    goals.state.delivered[0] = 7
    goals.state.special[0] = 1
    assert goal_dollars(goals.state, 0) == 5 + 4
    goals.state.goal_penalty = 1
    assert goal_dollars(goals.state, 0) == 5 + 4 - 3
    goals.state.delivered[0] = 0  # only the position at the end counts
    goals.state.special[0] = 0
    assert goal_dollars(goals.state, 0) == -9
    assert total(goals.state, 0) == 0


@pytest.mark.rule("NY-GOAL-10")
def test_only_the_best_goals_pay(goals: Any) -> None:
    own_goals(goals, "busy_driver", "connoisseur", "long_haul")
    goals.state.delivered[0] = 7
    goals.state.special[0] = 1
    goals.state.goal_paid = 1
    assert goal_dollars(goals.state, 0) == 5
    goals.state.goal_penalty = 1
    assert goal_dollars(goals.state, 0) == 5 - 3  # the unpaid fulfilled one costs nothing


@pytest.mark.rule("NY-GOAL-6")
@pytest.mark.parametrize(
    "goal", ["uptown_empire", "downtown_empire", "west_side_story", "east_side_rising", "end_to_end"]
)
def test_village_goals_count_open_pizzerias(goals: Any, goal: str) -> None:
    lots = {
        "harlem": "harlem_1",
        "upper_west_side": "uws_1",
        "upper_east_side": "ues_1",
        "hells_kitchen": "hk_1",
    }
    lots |= {
        "midtown": "mid_1",
        "greenwich_village": "gv_1",
        "east_village": "ev_1",
        "financial_district": "fd_1",
    }
    number = GOAL_IDS.index(goal)
    wanted = GOALS[number]["condition"]["villages"]
    for village in wanted:
        assert not achieved(goals.state, 0, number)
        goals.pizzeria(0, lots[village], 1, f"ham/{village}")
    assert achieved(goals.state, 0, number)
    goals.state.disks[0, VILLAGES.index(wanted[0])] = 0
    assert not achieved(goals.state, 0, number)
    king = GOAL_IDS.index("franchise_king")
    assert not achieved(goals.state, 0, king)


@pytest.mark.rule("NY-GOAL-7", "NY-GOAL-8", "NY-GOAL-9")
def test_the_other_goals(goals: Any) -> None:
    def fulfilled(goal: str) -> bool:
        return bool(achieved(goals.state, 0, GOAL_IDS.index(goal)))

    goals.pizzeria(0, "hk_4", 4, "ham/hells_kitchen")
    assert fulfilled("long_haul")
    assert not fulfilled("full_pantry")
    assert not fulfilled("flagship_stores")
    goals.pizzeria(0, "gv_3", 1, "sausage/greenwich_village", "pepperoni/central_park")
    goals.state.perm[0, VILLAGES.index("greenwich_village"), 2:4] = 27, 81  # meatballs, Any Meat
    assert fulfilled("full_pantry")
    assert fulfilled("flagship_stores")
    assert fulfilled("butcher_shop")
    goals.state.perm[0, VILLAGES.index("greenwich_village"), 2] = 81
    assert not fulfilled("butcher_shop")  # ANY cards do not count
    assert not fulfilled("greengrocer")
    goals.state.zones[0] = 0b11111
    assert fulfilled("around_town")
    assert not fulfilled("busy_driver")
    assert not fulfilled("connoisseur")
    goals.state.delivered[0], goals.state.special[0] = 7, 1
    assert fulfilled("busy_driver")
    assert fulfilled("connoisseur")


# -- city events -----------------------------------------------------------------------------------------


@pytest.fixture
def city(bare_table: Callable[..., Any]) -> Any:
    """City events on, an order of one for the own village, distance 3 from the zone of Hell's Kitchen."""
    made = bare_table(2, city_events=True)
    made.pizzeria(0, "hk_4", 1, "tomatoes/hells_kitchen", "onions/central_park")
    return made.order(0, "standard_2", "onions/hells_kitchen", "tomatoes/greenwich_village")


def force(table: Any, event: str) -> Any:
    table.state.city = table.city(event)
    return table


HK, GV = VILLAGES.index("hells_kitchen"), VILLAGES.index("greenwich_village")


@pytest.mark.rule("NY-EVENT-1", "NY-EVENT-2", "NY-EVENT-3")
def test_city_events_come_and_go(city: Any) -> None:
    first = int(city.state.city)
    assert first != NONE
    assert city.events(Event.CITY)
    city.state.city = city.city("transit_strike")
    city.state.event_at[:] = EVENT_STACK
    city.state.event_at[int(city.state.city)] = 1
    city.hand(0, "ham/harlem", "ham/midtown", "onions/harlem")
    city.deliver(0, "hells_kitchen").pay_any()
    assert city.phase == Phase.REWARD
    assert city.state.city == city.city("transit_strike")
    city.do("REWARD", 2)
    assert city.state.city != city.city("transit_strike")
    assert city.state.event_at[city.city("transit_strike")] == 2
    assert city.state.n_power[0] == 0
    city.state.event_at[:] = 2  # the stack is empty: the discards come back
    city.state.event_at[int(city.state.city)] = 1
    city.ask(Phase.TAKE, 0, 1, 0)
    from fattorino.games.new_york.rules.questions.reward import turn_city_event

    now = int(city.state.city)
    turn_city_event(city.state, city.log)
    assert city.state.city != now


@pytest.mark.rule("NY-EVENT-4", "NY-EVENT-5", "NY-EVENT-10", "NY-EVENT-12")
def test_events_on_the_way(city: Any) -> None:
    force(city, "bad_reviews")
    assert free_range(city.state, 0, 0, HK) == 2
    assert route_cards(city.state, 0, 0, HK, GV, 0) == 1
    force(city, "blizzard")
    assert free_range(city.state, 0, 0, HK) == 1  # 1 - 1, then + 1 for Tomatoes
    force(city, "water_main_break")
    assert route_cards(city.state, 0, 0, HK, GV, 0) == 2
    force(city, "brownout")
    assert free_range(city.state, 0, 0, HK) == 1  # Tomatoes do not work
    plain = route_cards(force(city, "bad_reviews").state, 0, 0, HK, VILLAGES.index("central_park"), 0)
    force(city, "city_marathon")
    assert route_cards(city.state, 0, 0, HK, VILLAGES.index("central_park"), 0) == plain + 2
    assert route_cards(city.state, 0, 0, HK, GV, 0) == 1
    city.play_card(1, "park_path")
    assert route_cards(city.state, 0, 0, HK, VILLAGES.index("harlem"), 1) == 1000
    assert route_cards(force(city, "bad_reviews").state, 0, 0, HK, VILLAGES.index("harlem"), 1) < 1000


@pytest.mark.rule("NY-EVENT-6", "NY-EVENT-7", "NY-EVENT-11")
def test_events_against_speed_cards(city: Any) -> None:
    for event, cards in (
        ("transit_strike", ("subway_fast_pass", "subway_ticket_blue", "subway_ticket_red")),
        ("harbor_fog", ("motor_boat", "drone_delivery")),
    ):
        for card in cards:
            city.play_card(0, card)
            assert route_cards(force(city, event).state, 0, 0, HK, GV, 2) == 1000
            assert route_cards(force(city, "bad_reviews").state, 0, 0, HK, GV, 2) < 1000
    far = VILLAGES.index("harlem")
    assert route_cards(city.state, 0, 0, HK, far, 0) > 3
    assert route_cards(force(city, "gridlock").state, 0, 0, HK, far, 0) == 1000


@pytest.mark.rule("NY-EVENT-6", "NY-EVENT-7")
def test_strike_and_fog_are_felt_on_foot(city: Any) -> None:
    for zone in range(N_VILLAGES):
        plain = route_cards(force(city, "bad_reviews").state, 0, 0, HK, zone, 0)
        reach = free_range(city.state, 0, 0, HK)
        far = spaces(0, 0, 0, int(city.state.lot[0, HK]), zone)
        fog = VILLAGES[zone] in ("hells_kitchen", "greenwich_village", "east_village", "financial_district")
        assert route_cards(force(city, "harbor_fog").state, 0, 0, HK, zone, 0) == max(0, far + fog - reach)
        slow = route_cards(force(city, "transit_strike").state, 0, 0, HK, zone, 0)
        assert slow == max(0, far + (far > 3) - reach) >= plain


@pytest.mark.rule("NY-EVENT-8")
def test_garbage_strike(city: Any) -> None:
    force(city, "garbage_strike").hand(0, "ham/harlem")
    assert city.why("ACT", 2) == "NY-DELIVER-2"
    city.give(0, "hacker").deliver(0, "hells_kitchen")
    assert city.state.d_due == 2  # one for the way, one for the strike


@pytest.mark.rule("NY-EVENT-9")
def test_heat_wave(city: Any) -> None:
    force(city, "heat_wave").hand(0, "ham/harlem")
    assert city.why("ACT", 2) == "NY-DELIVER-2"  # two permanent ingredients would be needed
    city.give(0, "onions/midtown").deliver(0, "hells_kitchen").do("CARD", "onions/midtown").do(
        "PERM", "tomatoes"
    )
    assert city.phase == Phase.EXTRA
    city.do("CARD", "ham/harlem")
    assert city.state.money[0] == 2


@pytest.mark.rule("NY-EVENT-13")
def test_bad_reviews(city: Any) -> None:
    force(city, "bad_reviews").hand(0, "ham/harlem").deliver(0, "hells_kitchen").pay_any()
    assert city.state.no_tips[0] == 1
    assert city.state.n_tips[0] == 0
