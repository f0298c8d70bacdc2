"""The course of play: who decides next, what is legal, which rule forbids the rest, and what an action does.

Each kind of decision has its guard, its list and its effect in the file of its phase; an effect that returns
True says that the seat is done, and `advance` hands over.
"""

from typing import Any

from fattorino.games.papa_paolo import auction, city, deeds, district, investing, rounds, tours
from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.rounds import setup as setup
from fattorino.games.papa_paolo.score import NUM_COUNTS as NUM_COUNTS
from fattorino.games.papa_paolo.score import conserve as conserve
from fattorino.games.papa_paolo.score import result as result
from fattorino.games.papa_paolo.state import Event, Phase, Rule, Stage
from fattorino.games.papa_paolo.tables import shape_of, ticket_distance, ticket_pizzas
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

# -- check, legal, apply ----------------------------------------------------------------------------------


@jit
def tile_shape(state: State) -> int:
    """The shape of the tile that is being laid."""
    return shape_of(int(state.slot_tile[int(state.slot)]))


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    phase = state.phase
    if phase <= Phase.SITE:
        return check_city(state, action)
    seat = int(state.seat)
    if phase == Phase.TOUR:
        if s.CELL <= action < s.ROT:
            return tours.check_tour(state, seat, action - s.CELL)
        return Rule.OK if action == s.END_DELIVERY else Rule.PP_DELIVER_3
    if phase == Phase.ROAD:
        if s.STEP <= action < s.DROP:
            return tours.check_step(state, seat, action - s.STEP)
        if action == s.DROP:
            return tours.check_drop(state, seat)
        return Rule.OK if action == s.END_TOUR else Rule.PP_DELIVER_4
    if phase == Phase.BID:
        if s.BID <= action < s.BID2:
            return auction.check_bid(state, seat, action - s.BID)
        return Rule.OK if action == s.PASS else Rule.PP_BID_3
    if phase == Phase.BID2:
        if s.BID2 <= action < s.PASS:
            return auction.check_bid2(state, seat, action - s.BID2 + 1)
        return Rule.OK if action == s.PASS else Rule.PP_2P_7
    if phase == Phase.INVEST:
        if action == s.PASS or s.USE_ACTION <= action <= s.USE_XP:
            return investing.check_invest(state, seat, action)
        return Rule.PP_INVEST_1
    if phase == Phase.DELIVERY:
        if s.DELIVERY <= action < s.START and investing.is_ticket(state, action - s.DELIVERY):
            return Rule.OK
        return Rule.PP_2P_16
    if phase == Phase.END:
        return Rule.PP_ROUND_4
    if s.PASS <= action < s.USE_ACTION:
        return investing.check_colour(state, seat, action)
    if phase == Phase.PICK:
        return Rule.PP_PAY_2
    return Rule.PP_2P_13 if phase == Phase.BIG else Rule.PP_2P_14


