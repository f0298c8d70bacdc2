"""Who decides next, after a seat is done."""

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo.rules import auction, bribes, delivery, opening
from fattorino.games.papa_paolo.state import Event, Phase, Stage
from fattorino.games.papa_paolo.tables import ticket_distance, ticket_pizzas
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def ask(state: State, seat: Seat, phase: int) -> None:
    """Let a seat decide."""
    state.seat = seat
    state.phase = phase


@jit(inline=True)
def advance(state: State, log: Log) -> None:
    """The seat is done: go on to the next seat or the next phase (PP-ROUND-1 to PP-ROUND-3)."""
    n = int(state.n)
    if state.stage == Stage.PLACE:  # PP-PLACE-1: one pawn each, four times round
        placed = int(state.placed) + 1
        state.placed = placed
        if placed < s.PAWNS * n:
            ask(state, int(state.order[placed % n]), Phase.SLOT.value)
            return
        bribes.pay_bribes(state, log)
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
            pizzas = ticket_pizzas(int(state.round_no), number)
            distance = ticket_distance(int(state.round_no), number)
            delivery.begin(state, seat, pizzas, distance)
            state.seat = seat
            tell(log, Event.DELIVERS, seat, EVERYONE, pizzas, distance, int(state.tours_left))
            return
    if state.round_no < s.ROUNDS or state.final_experience:  # PP-XP-2, PP-XP-7
        for place in range(n):
            delivery.learn(state, int(state.order[place]), log)
    if state.round_no < s.ROUNDS:
        opening.next_round(state, log)
    else:  # PP-ROUND-4: no phase G
        opening.finish(state, log)
