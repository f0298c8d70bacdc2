"""Paying in the suggested way: what costs least first, in one go (NY-DP-44)."""

from fattorino.games.new_york.rules.asking import check_answer, near, units, window
from fattorino.games.new_york.rules.delivery import want
from fattorino.games.new_york.rules.market import apply_unit
from fattorino.games.new_york.rules.serving import apply_extra
from fattorino.games.new_york.rules.sources import apply_cover
from fattorino.games.new_york.rules.table import argument
from fattorino.games.new_york.rules.tickets import is_filled
from fattorino.games.new_york.state import CARD, COLD, FARMER, MONEY, PERM, SHORT, Phase, Rule
from fattorino.games.new_york.tables import (
    N_BLUE,
    N_INGREDIENTS,
    N_TYPES,
    PARK,
    SLOTS,
    SPECIALTY,
    TICKET_SIZE,
    kind_of,
    ticket_fact,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Log, Seat, State

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much dearer such a card is


@jit
def asked_for(state: State, kind: int) -> int:
    """How many cards of a kind the open orders ask for."""
    count = 0
    for slot in range(SLOTS):
        ticket = int(state.ticket[slot])
        if ticket != NONE and (ticket >= SPECIALTY or is_filled(state, slot)):
            for k in range(ticket_fact(ticket, TICKET_SIZE)):
                if want(state, slot, k) == kind:
                    count += 1
    return count


@jit
def cost(state: State, seat: Seat, action: int) -> int:
    """How dear an answer is: own ingredients, storage, money, then cards by what they could be good for."""
    if action >= CARD + N_BLUE:
        return 20 + POWER
    if action >= CARD:
        card = action - CARD
        kind, village = kind_of(card), village_of(card)
        if kind >= N_INGREDIENTS:
            return 20 + JOKER + kind
        dear = 20 + WANTED * min(3, asked_for(state, kind))
        if village != PARK and state.lot[seat, village] != NONE:
            dear += OWN_VILLAGE
        return dear - min(2, int(state.hand[seat, card]))
    if action >= COLD:
        return 15
    if action >= PERM:
        return action - PERM  # an ANY card of the pizzeria serves where its own kinds do not
    if action == FARMER:
        return 14
    return DEAR - 1 if action == SHORT else 16 if action == MONEY else DEAR


@jit
def suggested(state: State, phase: int, seat: Seat) -> int:
    """The cheapest answer to a payment that leaves the rest possible; NONE if there is none."""
    best, least = NONE, DEAR
    for action in range(window(phase, 0), window(phase, 1)):
        if cost(state, seat, action) < least and check_answer(state, action) == Rule.OK:
            best, least = action, cost(state, seat, action)
    for card in range(N_TYPES):
        if near(state, seat, window(phase, 4), card) and cost(state, seat, CARD + card) < least:
            if check_answer(state, CARD + card) == Rule.OK:
                best, least = CARD + card, cost(state, seat, CARD + card)
    return best


@jit
def pay_all(state: State, phase: int, seat: Seat, log: Log) -> None:
    """NY-DP-44: everything that this question asks for."""
    for _ in range(units(state, phase)):
        answer = suggested(state, phase, seat)
        if phase == Phase.COVER:
            apply_cover(state, seat, answer, log)
        elif phase == Phase.EXTRA:
            apply_extra(state, seat, answer, log)
        else:
            apply_unit(state, seat, answer, log)
            if argument(state, 0) != phase:
                break  # nothing is left to pay with
