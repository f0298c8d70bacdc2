"""Co-op."""

from collections.abc import Callable
from typing import Any

import pytest

import fattorino
from fattorino.games.new_york.names import code
from fattorino.games.new_york.rules.coop import chef_result, choose_top_chef, gain, last_places
from fattorino.games.new_york.state import Event, Phase
from fattorino.games.new_york.tables import DAYS, POWERS, VILLAGES, Place
from fattorino.kernel.records import HIDDEN, NONE

FRIDAY = DAYS.index("friday")
POWER_IDS = [power["id"] for power in POWERS]
OUT_OF_COOP = [
    "midtown_hijinks",
    "out_of_supplies",
    "property_tax",
    "rough_delivery",
    "thats_my_spot",
    "traffic_jam",
]


def queue(table: Any, *tickets: str) -> Any:
    """Order 1 to 4; an empty name leaves a place free."""
    table.no_orders()
    for slot, ticket in enumerate(tickets):
        if ticket:
            table.order(slot, ticket, *["ham/harlem"] * int(ticket[-1]), tip=slot + 1)
    return table


@pytest.mark.rule("NY-COOP-1", "NY-COOP-2", "NY-COOP-3", "NY-COOP-7", "NY-COOP-8", "NY-COOP-10")
def test_setting_up(table: Callable[..., Any]) -> None:
    state = table(3, mode="coop").state
    assert state.money[0] == 0
    assert state.pizzas == 0
    assert state.n_hand[:3].tolist() == [8, 8, 8]
    assert state.supply[:3].tolist() == [12, 12, 12]
    assert state.n_market == 5
    assert int(state.n_pool) == 48
    assert int(state.n_tickets) == 14
    assert int(state.n_out) == 6
    assert (state.ticket == NONE).all()
    assert DAYS[int(state.day)] == "saturday"
    assert table(5, mode="coop").state.any_cards == 1
    assert table(1).state.coop == 0
    assert table(1, mode="auto").state.coop == 1


@pytest.mark.rule("NY-COOP-4")
def test_the_timer_is_set_before_any_order(table: Callable[..., Any]) -> None:
    state = table(4, mode="coop", started=False).state
    assert (state.deck == 107).sum() == 3
    assert int(state.n_deck) == 144 - 32 - 5 + 3


@pytest.mark.rule("NY-COOP-5", "NY-COOP-6")
def test_cards_not_for_coop(table: Callable[..., Any]) -> None:
    state = table(3, mode="coop", expansion_power_cards="on").state
    out = [POWER_IDS[p] for p in range(len(POWERS)) if state.power_at[p] == Place.OUT]
    assert sorted(out) == sorted(OUT_OF_COOP)
    assert sum(not power["coop"] for power in POWERS if power["set"] == "expansion") == 5
    assert table(3, mode="coop", started=False).state.n_power[:3].tolist() == [2, 2, 2]


def specialties(made: Any) -> list[int]:
    """How many of each specialty ticket are in the order deck or were left out at random."""
    state = made.state
    return [int(state.ticket_deck[t]) + int(state.ticket_out[t]) for t in range(4, 12)]


@pytest.mark.rule("NY-COOP-9")
@pytest.mark.parametrize("which", ["base4", "new4", "mixed4", "all8"])
def test_more_than_four_specialties_are_not_recommended(table: Callable[..., Any], which: str) -> None:
    made = table(2, mode="coop", specialty_set=which)
    assert int(made.state.n_tickets) == 14
    many = which == "all8"
    assert len(made.events(Event.MANY_SPECIALTIES)) == many
    teams = [table(2, seed=seed, mode="coop", specialty_set=which).state for seed in range(1, 9)]
    assert many == any(sum(map(int, state.ticket_deck[4:12])) > 4 for state in teams)
    assert not table(2, specialty_set=which).events(Event.MANY_SPECIALTIES)


@pytest.mark.rule("NY-COOP-48")
def test_the_host_picks_four_specialties(table: Callable[..., Any]) -> None:
    picked = {"favourite_1": "city_slicker", "favourite_2": "hawaiian", "favourite_3": "rooftop_garden"}
    for mode in ("coop", "competitive"):
        made = table(2, mode=mode, specialty_set="favourites", **picked)
        on_table = [sum(made.state.ticket == t) for t in range(4, 12)]
        counts = [count + laid for count, laid in zip(specialties(made), on_table, strict=True)]
        assert counts == [1, 0, 0, 1, 0, 0, 1, 1]
    same: dict[str, Any] = {"specialty_set": "favourites", "favourite_1": "triple_deluxe"}
    with pytest.raises(fattorino.BadOption, match="four different"):
        fattorino.load("new_york").new(seats=2, **same)


