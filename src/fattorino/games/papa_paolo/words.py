"""Papà Paolo in words: labels, what is asked, the log, the score."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.auction import low_answer, price_of_bid
from fattorino.games.papa_paolo.deeds import building_gift, free_pizzas, open_deeds, sponsored
from fattorino.games.papa_paolo.district import touches, unserved
from fattorino.games.papa_paolo.score import delivered, expertise, left_over, riches, versatility
from fattorino.games.papa_paolo.state import Acted, Phase, Stage, Touch
from fattorino.games.papa_paolo.tours import check_step
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import NONE, Seat

LETTERS = "ABCDE"  # of the delivery tiles, one a round
GOLD, BLUE, RED, GREEN = (s.COLOURS.index(name) for name in ("gold", "blue", "red", "green"))

# -- names -----------------------------------------------------------------------------------------------


def roles(options: dict[str, Any]) -> list[Role]:
    """The players, clockwise."""
    return [Role(_("Player {number}").format(number=k + 1)) for k in range(options["seats"])]


def check_options(settings: dict[str, Any]) -> str:
    """PP-VAR-1: why these options do not go together, or ''."""
    if settings["variant_a_start_coin"] and settings["variant_b_reverse_order"]:
        return _("variant_a_start_coin and variant_b_reverse_order exclude each other: choose one")
    if settings["variant_b_reverse_order"] and settings["seats"] == 2:
        return _("variant_b_reverse_order is for three or four players")
    if settings["variant_d_preview_delivery"] and settings["seats"] != 2:
        return _("variant_d_preview_delivery is for two players")
    return ""


def seat_name(seat: Seat, viewer: Seat) -> str:
    """A player as a viewer calls them."""
    return _("You") if seat == viewer else _("Player {number}").format(number=seat + 1)


def capital(text: str) -> str:
    """A sentence that begins with a name as one reads it inside sentences."""
    return text[:1].upper() + text[1:]


def colour_name(colour: int) -> str:
    return [_("gold"), _("blue"), _("red"), _("green")][colour]


def track_name(colour: int) -> str:
    return [_("sponsor"), _("shop"), _("express"), _("tours")][colour]


def deed_name(deed: int) -> str:
    return [_("Find a sponsor"), _("Shop"), _("Express delivery"), _("Build")][deed]


def track_words(colour: int, column: int) -> str:
    """What a marker in a column gives."""
    value = t.track_value(colour, column)
    if colour == RED:
        return ngettext("{n} pizza by express", "{n} pizzas by express", value)
    if colour == GREEN:
        return ngettext("{n} tour", "{n} tours", value)
    return _("+{n} free when shopping").format(n=value) if colour == BLUE else _("£{n}").format(n=value)


def track_short(colour: int, column: int) -> str:
    """A track and what its marker gives, in as few words as fit beside it."""
    value = t.track_value(colour, column)
    if colour == RED:
        return _("express: {pizzas}").format(pizzas=pizzas_word(value))
    return [_("sponsor: £{n}"), _("shop: +{n} free"), "", _("tours: {n}")][colour].format(n=value)


def step_words(colour: int, column: int) -> str:
    """What one column more brings: from so much to so much."""
    if column >= s.LAST_COLUMN:
        return _("at its end")
    now, then = t.track_value(colour, column), t.track_value(colour, column + 1)
    text = _("£{now}→£{then}") if colour == GOLD else _("{now}→{then}")
    return text.format(now=now, then=then)


def shape_name(shape: int) -> str:
    return {
        "cross": _("crossroads"),
        "tee": _("T-junction"),
        "straight": _("straight road"),
        "bend": _("bend"),
        "dead_end": _("dead end"),
    }[t.SHAPES[shape]]


def piece_name(piece: int) -> str:
    """A tile or pizzeria in words."""
    if piece >= t.START_PIZZERIA:
        return _("pizzeria for {n} pizzas").format(n=t.capacity_of(piece))
    houses = ngettext("{n} house", "{n} houses", t.houses_of(piece))
    shape = _("start tile") if piece >= t.START_PIECE else shape_name(t.shape_of(piece))
    return _("{colour} tile, {houses}, {shape}").format(
        colour=colour_name(t.colour_of(piece)), houses=houses, shape=shape
    )


def pizzas_word(n: int) -> str:
    return ngettext("{n} pizza", "{n} pizzas", n)


def steps_word(n: int) -> str:
    return ngettext("{n} step", "{n} steps", n)


def tours_word(n: int) -> str:
    return ngettext("{n} tour", "{n} tours", n)


def slot_name(slot: int) -> str:
    return _("row {row}, column {column}").format(
        row=slot // s.SLOTS_WIDE + 1, column=slot % s.SLOTS_WIDE + 1
    )


def line_name(line: int) -> str:
    if line < s.SLOTS_WIDE:
        return _("row {n}").format(n=line + 1)
    return _("column {n}").format(n=line - s.SLOTS_WIDE + 1)


def side_name(side: int) -> str:
    return [_("north"), _("east"), _("south"), _("west")][side]


def road_words(roads: int) -> str:
    return listed([side_name(side) for side in range(s.N_SIDES) if t.has(roads, side)], _("none"))


def ticket_name(round_no: int, number: int) -> str:
    return f"{LETTERS[round_no - 1]}{number + 1}"


def ticket_words(round_no: int, number: int) -> str:
    """A delivery tile: its name, its pizzas in all, the steps of each tour."""
    return _("{name} ({pizzas}, {steps} a tour)").format(
        name=ticket_name(round_no, number),
        pizzas=pizzas_word(t.ticket_pizzas(round_no, number)),
        steps=steps_word(t.ticket_distance(round_no, number)),
    )


def phase_letter(view: Any) -> str:
    """Which phase of the round is on."""
    return {
        Stage.START: _("Start"),
        Stage.PLACE: _("A · pawns"),
        Stage.BID: _("C · bidding"),
        Stage.PICK: _("C · investments"),
        Stage.INVEST: _("D · investing"),
        Stage.DELIVER: _("E · delivering"),
        Stage.END: _("The end"),
    }[Stage(int(view.stage))]


# -- decisions -------------------------------------------------------------------------------------------


def label(view: Any, action: int) -> str:
    """What an action does, in words, for the seat that decides."""
    block, place = s.SPACE.block(action)
    seat = int(view.seat)
    round_no = max(int(view.round_no), 1)
    if block.name == "SLOT":
        return slot_label(view, place)
    if block.name == "TAKE":
        tile = int(view.slot_tile[int(view.slot)]) if view.slot >= 0 else NONE
        return _("Take the {tile}").format(tile=piece_name(tile)) if tile >= 0 else _("Take the tile")
    if block.name.lower() in s.DEEDS:
        return deed_label(view, s.DEEDS.index(block.name.lower()))
    if block.name == "CELL":
        return cell_label(view, place)
    if block.name == "ROT":
        return turn_label(view, place)
    if block.name == "BUY":
        text = _("Buy {n} for £{price}").format(n=place + 1, price=t.shop_price(place + 1))
        extra = free_words(view, seat, place + 1) if seat >= 0 else ""
        return f"{text} ({extra})" if extra else text
    if block.name == "PRICE":
        room = t.capacity_of(t.START_PIZZERIA + 1 + place)
        return _("A pizzeria for £{price}: room for {room}").format(price=t.PRICES[place], room=room)
    if block.name == "STEP":
        return _("Drive {direction}").format(direction=side_name(place))
    if block.name == "BID":
        return bid_label(view, place)
    if block.name == "BID2":
        return amount_label(view, place + 1)
    if block.name == "COLOUR":
        return colour_label(view, place)
    if block.name in ("USE_ACTION", "USE_XP"):
        return invest_label(view, block.name == "USE_XP")
    if block.name == "DELIVERY":
        return _("Take delivery tile {tile}").format(tile=ticket_words(round_no, place))
    if block.name == "START":
        return _("Keep start tile {n} ({colour} house)").format(
            n=place + 1, colour=colour_name(t.colour_of(t.START_PIECE + place))
        )
    if block.name == "PASS":
        return pass_label(view)
    return {
        "IDLE": _("Do nothing with this pawn"),
        "DROP": _("Deliver a pizza here"),
        "END_TOUR": _("End this tour"),
        "END_DELIVERY": stop_label(view),
    }[block.name]


def slot_label(view: Any, slot: int) -> str:
    """What a slot offers."""
    printed = t.deeds_at(int(view.n), slot)
    if printed == NONE:
        return _("Place a pawn on {slot}").format(slot=slot_name(slot))
    offers = listed([deed_name(deed).lower() for deed in range(len(s.DEEDS)) if t.has(printed, deed)], "")
    tile = int(view.slot_tile[slot])
    if tile >= 0:
        return _("Place a pawn on {slot}: take the {tile}, or {actions}").format(
            slot=slot_name(slot), tile=piece_name(tile), actions=offers
        )
    return _("Place a pawn on {slot}: {actions}").format(slot=slot_name(slot), actions=offers)


def stop_label(view: Any) -> str:
    """Not to deliver any more, and what that gives away."""
    if view.phase != Phase.TOUR:
        return _("Stop delivering")
    return _("Stop delivering: give up {tours} and {pizzas}").format(
        tours=tours_word(int(view.tours_left)), pizzas=pizzas_word(int(view.pizzas_left))
    )


def free_words(view: Any, seat: Seat, bought: int) -> str:
    """The free pizzas that come with so many, and those that are lost because they do not fit."""
    free = free_pizzas(view, seat, bought)
    if free < 0:  # not even the bought ones fit
        return ""
    lost = t.track_value(BLUE, int(view.track[seat, BLUE])) - free
    parts = [_("+{n} free").format(n=free)] if free else []
    return listed(parts + ([_("{n} free lost").format(n=lost)] if lost else []), "")


def deed_label(view: Any, deed: int) -> str:
    """What an action of the board costs and gives the seat that decides."""
    seat = int(view.seat)
    if seat < 0:
        return deed_name(deed)
    value = t.track_value(deed, int(view.track[seat, deed]))
    if deed == RED:
        tours = t.track_value(GREEN, int(view.track[seat, GREEN]))
        return _("Express delivery: costs £{cost}, up to {pizzas} on {tours}, any distance").format(
            cost=s.EXPRESS_COST,
            pizzas=ngettext("{n} pizza", "{n} pizzas", value),
            tours=ngettext("{n} tour", "{n} tours", tours),
        )
    if deed == BLUE:
        text = _("Shop: costs £{price} or more for pizzas").format(price=t.shop_price(1))
        return text + (_(", {n} free").format(n=value) if value else "")
    if deed == GREEN:
        return _("Build a pizzeria: costs £{low} to £{high}, {pizzas} on it").format(
            low=t.PRICES[0],
            high=t.PRICES[-1],
            pizzas=ngettext("{n} pizza", "{n} pizzas", building_gift(view, seat)),
        )
    return _("Find a sponsor: take £{n}").format(n=sponsored(view, seat))


def cell_label(view: Any, cell: int) -> str:
    """What choosing a square of the own district does."""
    name = t.cell_name(cell)
    if view.phase in (Phase.STOCK, Phase.TOUR) and view.seat >= 0:
        square = int(view.at[int(view.seat), cell])
        stock = int(view.pizzas[int(view.seat), square]) if square >= 0 else 0
        if view.phase == Phase.STOCK:
            return _("A pizza onto the pizzeria at {cell} ({n} there)").format(cell=name, n=stock)
        return _("Start a tour at the pizzeria {cell} ({pizzas})").format(
            cell=name, pizzas=ngettext("{n} pizza", "{n} pizzas", stock)
        )
    if view.phase == Phase.SITE:
        text = _("Build at {cell}")
        if view.seat >= 0 and not leads_on(view, int(view.seat), cell):
            text = _("Build at {cell}, where no road of yours leads")
        return text.format(cell=name)
    return (
        _("Lay the tile at {cell}").format(cell=name)
        if view.phase == Phase.TILE
        else _("Square {cell}").format(cell=name)
    )


def leads_on(view: Any, seat: Seat, cell: int) -> bool:
    """Whether a road of a district ends at this empty square."""
    code = touches(view, seat, cell)
    return any((code >> 2 * side) & 3 == Touch.ROAD for side in range(s.N_SIDES))


def turn_label(view: Any, quarters: int) -> str:
    """Where the roads of the tile in hand lead after some quarter turns."""
    tile = int(view.slot_tile[int(view.slot)]) if view.slot >= 0 else NONE
    if tile < 0:
        return _("Turn {n}").format(n=quarters)
    return _("Roads: {roads}").format(roads=road_words(t.roads_of(t.shape_of(tile), quarters)))


def bid_label(view: Any, cell: int) -> str:
    """A bid with its price and what it buys."""
    row, column = cell // s.PIAZZA_COLUMNS + 1, cell % s.PIAZZA_COLUMNS
    text = _("Bid £{price} in column {column}, row {row}").format(
        price=t.bid_value(cell), column=column + 1, row=row
    )
    number = int(view.tickets[column])
    if number < 0:
        return text
    return _("{bid}: delivery tile {tile}").format(bid=text, tile=ticket_words(int(view.round_no), number))


def amount_label(view: Any, lire: int) -> str:
    """A bid of two players; one below the other's is an answer that ends the auction."""
    seat = int(view.seat)
    if seat >= 0 and view.phase == Phase.BID2 and low_answer(view, seat) and lire <= view.bid[1 - seat]:
        return _("Bid £{price}: lower, so the bidding ends").format(price=lire)
    return _("Bid £{price}").format(price=lire)


