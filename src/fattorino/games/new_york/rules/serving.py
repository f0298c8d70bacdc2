"""Deliver a Pizza, from the first choice to the new order: the steps S1 to S9 of NY-DELIVER-19."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, delivery, rewards, sources, table
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.games.new_york.tables import City, Place, Power, Top
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def begin_delivery(state: State, seat: Seat) -> None:
    """Fresh registers; the first choice is the order."""
    state.d_stage = Stage.ORDER
    state.d_seat = seat
    state.d_copy = 0
    state.d_slot = NONE
    state.d_ticket = NONE
    state.d_from = seat
    state.d_at = NONE
    state.d_zone = NONE
    clear_payment(state)
    table.push(state, Phase.DELIVERY.value)


@jit
def clear_payment(state: State) -> None:
    """Nothing is covered or paid yet."""
    state.d_route = NONE
    state.d_next = 0
    state.d_used = 0
    state.d_short = 0
    state.d_denied = 0
    state.d_due = 0
    state.d_debt = 0
    state.d_classes = 0
    state.d_double = 0
    state.d_cheese = 0
    state.d_top = NONE


@jit
def apply_order(state: State, seat: Seat, slot: int) -> None:
    """NY-DELIVER-4, NY-POWER-SPECIALSALE-1: the order's ingredients become the needs."""
    ticket = int(state.ticket[slot])
    state.d_slot = slot
    state.d_ticket = ticket
    state.d_zone = delivery.order_zone(state, slot)
    n = 0
    for k in range(t.ticket_fact(ticket, t.TICKET_SIZE)):
        for _ in range(2 if state.sale else 1):
            state.d_need[n] = delivery.want(state, slot, k)
            n += 1
    state.d_n = n
    for k in range(n, t.MAX_NEEDS):
        state.d_need[k] = NONE
    state.d_stage = (
        Stage.COPY_SEAT if table.has_in_play(state, seat, Power.COPY_CAT.value) else Stage.PIZZERIA
    )


@jit
def apply_pizzeria(state: State, seat: Seat, village: int) -> None:
    """NY-DELIVER-35: pizzeria and top card hold for the whole delivery."""
    owner = int(state.d_from)
    state.d_at = village
    state.d_top = covering.top_power(state, seat, owner, village)
    cheesy = (
        owner == seat
        and sources.has_cheese(state, owner, village)
        and covering.shortage_kind(state) != t.CHEESE
    )
    state.d_cheese = 1 if cheesy else 0  # NY-CHEESE-3
    state.d_stage = Stage.ROUTE if state.d_zone != NONE else Stage.ZONE


@jit
def apply_route(state: State, seat: Seat, route: int, log: Log) -> None:
    """NY-DELIVER-14: what is to be paid is known now."""
    state.d_route = route
    owner, village, zone = int(state.d_from), int(state.d_at), int(state.d_zone)
    state.d_due = covering.route_cards(state, seat, owner, village, zone, route) + delivery.extra_cards(
        state, int(state.d_ticket)
    )
    if route >= s.RIDE and state.slot[seat, 0] == Power.SUBWAY_FAST_PASS:
        state.passes -= 1  # NY-POWER-FASTPASS-1
    if state.power_at[Power.OUT_OF_SUPPLIES] == Place.DEBT + seat:
        state.d_debt = t.DEBT_CARDS
    state.d_stage = Stage.DEBT
    tell(log, Event.DELIVERS, seat, EVERYONE, int(state.d_slot), village, zone, route, owner)


