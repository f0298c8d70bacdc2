"""Labels, prompts, log and score are there for everything that can happen."""

import random
from typing import Any

import pytest

import fattorino
from fattorino.games.papa_paolo.names import piece_name
from fattorino.games.papa_paolo.pad import WAYS_OUT
from fattorino.games.papa_paolo.rules.auction import notes
from fattorino.games.papa_paolo.scene import scene
from fattorino.games.papa_paolo.state import (
    BID,
    BID2,
    BUY,
    CELL,
    IDLE,
    PASS,
    ROT,
    SPACE,
    SPONSOR,
    TAKE,
    Event,
    Phase,
    Stage,
)
from fattorino.games.papa_paolo.tables import cell_name
from fattorino.render import paint


@pytest.fixture(scope="module")
def game() -> Any:
    return fattorino.load("papa_paolo")


def test_keys_are_unique(game: Any) -> None:
    keys = [game.key(action) for action in range(game.num_actions)]
    assert len(set(keys)) == game.num_actions


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_has_words_and_a_target(game: Any, seats: Any) -> None:
    chance = random.Random(seats)
    match = game.new(seats=seats, seed=seats)
    while not match.over:
        view = match.view(match.to_move)
        labels = [game.label(view, int(action)) for action in match.legal()]
        assert len(set(labels)) == len(labels)
        assert all(game.target(view, int(action)) for action in match.legal())
        assert game.prompt(view, match.to_move) != game.prompt(view, -1)
        match.play(int(chance.choice(match.legal())))
    assert all(match.log(None))
    assert match.prompt(0) == "The game is over."
    accounts = game.score_breakdown(match.view(None))
    assert [sum(points for _text, points in lines) for lines in accounts] == match.scores


def test_labels_name_price_and_gain(four: Any, game: Any) -> None:
    state = four.state
    state.slot_tile[5] = 0
    state.slot = 5
    four.ask(0, Phase.USE)
    assert game.label(state, TAKE) == "Take the gold tile, 1 house, crossroads"
    four.ask(0, Phase.BUY)
    assert game.label(state, BUY + 2) == "Buy 3 for £5"
    state.track[0, 1] = 5
    assert game.label(state, BUY) == "Buy 1 for £2 (+2 free)"
    assert game.label(state, BUY + 1) == "Buy 2 for £3 (+1 free, 1 free lost)"  # room for three
    assert game.label(state, BUY + 2) == "Buy 3 for £5 (2 free lost)"
    assert game.label(state, BUY + 3) == "Buy 4 for £7"
    four.ask(0, Phase.BID)
    assert (
        game.label(state, BID + 10)
        == "Bid £7 in column 3, row 3: delivery tile A3 (3 pizzas, 2 steps a tour)"
    )
    withdraw = "Withdraw: nothing to pay, no delivery tile; an investment then costs £1"
    assert game.label(state, PASS) == withdraw
    four.ask(0, Phase.ROT)
    assert game.label(state, ROT) == "Roads: north, east, south, west"


@pytest.mark.rule("PP-ROUND-5")
def test_a_sponsor_promises_no_more_than_the_bank_holds(lay_out: Any, game: Any) -> None:
    table = lay_out(4, bank_limit=True)
    table.state.slot = 0
    table.ask(0, Phase.USE)
    assert game.label(table.state, SPONSOR) == "Find a sponsor: take £3"
    table.state.bank = 2
    assert game.label(table.state, SPONSOR) == "Find a sponsor: take £2"
    assert "+£2" in [entry["line"] for entry in scene(table.state, 0)["tray"]]
    table.play(SPONSOR)
    assert table.told(Event.SPONSOR) == [[0, 2, 0, 0, 0, 0]]


def test_labels_of_actions_take_their_numbers_from_the_components(four: Any, game: Any) -> None:
    four.ask(0, Phase.USE)
    assert game.label(four.state, SPONSOR + 1) == "Shop: costs £2 or more for pizzas"
    assert game.label(four.state, SPONSOR + 3) == "Build a pizzeria: costs £2 to £5, 2 pizzas on it"
    four.state.track[0, 1] = 2
    four.state.supply[0] = 1
    assert game.label(four.state, SPONSOR + 1) == "Shop: costs £2 or more for pizzas, 1 free"
    assert game.label(four.state, SPONSOR + 3) == "Build a pizzeria: costs £2 to £5, 1 pizza on it"


