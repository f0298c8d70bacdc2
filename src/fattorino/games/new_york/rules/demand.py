"""Powers used on demand, and the choices that single Power Cards ask for."""

from typing import Any

from fattorino.games.new_york.rules.pizzerias import reputation
from fattorino.games.new_york.rules.powers import begin_action, check_other, fill_storage
from fattorino.games.new_york.rules.table import (
    argument,
    hand_size,
    has_in_play,
    pop,
    push,
    set_argument,
    spend,
)
from fattorino.games.new_york.rules.tickets import is_filled, order_size
from fattorino.games.new_york.state import (
    ACT,
    BAIT_USE,
    CARD,
    FRUGAL_USE,
    LOT,
    MAX_LOTS,
    REFILL_USE,
    SEAT,
    VILLAGE,
    Act,
    Event,
    Phase,
    Rule,
)
from fattorino.games.new_york.streets import lot_village
from fattorino.games.new_york.tables import (
    ANY_INGREDIENT,
    BUILDABLE,
    CHEESE,
    EVENT,
    MAX_CARDS,
    N_BLUE,
    N_VILLAGES,
    SLOTS,
    SPEED,
    TAX_CAP,
    Place,
    Power,
    kind_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_use(state: State, seat: Seat, use: int, after: bool) -> Any:
    """NY-TURN-8, NY-TURN-10: Bait and Switch, Cold Storage refill, Frugal Shopper."""
    if (state.used >> use) & 1:
        return Rule.NY_TURN_10
    if (state.used >> FRUGAL_USE) & 1:
        return Rule.NY_POWER_FRUGAL_2
    if use == BAIT_USE:
        if not has_in_play(state, seat, Power.BAIT_AND_SWITCH.value):
            return Rule.NY_POWER_BAIT_1
        if (int(state.late) >> Power.BAIT_AND_SWITCH.value) & 1:
            return Rule.NY_TURN_8
        for slot in range(SLOTS):
            if baits(state, seat, slot):
                return Rule.OK
        return Rule.NY_POWER_BAIT_1
    if use == REFILL_USE:
        if not has_in_play(state, seat, Power.COLD_STORAGE.value):
            return Rule.NY_POWER_COLDSTORAGE_4
        if (int(state.late) >> Power.COLD_STORAGE.value) & 1:
            return Rule.NY_TURN_8
        if state.cold_used:
            return Rule.NY_POWER_COLDSTORAGE_5
        for place in range(MAX_CARDS):
            if state.cold[place] != NONE:
                return Rule.NY_POWER_COLDSTORAGE_4
        return Rule.OK if hand_size(state, seat) > 0 else Rule.NY_POWER_COLDSTORAGE_4
    if not after or not has_in_play(state, seat, Power.FRUGAL_SHOPPER.value) or state.served:
        return Rule.NY_POWER_FRUGAL_1
    if (int(state.late) >> Power.FRUGAL_SHOPPER.value) & 1:
        return Rule.NY_TURN_8
    if state.used != 0 or (state.played != NONE and state.played != Power.FRUGAL_SHOPPER):
        return Rule.NY_POWER_FRUGAL_2
    return Rule.OK


@jit
def use_power(state: State, seat: Seat, use: int, log: Log) -> None:
    """Begin a power used on demand."""
    state.used = int(state.used) | 1 << use
    tell(log, Event.USED, seat, EVERYONE, int(state.slot[seat, SPEED if use == BAIT_USE else EVENT]))
    if use == BAIT_USE:
        push(state, Phase.PICK_ORDER.value, seat, Power.BAIT_AND_SWITCH.value, NONE)
    elif use == REFILL_USE:
        push(state, Phase.REFILL_CARD.value, seat)
    else:
        push(state, Phase.TAKE.value, seat, 1, 0)


@jit
def baits(state: State, seat: Seat, slot: int) -> bool:
    """NY-POWER-BAIT-1: whether a hand card shows the kind of an order's top card."""
    if not is_filled(state, slot):
        return False
    kind = kind_of(int(state.order[slot, order_size(state, slot) - 1]))
    first = kind * N_VILLAGES  # the card types of a kind follow one another
    for card in range(first, first + (N_VILLAGES if kind < ANY_INGREDIENT else BUILDABLE)):
        if state.hand[seat, card] > 0:
            return True
    return False


# -- cards on orders: Bait and Switch, Hacker, Order Screw Up, System Error --------------------------------


@jit
def check_choice(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The single choices that playing a card asks for."""
    if phase == Phase.TOKENS:
        lot = action - LOT
        if lot < 0 or lot >= MAX_LOTS or lot_village(int(state.large), lot) == NONE:
            return Rule.NY_POWER_BUILDCOMM_1
        taken = state.owner[lot] != NONE or (int(state.tokens) >> lot) & 1
        return Rule.NY_POWER_BUILDCOMM_1 if taken else Rule.OK
    if phase == Phase.FARMER_CARD:
        card = action - CARD
        if card < 0 or card >= N_BLUE or state.sewer[card] == 0:
            return Rule.NY_POWER_FARMERBROWN_1
        return Rule.NY_CHEESE_6 if kind_of(card) == CHEESE else Rule.OK
    if phase == Phase.SPOT:
        return Rule.OK if VILLAGE <= action < VILLAGE + N_VILLAGES else Rule.NY_POWER_MYSPOT_1
    if phase == Phase.OTHER_ACTION:
        if action < ACT or action > ACT + Act.DELIVER:
            return Rule.NY_POWER_OOOOPS_1
        return check_other(state, seat, action - ACT)
    other = action - SEAT  # VICTIM, TAX_WINDOW: an opponent, NY-TERM-16
    if other < 0 or other >= state.n or other == seat:
        return Rule.NY_POWER_OUTOFSUPPLIES_1 if phase == Phase.VICTIM else Rule.NY_POWER_PROPERTYTAX_1
    return Rule.OK


@jit
def apply_choice(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """What those choices do."""
    if phase == Phase.TOKENS:
        lot = action - LOT
        state.tokens = int(state.tokens) | 1 << lot  # NY-POWER-BUILDCOMM-2: it stays there
        tell(log, Event.TOKEN, seat, EVERYONE, lot, int(state.large))
        left = argument(state, 2) - 1
        set_argument(state, 2, left)
        return
    pop(state)
    if phase == Phase.FARMER_CARD:
        state.farmer = action - CARD
        state.farmer_fresh = 1
        state.sewer[action - CARD] -= 1
        state.n_sewer -= 1
        tell(log, Event.STORED, seat, EVERYONE, action - CARD)
    elif phase == Phase.SPOT:
        state.spot = action - VILLAGE
        state.supply[seat] -= 1
        tell(log, Event.ZONE, seat, EVERYONE, action - VILLAGE)
    elif phase == Phase.OTHER_ACTION:
        begin_action(state, seat, action - ACT, log)
    elif phase == Phase.VICTIM:
        state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT + action - SEAT
        tell(log, Event.VICTIM, seat, EVERYONE, action - SEAT)
    elif phase == Phase.REFILL_CARD:
        spend(state, seat, action - CARD, log)
        fill_storage(state, seat, log)
    elif phase == Phase.TAX_WINDOW and action >= SEAT:
        victim = action - SEAT
        state.power_at[Power.PROPERTY_TAX] = Place.DISCARD
        state.n_power[seat] -= 1
        tell(log, Event.PLAYED, seat, EVERYONE, Power.PROPERTY_TAX.value)
        tell(log, Event.VICTIM, seat, EVERYONE, victim)
        push(state, Phase.TAX.value, victim, property_tax(state, victim))


@jit
def property_tax(state: State, seat: Seat) -> int:
    """NY-POWER-PROPERTYTAX-1: half of each reputation, rounded down, at most $5."""
    total = 0
    for village in range(BUILDABLE):
        if state.lot[seat, village] != NONE:
            total += reputation(state, seat, village) // 2
    return min(TAX_CAP, total)