@jit
def apply_debt(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-OUTOFSUPPLIES-3: once paid the card is discarded."""
    if action == s.MONEY:
        table.pay(state, seat, t.DEBT, log)
        state.d_debt = 0
    else:
        table.spend(state, seat, action - s.CARD, log)
        state.d_debt -= 1
    if state.d_debt == 0:  # NY-DELIVER-18
        state.power_at[Power.OUT_OF_SUPPLIES] = Place.DISCARD
        tell(log, Event.LEFT, seat, EVERYONE, Power.OUT_OF_SUPPLIES.value)


@jit
def apply_added(state: State, seat: Seat, action: Action, log: Log) -> None:
    """A doubled topping or an Extra Cheese, or neither."""
    doubling = state.phase == Phase.DOUBLE
    state.d_stage = Stage.CHEESE if doubling else Stage.EXTRA
    if action != s.DONE:
        kind = sources.use_source(state, seat, action, log)
        tell(log, Event.ADDED, seat, EVERYONE, kind, sources.how_covered(action), 1 if doubling else 0)
        if doubling:
            state.d_double = 1
        else:
            state.d_cheese = 1


@jit
def apply_extra(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One card of any sort."""
    if action >= s.CARD:
        table.spend(state, seat, action - s.CARD, log)
    else:
        table.spend_cold(state, seat, action - s.COLD, log)
    state.d_due -= 1


@jit(inline=True)
def run_delivery(state: State, log: Log) -> int:
    """Do the next step of the delivery on top of the stack; the phase to ask, or NONE to go on."""
    seat = int(state.d_seat)
    stage = int(state.d_stage)
    if stage <= Stage.ROUTE:
        return Phase.ORDER + stage
    if stage == Stage.DEBT:
        if state.d_debt > 0:
            return Phase.DEBT.value
        state.d_stage = Stage.COVER
    elif stage == Stage.COVER:
        if state.d_next < state.d_n:
            return Phase.COVER.value
        state.d_stage = Stage.DOUBLE
    elif stage == Stage.DOUBLE:
        if sources.can_double(state, seat):
            return Phase.DOUBLE.value
        state.d_stage = Stage.CHEESE
    elif stage == Stage.CHEESE:
        if sources.can_add_cheese(state, seat):
            return Phase.CHEESE.value
        state.d_stage = Stage.EXTRA
    elif stage == Stage.EXTRA:
        if state.d_due > 0:
            return Phase.EXTRA.value
        state.d_stage = Stage.WINDOW
        state.d_denied = 1 if tip_denied(state, seat) else 0
        state.ham_at = 1  # the next opponent to be asked
        jam = table.suspects(state, seat, Power.TRAFFIC_JAM.value)
        rough = table.suspects(state, seat, Power.ROUGH_DELIVERY.value)
        if (jam | rough) != 0 and not (state.d_denied or state.coop):
            two = 1 if jam != 0 and rough != 0 else 0
            tell(log, Event.MOMENT, seat, EVERYONE, Phase.WINDOW.value, jam | rough, two)
    elif stage == Stage.WINDOW:
        open_window(state, seat)
    elif stage == Stage.MONEY:
        rewards.collect(state, seat, log)
        state.d_stage = Stage.TIP
    elif stage == Stage.TIP:
        rewards.give_tip(state, seat, log)
    elif stage == Stage.HAM:
        if state.ham_at == NONE:
            return Phase.HAM_TAKE.value
        if state.ham_at < t.SLOTS:
            return Phase.HAM_PLACE.value
        state.d_stage = Stage.CLEAN
        state.ham_at = NONE
    elif stage == Stage.CLEAN:
        rewards.clean_up(state, log)
        state.d_stage = Stage.REWARD
    elif stage == Stage.REWARD:
        if (state.goals or state.events) and not state.d_copy:
            return Phase.REWARD.value
        state.d_stage = Stage.TAKES
        table.push(state, Phase.DRAW_POWER.value, seat)
    elif stage == Stage.TAKES:
        state.d_stage = Stage.AFTER
        table.push(state, Phase.MOGUL.value)
        if state.d_top == Top.MEATBALLS and state.n_market > 0:  # NY-DELIVER-29
            table.push(state, Phase.TAKE.value, seat, t.MEATBALL_CARDS, s.OPTIONAL | s.OPEN_ONLY)
    else:
        after_delivery(state, seat, log)
    return NONE


@jit
def tip_denied(state: State, seat: Seat) -> bool:
    """NY-DELIVER-25, NY-POWER-HIJINKS-1, NY-EVENT-13: before any instant card."""
    jinks = table.owner_in_play(state, Power.MIDTOWN_HIJINKS.value)
    return (
        state.d_short != 0
        or covering.city(state, City.BAD_REVIEWS.value)
        or (jinks != NONE and jinks != seat and state.d_zone == t.MIDTOWN)
    )


@jit
def open_window(state: State, seat: Seat) -> None:
    """NY-INSTANT-3, NY-DELIVER-20: holders of Traffic Jam or Rough Delivery are asked until one plays."""
    if not state.d_denied and not state.coop:
        while state.ham_at < state.n:
            other = (seat + int(state.ham_at)) % int(state.n)
            state.ham_at += 1
            jam = state.power_at[Power.TRAFFIC_JAM] == other
            rough = state.power_at[Power.ROUGH_DELIVERY] == other
            if jam or rough:
                table.push(state, Phase.WINDOW.value, other)
                return
    state.ham_at = NONE
    state.d_stage = Stage.MONEY


@jit
def check_window(state: State, seat: Seat, action: Action) -> Any:
    """DONE, Traffic Jam or Rough Delivery."""
    if action == s.DONE:
        return Rule.OK
    power = action - s.CARD - t.N_BLUE
    if power != Power.TRAFFIC_JAM and power != Power.ROUGH_DELIVERY:
        return Rule.NY_INSTANT_3
    return Rule.OK if state.power_at[power] == seat else Rule.NY_INSTANT_1


@jit
def apply_window(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-INSTANT-1, -4: Traffic Jam (NY-POWER-TRAFFICJAM-1) or Rough Delivery (NY-POWER-ROUGHDELIVERY-1).

    A pass is not told.
    """
    table.pop(state)
    if action != s.DONE:
        power = action - s.CARD - t.N_BLUE
        state.power_at[power] = Place.DISCARD
        state.n_power[seat] -= 1
        state.d_denied = 1
        tell(log, Event.PLAYED, seat, EVERYONE, power)


# -- S3: money -------------------------------------------------------------------------------------------


@jit
def run_mogul(state: State) -> None:
    """NY-POWER-EVMOGUL-1: up to two market cards on a delivery to the East Village."""
    table.pop(state)
    owner = table.owner_in_play(state, Power.EAST_VILLAGE_MOGUL.value)
    if owner == NONE or state.d_zone != t.EAST_VILLAGE or (state.mogul_own and owner != state.d_seat):
        return
    table.push(state, Phase.TAKE.value, owner, t.MOGUL_CARDS, s.OPTIONAL)


@jit
def after_delivery(state: State, seat: Seat, log: Log) -> None:
    """S8 and S9: a Harlem Rotary copy, then the new order (not in co-op; NY-POWER-PANDEMIC-2).

    NY-POWER-HARLEMROTARY-3: a copy is a delivery of its own; NY-POWER-COPYCAT-3: from an own pizzeria.
    """
    table.pop(state)
    if state.d_copy:
        return
    slot = int(state.d_slot)
    if not state.coop and slot < t.MAIN_SLOTS:
        table.push(state, Phase.NEW_ORDER.value, slot)
    owner = table.owner_in_play(state, Power.HARLEM_ROTARY_PIZZERIA.value)
    if (owner == NONE or owner == seat) or state.d_zone != t.HARLEM:
        return
    tell(log, Event.MOMENT, seat, EVERYONE, Phase.ROTARY.value, 1 << owner)  # NY-INSTANT-5
    n = t.ticket_fact(int(state.d_ticket), t.TICKET_SIZE)
    if state.d_n > n:  # a copy is never on sale: each ingredient once
        for k in range(n):
            state.d_need[k] = state.d_need[2 * k]
        for k in range(n, t.MAX_NEEDS):
            state.d_need[k] = NONE
        state.d_n = n
    clear_payment(state)
    state.d_copy = 1
    state.d_seat = owner
    state.d_from = owner
    state.d_at = NONE
    state.d_stage = Stage.PIZZERIA
    for k in range(n):
        if state.d_need[k] == covering.shortage_kind(state):
            return  # NY-POWER-SHORTAGE-3
    for village in range(t.BUILDABLE):
        if delivery.check_pizzeria(state, owner, owner, s.VILLAGE + village) == Rule.OK:
            table.push(state, Phase.ROTARY.value, owner)
            return


@jit
def apply_rotary(state: State, seat: Seat, action: Action) -> None:
    """NY-POWER-HARLEMROTARY-4: the copy runs through S1 to S4, S6 and S7."""
    table.pop(state)
    if action != s.DONE:
        apply_pizzeria(state, seat, action - s.VILLAGE)
        table.push(state, Phase.DELIVERY.value)