def pass_label(view: Any) -> str:
    """What it means to leave the auction, or not to invest."""
    if view.phase == Phase.BID2 and view.seat >= 0 and view.bid[int(view.seat)] >= 0:
        return _("Pass: your bid of £{price} stands").format(price=price_of_bid(view, int(view.seat)))
    return {
        Phase.BID: _("Withdraw: nothing to pay, no delivery tile; an investment then costs £{price}"),
        Phase.BID2: _("Pass: nothing to pay, no delivery tile; an investment then costs £{price}"),
        Phase.INVEST: _("Discard the tile"),
    }.get(Phase(int(view.phase)), _("No investment")).format(price=s.PASS_PRICE)


def colour_label(view: Any, colour: int) -> str:
    """What naming a colour means now."""
    name = colour_name(colour)
    if view.phase == Phase.TURN:
        return _("Show {colour} to the other side").format(colour=name)
    text = _("Invest in {colour}: {action}, or a step on {track}").format(
        colour=name, action=deed_name(colour).lower(), track=track_name(colour)
    )
    if view.seat >= 0 and view.bid[int(view.seat)] == NONE:
        text += " " + _("(£{n})").format(n=s.PASS_PRICE)
    return text


def invest_label(view: Any, as_experience: bool) -> str:
    """The two uses of the investment in hand."""
    seat = int(view.seat)
    colour = int(view.invest[seat]) if seat >= 0 else NONE
    if colour < 0:
        return _("Use it as experience") if as_experience else _("Use it as an action")
    if not as_experience:
        return deed_label(view, colour)
    column = min(int(view.track[seat, colour]) + 1, s.LAST_COLUMN)
    return _("Experience: {track} to column {column} ({gives})").format(
        track=track_name(colour), column=column, gives=track_words(colour, column)
    )


