"""Cards on orders: Bait and Switch, Hacker, Order Screw Up and System Error ask for an order and a card.

The frame has the Power Card and a code: an order times MAX_CARDS plus a place on it.
"""

from typing import Any

from fattorino.games.new_york import names, state as s, tables as t
from fattorino.games.new_york.cards import bait_and_switch
from fattorino.games.new_york.rules import hands, memory, question, stack, tickets
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def cards_on_orders(state: State) -> int:
    """How many cards lie on complete standard orders."""
    count = 0
    for slot in range(t.SLOTS):
        if tickets.is_filled(state, slot):
            count += tickets.order_size(state, slot)
    return count


@jit
def rule_of(power: int) -> Any:
    """The rule of a card that changes orders."""
    if power == t.Power.BAIT_AND_SWITCH:
        return Rule.NY_POWER_BAIT_1
    if power == t.Power.HACKER:
        return Rule.NY_POWER_HACKER_1
    return Rule.NY_POWER_SCREWUP_1 if power == t.Power.ORDER_SCREW_UP else Rule.NY_POWER_SYSTEMERROR_1


@jit
def check_pick_order(state: State, seat: Seat, action: Action) -> Any:
    """An order whose cards can be changed."""
    slot = action - s.ORDER
    power, first = stack.argument(state, 2), stack.argument(state, 3)
    if slot < 0 or slot >= t.SLOTS or tickets.order_size(state, slot) == 0:
        return rule_of(power)  # there are no cards
    if not tickets.is_filled(state, slot):
        return Rule.NY_POWER_OUTAGE_2
    if power == t.Power.BAIT_AND_SWITCH:
        return Rule.OK if bait_and_switch.baits(state, seat, slot) else Rule.NY_POWER_BAIT_1
    if power == t.Power.SYSTEM_ERROR:
        return Rule.OK if tickets.order_size(state, slot) > 1 else Rule.NY_POWER_SYSTEMERROR_1
    if power == t.Power.ORDER_SCREW_UP and first != NONE:
        alone = first // t.MAX_CARDS == slot and tickets.order_size(state, slot) == 1
        return Rule.NY_POWER_SCREWUP_1 if alone else Rule.OK
    return Rule.OK


