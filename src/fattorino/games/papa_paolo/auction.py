"""Phase C: bids on the Piazza, or plain amounts with two players; paying, and the next turn order."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.deeds import pay
from fattorino.games.papa_paolo.state import Acted, Event, Rule
from fattorino.games.papa_paolo.tables import bid_value
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def open_auction(state: State) -> None:
    """Nobody has acted yet, no pawn stands on the Piazza."""
    for seat in range(int(state.n)):
        state.bid[seat] = NONE
        state.acted[seat] = Acted.NOT_YET


@jit
def price_of_bid(state: State, seat: Seat) -> int:
    """What a player's standing bid costs; 0 without one."""
    bid = int(state.bid[seat])
    if bid == NONE:
        return 0
    return bid + 1 if state.n == 2 else bid_value(bid)


# -- three and four players: the Piazza ------------------------------------------------------------------


@jit
def top_row(state: State, seat: Seat, column: int) -> int:
    """The highest row of anybody else's pawn in a column, or NONE."""
    top = NONE
    for other in range(int(state.n)):
        bid = int(state.bid[other])
        if other != seat and bid != NONE and bid % s.PIAZZA_COLUMNS == column:
            top = max(top, bid // s.PIAZZA_COLUMNS)
    return top


@jit
def check_bid(state: State, seat: Seat, cell: int) -> Any:
    """Name the rule that forbids this cell of the Piazza, or Rule.OK."""
    column, row = cell % s.PIAZZA_COLUMNS, cell // s.PIAZZA_COLUMNS
    if column >= state.n:
        return Rule.PP_3P_6
    if row <= top_row(state, seat, column):  # PP-BID-10: so nothing beats row 7
        return Rule.PP_BID_4
    if state.bid[seat] != NONE and row < int(state.bid[seat]) // s.PIAZZA_COLUMNS:
        return Rule.PP_BID_5
    if bid_value(cell) > state.money[seat]:
        return Rule.PP_BID_6
    return Rule.OK


@jit(inline=True)
def list_bids(state: State, seat: Seat, actions: Any) -> int:
    """The legal cells, and to withdraw (PP-BID-7)."""
    lowest = 0
    if state.bid[seat] != NONE:
        lowest = int(state.bid[seat]) // s.PIAZZA_COLUMNS
    floors = 0  # the lowest free row of each column, eight bits each
    for column in range(int(state.n)):
        floors |= max(lowest, top_row(state, seat, column) + 1) << 8 * column
    n = 0
    for cell in range(lowest * s.PIAZZA_COLUMNS, s.N_BIDS):
        column = cell % s.PIAZZA_COLUMNS
        if column < state.n and cell // s.PIAZZA_COLUMNS >= (floors >> 8 * column) & 255:
            if bid_value(cell) <= state.money[seat]:
                actions[n] = s.BID + cell
                n += 1
    actions[n] = s.PASS
    return n + 1


@jit
def apply_bid(state: State, seat: Seat, action: Action, log: Log) -> None:
    """PP-BID-3, PP-BID-7: put or move the pawn, or take it off and owe nothing."""
    if action == s.PASS:
        state.bid[seat] = NONE
        state.acted[seat] = Acted.WITHDREW
        tell(log, Event.WITHDREW, seat, EVERYONE)
        return
    state.bid[seat] = action - s.BID
    state.acted[seat] = Acted.BID
    tell(log, Event.BID, seat, EVERYONE, action - s.BID, bid_value(action - s.BID))


@jit
def next_bidder(state: State) -> int:
    """PP-BID-2, PP-BID-8: the next who has not acted or is outbid; NONE: the auction is over (PP-BID-9)."""
    n = int(state.n)
    place = 0
    while state.order[place] != state.seat:
        place += 1
    for later in range(1, n + 1):
        seat = int(state.order[(place + later) % n])
        if state.acted[seat] == Acted.NOT_YET:
            return seat
        bid = int(state.bid[seat])
        if bid != NONE and top_row(state, seat, bid % s.PIAZZA_COLUMNS) > bid // s.PIAZZA_COLUMNS:
            return seat
    return NONE


# -- two players: amounts --------------------------------------------------------------------------------


@jit
def low_answer(state: State, seat: Seat) -> bool:
    """PP-2P-9: the second player answers a first bid of £6 or more."""
    other = 1 - seat
    return bool(
        state.acted[seat] == Acted.NOT_YET
        and seat == state.order[1]
        and state.bid[other] + 1 >= s.LOW_ANSWER_FROM
    )


@jit
def check_bid2(state: State, seat: Seat, lire: int) -> Any:
    """Name the rule that forbids bidding this amount, or Rule.OK."""
    if lire > state.money[seat] or lire > s.BID2_MAX:
        return Rule.PP_2P_7
    standing = price_of_bid(state, 1 - seat)
    if lire == standing:
        return Rule.PP_2P_9 if low_answer(state, seat) else Rule.PP_2P_8
    return Rule.OK if lire > standing or low_answer(state, seat) else Rule.PP_2P_8


@jit(inline=True)
def list_bids2(state: State, seat: Seat, actions: Any) -> int:
    """The legal amounts, and to pass."""
    n = 0
    standing = price_of_bid(state, 1 - seat)
    lowest = 1 if low_answer(state, seat) else standing + 1
    for lire in range(lowest, min(s.BID2_MAX, int(state.money[seat])) + 1):
        if lire != standing:
            actions[n] = s.BID2 + lire - 1
            n += 1
    actions[n] = s.PASS
    return n + 1


@jit
def apply_bid2(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-2P-7 to PP-2P-10: bid or pass (an earlier bid stands); whether bidding is over."""
    other = 1 - seat
    both_had_a_turn = state.acted[other] != Acted.NOT_YET
    if action == s.PASS:
        state.acted[seat] = Acted.WITHDREW
        tell(log, Event.WITHDREW, seat, EVERYONE)
        return bool(both_had_a_turn)
    lower = action - s.BID2 < state.bid[other]
    state.bid[seat] = action - s.BID2
    state.acted[seat] = Acted.BID
    tell(log, Event.BID2, seat, EVERYONE, action - s.BID2 + 1)
    return bool(lower or (both_had_a_turn and state.acted[other] == Acted.WITHDREW))


# -- afterwards ------------------------------------------------------------------------------------------


@jit
def close_auction(state: State, log: Log) -> None:
    """PP-PAY-1, PP-PAY-3: highest bid first, the further right among equal rows; then those without a bid."""
    n = int(state.n)
    count = 0
    for seat in range(n):
        if state.bid[seat] != NONE:  # a cell's number grows with its row, then with its column
            place = count
            while place > 0 and state.bid[int(state.queue[place - 1])] < state.bid[seat]:
                state.queue[place] = state.queue[place - 1]
                place -= 1
            state.queue[place] = seat
            count += 1
    bidders = count
    for place in range(n):
        seat = int(state.order[place])
        if state.bid[seat] == NONE:
            state.queue[count] = seat
            count += 1
    arrange_next(state, bidders, log)
    if n == 2:  # PP-2P-11: both pay their last bid at once
        for seat in range(n):
            if state.bid[seat] != NONE:
                pay_bid(state, seat, log)


@jit
def pay_bid(state: State, seat: Seat, log: Log) -> None:
    """PP-PAY-2: the bid is paid when its owner's turn comes."""
    pay(state, seat, price_of_bid(state, seat))
    tell(log, Event.PAID, seat, EVERYONE, price_of_bid(state, seat))


@jit
def arrange_next(state: State, bidders: int, log: Log) -> None:
    """PP-ORDER-1 to PP-ORDER-4, PP-2P-12, PP-VAR-A, PP-VAR-B: who plays in which order next round."""
    n = int(state.n)
    if state.reverse_order:  # those without a bid in present order, then from the lowest bid to the highest
        for place in range(n - bidders):
            state.next_order[place] = state.queue[bidders + place]
        for place in range(bidders):
            state.next_order[n - 1 - place] = state.queue[place]
    else:
        first = int(state.order[0])
        if state.start_coin_to != NONE:
            first = int(state.start_coin_to)
        elif n == 2:
            if bidders:
                first = int(state.queue[1])
        else:
            leftmost = s.PIAZZA_COLUMNS
            for seat in range(n):
                if state.bid[seat] != NONE and int(state.bid[seat]) % s.PIAZZA_COLUMNS < leftmost:
                    leftmost = int(state.bid[seat]) % s.PIAZZA_COLUMNS
                    first = seat
        for place in range(n):
            state.next_order[place] = (first + place) % n
    if state.round_no < s.ROUNDS:  # no round follows the last
        if state.reverse_order:
            a, b, c = int(state.next_order[0]), int(state.next_order[1]), int(state.next_order[2])
            tell(log, Event.ORDER_NEXT, NONE, EVERYONE, a, b, c, int(state.next_order[3]))
        else:
            tell(log, Event.FIRST_NEXT, int(state.next_order[0]), EVERYONE)