def key(action: int) -> str:
    """A short key to type: s23 a slot, e4 a square, n e s w on the road, 2/4 a bid, and so on."""
    block, place = s.SPACE.block(action)
    keys = {
        "SLOT": f"s{place // s.SLOTS_WIDE + 1}{place % s.SLOTS_WIDE + 1}",
        "TAKE": "take",
        "SPONSOR": "sponsor",
        "SHOP": "shop",
        "EXPRESS": "express",
        "BUILD": "build",
        "IDLE": "nothing",
        "ROT": f"r{place}",
        "BUY": f"buy{place + 1}",
        "DROP": "drop",
        "END_TOUR": "end",
        "END_DELIVERY": "stop",
        "BID": f"{place % s.PIAZZA_COLUMNS + 1}/{place // s.PIAZZA_COLUMNS + 1}",
        "BID2": f"bid{place + 1}",
        "PASS": "pass",
        "USE_ACTION": "use",
        "USE_XP": "step",
        "DELIVERY": f"tile{place + 1}",
        "START": f"start{place + 1}",
    }
    if block.name == "CELL":
        return t.cell_name(place).lower()
    if block.name == "PRICE":
        return f"shop{t.PRICES[place]}"
    if block.name == "STEP":
        return s.SIDES[place].lower()
    return s.COLOURS[place] if block.name == "COLOUR" else keys[block.name]