@jit
def check_city(state: State, action: Action) -> Any:
    """The decisions of phase A, and those of actions that can also come from an investment."""
    phase = state.phase
    seat = int(state.seat)
    if phase == Phase.SLOT:
        return city.check_slot(state, action - s.SLOT) if action < s.TAKE else Rule.PP_PLACE_1
    if phase == Phase.USE:
        return city.check_use(state, seat, action) if s.TAKE <= action <= s.IDLE else Rule.PP_PLACE_3
    if phase == Phase.TILE:
        if s.CELL <= action < s.ROT:
            return district.check_tile(state, seat, tile_shape(state), action - s.CELL)
        return Rule.PP_EXPAND_1
    if phase == Phase.ROT:
        if s.ROT <= action < s.BUY:
            return district.check_turn(state, seat, tile_shape(state), int(state.spot), action - s.ROT)
        return Rule.PP_EXPAND_1
    if phase == Phase.BUY:
        return (
            deeds.check_buy(state, seat, action - s.BUY + 1) if s.BUY <= action < s.PRICE else Rule.PP_SHOP_1
        )
    if phase == Phase.STOCK:
        return deeds.check_stock(state, seat, action - s.CELL) if s.CELL <= action < s.ROT else Rule.PP_SHOP_3
    if phase == Phase.PRICE:
        return (
            deeds.check_price(state, seat, action - s.PRICE)
            if s.PRICE <= action < s.STEP
            else Rule.PP_BUILD_1
        )
    if phase == Phase.SITE:
        return (
            district.check_site(state, seat, action - s.CELL) if s.CELL <= action < s.ROT else Rule.PP_BUILD_2
        )
    if action >= s.START and rounds.is_dealt(state, seat, action - s.START):
        return Rule.OK
    return Rule.PP_2P_2


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending."""
    phase = state.phase
    seat = int(state.seat)
    if phase == Phase.SLOT:
        return city.list_slots(state, actions)
    if phase == Phase.USE:
        return city.list_uses(state, seat, actions)
    if phase == Phase.TILE or phase == Phase.SITE:
        return district.list_cells(state, seat, tile_shape(state) if phase == Phase.TILE else NONE, actions)
    if phase == Phase.ROT:
        return district.list_turns(state, seat, tile_shape(state), int(state.spot), actions)
    if phase == Phase.BUY:
        return deeds.list_buys(state, seat, actions)
    if phase == Phase.STOCK:
        return deeds.list_stocks(state, seat, actions)
    if phase == Phase.PRICE:
        return deeds.list_prices(state, seat, actions)
    if phase == Phase.TOUR:
        return tours.list_tours(state, seat, actions)
    if phase == Phase.ROAD:
        return tours.list_roads(state, seat, actions)
    if phase == Phase.BID:
        return auction.list_bids(state, seat, actions)
    if phase == Phase.BID2:
        return auction.list_bids2(state, seat, actions)
    if phase == Phase.INVEST:
        return investing.list_uses_of_tile(state, seat, actions)
    if phase == Phase.START:
        return rounds.list_starts(state, seat, actions)
    if phase == Phase.END:
        return 0
    if phase != Phase.DELIVERY:
        return investing.list_colours(state, seat, actions)
    n = 0
    for number in range(s.N_TICKETS):
        if investing.is_ticket(state, number):
            actions[n] = s.DELIVERY + number
            n += 1
    return n


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = state.phase
    seat = int(state.seat)
    done = False
    if phase == Phase.SLOT:
        city.apply_slot(state, seat, action - s.SLOT, log)
    elif phase == Phase.USE:
        done = city.apply_use(state, seat, action, log)
    elif phase == Phase.TILE:
        state.spot = action - s.CELL
        state.phase = Phase.ROT
        tell(log, Event.SPOT, seat, EVERYONE, action - s.CELL)
    elif phase == Phase.ROT:
        city.apply_turn(state, seat, action - s.ROT, log)
        done = True
    elif phase == Phase.BUY:
        deeds.apply_buy(state, seat, action - s.BUY + 1, log)
    elif phase == Phase.STOCK:
        done = deeds.apply_stock(state, seat, action - s.CELL, log)
    elif phase == Phase.PRICE:
        deeds.apply_price(state, seat, action - s.PRICE, log)
    elif phase == Phase.SITE:
        deeds.apply_site(state, seat, action - s.CELL, log)
        done = True
    elif phase == Phase.TOUR:
        done = tours.apply_tour(state, seat, action, log)
    elif phase == Phase.ROAD:
        done = tours.apply_road(state, seat, action, log)
    elif phase == Phase.BID:
        auction.apply_bid(state, seat, action, log)
        done = True
    elif phase == Phase.BID2:
        done = auction.apply_bid2(state, seat, action, log)
        if not done:
            state.seat = 1 - seat
    elif phase == Phase.INVEST:
        done = investing.apply_invest(state, seat, action, log)
    elif phase == Phase.DELIVERY:
        investing.apply_delivery(state, seat, action, log)
        done = True
    elif phase == Phase.START:
        rounds.apply_start(state, seat, action - s.START, log)
    else:
        done = investing.apply_colour(state, seat, action, log)
    if done:
        advance(state, log)


# -- handing over ----------------------------------------------------------------------------------------


@jit
def ask(state: State, seat: Seat, phase: int) -> None:
    """It is this seat's turn to decide."""
    state.seat = seat
    state.phase = phase