@pytest.mark.rule("NY-COOP-11", "NY-COOP-13", "NY-COOP-14", "NY-COOP-15")
def test_ex_28_codes(table: Callable[..., Any]) -> None:
    """NY-EX-28: row 6 for three players; a four-player game that mixes rows 3 and 4."""
    assert code(table(3, mode="coop").state) == "3PL-B15-R17-P22-M50"
    mixed = table(4, mode="coop", coop_blue=10, coop_red=13, coop_pizzas=30, coop_money=65)
    assert code(mixed.state) == "4PL-B10-R13-P30-M65"
    rows = {n: int(table(n, mode="coop").state.goal_pizzas) for n in range(1, 7)}
    assert rows == {1: 18, 2: 20, 3: 22, 4: 30, 5: 32, 6: 34}
    assert int(table(2, mode="coop", coop_row="1").state.goal_money) == 75
    mixed.state.over = 1
    assert code(mixed.state) == "Loss-4PL-B10-R13-P30-M65"
    mixed.state.won = 1
    assert code(mixed.state).startswith("Win-")


@pytest.mark.rule("NY-COOP-12")
def test_promotion_tokens(team: Any) -> None:
    assert team.state.stock[:].tolist() == [7, 7]
    tokens = set()
    for colour in (0, 1):
        team.state.money[0] = int(team.state.marker[colour]) - 1
        gain(team.state, 0, 1, team.log)
    tokens = {int(token) for token in team.state.day_token if token != NONE}
    assert len(tokens) == 2
    assert min(tokens) < 3 <= max(tokens)


@pytest.mark.rule("NY-COOP-16")
def test_no_goals_or_events(table: Callable[..., Any]) -> None:
    state = table(3, mode="coop", personal_goals=True, city_events=True).state
    assert state.goals == 0
    assert state.events == 0
    assert state.city == NONE


@pytest.mark.rule("NY-COOP-17")
def test_ex_30_first_round_builds_are_free(bare_table: Callable[..., Any]) -> None:
    """NY-EX-30: lots in Midtown and Harlem, both free."""
    made = bare_table(3, mode="coop")
    made.hand(0, "ham/midtown", "onions/midtown", "ham/harlem", *["ham/central_park"] * 2)
    assert made.why("ACT", 0) == "NY-COOP-17"
    assert made.can("ACT", 1)
    made.do("ACT", 1).do("INC", 0).do("CARD", "ham/midtown").do("LOT", "mid_1")
    made.do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1")
    assert made.phase != Phase.PAY
    assert made.state.money[0] == 0
    assert made.state.n_hand[0] == 3


@pytest.mark.rule("NY-COOP-18")
def test_who_cannot_build_goes_to_market(bare_table: Callable[..., Any]) -> None:
    made = bare_table(3, mode="coop").hand(0, "ham/central_park")
    assert made.legal() == [made.action("ACT", 0)]
    assert made.why("ACT", 1) == "NY-COOP-18"


@pytest.mark.rule("NY-COOP-19", "NY-COOP-34")
def test_the_team_pays_for_property(team: Any) -> None:
    team.state.money[0] = 1
    team.state.active = 1
    team.state.stack[1, 1] = 1
    team.go_on().hand(1, "ham/harlem", "onions/midtown")
    team.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1").do("MONEY")
    assert team.state.money[0] == 0
    assert team.why("MONEY") == "NY-TERM-9"
    team.do("CARD", "onions/midtown")
    assert team.state.owner[team.lot("harlem_1")] == 1


@pytest.mark.rule("NY-COOP-20", "NY-COOP-23", "NY-COOP-29")
def test_ex_24_the_first_friday(table: Callable[..., Any]) -> None:
    """NY-EX-24: nothing for six turns, two orders after the seventh."""
    made = table(3, mode="coop", seed=4)
    for _ in range(6):
        made.finish_turn()
        assert (made.state.ticket == NONE).all()
    assert made.state.day == FRIDAY
    made.finish_turn()
    assert (made.state.ticket[:4] != NONE).sum() == 2
    assert made.state.day == 0


@pytest.mark.rule("NY-COOP-20")
def test_the_order_of_the_steps(team: Any) -> None:
    team.hand(
        0, *["ham/harlem"] * 2, *["onions/harlem"] * 2, *["peppers/harlem"] * 2, *["sausage/harlem"] * 2
    )
    team.give(0, "ham/midtown", "onions/midtown")
    team.do("ACT", 0).do("DECK").do("DECK")
    if team.phase == Phase.POST:
        team.do("DONE")
    assert team.phase == Phase.SIDE
    team.do("DONE")
    assert team.phase == Phase.LIMIT
    while team.phase == Phase.LIMIT:
        team.do(team.legal()[0])
    assert team.state.active == 1
    assert team.state.day == 1


