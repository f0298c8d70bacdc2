"""Order tickets with their cards, and tip tokens."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, memory, stack
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, only, tell
from fattorino.kernel.rng import draw_counted


@jit
def random_tip(state: State) -> int:
    """A random token out of the pool; NONE if it is empty (NY-DELIVER-26)."""
    if state.n_pool == 0:
        return NONE
    state.reveals = int(state.reveals) + 1
    value = draw_counted(state, state.pool, int(state.n_pool)) + 1
    state.n_pool -= 1
    return value


@jit
def remove_tip(state: State, slot: int) -> None:
    """An order has no token any more, so nobody has seen it."""
    state.tip[slot] = NONE
    state.tip_known[slot] = 0


@jit
def tip_to_pool(state: State, value: int) -> None:
    """Return a token to the pool, face down."""
    state.pool[value - 1] += 1
    state.n_pool += 1


@jit
def collect_tip(state: State, seat: Seat, value: int, log: Log) -> None:
    """NY-DELIVER-24: give a token face down to a player, who may look at it."""
    state.reveals = int(state.reveals) + 1
    state.tips[seat, value - 1] += 1
    state.n_tips[seat] += 1
    tell(log, Event.TIP, seat, EVERYONE)
    if not state.no_peek:
        tell(log, Event.TIP_SEEN, seat, only(seat), value)


@jit
def collect_no_tip(state: State, seat: Seat, log: Log) -> None:
    """NY-DELIVER-25, NY-DELIVER-26: give a NO TIP token, if there is one."""
    if state.no_tips_left > 0:
        state.no_tips_left -= 1
        state.no_tips[seat] += 1
    tell(log, Event.NO_TIP, seat, EVERYONE)


# -- orders ----------------------------------------------------------------------------------------------


@jit
def order_size(state: State, slot: int) -> int:
    """The number of cards on a complete standard order; 0 for a specialty or an empty slot."""
    ticket = int(state.ticket[slot])
    return t.ticket_fact(ticket, t.TICKET_SIZE) if NONE < ticket < t.SPECIALTY else 0


@jit
def is_filled(state: State, slot: int) -> bool:
    """Whether there is a standard order with its cards (NY-POWER-OUTAGE-2)."""
    size = order_size(state, slot)
    return size > 0 and state.order[slot, size - 1] != NONE


@jit
def draw_ticket(state: State, log: Log) -> int:
    """A random ticket of the order deck, reshuffled from the discards if empty; NONE if none is left."""
    state.reveals = int(state.reveals) + 1
    if state.n_tickets == 0:  # NY-DELIVER-30, NY-COOP-28
        for ticket in range(t.N_TICKETS):
            state.ticket_deck[ticket] = state.ticket_used[ticket]
            state.n_tickets += state.ticket_used[ticket]
            state.ticket_used[ticket] = 0
        if state.n_tickets > 0:
            tell(log, Event.SHUFFLED, NONE, EVERYONE, s.TICKET_PILE)
    if state.n_tickets == 0:
        return NONE
    ticket = draw_counted(state, state.ticket_deck, int(state.n_tickets))
    state.n_tickets -= 1
    return ticket


@jit
def place_order(state: State, slot: int, log: Log) -> bool:
    """NY-SETUP-9 to -11: a ticket, a tip token, and its cards to come; False without a ticket."""
    ticket = draw_ticket(state, log)
    if ticket == NONE:
        return False
    state.ticket[slot] = ticket
    state.tip[slot] = random_tip(state)
    tell(log, Event.NEW_ORDER, NONE, EVERYONE, slot, ticket)
    if ticket < t.SPECIALTY:
        stack.push(state, Phase.FILL.value, slot)
    return True


@jit
def run_fill(state: State, log: Log) -> None:
    """NY-SETUP-10: the next card of an order, from the top of the Market Deck."""
    slot = stack.argument(state, 1)
    size = order_size(state, slot)
    position = 0
    while position < size and state.order[slot, position] != NONE:
        position += 1
    if position >= size:
        stack.pop(state)
        return
    card = hands.next_card(state, log)
    if card != NONE:
        state.order[slot, position] = card
        memory.uncover(state, card)
        tell(log, Event.ORDER_CARD, NONE, EVERYONE, slot, card, position)


@jit
def empty_slot(state: State, slot: int) -> None:
    """Clear an order slot."""
    state.ticket[slot] = NONE
    remove_tip(state, slot)
    for position in range(t.MAX_CARDS):
        state.order[slot, position] = NONE


@jit
def move_order(state: State, slot: int, to: int) -> None:
    """Move an order with everything on it to another place of the queue."""
    state.ticket[to] = state.ticket[slot]
    state.tip[to] = state.tip[slot]
    state.tip_known[to] = state.tip_known[slot]
    for position in range(t.MAX_CARDS):
        state.order[to, position] = state.order[slot, position]
    empty_slot(state, slot)
