"""The worked examples of the rules, each played through."""

from typing import Any

import pytest

from fattorino.games.papa_paolo.rules.bribes import pay_bribes
from fattorino.games.papa_paolo.rules.questions.tile_placement import check_tile, check_turn
from fattorino.games.papa_paolo.rules.score import points
from fattorino.games.papa_paolo.state import (
    BID,
    BID2,
    BUILD,
    BUY,
    CELL,
    COLOUR,
    COLOURS,
    COMPONENTS,
    DROP,
    END_DELIVERY,
    END_TOUR,
    EXPRESS,
    IDLE,
    PASS,
    PRICE,
    SHOP,
    SPONSOR,
    STEP,
    TAKE,
    USE_ACTION,
    USE_XP,
    Colour,
    Phase,
    Rule,
    Stage,
)
from fattorino.games.papa_paolo.tables import SHAPES, ticket_distance, ticket_pizzas
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at

N, E, S, W = (STEP + side for side in range(4))
HOME = CELL + cell_at(0, 0)
STRAIGHT, BEND = SHAPES.index("straight"), SHAPES.index("bend")
SEAT_OF = {"purple": 0, "brown": 1, "orange": 2, "white": 3}
TICKETS = {
    tile["id"]: ("ABCDE".index(tile["id"][0]) + 1, int(tile["id"][1]) - 1)
    for tile in COMPONENTS["delivery_tiles"]["tiles"]
}


def bid(column: int, row: int) -> int:
    return BID + 4 * (row - 1) + column - 1


def lay_map(table: Any, seat: Any, example: Any) -> tuple[int, int]:
    """The district of an example, laid in its order."""
    table.found(seat, example["start_tile"])
    pieces = [("tile", piece) for piece in example["laid"]] + [
        ("shop", piece) for piece in example.get("built", [])
    ]
    for kind, piece in sorted(pieces, key=lambda each: each[1].get("n", 0)):
        if kind == "tile":
            table.lay(seat, piece["x"], piece["y"], piece["tile"], piece["rot"])
        else:
            table.build(seat, piece["x"], piece["y"], piece["value"])
    for piece in example["pizzas_on"]:
        table.stock(seat, piece["x"], piece["y"], piece["pizzas"])
    for piece in example.get("served_before", []):
        table.serve(seat, piece["x"], piece["y"], piece["pizzas"])
    return ticket_pizzas(*TICKETS[example["delivery_tile"]]), ticket_distance(
        *TICKETS[example["delivery_tile"]]
    )


# PP-EX-1
@pytest.mark.rule("PP-EXPAND-2", "PP-EXPAND-3", "PP-EXPAND-5")
def test_tiles_laid_wrongly(four: Any) -> None:
    four.found(0, 1)
    assert check_turn(four.state, 0, STRAIGHT, cell_at(0, -1), 1) == Rule.PP_EXPAND_5
    assert check_turn(four.state, 0, BEND, cell_at(0, -1), 1) == Rule.OK
    four.lay(0, 0, -1, "gold-08", 1)
    four.lay(0, 1, -1, "gold-07", 1)
    four.lay(0, 2, -1, "blue-08", 2)
    assert check_turn(four.state, 0, STRAIGHT, cell_at(2, 0), 0) == Rule.PP_EXPAND_3
    assert check_turn(four.state, 0, BEND, cell_at(2, 0), 3) == Rule.OK
    four.found(0, 1)
    for x in (2, 3, 4):
        four.lay(0, x, 0, "gold-07", 1)
    for shape in range(len(SHAPES)):
        assert check_tile(four.state, 0, shape, cell_at(5 - 6, 0)) == Rule.PP_EXPAND_2
    four.state.box[0] = [4, 8, 7, 4]  # 5 wide and 4 high
    assert check_tile(four.state, 0, STRAIGHT, cell_at(2, -1)) == Rule.PP_EXPAND_2


# PP-EX-2
@pytest.mark.rule("PP-PLACE-3")
def test_tile_or_action(four: Any) -> None:
    four.state.slot_tile[4] = 0
    four.state.pawn[4] = 0
    four.state.slot = 4
    four.ask(0, Phase.USE)
    assert four.legal() == [TAKE, SPONSOR, SHOP, IDLE]


