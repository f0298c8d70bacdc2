"""What a seat sees, and worlds it could believe in."""

from collections.abc import Callable
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import fattorino
from fattorino.games.new_york import GAME
from fattorino.games.new_york.rules.dispatch import legal
from fattorino.games.new_york.rules.stack import argument
from fattorino.games.new_york.scene import scene
from fattorino.games.new_york.scene_map import ground, lot_scale, lots, streets
from fattorino.games.new_york.state import NUM_ACTIONS, STATE, Phase
from fattorino.games.new_york.streets import SIDES
from fattorino.games.new_york.tables import INSPECTOR, VILLAGES
from fattorino.games.new_york.view import NUM_FEATURES, observe
from fattorino.kernel.records import HIDDEN
from fattorino.render import paint


def imagined(table: Any, seat: int, seed: int = 1) -> Any:
    """A state this seat could believe in; it must look the same to that seat."""
    view, world = table.view(seat), table.world(seat, seed)
    again = GAME.redact(world, seat)
    for field in STATE.names or ():
        assert (again[field] == view[field]).all(), field
    return world


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {
            "seats": 3,
            "expansion_power_cards": "on",
            "any_cards": "on",
            "personal_goals": True,
            "city_events": True,
        },
        {"seats": 3, "mode": "coop", "specialty_set": "mixed4"},
    ],
)
def test_imagined_worlds_look_the_same(table: Callable[..., Any], options: dict[str, Any]) -> None:
    made = table(seed=2, **options)
    chance = np.random.default_rng(1)
    for move in range(90):
        if made.state.over:
            break
        if move % 15 == 0:
            for seat in (*range(options["seats"]), -1):
                world = imagined(made, seat, move)
                assert (world.deck == INSPECTOR).sum() == 3 - made.state.inspectors
                assert world.n_deck == made.state.n_deck
        made.do(int(chance.choice(made.legal())))


def test_hands_deck_and_tips_are_hidden(table: Callable[..., Any]) -> None:
    view = table(3).view(1)
    assert (view.hand[0] == HIDDEN).all()
    assert (view.hand[1] != HIDDEN).all()
    assert (view.deck == HIDDEN).all()
    assert (view.pool == HIDDEN).all()
    assert (view.ticket_deck == HIDDEN).all()
    assert view.n_hand[0] == 5


@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_worlds_inside_a_delivery_window(three: Any, seat: int) -> None:
    """Players who are not asked imagine that somebody who could be asked is."""
    three.pizzeria(0, "hk_4", 3, "onions/hells_kitchen").order(0, "standard_1", "onions/hells_kitchen")
    three.hand(1, "traffic_jam").hand(2, "lucky_day")
    three.deliver(0, "hells_kitchen").do("PERM", "onions")
    assert three.phase == Phase.WINDOW
    world = imagined(three, seat)
    assert world.phase == Phase.WINDOW
    assert world.seat in (1, 2)
    actions = np.zeros(NUM_ACTIONS, np.int16)
    assert legal(world, actions) >= 2


@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_worlds_inside_the_turn_window_and_a_rotary_offer(three: Any, seat: int) -> None:
    three.give(2, "property_tax").ask(Phase.TAX_WINDOW, 2)
    world = imagined(three, seat)
    assert world.phase == (Phase.TAX_WINDOW if seat == 2 else Phase.PRE)
    three.do("DONE")
    three.play_card(1, "harlem_rotary_pizzeria").pizzeria(0, "harlem_1", 4, "onions/harlem")
    three.pizzeria(1, "harlem_2", 4, "onions/harlem").order(0, "standard_1", "onions/harlem")
    three.deliver(0, "harlem").pay_any()
    assert three.phase == Phase.ROTARY
    assert imagined(three, seat).phase == Phase.ROTARY


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_worlds_while_ham_lays_out_tips(two: Any, seat: int) -> None:
    two.pizzeria(0, "hk_4", 3, "ham/hells_kitchen").order(0, "standard_1", "ham/hells_kitchen", tip=1)
    two.order(2, "standard_1", "ham/harlem", tip=4).order(3, "standard_1", "ham/midtown", tip=5)
    two.deliver(0, "hells_kitchen").do("PERM", "ham")
    imagined(two, seat)
    two.do("ORDER", 3)
    world = imagined(two, seat)
    assert world.ham_at == 2


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_card_to_build_or_upgrade_with_does_not_show_before_it_is_placed(two: Any, seat: int) -> None:
    two.pizzeria(0, "hk_4", 2, "ham/hells_kitchen").pizzeria(0, "harlem_1", 2, "ham/harlem")
    two.hand(0, "onions/midtown", "peppers/central_park", *["ham/midtown"] * 5).hand(1, "ham/midtown")
    two.state.money[0] = 30
    two.do("ACT", 1).do("INC", 0).do("CARD", "onions/midtown")
    assert two.phase == Phase.BUILD_LOT
    assert (two.view(seat).stack[:3, 2].max() > 2) == (seat == 0)
    assert argument(imagined(two, seat), 2) >= 0
    two.do("LOT", "mid_2")
    while two.phase == Phase.PAY:
        two.do("MONEY")
    two.do("INC", 1).do("CARD", "peppers/central_park")
    assert two.phase == Phase.UPGRADE_AT
    imagined(two, seat)
    two.do("VILLAGE", "harlem")
    assert two.phase == Phase.UPGRADE_MODE
    world = imagined(two, seat)
    assert argument(world, 2) >= 0 and argument(world, 3) >= 0
    assert (two.view(seat).stack[: two.state.n_stack, 2:] == HIDDEN).any() == (seat != 0)