@pytest.mark.rule("NY-COOP-21", "NY-COOP-22")
@pytest.mark.parametrize("sides", [[0, 0], [1, 1], [0, 1], [0], []])
def test_ex_23_transfers(team: Any, sides: list[int]) -> None:
    """NY-EX-23: left 2; right 2; one each; one; none. Three cards are not."""
    cards = ["ham/harlem", "lucky_day", "onions/harlem"]
    team.hand(0, *cards).hand(1, *["ham/midtown"] * 2, *["onions/midtown"] * 2, *["peppers/harlem"] * 2)
    team.give(1, *["peppers/midtown"] * 2, *["sausage/midtown"] * 2)
    team.ask(Phase.SIDE, 0, 2)
    reveals = int(team.state.reveals)
    for side, card in zip(sides, cards, strict=False):
        team.do("SIDE", side).do("CARD", card)
    if len(sides) == 2:
        assert team.phase != Phase.SIDE
    else:
        team.do("DONE")
    receivers = {0: 1, 1: 2}
    for side, card in zip(sides, cards, strict=False):
        assert card in team.hands(receivers[side])
    told = [event for event in team.told if event[0] == Event.TRANSFERRED]
    assert int(team.state.reveals) >= reveals + len(sides)  # what was seen cannot be taken back
    assert all(event[2] == (1 | 1 << receivers[side]) for event, side in zip(told, sides, strict=True))
    assert team.state.seat == 0  # nobody else must discard now


@pytest.mark.rule("NY-COOP-21")
def test_two_players_and_one(bare_table: Callable[..., Any]) -> None:
    pair = bare_table(2, mode="coop").hand(0, "ham/harlem")
    pair.ask(Phase.SIDE, 0, 2)
    assert pair.can("SIDE", 0)
    assert pair.why("SIDE", 1) == "NY-COOP-21"
    alone = bare_table(1, mode="coop").hand(0, "ham/central_park", "onions/central_park")
    alone.do("ACT", 0).do("DECK").do("DECK").forced()
    assert not alone.events(Event.TRANSFER)


# -- the queue -------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-COOP-24", "NY-COOP-25", "NY-COOP-47", "NY-COOP-35", "NY-COOP-36")
def test_ex_26_a_gap_closes(team: Any) -> None:
    """NY-EX-26: C is delivered, A and B move right, nothing is refilled, the next one pushes nothing off."""
    queue(team, "standard_1", "standard_2", "standard_3", "standard_4")
    team.order(2, "standard_1", "onions/hells_kitchen", tip=5)
    team.pizzeria(0, "hk_4", 4, "onions/hells_kitchen")
    team.deliver(2, "hells_kitchen").pay_any()
    assert team.state.ticket[:4].tolist() == [NONE, 0, 1, 3]
    assert team.state.tip[1:4].tolist() == [1, 2, 4]
    assert team.in_market("onions/hells_kitchen") == 1
    assert team.state.ticket_used[0] == 1
    assert team.state.pizzas == 1
    assert team.state.money[0] == 1
    assert team.state.tips[0, 4] == 1
    team.ask(Phase.ADD, 1)
    assert team.state.ticket[1:4].tolist() == [0, 1, 3]
    assert (team.state.ticket_gone == 0).all()


@pytest.mark.rule("NY-COOP-26", "NY-COOP-27")
def test_ex_25_a_full_queue_pushes(team: Any) -> None:
    """NY-EX-25: A, B, C, D and two new ones give F, E, A, B; C and D are gone."""
    queue(team, "standard_1", "standard_2", "standard_3", "standard_4")
    pool = int(team.state.n_pool)
    team.ask(Phase.ADD, 2)
    assert team.state.ticket[2:4].tolist() == [0, 1]
    assert team.state.ticket_gone.tolist()[:4] == [0, 0, 1, 1]
    assert team.state.n_sewer == 7
    assert team.state.n_pool == pool  # two tokens back, two on the new orders
    assert (team.state.tip[:2] != NONE).all()