@pytest.mark.rule("PP-PAY-3", "PP-2P-15")
def test_who_has_no_bid_is_asked_for_a_lira(four: Any, two: Any, game: Any) -> None:
    four.ask(0, Phase.PICK, Stage.PICK)
    assert game.prompt(four.state, 0).endswith("Choose an investment for £1, or none.")
    four.state.bid[0] = 0
    assert game.prompt(four.state, 0).endswith("Choose an investment.")
    two.ask(1, Phase.SMALL, Stage.INVEST)
    assert game.prompt(two.state, 1).endswith("left to you for £1, or none.")


@pytest.mark.rule("PP-2P-16")
def test_a_player_without_a_bid_is_promised_no_delivery_tile(two: Any, game: Any) -> None:
    two.state.bid[0] = 4
    two.ask(0, Phase.DELIVERY, Stage.DELIVER)
    assert game.prompt(two.state, 0).endswith("the other player, without a bid, gets none.")
    two.state.bid[1] = 2
    assert game.prompt(two.state, 0).endswith("the other player gets the other one.")


@pytest.mark.rule("PP-PLACE-3", "PP-DELIVER-6")
def test_a_refusal_by_an_option_does_not_allow_what_it_refuses(game: Any) -> None:
    match = game.new(seats=4, seed=3)
    match.play(0)  # row and column sponsor
    refusal = match.why_not(IDLE)
    assert refusal.rule == "PP-PLACE-3"
    assert "nothing only if nothing else is possible" in refusal.sentence
    assert "where revisits are not allowed" in game.rulebook.sentences["PP-DELIVER-6"]


@pytest.mark.rule("PP-PAY-1", "PP-ORDER-1", "PP-VAR-A", "PP-VAR-B")
def test_the_piazza_says_what_rows_and_columns_mean(four: Any, game: Any) -> None:
    four.ask(0, Phase.BID, Stage.BID)
    assert game.prompt(four.state, 0) == "Bid up to £10 for the delivery tile of a column, or withdraw."

    def notes() -> list[str]:
        found: list[str] = scene(four.state, 0)["piazza"]["notes"]
        assert " ".join(found) in game.board(four.state, 0)
        return found

    assert notes()[0] == "The higher row chooses an investment first."
    assert notes()[1] == "The leftmost bid goes first in the next round."
    four.state.reverse_order = 1
    assert notes()[1] == "The lowest bid goes first in the next round."
    four.state.start_coin_to = 2
    assert notes()[1] == "Who won the coin goes first in the next round."
    four.state.round_no = 5
    assert len(notes()) == 1


@pytest.mark.rule("PP-2P-9", "PP-2P-10", "PP-2P-12")
def test_two_bidders_are_told_what_six_lire_allow(two: Any, game: Any) -> None:
    two.state.stage, two.state.phase, two.state.seat = Stage.BID, Phase.BID2, two.state.order[0]
    first, second = (int(seat) for seat in two.state.order[:2])
    assert "If you bid £6 or more, the other may bid less: that ends the bidding." in game.prompt(
        two.state, first
    )
    assert notes(two.state)[-1] == "The lower bid goes first in the next round."
    assert game.label(two.state, PASS).startswith("Pass: nothing to pay, no delivery tile;")
    two.play(BID2 + 6)
    assert "A lower bid than £7 is possible, too." in game.prompt(two.state, second)
    assert game.label(two.state, BID2 + 3) == "Bid £4: lower, so the bidding ends"
    assert game.label(two.state, BID2 + 7) == "Bid £8"
    two.play(BID2 + 7)
    assert "lower bid than" not in game.prompt(two.state, first)
    assert game.label(two.state, PASS) == "Pass: your bid of £7 stands"


@pytest.mark.rule("PP-DELIVER-3")
def test_a_delivery_says_that_what_is_not_used_is_lost(four: Any, game: Any) -> None:
    four.found(0, 1)
    four.deliver(0, 3, 2)
    assert game.prompt(four.state, 0).endswith("What is not used is lost.")


