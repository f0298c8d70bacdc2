"""Words, the scene, the text board, keys and targets."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york import GAME
from fattorino.games.new_york.scene import scene
from fattorino.games.new_york.sentences import score_breakdown, sentence
from fattorino.games.new_york.state import NUM_ACTIONS, SPACE, Event, Phase, Stage
from fattorino.games.new_york.tables import VILLAGES, Place, Power
from fattorino.games.new_york.text import table_lines
from fattorino.games.new_york.words import key, label, prompt, roles, target
from fattorino.render import draw


@pytest.fixture
def kitchen(three: Any) -> Any:
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen", "ham/central_park").play_card(0, "cold_storage")
    three.state.cold[:2] = 1, 2
    three.order(0, "standard_2", "onions/harlem", "peppers/greenwich_village").order(1, "hawaiian")
    return three.hand(0, "peppers/midtown", "lucky_day")


def beside(view: Any, seat: int) -> str:
    """What the text board says beside the map."""
    return "\n".join(table_lines(view, seat))


def test_every_action_has_a_label_and_a_key_of_its_own(kitchen: Any) -> None:
    view = kitchen.view(0)
    assert len({key(action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS
    assert all(label(view, action) for action in range(NUM_ACTIONS))
    labels = [label(view, action) for action in kitchen.legal()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase < Phase.END])
def test_every_question_is_put_in_words(kitchen: Any, phase: Phase) -> None:
    view = kitchen.view(0)
    view.phase, view.seat, view.d_next, view.ham_at, view.d_stage = phase, 0, 0, 0, Stage.EXTRA
    view.d_need[0] = 4
    assert prompt(view, 0)
    assert prompt(view, 1).startswith("Waiting")
    assert label(view, SPACE.first("DONE"))
    assert label(view, SPACE.first("VILLAGE"))
    assert label(view, SPACE.first("CARD"))


@pytest.mark.parametrize("kind", list(Event))
def test_every_event_has_a_sentence(kind: int) -> None:
    assert sentence([kind, 1, -1, 1, 1, 1, 0, 0], 0)


def test_targets_are_on_the_board(kitchen: Any) -> None:
    drawn = draw(GAME, kitchen.view(0), 0)
    for name in ("lot", "order", "zone", "market", "deck", "player", "cold"):
        assert f'data-target="{name}' in drawn
    kitchen.do("ACT", 2)
    assert target(kitchen.view(0), kitchen.legal()[0]) == "order-0"
    kitchen.do("ORDER", 0)
    assert target(kitchen.view(0), kitchen.action("VILLAGE", "hells_kitchen")) == f"lot-{kitchen.lot('hk_4')}"
    kitchen.do("VILLAGE", "hells_kitchen")
    assert label(kitchen.view(0), kitchen.action("ROUTE", 0)) == "On foot: free"


def test_the_scene_shows_the_table_and_only_the_own_hand(kitchen: Any) -> None:
    data = scene(kitchen.view(0), 0)
    assert len(data["lots"]) == 28
    assert [order["value"] for order in data["orders"]] == [2, 8]
    assert [card["target"] for card in data["cards"]] == ["hand-40", "hand-136"]
    assert scene(kitchen.view(1), 1)["cards"] == []
    assert "cards" not in scene(kitchen.view(-1), -1)
    assert len(data["players"]) == 3
    text = beside(kitchen.view(0), 0)
    assert "Peppers (Midtown)" in text
    assert "HK3[On Ha]" in text
    assert "Peppers (Midtown)" not in beside(kitchen.view(1), 1)


def test_roles_and_account(kitchen: Any, team: Any) -> None:
    assert [role.team for role in roles({"seats": 2, "mode": "auto"})] == [None, None]
    assert [role.team for role in roles({"seats": 1, "mode": "auto"})] == [0]
    kitchen.state.money[0] = 7
    kitchen.state.over = 1
    rows = score_breakdown(kitchen.view(0))
    assert sum(points for _, points in rows[0]) == kitchen.result()[0][0]
    assert score_breakdown(team.view(0))[0][0][1] == 0


def test_what_lies_open_is_on_the_text_board(three: Any) -> None:
    three.play_card(1, "subway_fast_pass").play_card(1, "cold_storage").stored("ham/harlem", "onions/midtown")
    three.play_card(2, "thats_my_spot").state.spot = 4
    three.state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT + 2
    three.state.city, three.state.passes = three.city("blizzard"), 2
    three.state.world, three.state.rounds = Power.INGREDIENT_SHORTAGE.value, 4
    three.state.shortage = 20  # Ham
    text = beside(three.view(0), 0)
    assert "Ingredient Shortage: Ham (4 turns left): " in text
    assert "Blizzard: every pizzeria's free range is 1 space shorter" in text
    assert "Subway Fast Pass (2 tokens), Cold Storage (Ham (Harlem), Onions (Midtown))" in text
    assert "That's My Spot (Midtown), owes Out of Supplies" in text


def test_debts_and_tokens_are_on_the_board(three: Any) -> None:
    three.play_card(1, "subway_fast_pass").state.passes = 2
    assert "owes Out of Supplies" not in str(scene(three.view(0), 0)["players"])
    three.state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT + 2
    data = scene(three.view(0), 0)
    assert [bool(player["owes"]) for player in data["tableaux"]] == [False, False, True]
    assert data["tableaux"][1]["slots"][0]["name"] == "2 × Subway Fast Pass"
    assert ("power-timed", "owes Out of Supplies") in data["players"][2]


@pytest.mark.rule("NY-COOP-39")
def test_the_calendar_of_an_easy_game_shows_one_order_a_token(bare_table: Callable[..., Any]) -> None:
    made = bare_table(2, mode="coop", coop_promotions="easy")
    made.state.day_token[2], made.state.day_back[2] = 0, 1
    monday = scene(made.view(0), 0)["calendar"]["days"][2]
    assert (monday["morning"], monday["evening"], monday["back"], monday["colour"]) == (0, 0, 1, 0)
    assert "Monday: orders in the morning 0, in the evening 0, 1 when you like" in beside(made.view(0), 0)


def test_a_step_that_is_declined_is_not_called_a_choice(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "ham/hells_kitchen").hand(
        0, *["onions/hells_kitchen"] * 2, "ham/hells_kitchen"
    )
    two.play_card(0, "frugal_shopper")
    two.do("ACT", 1).do("INC", 1).do("CARD", "ham/hells_kitchen").forced().do("MODE", 0).do("DONE")
    assert sentence(two.told[-1], 0) == "You chose no second increase."
    two.do("USE", 2)
    assert sentence(two.told[-1], 0) == "You used Frugal Shopper."


def test_takes_say_what_they_are_for(two: Any) -> None:
    two.ask(Phase.TAKE, 0, 1, 3)
    assert prompt(two.view(0), 0) == "Meatballs: take a card from the Open Market?"
    two.ask(Phase.TAKE, 0, 2, 1)
    assert prompt(two.view(0), 0) == "East Village Mogul: take up to 2 cards?"


def test_cards_that_bring_market_cards_say_so(three: Any) -> None:
    three.hand(0, "bonus_supplies").do("CARD", "bonus_supplies")
    assert prompt(three.view(0), 0) == "Bonus Supplies: take 3 cards."
    three.do("DECK").do("DECK")
    assert prompt(three.view(0), 0) == "Bonus Supplies: take 1 more card."
    three.do("DECK").do("ACT", 0)
    assert "Bonus" not in prompt(three.view(0), 0)


def test_frugal_shopper_says_so(three: Any) -> None:
    three.play_card(0, "frugal_shopper").do("ACT", 0).do("DECK").do("DECK").do("USE", 2)
    assert prompt(three.view(0), 0) == "Frugal Shopper: take 1 card."


def test_cards_that_change_orders_say_what_they_want(three: Any) -> None:
    three.order(0, "standard_2", "ham/harlem", "onions/midtown").order(1, "standard_1", "ham/midtown")
    three.hand(0, "order_screw_up").do("CARD", "order_screw_up")
    assert prompt(three.view(0), 0) == "Order Screw Up: choose an order."
    three.do("ORDER", 0)
    assert prompt(three.view(0), 0) == "Order Screw Up: choose a card of order 1."
    assert label(three.view(0), three.action("POS", 1)) == "Card 2 of the order: Onions (Midtown)"
    three.do("POS", 1)
    assert prompt(three.view(0), 0) == "Order Screw Up: choose the order of the second card."


def test_a_tax_is_called_one(three: Any) -> None:
    three.state.money[0] = 3
    three.ask(Phase.TAX, 0, 2)
    assert prompt(three.view(0), 0) == "Property Tax: pay $2, in money or cards."


def test_only_the_own_tips_are_worth_something_to_a_reader(two: Any) -> None:
    two.state.tips[0, 2], two.state.n_tips[0] = 1, 1
    assert "You: $0, 0+0 cards, 1 tip ($3), 0 pizzas" in beside(two.view(0), 0)
    assert "Player 1: $0, 0+0 cards, 1 tip, 0 pizzas" in beside(two.view(1), 1)


def test_whoever_keeps_a_power_card_reads_what_both_do(table: Callable[..., Any]) -> None:
    made = table(2, started=False)
    made.hand(0, "liberty_storage", "drone_delivery")
    labels = [label(made.view(0), action) for action in made.legal()]
    assert labels[1] == "Keep Liberty Storage: your hand limit is 12"
    assert labels[0].startswith("Keep Drone Delivery: ")


def test_a_crash_takes_a_disk_and_adds_none(three: Any) -> None:
    three.pizzeria(0, "hk_4", 2, "ham/hells_kitchen")
    three.ask(Phase.CRASH_WHAT, 0, VILLAGES.index("hells_kitchen"))
    assert label(three.view(0), three.action("MODE", 0)) == "Lose a disk"
    assert label(three.view(0), three.action("CARD", "ham/hells_kitchen")) == "Lose Ham (Hell's Kitchen)"


def test_a_lot_for_nothing_is_offered_for_nothing(three: Any, table: Callable[..., Any]) -> None:
    three.state.money[0] = 8
    three.hand(0, "real_estate_tycoon", "ham/harlem", "onions/east_village")
    three.do("CARD", "real_estate_tycoon").do("CARD", "ham/harlem")
    assert label(three.view(0), three.action("LOT", "harlem_2")).endswith(" for $3")
    three.do("LOT", "harlem_2")
    while three.can("MONEY"):
        three.do("MONEY")
    three.do("CARD", "onions/east_village")
    assert label(three.view(0), three.action("LOT", "ev_1")).endswith(" for nothing")
    team = table(2, mode="coop")
    team.hand(0, "ham/midtown").do("ACT", 1)
    while team.phase != Phase.BUILD_LOT:
        team.do(team.legal()[0])
    assert label(team.view(0), team.action("LOT", "mid_1")).endswith(" for nothing")


def test_soars_says_why_cards_are_taken(three: Any) -> None:
    three.ask(Phase.SOARS, 0, 0, 0)
    assert prompt(three.view(0), 0) == "Stock Market Soars: everyone takes cards. Take 2."