@pytest.mark.rule("NY-COOP-47")
def test_gaps_and_the_conveyor(team: Any) -> None:
    queue(team, "standard_1", "", "standard_3", "standard_4").ask(Phase.ADD, 1)
    assert team.state.ticket[1:4].tolist() == [0, 2, 3]
    assert (team.state.ticket_gone == 0).all()
    team.state.conveyor = 1
    queue(team, "standard_1", "", "standard_3", "standard_4").ask(Phase.ADD, 1)
    assert team.state.ticket[1:4].tolist() == [0, NONE, 2]
    assert team.state.ticket_gone[3] == 1


@pytest.mark.rule("NY-COOP-28", "NY-COOP-45")
def test_tickets_run_out(team: Any) -> None:
    team.state.ticket_deck[:] = 0
    team.state.n_tickets = 0
    team.state.ticket_used[0] = 1
    team.ask(Phase.ADD, 1)
    assert not team.state.over
    assert team.state.ticket[0] == 0
    team.ask(Phase.ADD, 1)
    assert team.state.over
    assert not team.state.won
    assert team.events(Event.LOST)


# -- promotions ------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-COOP-30", "NY-COOP-31", "NY-COOP-43")
def test_ex_27_a_marker_works_once(team: Any) -> None:
    """NY-EX-27: blue 15, money 14: a delivery of 3 places one blue token; passing 15 again places none."""
    team.state.marker[:] = 15, 19
    team.state.money[0] = 14
    gain(team.state, 0, 3, team.log)
    assert sum(token != NONE for token in team.state.day_token) == 1
    assert team.state.fired[:].tolist() == [
        1,
        0,
    ]
    assert (team.state.ticket == NONE).all()  # it adds no orders by itself
    team.state.money[0] = 10
    gain(team.state, 0, 6, team.log)
    assert sum(token != NONE for token in team.state.day_token) == 1
    team.state.retrigger = 1
    team.state.money[0] = 10
    gain(team.state, 0, 20, team.log)
    tokens = [int(token) for token in team.state.day_token if token != NONE]
    assert len(tokens) == 3
    assert team.state.day_token[FRIDAY] == NONE


@pytest.mark.rule("NY-COOP-32")
def test_morning_and_evening_orders(team: Any) -> None:
    team.state.day_token[1] = 2  # blue, one and one, on Sunday
    team.finish_turn()
    assert team.state.day == 1
    assert (team.state.ticket[:4] != NONE).sum() == 1
    team.finish_turn()
    assert (team.state.ticket[:4] != NONE).sum() == 2  # and in the evening


@pytest.mark.rule("NY-COOP-32")
def test_a_token_on_the_current_day_sleeps(team: Any) -> None:
    team.state.day_token[0] = 1  # two in the evening
    team.state.day_new = 1
    team.finish_turn()
    assert (team.state.ticket == NONE).all()
    assert team.state.day_new == 0


@pytest.mark.rule("NY-COOP-38", "NY-COOP-39", "NY-COOP-40")
@pytest.mark.parametrize(("mode", "front"), [("insane", True), ("easy", False)])
def test_back_side_up_tokens(bare_table: Callable[..., Any], mode: str, front: bool) -> None:
    made = bare_table(3, mode="coop", coop_promotions=mode)
    made.state.turn = 3
    made.state.money[0] = int(made.state.marker[0]) - 1
    gain(made.state, 0, 1, made.log)
    day = next(d for d in range(7) if made.state.day_token[d] != NONE)
    assert made.state.day_back[day] == 1
    made.state.day_token[:] = NONE
    made.state.day_back[:] = 0
    made.state.day_token[1], made.state.day_back[1] = 0, 1  # two in the morning
    made.finish_turn()
    assert made.phase == Phase.DAYPART
    assert made.state.seat == 1
    morning = 2 if front else 0
    assert (made.state.ticket[:4] != NONE).sum() == morning
    made.do("DAYPART", 1)
    assert (made.state.ticket[:4] != NONE).sum() == morning
    made.finish_turn()
    assert (made.state.ticket[:4] != NONE).sum() == morning + 1


# -- other changes ---------------------------------------------------------------------------------------


@pytest.mark.rule("NY-COOP-33")
def test_tolls_change_nothing_and_banks_pay(team: Any) -> None:
    team.pizzeria(0, "hk_4", 4, "onions/hells_kitchen").play_card(1, "mob_boss")
    team.order(0, "standard_1", "onions/hells_kitchen").deliver(0, "hells_kitchen").pay_any()
    assert team.state.money[0] == 1
    assert team.state.money[1] == 0
    team.finish_turn().finish_turn().finish_turn()
    team.state.money[0] = 0
    team.no_orders().order(0, "standard_1", "onions/central_park").play_card(1, "park_commissioner")
    team.play_card(2, "park_path").hand(0, *["ham/harlem"] * 2, "ham/midtown", "peppers/harlem")
    team.deliver(0, "hells_kitchen").pay_any()
    assert team.state.money[0] == 1 + 1  # the extra dollar also for a teammate's delivery