# PP-EX-3, PP-EX-4, PP-EX-5
@pytest.mark.rule("PP-SPONSOR-1", "PP-SHOP-2", "PP-EXPRESS-1")
@pytest.mark.parametrize(("seat", "sponsor", "pizzas", "express"), [(2, 3, 4, 1), (1, 7, 2, 2)])
def test_orange_and_brown_act(four: Any, seat: Any, sponsor: Any, pizzas: Any, express: Any) -> None:
    four.state.track[2] = [0, 4, 0, 0]
    four.state.track[1] = [2, 0, 2, 0]
    four.found(seat, 1)
    four.stock(seat, 0, 0, 0)
    four.state.slot = 4
    four.ask(seat, Phase.USE)
    four.play(SPONSOR)
    assert four.state.money[seat] == 10 + sponsor
    four.ask(seat, Phase.USE)
    four.play(SHOP, BUY + 1)
    four.settle()
    assert (four.pizzas(seat, 0, 0), four.state.money[seat]) == (pizzas, 10 + sponsor - 3)
    four.state.slot = 10
    four.ask(seat, Phase.USE)
    four.play(EXPRESS)
    assert (four.state.pizzas_left, four.state.money[seat]) == (express, 10 + sponsor - 5)


# PP-EX-6
@pytest.mark.rule("PP-BRIBE-1", "PP-BRIBE-2")
def test_bribes(four: Any, examples: Any) -> None:
    example = examples["bribes"]
    four.state.pawn[:] = [SEAT_OF[name] for row in example["pawns"] for name in row]
    four.state.coin[:] = example["row_coins"] + example["column_coins"]
    pay_bribes(four.state, four.logbook)
    won = {name: int(four.state.money[seat]) - 10 for name, seat in SEAT_OF.items()}
    assert won == example["expect"]


