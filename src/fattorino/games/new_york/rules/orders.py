"""Cards on orders: Bait and Switch, Hacker, Order Screw Up, System Error."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import demand, memory, table, tickets
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.games.new_york.tables import Power
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
    slot = action - s.ORDER
    power, first = table.argument(state, 2), table.argument(state, 3)
    if slot < 0 or slot >= t.SLOTS or tickets.order_size(state, slot) == 0:
        return rule_of(power)  # no cards lie there
    if not tickets.is_filled(state, slot):
        return Rule.NY_POWER_OUTAGE_2
    if power == Power.BAIT_AND_SWITCH:
        return Rule.OK if demand.baits(state, seat, slot) else Rule.NY_POWER_BAIT_1
    if power == Power.SYSTEM_ERROR:
        return Rule.OK if tickets.order_size(state, slot) > 1 else Rule.NY_POWER_SYSTEMERROR_1
    if power == Power.ORDER_SCREW_UP and first != NONE:
        alone = first // t.MAX_CARDS == slot and tickets.order_size(state, slot) == 1
        return Rule.NY_POWER_SCREWUP_1 if alone else Rule.OK
    return Rule.OK


@jit
def apply_pick_order(state: State, seat: Seat, slot: int) -> None:
    """The order is chosen; its card comes next."""
    power = table.argument(state, 2)
    if power == Power.BAIT_AND_SWITCH:
        table.pop(state)
        table.push(
            state,
            Phase.PICK_CARD.value,
            seat,
            power,
            slot * t.MAX_CARDS + tickets.order_size(state, slot) - 1,
        )
    elif power == Power.SYSTEM_ERROR:
        table.pop(state)
        table.push(state, Phase.PICK_POS.value, seat, power, slot * t.MAX_CARDS)
    else:
        table.push(state, Phase.PICK_POS.value, seat, power, slot * t.MAX_CARDS)


@jit
def check_pick_pos(state: State, action: Action) -> Any:
    """A position on the chosen order."""
    position = action - s.POS
    power, code = table.argument(state, 2), table.argument(state, 3)
    slot = code // t.MAX_CARDS
    if position < 0 or position >= tickets.order_size(state, slot):
        return rule_of(power)
    if power == Power.SYSTEM_ERROR and position < code % t.MAX_CARDS:
        return Rule.NY_POWER_SYSTEMERROR_1  # that card lies already
    if power == Power.ORDER_SCREW_UP:
        first = int(state.stack[int(state.n_stack) - 2, 3])
        if first == slot * t.MAX_CARDS + position:
            return Rule.NY_POWER_SCREWUP_1
    return Rule.OK


@jit
def apply_pick_pos(state: State, seat: Seat, position: int, log: Log) -> None:
    """Hacker: the card to replace. Screw Up: one of two cards. System Error: the card that comes next."""
    power, code = table.argument(state, 2), table.argument(state, 3)
    slot, place = code // t.MAX_CARDS, code % t.MAX_CARDS
    table.pop(state)
    if power == Power.HACKER:
        table.pop(state)
        table.push(state, Phase.PICK_CARD.value, seat, power, slot * t.MAX_CARDS + position)
    elif power == Power.ORDER_SCREW_UP:
        first = table.argument(state, 3)
        if first == NONE:
            table.set_argument(state, 3, slot * t.MAX_CARDS + position)
            return
        table.pop(state)
        card = int(state.order[slot, position])
        other = int(state.order[first // t.MAX_CARDS, first % t.MAX_CARDS])
        state.order[slot, position] = other
        state.order[first // t.MAX_CARDS, first % t.MAX_CARDS] = card
        tell(log, Event.SWAPPED, seat, EVERYONE, slot, position, other)
        tell(log, Event.SWAPPED, seat, EVERYONE, first // t.MAX_CARDS, first % t.MAX_CARDS, card)
    else:
        card = int(state.order[slot, position])
        for k in range(position, place, -1):
            state.order[slot, k] = state.order[slot, k - 1]
        state.order[slot, place] = card
        tell(log, Event.SWAPPED, seat, EVERYONE, slot, place, card)
        if place + 2 < tickets.order_size(state, slot):
            table.push(state, Phase.PICK_POS.value, seat, power, slot * t.MAX_CARDS + place + 1)


@jit
def check_pick_card(state: State, seat: Seat, action: Action) -> Any:
    """A blue card from hand, for Bait and Switch of the same kind."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_TERM_5
    power, code = table.argument(state, 2), table.argument(state, 3)
    old = int(state.order[code // t.MAX_CARDS, code % t.MAX_CARDS])
    if power == Power.BAIT_AND_SWITCH and t.kind_of(old) != t.kind_of(action - s.CARD):
        return Rule.NY_POWER_BAIT_1
    return Rule.OK


@jit
def apply_pick_card(state: State, seat: Seat, card: int, log: Log) -> None:
    """NY-POWER-BAIT-1, -2, NY-POWER-HACKER-1: the hand card takes the place of the order's card."""
    power, code = table.argument(state, 2), table.argument(state, 3)
    table.pop(state)
    slot, position = code // t.MAX_CARDS, code % t.MAX_CARDS
    old = int(state.order[slot, position])
    table.from_hand(state, seat, card)
    state.order[slot, position] = card
    gone = s.TO_HAND if power == Power.BAIT_AND_SWITCH or state.hacker_hand else s.TO_SEWER
    if gone == s.TO_HAND:
        table.to_hand(state, seat, old)
        memory.remember(state, seat, old)
    else:
        table.to_sewer(state, old)
    tell(log, Event.SWAPPED, seat, EVERYONE, slot, position, card, old, gone)
