"""Bait and Switch: once a turn a hand card replaces an order's top card of the same kind.

The order and the card are asked for in `rules/questions/order_cards.py`.
"""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, tickets
from fattorino.games.new_york.rules.power_card import asks
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def check_use(state: State, seat: Seat) -> Any:
    """NY-POWER-BAIT-1, NY-TURN-8: on demand, not in the turn in which it was played after the action."""
    if not hands.has_in_play(state, seat, t.Power.BAIT_AND_SWITCH.value):
        return Rule.NY_POWER_BAIT_1
    if (int(state.late) >> t.Power.BAIT_AND_SWITCH.value) & 1:
        return Rule.NY_TURN_8
    for slot in range(t.SLOTS):
        if baits(state, seat, slot):
            return Rule.OK
    return Rule.NY_POWER_BAIT_1


use = asks(Phase.PICK_ORDER, t.Power.BAIT_AND_SWITCH, NONE)


@jit
def baits(state: State, seat: Seat, slot: int) -> bool:
    """NY-POWER-BAIT-1: whether a hand card shows the kind of an order's top card."""
    if not tickets.is_filled(state, slot):
        return False
    kind = t.kind_of(int(state.order[slot, tickets.order_size(state, slot) - 1]))
    first = kind * t.N_VILLAGES  # card types of a kind are consecutive
    for card in range(first, first + (t.N_VILLAGES if kind < t.ANY_INGREDIENT else t.BUILDABLE)):
        if state.hand[seat, card] > 0:
            return True
    return False