def test_squares_are_named_on_the_picture_as_in_the_log(game: Any) -> None:
    match = game.new(seats=2, seed=1)
    assert scene(match.view(0), 0)["district"]["rim"] == []
    while match.state[0].phase == Phase.START:
        match.play(int(match.legal()[0]))
    drawing = scene(match.view(0), 0)
    home = next(square for square in drawing["district"]["squares"] if square["kind"] == "shop")
    names = {mark["name"]: mark for mark in drawing["district"]["rim"]}
    assert {"E", "F", "5"} <= names.keys()
    assert names["E"]["x"] < names["F"]["x"]
    assert cell_name(home["cell"]) == "E5"
    assert home["x"] < names["E"]["x"] < home["x"] + drawing["district"]["size"]
    assert home["y"] < names["5"]["y"] < home["y"] + drawing["district"]["size"]


def test_a_tour_is_driven_by_clicking_squares(four: Any, game: Any) -> None:
    four.found(0, 1)
    four.deliver(0, 3, 2)
    home = int(four.state.cell[0, 0])
    four.play(CELL + home)
    assert game.target(four.state, 116) == f"cell-{home + 1}"
    assert game.target(four.state, 119) == f"cell-{home}"


def test_hidden_money_is_in_no_text(game: Any) -> None:
    match = game.new(seats=4, seed=2, money_shown=False, variant_c_money_points=True)
    assert all("Rich pizzaiolo" not in text for text, _points in game.score_breakdown(match.view(None))[0])
    assert "£10" not in match.prompt(None) + match.text(None)
    assert "£10 · " not in match.svg(None)
    assert match.svg(1).count(">£10 · ") == 1  # one's own
    shown = game.new(seats=4, seed=2)
    assert "£10" in shown.text(None)
    assert shown.svg(None).count(">£10 · ") == 4


def test_every_event_has_a_sentence(game: Any) -> None:
    for kind in Event:
        event = [kind, 0, -1, 1, 1, 1, 1, 1]
        assert game.sentence(event, 0).endswith(".")


def test_the_order_of_the_next_round_names_every_player(game: Any) -> None:
    event = [Event.ORDER_NEXT, -1, -1, 2, 0, 1, -1, 0]
    assert game.sentence(event, 0) == "Order of the next round: Player 3, you, Player 2."


def test_a_start_coin_in_the_last_round_promises_nothing(game: Any) -> None:
    told = [game.sentence([Event.FACE_DOWN, -1, -1, 1, round_no, 5, 0, 0], 0) for round_no in (4, 5)]
    assert ["next round" in sentence for sentence in told] == [True, False]


def test_the_table_as_text_tells_stock_tiles_in_hand_and_the_start_coin(lay_out: Any, game: Any) -> None:
    table = lay_out(4, variant_a_start_coin=True)
    table.state.ticket[1], table.state.invest[1] = 2, 3
    table.state.round_no, table.state.face_down = 2, 5
    text = game.board(table.state, 0)
    line = next(line for line in text.splitlines() if "Player 2" in line)
    assert "-3 points" in line and "3 in stock" in line
    assert "sponsor 0: £3" in line and "shop 0: +0" in line
    assert line.endswith("B3, [green]green[/]")
    assert "The coin of column 2 lies face down" in text
    table.state.round_no = 5
    assert "face down" not in game.board(table.state, 0)


def test_a_dead_end_leads_one_way(game: Any) -> None:
    dead_end = next(k for k in range(84) if "dead end" in piece_name(k))
    told = game.sentence([Event.LAID, 1, -1, dead_end, 40, 1, 0, 0], 0)
    assert told.endswith("dead end on E5, leading north.")


def test_the_gallery_draws_every_component(game: Any) -> None:
    from fattorino.render import gallery

    sections = {title: len(pieces) for title, pieces in gallery(game)}
    assert sections == {
        "City tiles": 40,
        "Start tiles": 4,
        "Pizzerias": 4,
        "Delivery tiles": 20,
        "Investments": 4,
        "Coins": 3,
    }


def test_every_choice_but_a_way_out_is_a_thing_on_the_board_or_the_pad(game: Any) -> None:
    match = game.new(seats=2, seed=6)
    chance = random.Random(6)
    while not match.over and match.move < 90:
        view = match.view(match.to_move)
        shown = scene(view, match.to_move)
        svg = match.svg(match.to_move) + (str(paint(game, shown, part="pad")) if "pad" in shown else "")
        for action in match.legal():
            name = SPACE.block(int(action))[0].name
            assert (f'data-target="{game.target(view, int(action))}"' in svg) == (name not in WAYS_OUT)
        match.play(int(chance.choice(match.legal())))
