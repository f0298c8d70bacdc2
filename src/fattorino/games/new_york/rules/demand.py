"""Powers used on demand, and the choices that single Power Cards ask for."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import streets
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import pizzerias, powers, table, tickets
from fattorino.games.new_york.state import Act, Event, Phase, Rule
from fattorino.games.new_york.tables import Place, Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_use(state: State, seat: Seat, use: int, after: bool) -> Any:
    """NY-TURN-8, NY-TURN-10: Bait and Switch, Cold Storage refill, Frugal Shopper."""
    if (state.used >> use) & 1:
        return Rule.NY_TURN_10
    if (state.used >> s.FRUGAL_USE) & 1:
        return Rule.NY_POWER_FRUGAL_2
    if use == s.BAIT_USE:
        if not table.has_in_play(state, seat, Power.BAIT_AND_SWITCH.value):
            return Rule.NY_POWER_BAIT_1
        if (int(state.late) >> Power.BAIT_AND_SWITCH.value) & 1:
            return Rule.NY_TURN_8
        for slot in range(t.SLOTS):
            if baits(state, seat, slot):
                return Rule.OK
        return Rule.NY_POWER_BAIT_1
    if use == s.REFILL_USE:
        if not table.has_in_play(state, seat, Power.COLD_STORAGE.value):
            return Rule.NY_POWER_COLDSTORAGE_4
        if (int(state.late) >> Power.COLD_STORAGE.value) & 1:
            return Rule.NY_TURN_8
        if state.cold_used:
            return Rule.NY_POWER_COLDSTORAGE_5
        for place in range(t.MAX_CARDS):
            if state.cold[place] != NONE:
                return Rule.NY_POWER_COLDSTORAGE_4
        return Rule.OK if table.hand_size(state, seat) > 0 else Rule.NY_POWER_COLDSTORAGE_4
    if not after or not table.has_in_play(state, seat, Power.FRUGAL_SHOPPER.value) or state.served:
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
    tell(log, Event.USED, seat, EVERYONE, int(state.slot[seat, t.SPEED if use == s.BAIT_USE else t.EVENT]))
    if use == s.BAIT_USE:
        table.push(state, Phase.PICK_ORDER.value, seat, Power.BAIT_AND_SWITCH.value, NONE)
    elif use == s.REFILL_USE:
        table.push(state, Phase.REFILL_CARD.value, seat)
    else:
        table.push(state, Phase.TAKE.value, seat, t.FRUGAL_CARDS, 0)


@jit
def baits(state: State, seat: Seat, slot: int) -> bool:
    """NY-POWER-BAIT-1: whether a hand card shows the kind of an order's top card."""
    if not tickets.is_filled(state, slot):
        return False
    kind = t.kind_of(int(state.order[slot, tickets.order_size(state, slot) - 1]))
    first = kind * t.N_VILLAGES  # the card types of a kind follow one another
    for card in range(first, first + (t.N_VILLAGES if kind < t.ANY_INGREDIENT else t.BUILDABLE)):
        if state.hand[seat, card] > 0:
            return True
    return False


# -- cards on orders: Bait and Switch, Hacker, Order Screw Up, System Error --------------------------------


@jit
def check_choice(state: State, phase: int, seat: Seat, action: Action) -> Any:
    """The single choices that playing a card asks for."""
    if phase == Phase.TOKENS:
        lot = action - s.LOT
        if lot < 0 or lot >= s.MAX_LOTS or streets.lot_village(int(state.large), lot) == NONE:
            return Rule.NY_POWER_BUILDCOMM_1
        taken = state.owner[lot] != NONE or (int(state.tokens) >> lot) & 1
        return Rule.NY_POWER_BUILDCOMM_1 if taken else Rule.OK
    if phase == Phase.FARMER_CARD:
        card = action - s.CARD
        if card < 0 or card >= t.N_BLUE or state.sewer[card] == 0:
            return Rule.NY_POWER_FARMERBROWN_1
        return Rule.NY_CHEESE_6 if t.kind_of(card) == t.CHEESE else Rule.OK
    if phase == Phase.SPOT:
        return Rule.OK if s.VILLAGE <= action < s.VILLAGE + t.N_VILLAGES else Rule.NY_POWER_MYSPOT_1
    if phase == Phase.OTHER_ACTION:
        if action < s.ACT or action > s.ACT + Act.DELIVER:
            return Rule.NY_POWER_OOOOPS_1
        return powers.check_other(state, seat, action - s.ACT)
    other = action - s.SEAT  # VICTIM, TAX_WINDOW: an opponent, NY-TERM-16
    if other < 0 or other >= state.n or other == seat:
        return Rule.NY_POWER_OUTOFSUPPLIES_1 if phase == Phase.VICTIM else Rule.NY_POWER_PROPERTYTAX_1
    return Rule.OK


@jit
def apply_choice(state: State, phase: int, seat: Seat, action: Action, log: Log) -> None:
    """What those choices do."""
    if phase == Phase.TOKENS:
        lot = action - s.LOT
        state.tokens = int(state.tokens) | 1 << lot  # NY-POWER-BUILDCOMM-2: it stays there
        tell(log, Event.TOKEN, seat, EVERYONE, lot, int(state.large))
        left = table.argument(state, 2) - 1
        table.set_argument(state, 2, left)
        return
    table.pop(state)
    if phase == Phase.FARMER_CARD:
        state.farmer = action - s.CARD
        state.farmer_fresh = 1
        state.sewer[action - s.CARD] -= 1
        state.n_sewer -= 1
        tell(log, Event.STORED, seat, EVERYONE, action - s.CARD)
    elif phase == Phase.SPOT:
        state.spot = action - s.VILLAGE
        state.supply[seat] -= 1
        tell(log, Event.ZONE, seat, EVERYONE, action - s.VILLAGE)
    elif phase == Phase.OTHER_ACTION:
        powers.begin_action(state, seat, action - s.ACT, log)
    elif phase == Phase.VICTIM:
        state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT + action - s.SEAT
        tell(log, Event.VICTIM, seat, EVERYONE, action - s.SEAT)
    elif phase == Phase.REFILL_CARD:
        table.spend(state, seat, action - s.CARD, log)
        powers.fill_storage(state, seat, log)
    elif phase == Phase.TAX_WINDOW and action >= s.SEAT:
        victim = action - s.SEAT
        state.power_at[Power.PROPERTY_TAX] = Place.DISCARD
        state.n_power[seat] -= 1
        tell(log, Event.PLAYED, seat, EVERYONE, Power.PROPERTY_TAX.value)
        tell(log, Event.VICTIM, seat, EVERYONE, victim)
        table.push(state, Phase.TAX.value, victim, property_tax(state, victim))


@jit
def property_tax(state: State, seat: Seat) -> int:
    """NY-POWER-PROPERTYTAX-1: half of each reputation, rounded down, at most $5."""
    total = 0
    for village in range(t.BUILDABLE):
        if state.lot[seat, village] != NONE:
            total += pizzerias.reputation(state, seat, village) // 2
    return min(t.TAX_CAP, total)
