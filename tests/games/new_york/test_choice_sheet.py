"""What is shown before a choice is made: costs, covers, ways; and every choice has a place to click."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fattorino.games.new_york import GAME
from fattorino.games.new_york.choice_sheet import choices, delivery, sheet
from fattorino.games.new_york.delivery_plan import payment, plan, streets_taken, taken
from fattorino.games.new_york.guide import GUIDE
from fattorino.games.new_york.names import KIND_SYMBOLS
from fattorino.games.new_york.scene import scene
from fattorino.games.new_york.scene_players import panel
from fattorino.games.new_york.state import SPACE, STATE, Phase
from fattorino.games.new_york.words import label, prompt, target
from fattorino.render import paint

HK, GV = 3, 5


@pytest.fixture
def kitchen(two: Any) -> Any:
    """A pizzeria three spaces from the zone of an order, with range for two."""
    two.pizzeria(0, "hk_4", 2, "onions/hells_kitchen", "ham/hells_kitchen")
    two.order(0, "standard_2", "onions/harlem", "peppers/greenwich_village")
    return two.hand(0, "peppers/midtown", "sausage/midtown", "lucky_day")


def test_a_delivery_is_worked_out_before_it_is_made(kitchen: Any) -> None:
    kitchen.do("ACT", 2)
    made = plan(kitchen.view(0), 0, 0, HK)
    assert made is not None
    assert (made.spaces, made.reach, made.way, made.due, made.zone) == (3, 2, 1, 1, GV)
    assert [cover.words for cover in made.covers] == ["own Onions", "Peppers (Midtown)"]
    assert made.earns == 2
    kitchen.do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0).pay_any()
    assert kitchen.state.money[0] == made.earns


def test_the_view_is_not_touched_by_looking_ahead(kitchen: Any) -> None:
    for power in ("real_estate_tycoon", "special_sale"):  # guards that try something out
        kitchen.give(0, power)
    for phase in (Phase.PRE, Phase.ORDER):
        if phase == Phase.ORDER:
            kitchen.do("ACT", 2)
        assert kitchen.phase == phase
        views = np.array([kitchen.view(0)], STATE)
        before = views.tobytes()
        views.flags.writeable = False
        scene(views[0], 0)
        assert views.tobytes() == before


def told_of(view: Any, power: str) -> str:
    """What is said of a Power Card in hand."""
    return str(next(card["tell"] for card in scene(view, 0)["cards"] if card.get("name") == power))


@pytest.mark.rule("NY-TURN-6")
def test_a_power_card_says_which_one_it_takes_the_place_of(two: Any) -> None:
    two.give(0, "motor_boat")
    assert "takes the place" not in told_of(two.view(0), "Motor Boat")
    two.play_card(0, "motor_boat").give(0, "subway_fast_pass")
    assert told_of(two.view(0), "Subway Fast Pass").endswith("It takes the place of Motor Boat.")


def test_the_delivery_under_way_is_told(kitchen: Any) -> None:
    kitchen.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    under_way = delivery(kitchen.view(0), 0)
    assert under_way is not None
    assert under_way["tell"].startswith(
        "You: Pizza with 2 ingredients; it pays $2 when it is there, and its tip. From Hell's Kitchen to"
    )
    assert "Peppers" in under_way["tell"] and "→" not in under_way["tell"]


def test_lines_say_what_an_order_costs_and_brings(kitchen: Any) -> None:
    kitchen.do("ACT", 2)
    view = kitchen.view(0)
    (line,) = sheet(view, 0, choices(view, 0))
    assert line["target"] == "order-0"
    assert line["title"] == "Order 1 to Greenwich Village"
    assert line["note"] == (
        "from Hell's Kitchen: 3 spaces, 2 in range: 1 card; own Onions, Peppers (Midtown)"
    )
    assert (line["cost"], line["gain"]) == ("−2 cards", "+$2")


def test_zones_of_a_specialty_say_only_what_differs(two: Any) -> None:
    two.pizzeria(0, "hk_4", 4, "onions/hells_kitchen").play_card(0, "mob_boss").order(0, "hawaiian")
    two.hand(0, *["pineapple/midtown"] * 6, *["ham/midtown"] * 6)
    two.do("ACT", 2)
    if two.phase == Phase.ORDER:
        two.do("ORDER", 0)
    if two.phase == Phase.PIZZERIA:
        two.do("VILLAGE", "hells_kitchen")
    view = two.view(0)
    lines = {line["title"]: line for line in sheet(view, 0, choices(view, 0))}
    assert lines["Hell's Kitchen"]["note"].endswith("; +$2 Mob Boss")
    assert lines["Hell's Kitchen"]["gain"] == "+$10"
    assert lines["Midtown"]["gain"] == "+$8"
    assert "Pineapple" not in lines["Midtown"]["note"]


def test_the_park_commissioner_counts_the_open_path(two: Any) -> None:
    two.pizzeria(0, "hk_4", 9, "onions/hells_kitchen").play_card(0, "park_commissioner")
    two.play_card(1, "park_path").order(0, "standard_1", "onions/central_park").do("ACT", 2)
    made = plan(two.view(0), 0, 0, HK)
    assert made is not None
    two.do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0).pay_any()
    assert two.state.money[0] == made.earns == 1 + 1 + 1


def test_an_upgrade_names_its_card_and_the_range_that_will_hold(two: Any) -> None:
    two.pizzeria(0, "hk_4", 1, "tomatoes/hells_kitchen").hand(0, "ham/hells_kitchen")
    two.ask(Phase.UPGRADE_MODE, 0, two.action("CARD", "ham/hells_kitchen") - SPACE.first("CARD"), HK)
    view = two.view(0)
    assert prompt(view, 0).startswith("Ham upgrades Hell's Kitchen")
    disk = sheet(view, 0, choices(view, 0))[0]
    assert disk["note"].startswith("3 free spaces from here, now 2")


def test_lots_say_how_far_they_are(two: Any) -> None:
    two.order(0, "standard_1", "ham/harlem").hand(0, "ham/hells_kitchen").state.money[0] = 9
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/hells_kitchen")
    view = two.view(0)
    notes = [line["note"] for line in sheet(view, 0, choices(view, 0))]
    assert len(notes) == 4
    assert all(re.search(r"to its zone; \d+ to order 1$", note) for note in notes)


def test_a_lone_market_visit_says_that_nothing_else_is_possible(two: Any) -> None:
    two.do("ACT", 0)
    assert prompt(two.view(0), 0).startswith("Nothing else is possible, so you go to market.")
    two.do("DECK")
    assert prompt(two.view(0), 0).startswith("Take 1 more card")


def test_playing_a_power_card_is_offered_to_those_who_can(two: Any) -> None:
    assert prompt(two.view(0), 0) == "Choose your action."
    assert "Power Card" in prompt(two.hand(0, "lucky_day").view(0), 0)
    assert prompt(two.hand(0, "property_tax").view(0), 0) == "Choose your action."


def test_a_closed_pizzeria_is_not_suggested(kitchen: Any) -> None:
    kitchen.pizzeria(0, "gv_3", 0, "onions/greenwich_village").do("ACT", 2)
    assert plan(kitchen.view(0), 0, 0, GV) is None


def test_the_suggested_payment_comes_first_and_in_words(two: Any) -> None:
    two.hand(0, "ham/midtown", "pineapple/midtown").state.money[0] = 2
    two.ask(Phase.PAY, 0, 3)
    view = two.view(0)
    assert payment(view, 0) == "$2, Ham (Midtown)"
    lines = sheet(view, 0, choices(view, 0))
    assert [line["target"] for line in lines] == ["auto-0", "money-0"]
    two.do("AUTO")
    assert two.hands(0) == ["pineapple/midtown"]


def test_ways_on_the_map_are_as_long_as_the_rules_say(kitchen: Any) -> None:
    kitchen.do("ACT", 2)
    made = plan(kitchen.view(0), 0, 0, HK)
    assert made is not None
    assert len(taken(kitchen.view(0), 0, 0, HK, made.zone, made.route)) == made.spaces
    assert streets_taken(0, 0, 0, kitchen.lot("hk_4"), HK)[-1] == "n0_6"


def test_nobody_else_gets_lines_or_a_hand(kitchen: Any) -> None:
    kitchen.do("ACT", 2)
    assert scene(kitchen.view(1), 1)["lines"] == []
    assert "lines" not in scene(kitchen.view(-1), -1)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2, "expansion_power_cards": "on", "any_cards": "on", "extra_cheese": True},
        {"seats": 5, "personal_goals": True, "city_events": True},
        {"seats": 3, "mode": "coop", "expansion_power_cards": "on"},
    ],
)
def test_every_choice_of_a_game_is_a_button_or_has_a_place(
    table: Callable[..., Any], options: dict[str, Any]
) -> None:
    """Two equal targets in one decision would need a second question; each target is drawn if it is named."""
    made = table(seed=11, **options)
    chance = np.random.default_rng(11)
    for _ in range(110):
        if made.state.over:
            break
        seat = int(made.state.seat)
        actions = made.legal()
        view = made.view(seat)
        targets = [target(view, action) for action in actions]
        named = [name for name in targets if name]
        assert len(set(named)) == len(named)
        assert all(label(view, action) for action in actions)
        if chance.random() < 0.2:
            data = scene(view, seat)
            drawn = str(paint(GAME, data)) + str(paint(GAME, data, part="pad"))
            missing = [name for name in named if f'data-target="{name}"' not in drawn]
            assert not missing, (Phase(int(view.phase)).name, missing)
        made.do(int(chance.choice(actions)))


def test_power_cards_are_slim_while_something_else_is_asked(two: Any) -> None:
    """So that the choices and the log have room; their words come by pointing at them."""
    two.hand(0, "ham/harlem", "farmer_brown").state.money[0] = 9

    def shown() -> dict[str, Any]:
        return next(card for card in scene(two.view(0), 0)["cards"] if not card["blue"])

    wide = shown()
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem")
    slim = shown()
    assert wide["lines"] and not slim["lines"]
    assert slim["high"] < wide["high"] and slim["tell"] == wide["tell"]


def test_every_kind_has_a_symbol() -> None:
    assert len(set(KIND_SYMBOLS)) == 12


def test_an_empty_hand_leaves_no_gap_and_its_number_says_what_limits_it(two: Any) -> None:
    two.hand(0, "peppers/midtown")
    held = scene(two.view(0), 0)
    two.hand(0)
    bare = scene(two.view(0), 0)
    assert held["pad"][1] - bare["pad"][1] > 90
    assert bare["hand_tell"].startswith("0 ingredient cards and 0 Power Cards.")
    assert "more than 10 at the end of your turn" in bare["hand_tell"]


def test_a_delivery_under_way_says_what_it_brings_and_still_takes(kitchen: Any) -> None:
    kitchen.do("ACT", 2).do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    drawn = scene(kitchen.view(0), 0)
    assert "it pays $2" in drawn["ticket"]["tell"]
    assert "1 more card, of any sort, goes for spaces beyond the free ones" in drawn["ticket"]["tell"]
    assert (
        GUIDE.summary(kitchen.view(0), 0).goal == "Most dollars win. Your delivery of order 1 is under way."
    )


def test_a_player_s_panel_says_what_counts_so_far_and_the_account_how(kitchen: Any) -> None:
    view = kitchen.view(0)
    mine = next(panel for panel in scene(view, 0)["tableaux"] if panel["seat"] == 0)
    assert mine["words"].endswith("So far it counts: Cards in the tableau 2 + Disks on the board 2.")
    told = GUIDE.summary(view, 0)
    assert all(len(lines) <= len(told.score_tells) for lines in told.scores)


def test_numbers_of_lots_lie_on_the_signs_of_the_zones(two: Any) -> None:
    two.state.money[0] = 9
    two.hand(0, "peppers/greenwich_village")
    two.do("ACT", 1).do("INC", 0).do("CARD", "peppers/greenwich_village")
    picture = str(paint(GAME, scene(two.view(0), 0)))
    assert picture.count('id="number') == 4
    assert picture.index('id="number') > picture.rindex('id="zone')


def test_pizzerias_stay_inside_a_tableau_of_any_height(kitchen: Any) -> None:
    """A large market leaves the tableaux little room."""
    for high in range(48, 151):
        drawn = panel(kitchen.view(0), 0, 0, high)
        deep = drawn["card"] + (10 if drawn["card"] > 20 else 5)
        assert all(shop["y"] + deep <= high for shop in drawn["shops"]), high
