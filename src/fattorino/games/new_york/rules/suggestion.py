"""The suggested payment: the cheapest answers, all at once (NY-DP-44). Used by `dispatch.py`."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, delivery, stack
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much more expensive such a card is


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still requires, or 0."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return stack.argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def asked_for(state: State) -> int:
    """How many cards of each kind the open orders require."""
    counts = 0
    for slot in range(t.SLOTS):
        kinds = delivery.order_kinds(state, slot)
        if kinds != NONE:
            counts = covering.fitted(counts + kinds)
    return counts


@jit
def cost(state: State, seat: Seat, action: int, asked: int) -> int:
    """The cost of an answer: own ingredients, storage, money, then cards by their usefulness."""
    if action >= s.CARD + t.N_BLUE:
        return 20 + POWER
    if action >= s.CARD:
        card = action - s.CARD
        kind, village = t.kind_of(card), t.village_of(card)
        if kind >= t.N_INGREDIENTS:
            return 20 + JOKER + kind
        dear = 20 + WANTED * min(3, covering.many(asked, kind))
        if village != t.PARK and state.lot[seat, village] != NONE:
            dear += OWN_VILLAGE
        return dear - min(2, int(state.hand[seat, card]))
    if action >= s.COLD:
        return 15
    if action >= s.PERM:
        return action - s.PERM  # an ANY card of the pizzeria is used if its other kinds do not cover it
    if action == s.FARMER:
        return 14
    return DEAR - 1 if action == s.SHORT else 16 if action == s.MONEY else DEAR