def target(view: Any, action: int) -> str:
    """The thing on the board that stands for an action."""
    block, place = s.SPACE.block(action)
    name = block.name
    if name in ("STEP", "DROP"):
        if view.phase != Phase.ROAD or view.seat < 0:
            return ""
        cell = int(view.cell[int(view.seat), int(view.tour_at)])
        cell = cell if name == "DROP" else t.beside(cell, place)
        return f"cell-{cell}" if cell != NONE else ""
    if name == "TAKE":
        return f"slot-{int(view.slot)}" if view.phase == Phase.USE else ""
    if name.lower() in s.DEEDS:
        return f"deed-{name.lower()}"
    if name == "COLOUR":
        return f"colour-{s.COLOURS[place]}"
    if name == "PRICE":
        return f"shop-{t.PRICES[place]}"
    if name in ("BUY", "DELIVERY", "START"):
        return f"{name.lower()}-{place + 1}"
    if name == "BID2":
        return f"amount-{place + 1}"
    return name.lower().replace("_", "-") if block.size == 1 else f"{name.lower()}-{place}"


def prompt(view: Any, seat: Seat) -> str:
    """What is asked of a seat, or what it waits for."""
    if view.over:
        return _("The game is over.")
    if view.seat == seat:
        return question(view)
    return _("Waiting for {who}.").format(who=seat_name(int(view.seat), seat))


