"""Paying in the suggested way: what costs least first, in one go (NY-DP-44)."""

from fattorino.games.new_york.rules.asking import check_answer, units
from fattorino.games.new_york.rules.candidates import (
    END_WORD,
    FIRST_WORD,
    LOOK,
    SURE,
    answers,
    near,
    window,
)
from fattorino.games.new_york.rules.covering import fitted, many
from fattorino.games.new_york.rules.delivery import order_kinds
from fattorino.games.new_york.rules.market import apply_unit
from fattorino.games.new_york.rules.serving import apply_extra
from fattorino.games.new_york.rules.sources import apply_cover
from fattorino.games.new_york.rules.table import argument, first_card
from fattorino.games.new_york.state import CARD, COLD, FARMER, MONEY, PERM, SHORT, Phase, Rule
from fattorino.games.new_york.tables import (
    N_BLUE,
    N_INGREDIENTS,
    PARK,
    SLOTS,
    kind_of,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Log, Seat, State

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much dearer such a card is


@jit
def asked_for(state: State) -> int:
    """How many cards of each kind the open orders ask for."""
    counts = 0
    for slot in range(SLOTS):
        kinds = order_kinds(state, slot)
        if kinds != NONE:
            counts = fitted(counts + kinds)
    return counts


@jit
def cost(state: State, seat: Seat, action: int, asked: int) -> int:
    """How dear an answer is: own ingredients, storage, money, then cards by what they could be good for."""
    if action >= CARD + N_BLUE:
        return 20 + POWER
    if action >= CARD:
        card = action - CARD
        kind, village = kind_of(card), village_of(card)
        if kind >= N_INGREDIENTS:
            return 20 + JOKER + kind
        dear = 20 + WANTED * min(3, many(asked, kind))
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
    asked = asked_for(state)
    first, end, near_by = answers(state, phase, seat, 0)
    for action in range(first, end):
        dear = cost(state, seat, action, asked) if (near_by >> (action - first)) & 1 else DEAR
        if dear < least and check_answer(state, action) == Rule.OK:
            best, least = action, dear
    for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
        bits = near(state, seat, phase, word)
        while bits:
            action = CARD + first_card(bits, word)
            dear = cost(state, seat, action, asked)
            if dear < least and (window(phase, LOOK) == SURE or check_answer(state, action) == Rule.OK):
                best, least = action, dear
            bits &= bits - 1
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
