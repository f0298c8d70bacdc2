"""The course of play: who decides what next, which rule forbids what, and the three doors of the contract.

Each kind of decision has its guard, its list and its effect in the file of its phase; an effect that returns
True says that the seat is done, and `advance` hands over.
"""

from typing import Any

from fattorino.games.papa_paolo.auction import (
    apply_bid,
    apply_bid2,
    check_bid,
    check_bid2,
    close_auction,
    list_bids,
    list_bids2,
    next_bidder,
    open_auction,
    pay_bid,
)
from fattorino.games.papa_paolo.city import (
    apply_slot,
    apply_turn,
    apply_use,
    check_slot,
    check_use,
    list_slots,
    list_uses,
    pay_bribes,
)
from fattorino.games.papa_paolo.deeds import (
    apply_buy,
    apply_price,
    apply_site,
    apply_stock,
    check_buy,
    check_price,
    check_stock,
    list_buys,
    list_prices,
    list_stocks,
)
from fattorino.games.papa_paolo.district import (
    check_site,
    check_tile,
    check_turn,
    list_cells,
    list_turns,
)
from fattorino.games.papa_paolo.investing import (
    apply_colour,
    apply_delivery,
    apply_invest,
    check_colour,
    check_invest,
    is_ticket,
    list_colours,
    list_uses_of_tile,
)
from fattorino.games.papa_paolo.rounds import apply_start, finish, is_dealt, list_starts, next_round
from fattorino.games.papa_paolo.rounds import setup as setup
from fattorino.games.papa_paolo.score import NUM_COUNTS as NUM_COUNTS
from fattorino.games.papa_paolo.score import conserve as conserve
from fattorino.games.papa_paolo.score import result as result
from fattorino.games.papa_paolo.state import (
    BID,
    BID2,
    BUY,
    CELL,
    DELIVERY,
    DROP,
    END_DELIVERY,
    END_TOUR,
    IDLE,
    N_TICKETS,
    PASS,
    PAWNS,
    PRICE,
    ROT,
    ROUNDS,
    SLOT,
    START,
    STEP,
    TAKE,
    USE_ACTION,
    USE_XP,
    Event,
    Phase,
    Rule,
    Stage,
)
from fattorino.games.papa_paolo.tables import shape_of, ticket_distance, ticket_pizzas
from fattorino.games.papa_paolo.tours import (
    apply_road,
    apply_tour,
    begin_delivery,
    check_drop,
    check_step,
    check_tour,
    learn,
    list_roads,
    list_tours,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

# -- the three doors -------------------------------------------------------------------------------------


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
        if CELL <= action < ROT:
            return check_tour(state, seat, action - CELL)
        return Rule.OK if action == END_DELIVERY else Rule.PP_DELIVER_3
    if phase == Phase.ROAD:
        if STEP <= action < DROP:
            return check_step(state, seat, action - STEP)
        if action == DROP:
            return check_drop(state, seat)
        return Rule.OK if action == END_TOUR else Rule.PP_DELIVER_4
    if phase == Phase.BID:
        if BID <= action < BID2:
            return check_bid(state, seat, action - BID)
        return Rule.OK if action == PASS else Rule.PP_BID_3
    if phase == Phase.BID2:
        if BID2 <= action < PASS:
            return check_bid2(state, seat, action - BID2 + 1)
        return Rule.OK if action == PASS else Rule.PP_2P_7
    if phase == Phase.INVEST:
        if action == PASS or USE_ACTION <= action <= USE_XP:
            return check_invest(state, seat, action)
        return Rule.PP_INVEST_1
    if phase == Phase.DELIVERY:
        if DELIVERY <= action < START and is_ticket(state, action - DELIVERY):
            return Rule.OK
        return Rule.PP_2P_16
    if phase == Phase.END:
        return Rule.PP_ROUND_4
    if PASS <= action < USE_ACTION:
        return check_colour(state, seat, action)
    if phase == Phase.PICK:
        return Rule.PP_PAY_2
    return Rule.PP_2P_13 if phase == Phase.BIG else Rule.PP_2P_14


@jit
def check_city(state: State, action: Action) -> Any:
    """The decisions of phase A, and those of actions that can also come from an investment."""
    phase = state.phase
    seat = int(state.seat)
    if phase == Phase.SLOT:
        return check_slot(state, action - SLOT) if action < TAKE else Rule.PP_PLACE_1
    if phase == Phase.USE:
        return check_use(state, seat, action) if TAKE <= action <= IDLE else Rule.PP_PLACE_3
    if phase == Phase.TILE:
        if CELL <= action < ROT:
            return check_tile(state, seat, tile_shape(state), action - CELL)
        return Rule.PP_EXPAND_1
    if phase == Phase.ROT:
        if ROT <= action < BUY:
            return check_turn(state, seat, tile_shape(state), int(state.spot), action - ROT)
        return Rule.PP_EXPAND_1
    if phase == Phase.BUY:
        return check_buy(state, seat, action - BUY + 1) if BUY <= action < PRICE else Rule.PP_SHOP_1
    if phase == Phase.STOCK:
        return check_stock(state, seat, action - CELL) if CELL <= action < ROT else Rule.PP_SHOP_3
    if phase == Phase.PRICE:
        return check_price(state, seat, action - PRICE) if PRICE <= action < STEP else Rule.PP_BUILD_1
    if phase == Phase.SITE:
        return check_site(state, seat, action - CELL) if CELL <= action < ROT else Rule.PP_BUILD_2
    if action >= START and is_dealt(state, seat, action - START):
        return Rule.OK
    return Rule.PP_2P_2


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending."""
    phase = state.phase
    seat = int(state.seat)
    if phase == Phase.SLOT:
        return list_slots(state, actions)
    if phase == Phase.USE:
        return list_uses(state, seat, actions)
    if phase == Phase.TILE or phase == Phase.SITE:
        return list_cells(state, seat, tile_shape(state) if phase == Phase.TILE else NONE, actions)
    if phase == Phase.ROT:
        return list_turns(state, seat, tile_shape(state), int(state.spot), actions)
    if phase == Phase.BUY:
        return list_buys(state, seat, actions)
    if phase == Phase.STOCK:
        return list_stocks(state, seat, actions)
    if phase == Phase.PRICE:
        return list_prices(state, seat, actions)
    if phase == Phase.TOUR:
        return list_tours(state, seat, actions)
    if phase == Phase.ROAD:
        return list_roads(state, seat, actions)
    if phase == Phase.BID:
        return list_bids(state, seat, actions)
    if phase == Phase.BID2:
        return list_bids2(state, seat, actions)
    if phase == Phase.INVEST:
        return list_uses_of_tile(state, seat, actions)
    if phase == Phase.START:
        return list_starts(state, seat, actions)
    if phase == Phase.END:
        return 0
    if phase != Phase.DELIVERY:
        return list_colours(state, seat, actions)
    n = 0
    for number in range(N_TICKETS):
        if is_ticket(state, number):
            actions[n] = DELIVERY + number
            n += 1
    return n


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = state.phase
    seat = int(state.seat)
    done = False
    if phase == Phase.SLOT:
        apply_slot(state, seat, action - SLOT, log)
    elif phase == Phase.USE:
        done = apply_use(state, seat, action, log)
    elif phase == Phase.TILE:
        state.spot = action - CELL
        state.phase = Phase.ROT
        tell(log, Event.SPOT, seat, EVERYONE, action - CELL)
    elif phase == Phase.ROT:
        apply_turn(state, seat, action - ROT, log)
        done = True
    elif phase == Phase.BUY:
        apply_buy(state, seat, action - BUY + 1, log)
    elif phase == Phase.STOCK:
        done = apply_stock(state, seat, action - CELL, log)
    elif phase == Phase.PRICE:
        apply_price(state, seat, action - PRICE, log)
    elif phase == Phase.SITE:
        apply_site(state, seat, action - CELL, log)
        done = True
    elif phase == Phase.TOUR:
        done = apply_tour(state, seat, action, log)
    elif phase == Phase.ROAD:
        done = apply_road(state, seat, action, log)
    elif phase == Phase.BID:
        apply_bid(state, seat, action, log)
        done = True
    elif phase == Phase.BID2:
        done = apply_bid2(state, seat, action, log)
        if not done:
            state.seat = 1 - seat
    elif phase == Phase.INVEST:
        done = apply_invest(state, seat, action, log)
    elif phase == Phase.DELIVERY:
        apply_delivery(state, seat, action, log)
        done = True
    elif phase == Phase.START:
        apply_start(state, seat, action - START, log)
    else:
        done = apply_colour(state, seat, action, log)
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
        if placed < PAWNS * n:
            ask(state, int(state.order[placed % n]), Phase.SLOT.value)
            return
        pay_bribes(state, log)
        open_auction(state)
        state.stage = Stage.BID
        ask(state, int(state.order[0]), Phase.BID2.value if n == 2 else Phase.BID.value)
        return
    if state.stage == Stage.BID:
        if n > 2:
            seat = next_bidder(state)
            if seat != NONE:
                ask(state, seat, Phase.BID.value)
                return
        close_auction(state, log)
        state.stage = Stage.INVEST if n == 2 else Stage.PICK
        state.turn = NONE
    if state.stage == Stage.PICK:
        state.turn = int(state.turn) + 1
        if state.turn < n:
            seat = int(state.queue[int(state.turn)])
            if state.bid[seat] != NONE:
                pay_bid(state, seat, log)
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
            begin_delivery(state, seat, pizzas, distance)
            state.seat = seat
            tell(log, Event.DELIVERS, seat, EVERYONE, pizzas, distance, int(state.tours_left))
            return
    if state.round_no < ROUNDS or state.final_experience:  # PP-XP-2, PP-XP-7
        for place in range(n):
            learn(state, int(state.order[place]), log)
    if state.round_no < ROUNDS:
        next_round(state, log)
    else:  # PP-ROUND-4: no phase G
        finish(state, log)