@jit(inline=True)
def advance(state: State, log: Log) -> None:
    """The seat is done: the next one's turn, or the next phase (PP-ROUND-1 to PP-ROUND-3)."""
    n = int(state.n)
    if state.stage == Stage.PLACE:  # PP-PLACE-1: one pawn each, four times round
        placed = int(state.placed) + 1
        state.placed = placed
        if placed < s.PAWNS * n:
            ask(state, int(state.order[placed % n]), Phase.SLOT.value)
            return
        city.pay_bribes(state, log)
        auction.open_auction(state)
        state.stage = Stage.BID
        ask(state, int(state.order[0]), Phase.BID2.value if n == 2 else Phase.BID.value)
        return
    if state.stage == Stage.BID:
        if n > 2:
            seat = auction.next_bidder(state)
            if seat != NONE:
                ask(state, seat, Phase.BID.value)
                return
        auction.close_auction(state, log)
        state.stage = Stage.INVEST if n == 2 else Stage.PICK
        state.turn = NONE
    if state.stage == Stage.PICK:
        state.turn = int(state.turn) + 1
        if state.turn < n:
            seat = int(state.queue[int(state.turn)])
            if state.bid[seat] != NONE:
                auction.pay_bid(state, seat, log)
            ask(state, seat, Phase.PICK.value)
            return
        state.stage = Stage.INVEST
        state.turn = NONE
    if state.stage == Stage.INVEST:
        if ask_investor(state):
            return
        state.stage = Stage.DELIVER
        state.turn = NONE
        if n == 2 and state.bid[int(state.queue[0])] != NONE:
            ask(state, int(state.queue[0]), Phase.DELIVERY.value)
            return
    ask_courier(state, log)


@jit
def ask_investor(state: State) -> bool:
    """PP-INVEST-1, PP-INVEST-6: the next player who invests; of two the higher bidder first (PP-2P-13)."""
    n = int(state.n)
    while state.turn + 1 < n:
        state.turn = int(state.turn) + 1
        if n == 2:
            seat = int(state.queue[int(state.turn)])
            ask(state, seat, Phase.BIG.value if state.chosen == NONE else Phase.SMALL.value)
            return True
        seat = int(state.order[int(state.turn)])
        if state.invest[seat] != NONE:
            ask(state, seat, Phase.INVEST.value)
            return True
    return False


@jit
def ask_courier(state: State, log: Log) -> None:
    """PP-DELIVER-1: the next player with a delivery tile; after the last, phases F and G."""
    n = int(state.n)
    while state.turn + 1 < n:
        state.turn = int(state.turn) + 1
        seat = int(state.order[int(state.turn)])
        number = int(state.ticket[seat])
        if number != NONE:
            pizzas, distance = (
                ticket_pizzas(int(state.round_no), number),
                ticket_distance(int(state.round_no), number),
            )
            tours.begin_delivery(state, seat, pizzas, distance)
            state.seat = seat
            tell(log, Event.DELIVERS, seat, EVERYONE, pizzas, distance, int(state.tours_left))
            return
    if state.round_no < s.ROUNDS or state.final_experience:  # PP-XP-2, PP-XP-7
        for place in range(n):
            tours.learn(state, int(state.order[place]), log)
    if state.round_no < s.ROUNDS:
        rounds.next_round(state, log)
    else:  # PP-ROUND-4: no phase G
        rounds.finish(state, log)