def play_bidding(table: Any, example: Any) -> None:
    table.auction([SEAT_OF[name] for name in example["turn_order"]])
    for name, column, lire in example["moves"]:
        assert table.state.seat == SEAT_OF[name]
        table.bid(column, (lire - column) // 2 + 1)


# PP-EX-7
@pytest.mark.rule("PP-BID-2", "PP-BID-3", "PP-BID-4", "PP-BID-5", "PP-BID-9")
def test_bidding_step_by_step(four: Any) -> None:
    four.auction([SEAT_OF[name] for name in ("orange", "white", "purple", "brown")])
    for column, row in ((1, 1), (4, 1), (2, 2), (2, 4)):
        four.bid(column, row)
    assert (four.state.stage, four.state.seat) == (Stage.BID, SEAT_OF["purple"])
    four.bid(4, 2)
    assert four.state.seat == SEAT_OF["white"]
    four.bid(4, 3)
    assert four.state.seat == SEAT_OF["purple"]
    assert four.rule(bid(3, 1)) == "PP-BID-5"
    assert four.rule(bid(3, 2)) == "OK"
    four.bid(3, 2)
    assert four.state.stage == Stage.PICK


# PP-EX-8
@pytest.mark.rule("PP-PAY-1", "PP-PAY-2", "PP-ORDER-1")
def test_paying(four: Any, examples: Any) -> None:
    example = examples["bidding"]
    play_bidding(four, example)
    for name in example["pick_order"]:
        seat = SEAT_OF[name]
        assert four.state.seat == seat
        assert 50 - four.state.money[seat] == example["pays"][name]
        four.play(four.legal()[0])
        assert TICKETS[example["delivery"][name]] == (1, four.state.ticket[seat])
    assert four.state.invest[SEAT_OF["orange"]] == Colour.GREEN  # the last one left
    assert four.state.next_order[0] == SEAT_OF[example["next_start"]]


# PP-EX-9
@pytest.mark.rule("PP-BID-6", "PP-BID-7", "PP-PAY-3")
def test_too_little_money(four: Any) -> None:
    four.auction([0, 1, 2, 3], money=[5, 5, 2, 1])
    four.bid(1, 1)
    four.bid(2, 1)
    assert four.legal() == [PASS]
    assert [four.rule(bid(column, row)) for column, row in ((1, 2), (2, 2), (3, 1), (4, 1))] == [
        "PP-BID-6"
    ] * 4
    four.play(PASS)
    assert four.legal() == [PASS]
    four.play(PASS)
    assert four.state.stage == Stage.PICK
    four.play(four.legal()[0])
    four.play(four.legal()[0])
    assert (four.state.seat, len(four.legal())) == (2, 3)
    four.play(four.legal()[1])
    assert (four.state.seat, len(four.legal())) == (3, 2)
    four.play(four.legal()[1])
    assert four.state.money[2:].tolist() == [1, 0]
    assert four.state.ticket[2:].tolist() == [NONE, NONE]
    couriers = set()
    while four.state.round_no == 1:
        if four.state.stage == Stage.DELIVER:
            couriers.add(int(four.state.seat))
        four.play(four.legal()[-1])
    assert couriers == {0, 1}


# PP-EX-10
@pytest.mark.rule("PP-INVEST-2", "PP-INVEST-3")
def test_investment(four: Any) -> None:
    white = SEAT_OF["white"]
    for use, lire, column in ((USE_ACTION, 15, 1), (USE_XP, 10, 2)):
        four.state.money[white] = 10
        four.state.track[white, Colour.GOLD] = 1
        four.state.invest[white] = Colour.GOLD
        four.state.turn = four.state.order.tolist().index(white)
        four.state.next_order[:] = four.state.order
        four.ask(white, Phase.INVEST, Stage.INVEST)
        four.play(use)
        assert (four.state.money[white], four.state.track[white, Colour.GOLD]) == (lire, column)
    four.state.slot = 0
    four.ask(white, Phase.USE, Stage.PLACE)
    four.play(SPONSOR)
    assert four.state.money[white] == 17


# -- Purple delivers with A3 -----------------------------------------------------------------------------

A3_WAYS = [
    ([E, DROP], 1, {"gold": 1}),
    ([S, DROP, DROP, DROP], 3, {"blue": 1}),
    ([N, DROP, E, DROP], 2, {"blue": 2}),
    ([W, DROP, DROP, S, DROP], 3, {"green": 2}),
    ([S, DROP, DROP, S, DROP], 3, {"red": 1}),
]


# PP-EX-11
@pytest.mark.rule("PP-DELIVER-2", "PP-DELIVER-3", "PP-DELIVER-4", "PP-DELIVER-7", "PP-DELIVER-8")
@pytest.mark.parametrize(("way", "pizzas", "completed"), A3_WAYS)
def test_purple_delivers_with_a3(four: Any, examples: Any, way: Any, pizzas: Any, completed: Any) -> None:
    limit, distance = lay_map(four, 0, examples["district_a3"])
    assert (limit, distance) == (3, 2)
    four.deliver(0, limit, distance)
    before = four.state.track[0].copy()
    four.play(HOME, *way)
    four.settle()
    assert four.state.round_no == 2
    assert four.pizzas(0, 0, 0) == 3 - pizzas
    moved = {COLOURS[k]: int(step) for k, step in enumerate(four.state.track[0] - before) if step}
    assert moved == completed


@pytest.mark.rule("PP-DELIVER-2")
def test_no_tour_with_a3_reaches_distance_three(four: Any, examples: Any) -> None:
    four.deliver(0, *lay_map(four, 0, examples["district_a3"]))
    four.play(HOME, W, S)
    assert four.rule(S) == "PP-DELIVER-2"


@pytest.mark.rule("PP-DELIVER-10")
def test_purple_with_two_tours(four: Any, examples: Any) -> None:
    four.state.track[0, Colour.GREEN] = 1
    four.deliver(0, *lay_map(four, 0, examples["district_a3"]))
    four.play(HOME, N, DROP, E, DROP, END_TOUR, HOME, S, S, DROP)
    assert four.state.round_no == 2
    assert four.pizzas(0, 0, 0) == 0
    assert four.state.track[0].tolist() == [0, 2, 1, 1]


# -- Brown's big delivery --------------------------------------------------------------------------------


def side_towards(x: Any, y: Any, to_x: Any, to_y: Any) -> int:
    return STEP + [(0, -1), (1, 0), (0, 1), (-1, 0)].index((to_x - x, to_y - y))


# PP-EX-12, PP-EX-13
@pytest.mark.rule("PP-DELIVER-2", "PP-DELIVER-5", "PP-DELIVER-6", "PP-DELIVER-9", "PP-DELIVER-10", "PP-XP-2")
def test_browns_three_tours(four: Any, examples: Any) -> None:
    example = examples["district_brown"]
    brown = SEAT_OF["brown"]
    four.state.track[brown, Colour.GREEN] = example["network_column"]
    limit, distance = lay_map(four, brown, example)
    assert (limit, distance) == (9, 4)
    assert (four.pizzas(brown, 0, 0), four.pizzas(brown, 0, -2)) == (6, 3)
    four.deliver(brown, limit, distance)
    assert four.state.tours_left == 3
    for tour in example["tours"]:
        x, y = tour["from"]
        four.play(CELL + cell_at(x, y))
        for to_x, to_y, pizzas in tour["path"]:
            four.play(side_towards(x, y, to_x, to_y), *[DROP] * pizzas)
            x, y = to_x, to_y
        if tour["name"] == "A":
            assert four.rule(W) == "PP-DELIVER-6"  # no way back to the junction
        if tour["name"] == "B":
            assert four.state.phase == Phase.TOUR  # the sixth pizza emptied the pizzeria
        if four.state.phase == Phase.ROAD:
            four.play(END_TOUR)
    assert four.state.round_no == 2  # nine pizzas, three tours: nothing is left
    assert (four.pizzas(brown, 0, 0), four.pizzas(brown, 0, -2)) == (0, 0)
    for x, y in example["unreached"]:
        assert four.pizzas(brown, x, y) == 0
    gained = {COLOURS[k]: int(four.state.track[brown, k]) for k in range(4)}
    gained["green"] -= example["network_column"]
    assert gained == example["experience"]


# PP-EX-14
@pytest.mark.rule("PP-EXPRESS-3", "PP-EXPRESS-4")
def test_express_and_tours(four: Any, examples: Any) -> None:
    def express(network: Any) -> None:
        four.state.money[0] = 10
        lay_map(four, 0, examples["district_a3"])
        four.state.track[0] = [0, 0, 2, network]
        four.state.slot = 10
        four.ask(0, Phase.USE, Stage.PLACE)
        four.play(EXPRESS)

    express(0)
    four.play(HOME, N, DROP, E, DROP)
    assert four.state.phase == Phase.SLOT
    express(0)
    four.play(HOME, N, DROP, END_TOUR)  # (1, 0) is out of reach: there is no second tour
    assert four.state.phase == Phase.SLOT
    express(0)
    four.play(HOME, W, S, S)
    assert four.rule(DROP) == "OK"  # distance 3
    express(1)
    four.play(HOME, N, DROP, END_TOUR, HOME, E, DROP)
    assert (four.pizzas(0, 0, -1), four.pizzas(0, 1, 0)) == (1, 1)


# PP-EX-15
@pytest.mark.rule("PP-XP-3", "PP-XP-6")
def test_no_extra_tour(four: Any) -> None:
    four.found(0, 4)
    four.lay(0, 0, -1, "gold-17", 0)
    four.deliver(0, 3, 2)
    four.play(HOME, E, DROP)
    four.settle()
    assert four.state.round_no == 2  # the tour was the only one; the marker moved in phase F
    assert four.state.track[0, Colour.GREEN] == 1
    four.found(0, 4)
    four.lay(0, 0, -1, "gold-17", 0)
    four.state.track[0] = [0, 0, 4, 0]
    four.state.slot = 10
    four.ask(0, Phase.USE, Stage.PLACE)
    four.play(EXPRESS, HOME, E, DROP)
    four.settle()
    assert four.state.track[0, Colour.GREEN] == 1
    four.ask(0, Phase.USE, Stage.PLACE)
    four.play(EXPRESS)
    assert four.state.tours_left == 2


# PP-EX-16
@pytest.mark.rule("PP-SCORE-1", "PP-SCORE-2", "PP-SCORE-3", "PP-SCORE-4")
def test_final_score_of_24(four: Any) -> None:
    four.found(0, 1)
    four.serve(0, 1, 0, 1)
    for x, y in ((0, 1), (0, 2), (0, 3)):
        four.lay(0, x, y, "gold-17", 0)
        four.serve(0, x, y, 3)
    four.lay(0, 2, 0, "gold-11", 1)
    four.serve(0, 2, 0, 2)
    four.lay(0, 0, -1, "blue-17", 0)
    four.serve(0, 0, -1, 3)
    four.lay(0, -1, 0, "blue-18", 1)
    four.serve(0, -1, 0, 3)
    four.lay(0, -1, 1, "red-17", 0)
    four.serve(0, -1, 1, 3)
    four.lay(0, -1, 2, "red-11", 0)
    four.serve(0, -1, 2, 1)
    four.stock(0, 0, 0, 2)
    four.state.track[0] = [2, 3, 5, 4]
    assert sum(int(p) for p in four.state.pizzas[0]) == 22 + 2
    assert points(four.state, 0) == 24


# PP-EX-17
@pytest.mark.rule("PP-BUILD-3", "PP-BUILD-4")
def test_building(four: Any) -> None:
    four.found(0, 1)
    four.state.slot = 15
    four.ask(0, Phase.USE, Stage.PLACE)
    four.play(BUILD, PRICE)
    for x, y in ((0, -1), (0, 1), (-1, 0)):
        assert four.rule(CELL + cell_at(x, y)) == "PP-BUILD-4"
    assert four.legal() == [CELL + cell_at(x, y) for x, y in ((1, -1), (2, 0), (1, 1))]


# PP-EX-18
@pytest.mark.rule("PP-2P-13", "PP-2P-14")
@pytest.mark.parametrize(("named", "choice"), [("red", {"green", "red"}), ("blue", {"green", "blue"})])
def test_large_investment_tile(two: Any, named: Any, choice: Any) -> None:
    two.state.large = 0
    two.auction([0, 1], money=20)
    two.play(BID2 + 3, BID2 + 4, PASS, COLOUR + COLOURS.index("gold"), COLOUR + COLOURS.index(named), USE_XP)
    assert {COLOURS[action - COLOUR] for action in two.legal()} == choice


# PP-EX-19
@pytest.mark.rule("PP-3P-4", "PP-3P-5")
def test_three_players(lay_out: Any) -> None:
    table = next(table for table in (lay_out(3, seed) for seed in range(30)) if 1 not in table.state.tickets)
    assert table.state.tickets.tolist() == [0, 2, 3, NONE]  # A1, A3, A4
    table.found(0, 1)
    table.state.takes[0] = 0
    table.state.slot = 2
    table.ask(0, Phase.USE)
    assert table.legal() == [SPONSOR, EXPRESS, BUILD, IDLE]


# PP-EX-20
@pytest.mark.rule("PP-2P-7", "PP-2P-8", "PP-2P-9", "PP-2P-10", "PP-2P-11", "PP-2P-12")
def test_two_player_bidding(two: Any) -> None:
    def amounts() -> list[int]:
        return [action - BID2 + 1 for action in two.legal() if action != PASS]

    two.auction([0, 1], money=[10, 9])
    two.play(BID2 + 5)
    assert amounts() == [1, 2, 3, 4, 5, 7, 8, 9]
    two.play(BID2 + 1)
    assert two.state.money[:2].tolist() == [4, 7]
    assert (two.state.queue[0], two.state.next_order[0]) == (0, 1)

    two.auction([0, 1], money=[10, 9])
    two.play(BID2 + 2)
    assert amounts() == [4, 5, 6, 7, 8, 9]
    two.play(BID2 + 4, PASS)
    assert two.state.money[:2].tolist() == [7, 4]
    assert (two.state.queue[0], two.state.next_order[0]) == (1, 0)

    two.auction([0, 1], money=[10, 9])
    two.state.chosen = NONE
    two.play(BID2 + 2, PASS)
    assert (two.state.seat, two.state.next_order[0]) == (0, 1)
    while two.state.seat == 0:
        two.play(two.legal()[-1])
    assert (two.state.phase, two.legal()[0]) == (Phase.SMALL, PASS)
    assert len(two.legal()) == 3
    two.play(PASS)
    two.play(two.legal()[0])
    assert two.state.ticket[1] == NONE
    while two.state.stage == Stage.DELIVER:
        assert two.state.seat == 0
        two.play(END_DELIVERY)
