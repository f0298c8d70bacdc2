"""Cards on orders: Bait and Switch, Hacker, Order Screw Up, System Error."""

from typing import Any

from fattorino.games.new_york.rules.demand import baits
from fattorino.games.new_york.rules.memory import remember
from fattorino.games.new_york.rules.table import (
    argument,
    from_hand,
    pop,
    push,
    set_argument,
    to_hand,
    to_sewer,
)
from fattorino.games.new_york.rules.tickets import is_filled, order_size
from fattorino.games.new_york.state import CARD, ORDER, POS, TO_HAND, TO_SEWER, Event, Phase, Rule
from fattorino.games.new_york.tables import MAX_CARDS, N_BLUE, SLOTS, Power, kind_of
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def rule_of(power: int) -> Any:
    """What a card that changes orders may do."""
    if power == Power.BAIT_AND_SWITCH:
        return Rule.NY_POWER_BAIT_1
    if power == Power.HACKER:
        return Rule.NY_POWER_HACKER_1
    return Rule.NY_POWER_SCREWUP_1 if power == Power.ORDER_SCREW_UP else Rule.NY_POWER_SYSTEMERROR_1


@jit
def check_pick_order(state: State, seat: Seat, action: Action) -> Any:
    """An order whose cards can be changed."""
    slot = action - ORDER
    power, first = argument(state, 2), argument(state, 3)
    if slot < 0 or slot >= SLOTS or order_size(state, slot) == 0:
        return rule_of(power)  # no cards lie there
    if not is_filled(state, slot):
        return Rule.NY_POWER_OUTAGE_2
    if power == Power.BAIT_AND_SWITCH:
        return Rule.OK if baits(state, seat, slot) else Rule.NY_POWER_BAIT_1
    if power == Power.SYSTEM_ERROR:
        return Rule.OK if order_size(state, slot) > 1 else Rule.NY_POWER_SYSTEMERROR_1
    if power == Power.ORDER_SCREW_UP and first != NONE:
        alone = first // MAX_CARDS == slot and order_size(state, slot) == 1
        return Rule.NY_POWER_SCREWUP_1 if alone else Rule.OK
    return Rule.OK


@jit
def apply_pick_order(state: State, seat: Seat, slot: int) -> None:
    """The order is chosen; its card comes next."""
    power = argument(state, 2)
    if power == Power.BAIT_AND_SWITCH:
        pop(state)
        push(state, Phase.PICK_CARD.value, seat, power, slot * MAX_CARDS + order_size(state, slot) - 1)
    elif power == Power.SYSTEM_ERROR:
        pop(state)
        push(state, Phase.PICK_POS.value, seat, power, slot * MAX_CARDS)
    else:
        push(state, Phase.PICK_POS.value, seat, power, slot * MAX_CARDS)


@jit
def check_pick_pos(state: State, action: Action) -> Any:
    """A position on the chosen order."""
    position = action - POS
    power, code = argument(state, 2), argument(state, 3)
    slot = code // MAX_CARDS
    if position < 0 or position >= order_size(state, slot):
        return rule_of(power)
    if power == Power.SYSTEM_ERROR and position < code % MAX_CARDS:
        return Rule.NY_POWER_SYSTEMERROR_1  # that card lies already
    if power == Power.ORDER_SCREW_UP:
        first = int(state.stack[int(state.n_stack) - 2, 3])
        if first == slot * MAX_CARDS + position:
            return Rule.NY_POWER_SCREWUP_1
    return Rule.OK


@jit
def apply_pick_pos(state: State, seat: Seat, position: int, log: Log) -> None:
    """Hacker: the card to replace. Screw Up: one of two cards. System Error: the card that comes next."""
    power, code = argument(state, 2), argument(state, 3)
    slot, place = code // MAX_CARDS, code % MAX_CARDS
    pop(state)
    if power == Power.HACKER:
        pop(state)
        push(state, Phase.PICK_CARD.value, seat, power, slot * MAX_CARDS + position)
    elif power == Power.ORDER_SCREW_UP:
        first = argument(state, 3)
        if first == NONE:
            set_argument(state, 3, slot * MAX_CARDS + position)
            return
        pop(state)
        card = int(state.order[slot, position])
        other = int(state.order[first // MAX_CARDS, first % MAX_CARDS])
        state.order[slot, position] = other
        state.order[first // MAX_CARDS, first % MAX_CARDS] = card
        tell(log, Event.SWAPPED, seat, EVERYONE, slot, position, other)
        tell(log, Event.SWAPPED, seat, EVERYONE, first // MAX_CARDS, first % MAX_CARDS, card)
    else:
        card = int(state.order[slot, position])
        for k in range(position, place, -1):
            state.order[slot, k] = state.order[slot, k - 1]
        state.order[slot, place] = card
        tell(log, Event.SWAPPED, seat, EVERYONE, slot, place, card)
        if place + 2 < order_size(state, slot):
            push(state, Phase.PICK_POS.value, seat, power, slot * MAX_CARDS + place + 1)


@jit
def check_pick_card(state: State, seat: Seat, action: Action) -> Any:
    """A blue card from hand, for Bait and Switch of the same kind."""
    if action < CARD or action >= CARD + N_BLUE or state.hand[seat, action - CARD] == 0:
        return Rule.NY_TERM_5
    power, code = argument(state, 2), argument(state, 3)
    old = int(state.order[code // MAX_CARDS, code % MAX_CARDS])
    if power == Power.BAIT_AND_SWITCH and kind_of(old) != kind_of(action - CARD):
        return Rule.NY_POWER_BAIT_1
    return Rule.OK


@jit
def apply_pick_card(state: State, seat: Seat, card: int, log: Log) -> None:
    """NY-POWER-BAIT-1, -2, NY-POWER-HACKER-1: the hand card takes the place of the order's card."""
    power, code = argument(state, 2), argument(state, 3)
    pop(state)
    slot, position = code // MAX_CARDS, code % MAX_CARDS
    old = int(state.order[slot, position])
    from_hand(state, seat, card)
    state.order[slot, position] = card
    gone = TO_HAND if power == Power.BAIT_AND_SWITCH or state.hacker_hand else TO_SEWER
    if gone == TO_HAND:
        to_hand(state, seat, old)
        remember(state, seat, old)
    else:
        to_sewer(state, old)
    tell(log, Event.SWAPPED, seat, EVERYONE, slot, position, card, old, gone)
