"""What every rule does with its hands: the stack of things to do, money, cards, tokens, random picks."""

from fattorino.games.new_york.state import (
    ANY_INGREDIENT,
    HAND_LIMIT,
    INSPECTOR,
    INSPECTORS,
    LIBERTY_LIMIT,
    MAX_CARDS,
    MAX_SEATS,
    MEAT,
    N_BLUE,
    N_POWERS,
    N_TICKETS,
    SPECIALTY,
    STACK,
    TICKET_SIZE,
    VEGETABLE,
    Event,
    Phase,
    Place,
    Power,
    class_of,
    kind_of,
    ticket_fact,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, only, tell
from fattorino.kernel.rng import draw

# -- the stack of things to do ---------------------------------------------------------------------------


@jit
def push(state: State, what: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Put something to do, or to ask, before everything else."""
    top = int(state.n_stack)
    if top < STACK:
        state.stack[top, 0] = what
        state.stack[top, 1] = a
        state.stack[top, 2] = b
        state.stack[top, 3] = c
        state.n_stack = top + 1


@jit
def pop(state: State) -> None:
    """The thing on top of the stack is done; nothing of it is left in the record."""
    top = int(state.n_stack) - 1
    state.n_stack = top
    for k in range(4):
        state.stack[top, k] = 0


@jit
def argument(state: State, k: int) -> int:
    """A number of the thing on top of the stack."""
    return int(state.stack[int(state.n_stack) - 1, k])


@jit
def set_argument(state: State, k: int, value: int) -> None:
    """Change a number of the thing on top of the stack."""
    state.stack[int(state.n_stack) - 1, k] = value


@jit
def is_secret(what: int) -> bool:
    """NY-INSTANT-4: whether nobody but the asked player may know of a question."""
    return what == Phase.TAX_WINDOW or what == Phase.WINDOW or what == Phase.ROTARY


# -- money -----------------------------------------------------------------------------------------------


@jit
def purse(state: State, seat: Seat) -> int:
    """Whose money a player spends: the own, or in co-op the team's (NY-COOP-2)."""
    return 0 if state.coop else seat


@jit
def money_of(state: State, seat: Seat) -> int:
    """What a player can pay."""
    return int(state.money[purse(state, seat)])


@jit
def pay(state: State, seat: Seat, dollars: int, log: Log) -> None:
    """Money to the bank."""
    at = purse(state, seat)
    state.money[at] = int(state.money[at]) - dollars
    tell(log, Event.PAID, seat, EVERYONE, dollars)


# -- cards -----------------------------------------------------------------------------------------------


@jit
def hand_size(state: State, seat: Seat) -> int:
    """NY-TERM-5: blue cards and Power Cards together."""
    return int(state.n_hand[seat]) + int(state.n_power[seat])


@jit
def hand_limit(state: State, seat: Seat) -> int:
    """NY-TURN-11, NY-POWER-LIBERTY-1."""
    return LIBERTY_LIMIT if has_in_play(state, seat, Power.LIBERTY_STORAGE.value) else HAND_LIMIT


@jit
def holds(state: State, seat: Seat, card: int) -> bool:
    """Whether a card type, blue or Power, is in a hand."""
    if card < N_BLUE:
        return bool(state.hand[seat, card] > 0)
    return bool(state.power_at[card - N_BLUE] == seat)


@jit
def has_in_play(state: State, seat: Seat, power: int) -> bool:
    """Whether a Power Card lies in a player's tableau."""
    return bool(state.power_at[power] == Place.TABLEAU + seat)


@jit
def owner_in_play(state: State, power: int) -> int:
    """In whose tableau a Power Card lies, or NONE."""
    place = int(state.power_at[power])
    return place - Place.TABLEAU if Place.TABLEAU <= place < Place.TABLEAU + MAX_SEATS else NONE


@jit
def to_hand(state: State, seat: Seat, card: int) -> None:
    """A blue card into a hand."""
    state.hand[seat, card] += 1
    state.n_hand[seat] += 1


@jit
def from_hand(state: State, seat: Seat, card: int) -> None:
    """A blue card out of a hand."""
    state.hand[seat, card] -= 1
    state.n_hand[seat] -= 1


@jit
def to_sewer(state: State, card: int) -> None:
    """NY-TERM-14: where blue cards go."""
    state.sewer[card] += 1
    state.n_sewer += 1


@jit
def spend(state: State, seat: Seat, card: int, log: Log) -> None:
    """NY-TERM-14: discard a card from hand, a blue one into the sewer, a Power Card onto its own pile."""
    if card < N_BLUE:
        from_hand(state, seat, card)
        to_sewer(state, card)
    else:
        state.power_at[card - N_BLUE] = Place.DISCARD
        state.n_power[seat] -= 1
    tell(log, Event.SPENT, seat, EVERYONE, card)


@jit
def spend_cold(state: State, seat: Seat, place: int, log: Log) -> int:
    """NY-POWER-COLDSTORAGE-2: a card under Cold Storage is spent; which one it was."""
    card = int(state.cold[place])
    state.cold[place] = NONE
    state.cold_used = 1
    to_sewer(state, card)
    tell(log, Event.SPENT, seat, EVERYONE, card)
    return card


@jit
def random_sewer(state: State) -> int:
    """NY-TERM-15: take a random card out of the sewer; NONE if it is empty."""
    if state.n_sewer == 0:
        return NONE
    state.reveals = int(state.reveals) + 1
    nth = draw(state, int(state.n_sewer))
    card = 0
    while nth >= state.sewer[card]:
        nth -= int(state.sewer[card])
        card += 1
    state.sewer[card] -= 1
    state.n_sewer -= 1
    return card


@jit
def next_card(state: State, log: Log) -> int:
    """The top card of the Market Deck, or NONE if it was a Health Inspector: then the fines come first.

    NY-INSPECT-2: for whatever purpose; NY-INSPECT-8: the deck always holds the inspectors not yet shown;
    NY-INSPECT-7: the global slot is left alone.
    """
    state.reveals = int(state.reveals) + 1
    left = int(state.n_deck) - 1
    card = int(state.deck[left])
    state.deck[left] = NONE
    state.n_deck = left
    state.bottom = min(int(state.bottom), left)
    if card != INSPECTOR:
        return card
    shown = int(state.inspectors) + 1  # NY-INSPECT-1: set aside for good
    state.inspectors = shown
    tell(log, Event.INSPECTOR, int(state.active), EVERYONE, shown)
    if shown == INSPECTORS:
        push(state, Phase.STOP.value)  # NY-INSPECT-6
    if shown < INSPECTORS or not state.coop:
        push(state, Phase.FINES.value, 0)
    return NONE


@jit
def draw_power(state: State, seat: Seat, log: Log) -> int:
    """NY-TERM-4: a random card of the Power Deck, the discards shuffled in if need be; NONE without any."""
    state.reveals = int(state.reveals) + 1
    count = 0
    for power in range(N_POWERS):
        if state.power_at[power] == Place.DECK:
            count += 1
    if count == 0:
        for power in range(N_POWERS):
            if state.power_at[power] == Place.DISCARD:
                state.power_at[power] = Place.DECK
                count += 1
    if count == 0:
        return NONE
    nth = draw(state, count)
    drawn = NONE
    for power in range(N_POWERS):
        if state.power_at[power] == Place.DECK:
            if nth == 0:
                drawn = power
            nth -= 1
    return drawn


@jit
def gain_power(state: State, seat: Seat, power: int, log: Log) -> None:
    """A Power Card into a hand; only its owner learns which."""
    state.power_at[power] = seat
    state.n_power[seat] += 1
    tell(log, Event.POWER_DRAWN, seat, EVERYONE)
    tell(log, Event.DREW, seat, only(seat), N_BLUE + power)


# -- tip tokens ------------------------------------------------------------------------------------------


@jit
def random_tip(state: State) -> int:
    """A random token out of the pool; NONE if it is empty (NY-DELIVER-26)."""
    if state.n_pool == 0:
        return NONE
    state.reveals = int(state.reveals) + 1
    nth = draw(state, int(state.n_pool))
    value = 0
    while nth >= state.pool[value]:
        nth -= int(state.pool[value])
        value += 1
    state.pool[value] -= 1
    state.n_pool -= 1
    return value + 1


@jit
def tip_to_pool(state: State, value: int) -> None:
    """A token back into the pool, unseen."""
    state.pool[value - 1] += 1
    state.n_pool += 1


@jit
def collect_tip(state: State, seat: Seat, value: int, log: Log) -> None:
    """NY-DELIVER-24: a token face down to a player, who may look at it."""
    state.reveals = int(state.reveals) + 1
    state.tips[seat, value - 1] += 1
    state.n_tips[seat] += 1
    tell(log, Event.TIP, seat, EVERYONE)
    if not state.no_peek:
        tell(log, Event.TIP_SEEN, seat, only(seat), value)


@jit
def collect_no_tip(state: State, seat: Seat, log: Log) -> None:
    """NY-DELIVER-25, NY-DELIVER-26: a NO TIP token, as long as there are any."""
    if state.no_tips_left > 0:
        state.no_tips_left -= 1
        state.no_tips[seat] += 1
    tell(log, Event.NO_TIP, seat, EVERYONE)


# -- orders ----------------------------------------------------------------------------------------------


@jit
def order_size(state: State, slot: int) -> int:
    """How many cards lie on a complete standard order; 0 for a specialty or an empty slot."""
    ticket = int(state.ticket[slot])
    return ticket_fact(ticket, TICKET_SIZE) if NONE < ticket < SPECIALTY else 0


@jit
def is_filled(state: State, slot: int) -> bool:
    """Whether a standard order lies there with its cards (NY-POWER-OUTAGE-2)."""
    size = order_size(state, slot)
    return size > 0 and state.order[slot, size - 1] != NONE


@jit
def draw_ticket(state: State) -> int:
    """A random ticket of the order deck, the discards shuffled in if need be; NONE if there is none."""
    state.reveals = int(state.reveals) + 1
    if state.n_tickets == 0:  # NY-DELIVER-30, NY-COOP-28
        for ticket in range(N_TICKETS):
            state.ticket_deck[ticket] = state.ticket_used[ticket]
            state.n_tickets += state.ticket_used[ticket]
            state.ticket_used[ticket] = 0
    if state.n_tickets == 0:
        return NONE
    nth = draw(state, int(state.n_tickets))
    ticket = 0
    while nth >= state.ticket_deck[ticket]:
        nth -= int(state.ticket_deck[ticket])
        ticket += 1
    state.ticket_deck[ticket] -= 1
    state.n_tickets -= 1
    return ticket


@jit
def place_order(state: State, slot: int, log: Log) -> bool:
    """NY-SETUP-9 to -11: a ticket, a tip token, and its cards to come; False without a ticket."""
    ticket = draw_ticket(state)
    if ticket == NONE:
        return False
    state.ticket[slot] = ticket
    state.tip[slot] = random_tip(state)
    state.tip_known[slot] = 0
    for position in range(MAX_CARDS):
        state.order[slot, position] = NONE
    tell(log, Event.NEW_ORDER, NONE, EVERYONE, slot, ticket)
    if ticket < SPECIALTY:
        push(state, Phase.FILL.value, slot)
    return True


@jit
def run_fill(state: State, log: Log) -> None:
    """NY-SETUP-10: the next card of an order, from the top of the Market Deck."""
    slot = argument(state, 1)
    size = order_size(state, slot)
    position = 0
    while position < size and state.order[slot, position] != NONE:
        position += 1
    if position >= size:
        pop(state)
        return
    card = next_card(state, log)
    if card != NONE:
        state.order[slot, position] = card
        tell(log, Event.ORDER_CARD, NONE, EVERYONE, slot, card, position)


@jit
def empty_slot(state: State, slot: int) -> None:
    """Nothing lies in an order slot any more."""
    state.ticket[slot] = NONE
    state.tip[slot] = NONE
    state.tip_known[slot] = 0
    for position in range(MAX_CARDS):
        state.order[slot, position] = NONE


@jit
def move_order(state: State, slot: int, to: int) -> None:
    """An order with all that lies on it moves to another place of the queue."""
    state.ticket[to] = state.ticket[slot]
    state.tip[to] = state.tip[slot]
    state.tip_known[to] = state.tip_known[slot]
    for position in range(MAX_CARDS):
        state.order[to, position] = state.order[slot, position]
    empty_slot(state, slot)


# -- pizzerias -------------------------------------------------------------------------------------------


@jit
def n_perm(state: State, seat: Seat, village: int) -> int:
    """How many permanent ingredients a pizzeria has."""
    count = 0
    while count < MAX_CARDS and state.perm[seat, village, count] != NONE:
        count += 1
    return count


@jit
def reputation(state: State, seat: Seat, village: int) -> int:
    """NY-REP-2: disks and permanent ingredients."""
    return int(state.disks[seat, village]) + n_perm(state, seat, village)


@jit
def is_open(state: State, seat: Seat, village: int) -> bool:
    """NY-DELIVER-1, NY-POWER-CRASH-4: at least one disk and one card."""
    return bool(state.disks[seat, village] > 0 and state.perm[seat, village, 0] != NONE)


@jit
def is_wild(state: State, seat: Seat, village: int) -> bool:
    """NY-REP-4: whether the only card of a pizzeria is Any Ingredient."""
    top = int(state.perm[seat, village, 0])
    return top != NONE and kind_of(top) == ANY_INGREDIENT


@jit
def remove_perm(state: State, seat: Seat, village: int, place: int) -> None:
    """A permanent ingredient leaves for the sewer; the others close up."""
    to_sewer(state, int(state.perm[seat, village, place]))
    for k in range(place, MAX_CARDS - 1):
        state.perm[seat, village, k] = state.perm[seat, village, k + 1]
    state.perm[seat, village, MAX_CARDS - 1] = NONE


@jit
def raise_top(state: State, seat: Seat, village: int, place: int) -> None:
    """A card of a pizzeria becomes its top card."""
    card = state.perm[seat, village, place]
    for k in range(place, 0, -1):
        state.perm[seat, village, k] = state.perm[seat, village, k - 1]
    state.perm[seat, village, 0] = card


@jit
def tops(state: State, seat: Seat, village: int) -> int:
    """NY-TERM-8: how many cards of a pizzeria could be its top card."""
    count = 0
    for k in range(MAX_CARDS):
        card = int(state.perm[seat, village, k])
        if card != NONE and village_of(card) == village:
            count += 1
    return count


@jit
def settle_top(state: State, seat: Seat, village: int, among: int) -> None:
    """NY-UPGRADE-6, NY-ANY-10: after the top card was lost, its only successor follows, or the owner picks.

    Only the first `among` cards are looked at.
    """
    found, count = NONE, 0
    for k in range(among):
        card = int(state.perm[seat, village, k])
        if card != NONE and village_of(card) == village:
            count += 1
            if found == NONE:
                found = k
    if count == 1:
        raise_top(state, seat, village, found)
    elif count > 1:
        push(state, Phase.NEW_TOP.value, seat, village, among)


@jit
def to_supply(state: State, seat: Seat, village: int, disks: int, log: Log) -> None:
    """Disks of a pizzeria go back to their owner's supply."""
    state.disks[seat, village] -= disks
    state.supply[seat] += disks
    tell(log, Event.LOST_DISK, seat, EVERYONE, village, disks)


@jit
def same_class(kind: int, other: int) -> bool:
    """Whether two kinds are both meats or both vegetables."""
    return class_of(kind) == class_of(other) and (class_of(kind) == MEAT or class_of(kind) == VEGETABLE)