def test_features_are_finite_and_in_place(table: Callable[..., Any]) -> None:
    made = table(6, personal_goals=True)
    for seat in (0, 5, -1):
        features = np.full(NUM_FEATURES, np.nan, np.float32)
        observe(made.view(seat), seat, features)
        assert np.isfinite(features).all()
        assert features[: int(Phase.END)].sum() == 1


@pytest.mark.parametrize("seats", [2, 6])
def test_no_lot_is_drawn_over_another(seats: int) -> None:
    drawn = lots(fattorino.load("new_york").new(seats=seats, seed=5).view(0), 0, [])
    for one, other in combinations(drawn, 2):
        wide = sum((13.5 if lot["narrow"] else 22) * lot["scale"] for lot in (one, other))
        beside = abs(one["x"] - other["x"]) >= wide - 0.6
        assert beside or abs(one["y"] - other["y"]) >= 36 * one["scale"], (one["words"], other["words"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everything_is_in_view_at_once(seats: int) -> None:
    """Map, orders, market and all tableaux fit one frame, one below the other in two columns."""
    match = fattorino.load("new_york").new(seats=seats, seed=5, mode="competitive")
    drawn = scene(match.view(0), 0)
    assert (drawn["width"], drawn["height"]) == (780, 646)
    assert drawn["map"]["bottom"] <= 646
    panels = drawn["tableaux"]
    ends = [panel["y"] + panel["high"] for panel in panels]
    assert all(end <= panel["y"] for end, panel in zip(ends, panels[1:], strict=False))
    assert ends[-1] <= 646
    assert max(card["y"] for card in drawn["market"]) + 56 < panels[0]["y"]


@pytest.mark.parametrize(("seats", "mode"), [(2, "competitive"), (3, "coop")])
def test_pictures_stand_alone_and_every_thing_has_a_name(seats: int, mode: str) -> None:
    match = fattorino.load("new_york").new(seats=seats, seed=5, mode=mode)
    data = scene(match.view(0), 0)
    for part in ("board", "pad"):
        picture = ElementTree.fromstring(str(paint(GAME, data, part=part)))
        things = [thing for thing in picture.iter() if {"data-target", "data-tell"} & set(thing.keys())]
        assert things
        assert all(thing.get("data-tell") or thing.get("aria-label") for thing in things)
        regions = [group for group in picture.iter() if group.get("data-region")]
        inside = {id(thing) for region in regions for thing in region.iter()}
        assert all(id(thing) in inside for thing in things)


@pytest.mark.parametrize("seats", [2, 6])
def test_zones_leave_lots_and_names_alone(seats: int) -> None:
    large = int(seats > 4)
    town = streets(large)
    grounds = [ground(large, lot) for lot in SIDES[large]["lots"]]
    for zone in town["zones"]:
        for lot in grounds:  # a sign is a hexagon, 7 to a side at 12 above its middle, 15 at its middle
            beside = abs(zone["x"] - lot["x"]) - (13 if lot["narrow"] else 19) * lot_scale(large)
            above = abs(zone["y"] - lot["y"]) - 15.5 * lot_scale(large)
            assert above >= 12 or beside >= 15 - 8 * max(0, above) / 12, (zone["name"], lot)
    for area in town["areas"]:
        own = [
            lot
            for lot, place in zip(grounds, SIDES[large]["lots"], strict=True)
            if place["village"] == VILLAGES[area["village"]]
        ]
        assert all(area["y"] <= lot["y"] - 15 and lot["y"] + 15 <= area["y"] + area["height"] for lot in own)


@pytest.mark.rule("NY-COOP-38", "NY-COOP-39")
@pytest.mark.parametrize("mode", ["easy", "insane"])
def test_a_token_that_lies_back_side_up_may_be_any(bare_table: Callable[..., Any], mode: str) -> None:
    seen, faces = set(), set()
    for token in range(2):
        made = bare_table(3, mode="coop", coop_promotions=mode)
        made.state.stock[0] = 0b001 if token else 0b010
        made.state.day_token[1], made.state.day_back[1] = (token if mode == "easy" else 2), 1
        seen |= {made.view(seat).tobytes() for seat in (0, 1, -1)}
        world = imagined(made, -1, token)
        faces.add((int(world.stock[0]), int(world.day_token[1])))
        assert int(world.stock[0]).bit_count() == (2 if mode == "easy" else 1)
    assert len(seen) == 3, "what lies face down shows"
    faces |= {
        (int(w.stock[0]), int(w.day_token[1])) for w in (imagined(made, -1, seed) for seed in range(20))
    }
    assert len(faces) == (3 if mode == "easy" else 2)