def question(view: Any) -> str:
    """What is asked of the seat that decides."""
    mover = int(view.seat)
    if view.phase in (Phase.BID, Phase.BID2):
        return bid_prompt(view)
    money = int(view.money[mover])
    return {
        Phase.START: _("Choose the start tile you keep; the lower number goes first."),
        Phase.SLOT: _(
            "Pawn {n} of {pawns}: choose a slot, for its tile or an action of its row or column."
        ).format(n=sum(int(pawn) == mover for pawn in view.pawn) + 1, pawns=s.PAWNS),
        Phase.USE: use_prompt(view),
        Phase.TILE: _("Choose a square of your district for the tile: its road must join yours."),
        Phase.ROT: _("Choose which way the tile lies."),
        Phase.BUY: buy_prompt(view),
        Phase.STOCK: _("Choose a pizzeria for a pizza ({n} to go).").format(n=int(view.to_stock)),
        Phase.PRICE: _("Choose a pizzeria to build. You have £{n}.").format(n=money),
        Phase.SITE: _("Choose a square beside a city tile and away from other pizzerias."),
        Phase.TOUR: tour_prompt(view),
        Phase.ROAD: road_prompt(view),
        Phase.PICK: choice_prompt(view, _("Choose an investment")),
        Phase.INVEST: _("Use your investment: an action now, or a step on its track."),
        Phase.BIG: choice_prompt(view, _("Choose a quarter of the large investment tile")),
        Phase.TURN: _("Which colour beside yours may the other player choose, too?"),
        Phase.SMALL: choice_prompt(view, _("Choose one of the two quarters on your side")),
        Phase.DELIVERY: _("Choose a delivery tile; the other player gets the other one.")
        if view.bid[1 - mover] >= 0
        else _("Choose a delivery tile; the other player, without a bid, gets none."),
    }[Phase(int(view.phase))]


def use_prompt(view: Any) -> str:
    """What the pawn that stands can be used for; a last pawn goes to the last slot by itself."""
    seat, slot = int(view.seat), int(view.slot)
    if slot < 0:
        return _("Use your pawn.")
    tile = int(view.slot_tile[slot])
    takes = tile >= 0 and t.has(int(view.takes[seat]), t.shape_of(tile))
    acts = bool(open_deeds(view, seat, t.deeds_at(int(view.n), slot)))
    if takes and acts:
        text = _("Take the tile, or do one of the actions of its row or column.")
    elif takes:
        text = _("Take the tile: none of the actions here is possible.")
    else:
        text = _("Do one of the actions here: the tile fits nowhere in your district.")
    free = [k for k in range(s.N_SLOTS) if t.deeds_at(int(view.n), k) != NONE and view.pawn[k] == NONE]
    if free:
        return text
    last = _("Your last pawn went to the last slot, {slot}.").format(slot=slot_name(slot))
    return f"{last} {text}"


def open_houses(view: Any, seat: Seat) -> int:
    """Houses of a district without a pizza."""
    hungry = int(view.hungry[seat])
    return sum(unserved(view, seat, k) for k in range(int(view.n_squares[seat])) if t.has(hungry, k))


def buy_prompt(view: Any) -> str:
    """What one has, and what one needs."""
    seat = int(view.seat)
    return _("How many pizzas do you buy? You have {stock} in stock, and {houses} to serve.").format(
        stock=pizzas_word(left_over(view, seat)),
        houses=ngettext("{n} house", "{n} houses", open_houses(view, seat)),
    )


