"""Paying in the suggested way: what costs least first, in one go (NY-DP-44). `dispatch.py` asks for it."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, delivery, stack
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much dearer such a card is


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still asks for; 0 if it asks for none."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return stack.argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def asked_for(state: State) -> int:
    """How many cards of each kind the open orders ask for."""
    counts = 0
    for slot in range(t.SLOTS):
        kinds = delivery.order_kinds(state, slot)
        if kinds != NONE:
            counts = covering.fitted(counts + kinds)
    return counts


@jit
def cost(state: State, seat: Seat, action: int, asked: int) -> int:
    """How dear an answer is: own ingredients, storage, money, then cards by what they could be good for."""
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
        return action - s.PERM  # an ANY card of the pizzeria serves where its own kinds do not
    if action == s.FARMER:
        return 14
    return DEAR - 1 if action == s.SHORT else 16 if action == s.MONEY else DEAR