@pytest.mark.rule("NY-COOP-33", "NY-COOP-35")
def test_a_teammate_may_copy(team: Any) -> None:
    team.play_card(1, "harlem_rotary_pizzeria").pizzeria(0, "harlem_1", 4, "onions/harlem")
    team.pizzeria(1, "harlem_2", 4, "onions/harlem").order(0, "standard_1", "onions/harlem")
    team.deliver(0, "harlem").pay_any()
    assert team.phase == Phase.ROTARY
    assert team.state.seat == 1
    team.do("VILLAGE", "harlem").do("ROUTE", 0).pay_any()
    assert team.state.pizzas == 2
    assert team.state.money[0] == 2


@pytest.mark.rule("NY-COOP-37")
def test_fines_from_the_team(team: Any) -> None:
    team.state.money[0] = 3
    team.hand(0, "ham/harlem", "onions/harlem").hand(1, "ham/harlem").deck("inspector", "ham/midtown")
    team.do("ACT", 0).do("DECK").do("MONEY")
    assert team.state.money[0] == 0  # $2 by the first; then $1 and the only card of the second
    team.forced([Phase.FINE])
    assert team.hands(1) == []


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.rule("NY-COOP-41", "NY-COOP-42")
def test_winning(team: Any) -> None:
    team.state.goal_money, team.state.goal_pizzas = 5, 2
    team.state.money[0], team.state.pizzas = 9, 1
    gain(team.state, 0, 1, team.log)
    assert not team.state.over  # one goal alone is not enough
    team.pizzeria(0, "hk_4", 4, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    team.deliver(0, "hells_kitchen").pay_any()
    assert team.state.over
    assert team.state.won
    assert [row[2] for row in team.result()] == [1, 1, 1]
    assert team.why("ACT", 0) == "NY-COOP-41"


@pytest.mark.rule("NY-COOP-42")
def test_spending_can_undo_a_goal(team: Any) -> None:
    team.state.goal_money, team.state.goal_pizzas = 5, 1
    team.state.money[0], team.state.pizzas = 4, 0
    team.pizzeria(0, "hk_4", 4, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    team.state.money[0] = 2
    team.deliver(0, "hells_kitchen").pay_any()
    assert not team.state.over
    assert team.state.pizzas == 1
    team.give(0, "lucky_day")
    team.do("CARD", "lucky_day")  # 3 + 3: checked after every change
    assert team.state.over
    assert team.state.won


@pytest.mark.rule("NY-COOP-44")
def test_the_third_inspector_loses(team: Any) -> None:
    team.state.money[0] = 9
    team.state.inspectors = 2
    team.deck("inspector").do("ACT", 0).do("DECK")
    assert team.state.over
    assert not team.state.won
    assert team.state.money[0] == 9  # the fine no longer matters


@pytest.mark.rule("NY-COOP-46")
def test_top_chef(team: Any) -> None:
    state = team.state
    state.delivered[:3] = 3, 1, 1
    state.tips[1, 4] = 2
    team.pizzeria(2, "hk_4", 3, "onions/hells_kitchen").pizzeria(2, "gv_3", 0, "onions/greenwich_village")
    assert [chef_result(state, seat, 0) for seat in range(3)] == [3, 1, 1]
    assert [chef_result(state, seat, 1) for seat in range(3)] == [0, 10, 0]
    assert [chef_result(state, seat, 2) for seat in range(3)] == [0, 0, 1]  # open ones only
    assert [chef_result(state, seat, 3) for seat in range(3)] == [0, 0, 2]
    assert [chef_result(state, seat, 4) for seat in range(3)] == [0, 0, 3]
    assert [last_places(state, seat) for seat in range(3)] == [4, 4, 2]
    faces = {}
    for _ in range(60):
        choose_top_chef(state, team.log)
        faces[int(state.chef_die)] = int(state.chefs)
    assert faces == {1: 0b001, 2: 0b010, 3: 0b100, 4: 0b100, 5: 0b100, 6: 0b011}  # ties are shared


def test_hands_of_the_team(table: Callable[..., Any]) -> None:
    """Hands are hidden in the engine's view unless the option opens them."""
    assert (table(2, mode="coop").view(0).hand[1] == HIDDEN).all()
    assert (table(2, mode="coop", coop_open_hands=True).view(0).hand[1] != HIDDEN).all()
    assert VILLAGES[8] == "central_park"
