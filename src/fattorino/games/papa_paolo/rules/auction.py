"""Phase C: who bids next, what bids cost, and the turn order that results."""

from typing import Any

from fattorino.games.papa_paolo import opinion, state as s
from fattorino.games.papa_paolo.rules import money
from fattorino.games.papa_paolo.state import Acted, Event
from fattorino.games.papa_paolo.tables import bid_value
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def open_auction(state: State) -> None:
    """Begin an auction: nobody has acted, no pawn is on the Piazza."""
    for seat in range(s.MAX_SEATS):
        state.bid[seat] = NONE
        state.acted[seat] = Acted.NOT_YET


@jit
def price_of_bid(state: State, seat: Seat) -> int:
    """What a player's standing bid costs; 0 without one."""
    bid = int(state.bid[seat])
    if bid == NONE:
        return 0
    return bid + 1 if state.n == 2 else bid_value(bid)


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
def is_to_bid(state: State, seat: Seat) -> bool:
    """PP-BID-2: whether a player has not acted yet or is outbid."""
    bid = int(state.bid[seat])
    if state.acted[seat] == Acted.NOT_YET:
        return True
    return bid != NONE and top_row(state, seat, bid % s.PIAZZA_COLUMNS) > bid // s.PIAZZA_COLUMNS


@jit
def next_bidder(state: State) -> int:
    """PP-BID-8: the next player to bid; NONE: the auction is over (PP-BID-9)."""
    n = int(state.n)
    place = 0
    while state.order[place] != state.seat:
        place += 1
    for later in range(1, n + 1):
        seat = int(state.order[(place + later) % n])
        if is_to_bid(state, seat):
            return seat
    return NONE


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
    money.pay(state, seat, price_of_bid(state, seat))
    tell(log, Event.PAID, seat, EVERYONE, price_of_bid(state, seat))


@jit
def arrange_next(state: State, bidders: int, log: Log) -> None:
    """PP-ORDER-1 to PP-ORDER-4, PP-2P-12, PP-VAR-A, PP-VAR-B: who plays in which order next round."""
    n = int(state.n)
    if state.reverse_order:  # first those without a bid, in the current order, then by rising bids
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


# -- words -----------------------------------------------------------------------------------------------


def bid_terms(view: Any, seat: Seat, total: float, delivery: float, price: int) -> list[Reason]:
    """The terms of a bid: the delivery, the price, an earlier choice of investments."""
    paid = -price * float(opinion.lira(view, seat))
    return [
        (_("its delivery tile suits your district"), delivery),
        (_("it costs £{price}").format(price=price), paid),
        (_("you choose investments early"), total - delivery - paid),
    ]


def notes(view: Any) -> list[str]:
    """What a higher bid brings, and how bids determine the order of the next round."""
    first = _("The higher row chooses an investment first.")
    if view.n == 2:
        first = _("The higher bid chooses an investment first.")
    if view.round_no == s.ROUNDS:
        return [first]
    if view.start_coin_to >= 0:
        then = _("Who won the coin goes first in the next round.")
    elif view.reverse_order:
        then = _("The lowest bid goes first in the next round.")
    elif view.n == 2:
        then = _("The lower bid goes first in the next round.")
    else:
        then = _("The leftmost bid goes first in the next round.")
    return [first, then]