@jit
def apply_pick_order(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Choose the order; its card is chosen next."""
    power, slot = stack.argument(state, 2), action - s.ORDER
    if power == t.Power.BAIT_AND_SWITCH or power == t.Power.SYSTEM_ERROR:
        stack.pop(state)
    if power == t.Power.BAIT_AND_SWITCH:
        place = slot * t.MAX_CARDS + tickets.order_size(state, slot) - 1
        stack.push(state, Phase.PICK_CARD.value, seat, power, place)
    else:
        stack.push(state, Phase.PICK_POS.value, seat, power, slot * t.MAX_CARDS)


@jit
def check_pick_pos(state: State, seat: Seat, action: Action) -> Any:
    """A position on the chosen order."""
    position = action - s.POS
    power, code = stack.argument(state, 2), stack.argument(state, 3)
    slot = code // t.MAX_CARDS
    if position < 0 or position >= tickets.order_size(state, slot):
        return rule_of(power)
    if power == t.Power.SYSTEM_ERROR and position < code % t.MAX_CARDS:
        return Rule.NY_POWER_SYSTEMERROR_1  # that card is placed already
    if power == t.Power.ORDER_SCREW_UP:
        first = int(state.stack[int(state.n_stack) - 2, 3])
        if first == slot * t.MAX_CARDS + position:
            return Rule.NY_POWER_SCREWUP_1
    return Rule.OK


@jit
def apply_pick_pos(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Hacker: the card to replace. Screw Up: one of two cards. System Error: the card that comes next."""
    power, code = stack.argument(state, 2), stack.argument(state, 3)
    slot, place, position = code // t.MAX_CARDS, code % t.MAX_CARDS, action - s.POS
    stack.pop(state)
    if power == t.Power.HACKER:
        stack.pop(state)
        stack.push(state, Phase.PICK_CARD.value, seat, power, slot * t.MAX_CARDS + position)
    elif power == t.Power.ORDER_SCREW_UP:
        first = stack.argument(state, 3)
        if first == NONE:
            stack.set_argument(state, 3, slot * t.MAX_CARDS + position)
            return
        stack.pop(state)
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
            stack.push(state, Phase.PICK_POS.value, seat, power, slot * t.MAX_CARDS + place + 1)


@jit
def check_pick_card(state: State, seat: Seat, action: Action) -> Any:
    """A blue card from hand, for Bait and Switch of the same kind."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_TERM_5
    power, code = stack.argument(state, 2), stack.argument(state, 3)
    old = int(state.order[code // t.MAX_CARDS, code % t.MAX_CARDS])
    if power == t.Power.BAIT_AND_SWITCH and t.kind_of(old) != t.kind_of(action - s.CARD):
        return Rule.NY_POWER_BAIT_1
    return Rule.OK


@jit
def apply_pick_card(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-BAIT-1, -2, NY-POWER-HACKER-1: the hand card replaces the order's card."""
    power, code, card = stack.argument(state, 2), stack.argument(state, 3), action - s.CARD
    stack.pop(state)
    slot, position = code // t.MAX_CARDS, code % t.MAX_CARDS
    old = int(state.order[slot, position])
    hands.from_hand(state, seat, card)
    state.order[slot, position] = card
    gone = s.TO_HAND if power == t.Power.BAIT_AND_SWITCH or state.hacker_hand else s.TO_SEWER
    if gone == s.TO_HAND:
        hands.to_hand(state, seat, old)
        memory.remember(state, seat, old)
    else:
        hands.to_sewer(state, old)
    tell(log, Event.SWAPPED, seat, EVERYONE, slot, position, card, old, gone)


def prompt(view: Any) -> str:
    """Which card asks, and for what."""
    power, code = question.argument_seen(view, 2), question.argument_seen(view, 3)
    if view.phase == Phase.PICK_CARD:
        text = _("{card}: choose a card from your hand.")
    elif view.phase == Phase.PICK_POS and power == t.Power.SYSTEM_ERROR:
        text = _("{card}: which card comes in place {place}?")
    elif view.phase == Phase.PICK_POS:
        text = _("{card}: choose a card of order {order}.")
    elif code == NONE:
        text = _("{card}: choose an order.")
    else:
        text = _("{card}: choose the order of the second card.")
    order, place = code // t.MAX_CARDS + 1, code % t.MAX_CARDS + 1
    return text.format(card=names.power_name(power), order=order, place=place)


def position_label(view: Any, place: int) -> str:
    """A card of the chosen order."""
    card = int(view.order[question.argument_seen(view, 3) // t.MAX_CARDS, place])
    if card < 0:
        return _("Card {number} of the order").format(number=place + 1)
    return _("Card {number} of the order: {card}").format(number=place + 1, card=names.card_name(card))


ASK_PICK_ORDER = question.Question(
    Phase.PICK_ORDER,
    check_pick_order,
    apply_pick_order,
    prompt,
    runs=((s.ORDER, t.SLOTS),),
    chose=lambda: _("an order"),
)
ASK_PICK_POS = question.Question(
    Phase.PICK_POS,
    check_pick_pos,
    apply_pick_pos,
    prompt,
    runs=((s.POS, t.MAX_CARDS),),
    labels=lambda: {"POS": position_label},
    chose=lambda: _("a card on an order"),
)
ASK_PICK_CARD = question.Question(
    Phase.PICK_CARD,
    check_pick_card,
    apply_pick_card,
    prompt,
    cards="blue",
    look="kinds",
    worth=jit(lambda view, seat, action, delivers: 1.0),
    labels=lambda: {"CARD": _("Put {card} on the order")},
)
