"""Paying in the suggested way: what costs least first, in one go (NY-DP-44)."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import (
    asking,
    candidates,
    covering,
    delivery,
    market,
    serving,
    sources,
    table,
)
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Log, Seat, State

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much dearer such a card is


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


@jit
def suggested(state: State, phase: int, seat: Seat) -> int:
    """The cheapest answer to a payment that leaves the rest possible; NONE if there is none."""
    best, least = NONE, DEAR
    asked = asked_for(state)
    first, end, near_by = candidates.answers(state, phase, seat, 0)
    for action in range(first, end):
        dear = cost(state, seat, action, asked) if (near_by >> (action - first)) & 1 else DEAR
        if dear < least and asking.check_answer(state, action) == Rule.OK:
            best, least = action, dear
    for word in range(
        candidates.window(phase, candidates.FIRST_WORD), candidates.window(phase, candidates.END_WORD)
    ):
        bits = candidates.near(state, seat, phase, word)
        while bits:
            action = s.CARD + table.first_card(bits, word)
            dear = cost(state, seat, action, asked)
            if dear < least and (
                candidates.window(phase, candidates.LOOK) == candidates.SURE
                or asking.check_answer(state, action) == Rule.OK
            ):
                best, least = action, dear
            bits &= bits - 1
    return best


@jit
def pay_all(state: State, phase: int, seat: Seat, log: Log) -> None:
    """NY-DP-44: everything that this question asks for."""
    for _ in range(asking.units(state, phase)):
        answer = suggested(state, phase, seat)
        if phase == Phase.COVER:
            sources.apply_cover(state, seat, answer, log)
        elif phase == Phase.EXTRA:
            serving.apply_extra(state, seat, answer, log)
        else:
            market.apply_unit(state, seat, answer, log)
            if table.argument(state, 0) != phase:
                break  # nothing is left to pay with