def bid_prompt(view: Any) -> str:
    """What one can bid; what rows and columns mean is said at the Piazza."""
    seat, money = int(view.seat), int(view.money[int(view.seat)])
    if view.phase == Phase.BID:
        return _("Bid up to £{n} for the delivery tile of a column, or withdraw.").format(n=money)
    text = _("Bid up to £{n}, or pass.").format(n=min(money, s.BID2_MAX))
    if low_answer(view, seat):
        lower = _("A lower bid than £{n} is possible, too.").format(n=price_of_bid(view, 1 - seat))
        return f"{text} {lower}"
    if view.acted[seat] == Acted.NOT_YET and view.order[0] == seat:
        lower = _("If you bid £{n} or more, the other may bid less: that ends the bidding.")
        return f"{text} {lower.format(n=s.LOW_ANSWER_FROM)}"
    return text


def piazza_notes(view: Any) -> list[str]:
    """What a higher bid is good for, and what bids mean for the next round."""
    if view.n == 2:
        first = _("The higher bid chooses an investment first.")
    else:
        first = _("The higher row chooses an investment first.")
    return [note for note in (first, next_order_words(view)) if note]


def next_order_words(view: Any) -> str:
    """What a bid means for the next round, if there is one."""
    if view.round_no == s.ROUNDS:
        return ""
    if view.start_coin_to >= 0:
        return _("Who won the coin goes first in the next round.")
    if view.reverse_order:
        return _("The lowest bid goes first in the next round.")
    if view.n == 2:
        return _("The lower bid goes first in the next round.")
    return _("The leftmost bid goes first in the next round.")


def choice_prompt(view: Any, asked: str) -> str:
    """An investment comes with a bid; without one it costs a little, and may be declined."""
    if view.bid[int(view.seat)] >= 0:
        return _("{asked}.").format(asked=asked)
    return _("{asked} for £{price}, or none.").format(asked=asked, price=s.PASS_PRICE)


def tour_prompt(view: Any) -> str:
    """What a delivery may still do."""
    tours, pizzas = tours_word(int(view.tours_left)), pizzas_word(int(view.pizzas_left))
    if view.stage != Stage.DELIVER:
        text = _("Choose a pizzeria to start from: {tours} and {pizzas} left. What is not used is lost.")
        return text.format(tours=tours, pizzas=pizzas)
    text = _(
        "Choose a pizzeria to start from: {tours} of {steps} and {pizzas} left. What is not used is lost."
    )
    return text.format(tours=tours, pizzas=pizzas, steps=steps_word(int(view.distance)))


def road_prompt(view: Any) -> str:
    """What a courier can do here, and has left."""
    seat, stock = int(view.seat), 0
    if view.tour_from >= 0:
        stock = int(view.pizzas[seat, int(view.tour_from)])
    pizzas = pizzas_word(min(int(view.pizzas_left), stock))
    drops = view.tour_at >= 0 and unserved(view, seat, int(view.tour_at)) > 0
    steps = any(check_step(view, seat, side) == s.Rule.OK for side in range(s.N_SIDES))
    if view.stage != Stage.DELIVER:
        text = _("Drive on or deliver: {pizzas} left, any distance.")
        if not (drops and steps):
            text = _("Deliver here: {pizzas} left.") if drops else _("Drive on: {pizzas} left, any distance.")
        return text.format(pizzas=pizzas)
    text = _("Drive on or deliver: {pizzas} and {steps} left.")
    if not (drops and steps):
        text = _("Deliver here: {pizzas} left.") if drops else _("Drive on: {pizzas} and {steps} left.")
    return text.format(pizzas=pizzas, steps=steps_word(int(view.distance_left)))


# -- the score -------------------------------------------------------------------------------------------


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    """How each seat's score comes about; before the end, where it stands."""
    lines: list[list[tuple[str, int]]] = []
    for seat in range(int(view.n)):
        parts = [
            (_("Pizzas delivered"), delivered(view, seat)),
            (_("Versatility: the leftmost marker"), versatility(view, seat)),
            (_("Expertise: markers at the end"), expertise(view, seat)),
            (_("Pizzas left over"), -left_over(view, seat)),
        ]
        if view.money_points and (view.money_shown or view.over):
            parts.append((_("Rich pizzaiolo"), riches(view, seat)))
        lines.append(parts)
    return lines
