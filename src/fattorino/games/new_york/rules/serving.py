"""Deliver a Pizza, from the first choice to the new order: the steps S1 to S9 of NY-DELIVER-19."""

from typing import Any

from fattorino.games.new_york.rules.coop import close_gap, gain
from fattorino.games.new_york.rules.delivery import (
    DEBT_CARDS,
    can_add_cheese,
    can_double,
    check_pizzeria,
    city,
    extra_cards,
    has_cheese,
    order_zone,
    route_cards,
    shortage_kind,
    top_power,
    use_source,
    want,
)
from fattorino.games.new_york.rules.table import (
    collect_no_tip,
    collect_tip,
    empty_slot,
    has_in_play,
    money_of,
    owner_in_play,
    pay,
    pop,
    push,
    random_tip,
    spend,
    spend_cold,
    tip_to_pool,
)
from fattorino.games.new_york.state import (
    BUILDABLE,
    CARD,
    CHEESE,
    CHEESE_BONUS,
    CHEESE_BONUS_SPECIALTY,
    COLD,
    DONE,
    EAST_VILLAGE,
    EVENT_STACK,
    FINANCIAL,
    FINE,
    FOOT_PATH,
    GOAL_STACK,
    HARLEM,
    MAIN_SLOTS,
    MAX_CARDS,
    MAX_NEEDS,
    MIDTOWN,
    MONEY,
    N_BLUE,
    N_EVENTS,
    N_GOALS,
    OPEN_ONLY,
    OPTIONAL,
    PARK,
    REWARD,
    RIDE,
    RIDE_PATH,
    SLOTS,
    SPECIALTY,
    TICKET_SIZE,
    TICKET_VALUE,
    VILLAGE,
    VILLAGES,
    City,
    Event,
    Phase,
    Place,
    Power,
    Rule,
    Stage,
    Top,
    ticket_fact,
)
from fattorino.games.new_york.state import ORDER as ORDER
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell
from fattorino.kernel.rng import draw

HELLS_KITCHEN, GREENWICH = VILLAGES.index("hells_kitchen"), VILLAGES.index("greenwich_village")
LONG_DISTANCE, ACHIEVER, PATH_OWN = 5, 2, 2
VEGGIE_BONUS, MEAT_BONUS, PINEAPPLE_BONUS, DOUBLE_BONUS = 2, 2, 1, 1


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
    push(state, Phase.DELIVERY.value)


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
    state.d_zone = order_zone(state, slot)
    n = 0
    for k in range(ticket_fact(ticket, TICKET_SIZE)):
        for _ in range(2 if state.sale else 1):
            state.d_need[n] = want(state, slot, k)
            n += 1
    state.d_n = n
    for k in range(n, MAX_NEEDS):
        state.d_need[k] = NONE
    state.d_stage = Stage.COPY_SEAT if has_in_play(state, seat, Power.COPY_CAT.value) else Stage.PIZZERIA


@jit
def apply_pizzeria(state: State, seat: Seat, village: int) -> None:
    """NY-DELIVER-35: pizzeria and top card hold for the whole delivery."""
    owner = int(state.d_from)
    state.d_at = village
    state.d_top = top_power(state, seat, owner, village)
    cheesy = owner == seat and has_cheese(state, owner, village) and shortage_kind(state) != CHEESE
    state.d_cheese = 1 if cheesy else 0  # NY-CHEESE-3
    state.d_stage = Stage.ROUTE if state.d_zone != NONE else Stage.ZONE


@jit
def apply_route(state: State, seat: Seat, route: int, log: Log) -> None:
    """NY-DELIVER-14: what is to be paid is known now."""
    state.d_route = route
    owner, village, zone = int(state.d_from), int(state.d_at), int(state.d_zone)
    state.d_due = route_cards(state, seat, owner, village, zone, route) + extra_cards(
        state, int(state.d_ticket)
    )
    if route >= RIDE and state.slot[seat, 0] == Power.SUBWAY_FAST_PASS:
        state.passes -= 1  # NY-POWER-FASTPASS-1
    if state.power_at[Power.OUT_OF_SUPPLIES] == Place.DEBT + seat:
        state.d_debt = DEBT_CARDS
    state.d_stage = Stage.DEBT
    tell(log, Event.DELIVERS, seat, EVERYONE, int(state.d_slot), village, zone, route, owner)


@jit
def apply_debt(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-OUTOFSUPPLIES-3: once paid the card is discarded."""
    if action == MONEY:
        pay(state, seat, FINE, log)
        state.d_debt = 0
    else:
        spend(state, seat, action - CARD, log)
        state.d_debt -= 1
    if state.d_debt == 0:  # NY-DELIVER-18
        state.power_at[Power.OUT_OF_SUPPLIES] = Place.DISCARD
        tell(log, Event.LEFT, seat, EVERYONE, Power.OUT_OF_SUPPLIES.value)


@jit
def apply_added(state: State, seat: Seat, action: Action, log: Log) -> None:
    """A doubled topping or an Extra Cheese, or neither."""
    doubling = state.phase == Phase.DOUBLE
    state.d_stage = Stage.CHEESE if doubling else Stage.EXTRA
    if action != DONE:
        use_source(state, seat, action, log)
        if doubling:
            state.d_double = 1
        else:
            state.d_cheese = 1


@jit
def apply_extra(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One card of any sort."""
    if action >= CARD:
        spend(state, seat, action - CARD, log)
    else:
        spend_cold(state, seat, action - COLD, log)
    state.d_due -= 1


@jit
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
        if can_double(state, seat):
            return Phase.DOUBLE.value
        state.d_stage = Stage.CHEESE
    elif stage == Stage.CHEESE:
        if can_add_cheese(state, seat):
            return Phase.CHEESE.value
        state.d_stage = Stage.EXTRA
    elif stage == Stage.EXTRA:
        if state.d_due > 0:
            return Phase.EXTRA.value
        state.d_stage = Stage.WINDOW
        state.d_denied = 1 if tip_denied(state, seat) else 0
        state.ham_at = 1  # the next opponent to be asked
    elif stage == Stage.WINDOW:
        open_window(state, seat)
    elif stage == Stage.MONEY:
        collect(state, seat, log)
        state.d_stage = Stage.TIP
    elif stage == Stage.TIP:
        give_tip(state, seat, log)
    elif stage == Stage.HAM:
        if state.ham_at == NONE:
            return Phase.HAM_TAKE.value
        if state.ham_at < SLOTS:
            return Phase.HAM_PLACE.value
        state.d_stage = Stage.CLEAN
        state.ham_at = NONE
    elif stage == Stage.CLEAN:
        clean_up(state, log)
        state.d_stage = Stage.REWARD
    elif stage == Stage.REWARD:
        if (state.goals or state.events) and not state.d_copy:
            return Phase.REWARD.value
        state.d_stage = Stage.TAKES
        push(state, Phase.DRAW_POWER.value, seat)
    elif stage == Stage.TAKES:
        state.d_stage = Stage.AFTER
        push(state, Phase.MOGUL.value)
        if state.d_top == Top.MEATBALLS and state.n_market > 0:  # NY-DELIVER-29
            push(state, Phase.TAKE.value, seat, 1, OPTIONAL | OPEN_ONLY)
    else:
        after_delivery(state, seat)
    return NONE


@jit
def tip_denied(state: State, seat: Seat) -> bool:
    """NY-DELIVER-25, NY-POWER-HIJINKS-1, NY-EVENT-13: before any instant card."""
    jinks = owner_in_play(state, Power.MIDTOWN_HIJINKS.value)
    return (
        state.d_short != 0
        or city(state, City.BAD_REVIEWS.value)
        or (jinks != NONE and jinks != seat and state.d_zone == MIDTOWN)
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
                push(state, Phase.WINDOW.value, other)
                return
    state.ham_at = NONE
    state.d_stage = Stage.MONEY


@jit
def check_window(state: State, seat: Seat, action: Action) -> Any:
    """DONE, Traffic Jam or Rough Delivery."""
    if action == DONE:
        return Rule.OK
    power = action - CARD - N_BLUE
    if power != Power.TRAFFIC_JAM and power != Power.ROUGH_DELIVERY:
        return Rule.NY_INSTANT_3
    return Rule.OK if state.power_at[power] == seat else Rule.NY_INSTANT_1


@jit
def apply_window(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-INSTANT-1, -4: Traffic Jam (NY-POWER-TRAFFICJAM-1) or Rough Delivery (NY-POWER-ROUGHDELIVERY-1).

    A pass is not told.
    """
    pop(state)
    if action != DONE:
        power = action - CARD - N_BLUE
        state.power_at[power] = Place.DISCARD
        state.n_power[seat] -= 1
        state.d_denied = 1
        tell(log, Event.PLAYED, seat, EVERYONE, power)


# -- S3: money -------------------------------------------------------------------------------------------


@jit
def zone_card(state: State, seat: Seat, zone: int) -> bool:
    """Whether a player's MONEY card is one for this zone.

    NY-POWER-FINWIZARD-1, NY-POWER-MOBBOSS-1, NY-POWER-POPE-1, NY-POWER-PARKCOMM-1.
    """
    card = int(state.slot[seat, 1])
    return (
        (card == Power.FINANCIAL_WIZARD and zone == FINANCIAL)
        or (card == Power.MOB_BOSS and zone == HELLS_KITCHEN)
        or (card == Power.POPE_OF_GREENWICH_VILLAGE and zone == GREENWICH)
        or (card == Power.PARK_COMMISSIONER and zone == PARK)
    )


@jit
def base_payment(state: State) -> int:
    """NY-DELIVER-21 without Special Sale."""
    value = ticket_fact(int(state.d_ticket), TICKET_VALUE)
    if state.world == Power.COUPON_DAYS:  # NY-POWER-COUPON-1
        value = max(1, value // 2)
    return value


@jit
def bonuses(state: State, seat: Seat) -> int:
    """NY-DELIVER-22: everything the bank adds to the base."""
    zone = int(state.d_zone)
    top = int(state.d_top)
    classes = int(state.d_classes)
    total = 0
    if top == Top.PINEAPPLE:  # NY-TOP-PINEAPPLE-1
        total += PINEAPPLE_BONUS
    if top == Top.PEPPERONI and not classes & 1:  # NY-TOP-PEPPERONI-1, NY-DELIVER-32
        total += VEGGIE_BONUS
    if top == Top.PEPPERS and not classes & 2 and classes & 5:  # NY-TOP-PEPPERS-1
        total += MEAT_BONUS
    if state.d_double:
        total += DOUBLE_BONUS
    if state.d_cheese:
        total += CHEESE_BONUS_SPECIALTY if state.d_ticket >= SPECIALTY else CHEESE_BONUS
    if state.achiever and seat == state.active:  # NY-POWER-OVERACHIEVER-1
        total += ACHIEVER
    village = int(state.d_at)
    if has_in_play(state, seat, Power.LONG_DISTANCE_DELIVERY.value):  # NY-POWER-LONGDISTANCE-1
        if (village == HARLEM and zone == FINANCIAL) or (village == FINANCIAL and zone == HARLEM):
            total += LONG_DISTANCE
    # NY-POWER-FINWIZARD-2, NY-POWER-MOBBOSS-2, NY-POWER-POPE-2
    if zone_card(state, seat, zone):
        total += 1 if zone == PARK else 2
    if has_in_play(state, seat, Power.THATS_MY_SPOT.value) and state.spot == zone:
        total += 1  # NY-POWER-MYSPOT-2
    if uses_path(state) and has_in_play(state, seat, Power.PARK_PATH.value):
        total += PATH_OWN  # NY-POWER-PARKPATH-3
    return total


@jit
def uses_path(state: State) -> bool:
    """Whether the way of the delivery goes through the Park Path."""
    return bool(state.d_route == FOOT_PATH or state.d_route == RIDE_PATH)


@jit
def toll(state: State, seat: Seat, owner: Seat, log: Log) -> None:
    """NY-DELIVER-23: $1 to an opponent, if there is any money; within a team nothing changes (NY-COOP-33)."""
    if (owner == NONE or owner == seat) or state.coop or money_of(state, seat) == 0:
        return
    state.money[seat] -= 1
    state.money[owner] += 1
    tell(log, Event.TOLL, seat, EVERYONE, 1, owner)


@jit
def collect(state: State, seat: Seat, log: Log) -> None:
    """S3: the delivery counts, the bank pays, tolls are paid; shorting lowers nothing (NY-DELIVER-33)."""
    zone = int(state.d_zone)
    state.delivered[seat] += 1
    state.zones[seat] = int(state.zones[seat]) | 1 << zone
    if state.d_ticket >= SPECIALTY:
        state.special[seat] += 1
    if state.coop:  # NY-COOP-35
        state.pizzas += 1
    if seat == state.active:
        state.served = 1
    if has_in_play(state, seat, Power.FRUGAL_SHOPPER.value):  # NY-POWER-FRUGAL-3
        state.slot[seat, 2] = NONE
        state.power_at[Power.FRUGAL_SHOPPER] = Place.DISCARD
        tell(log, Event.LEFT, seat, EVERYONE, Power.FRUGAL_SHOPPER.value)
    base = base_payment(state) if not state.d_copy else int(state.d_base)
    state.d_base = base  # a copy pays this, NY-POWER-HARLEMROTARY-2
    paid = base
    if state.sale and not state.d_copy:
        paid = 2 * base - 1  # NY-POWER-SPECIALSALE-2
    paid += bonuses(state, seat)
    path = owner_in_play(state, Power.PARK_PATH.value)
    commissioner = owner_in_play(state, Power.PARK_COMMISSIONER.value)
    if commissioner != NONE and zone == PARK and path != NONE:  # NY-POWER-PARKCOMM-2
        if commissioner == seat or state.coop:
            paid += 1
        else:
            state.money[commissioner] += 1
            tell(log, Event.GAINED, commissioner, EVERYONE, 1)
    if seat == state.active:
        state.achiever = 0
    tell(log, Event.EARNED, seat, EVERYONE, paid)
    gain(state, seat, paid, log)
    for k in range(1, int(state.n)):
        other = (seat + k) % int(state.n)
        if zone_card(state, other, zone):
            toll(state, seat, other, log)
    if state.spot == zone:
        toll(state, seat, owner_in_play(state, Power.THATS_MY_SPOT.value), log)
    if uses_path(state):
        toll(state, seat, path, log)


# -- S4: the tip -----------------------------------------------------------------------------------------


@jit
def give_tip(state: State, seat: Seat, log: Log) -> None:
    """NY-DELIVER-24 to -26, NY-POWER-SPECIALSALE-2, NY-DELIVER-34."""
    state.d_stage = Stage.CLEAN
    slot = int(state.d_slot)
    if state.d_copy:
        value = NONE if state.d_denied else random_tip(state)
        if value == NONE:
            collect_no_tip(state, seat, log)
        else:
            collect_tip(state, seat, value, log)
        return
    value = int(state.tip[slot])
    if state.d_denied or value == NONE:
        if value != NONE:
            tip_to_pool(state, value)
        state.tip[slot] = NONE
        state.tip_known[slot] = 0
        collect_no_tip(state, seat, log)
        return
    if state.sale:
        second = random_tip(state)
        if second != NONE:
            collect_tip(state, seat, second, log)
    if state.d_top == Top.HAM:  # NY-TOP-HAM-1: look at all of them
        state.reveals = int(state.reveals) + 1
        for k in range(SLOTS):  # NY-TOP-HAM-2
            state.ham[k] = state.tip[k]
        state.ham_at = NONE
        state.d_stage = Stage.HAM
        return
    state.tip[slot] = NONE
    state.tip_known[slot] = 0
    collect_tip(state, seat, value, log)


@jit
def check_ham(state: State, action: Action) -> Any:
    """NY-DP-23: the token to take, then a token for each other order."""
    if action == DONE:
        return Rule.OK if state.ham_at == NONE else Rule.NY_TOP_HAM_1
    slot = action - ORDER
    if slot < 0 or slot >= SLOTS or state.ham[slot] == NONE:
        return Rule.NY_TOP_HAM_1
    return Rule.OK


@jit
def apply_ham(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Take one token, then lay out the others."""
    taken = int(state.d_slot) if action == DONE else action - ORDER
    if state.ham_at == NONE:
        collect_tip(state, seat, int(state.ham[taken]), log)
        state.ham[taken] = NONE
        state.tip[int(state.d_slot)] = NONE
        state.tip_known[int(state.d_slot)] = 0
        state.ham_at = 0
        if action == DONE:
            for slot in range(SLOTS):
                if state.tip[slot] != NONE:
                    state.tip_known[slot] = int(state.tip_known[slot]) | 1 << seat
                state.ham[slot] = NONE
            state.ham_at = SLOTS
    else:
        slot = int(state.ham_at)
        state.tip[slot] = state.ham[taken]
        state.tip_known[slot] = 1 << seat
        state.ham[taken] = NONE
        state.ham_at = slot + 1
    while state.ham_at < SLOTS and state.tip[int(state.ham_at)] == NONE:
        state.ham_at += 1


# -- S5 to S9 --------------------------------------------------------------------------------------------


@jit
def clean_up(state: State, log: Log) -> None:
    """NY-DELIVER-27, NY-COOP-24, NY-POWER-OUTAGE-4: cards to the Open Market, the ticket to its pile."""
    if state.d_copy:
        return
    state.sale = 0
    slot = int(state.d_slot)
    for position in range(MAX_CARDS):
        card = int(state.order[slot, position])
        if card != NONE:
            state.market[card] += 1
            state.n_market += 1
            tell(log, Event.MARKET, NONE, EVERYONE, card)
    state.ticket_used[int(state.d_ticket)] += 1
    empty_slot(state, slot)
    if state.coop:
        close_gap(state, slot)


@jit
def check_reward(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-28: a Power Card, a goal or a city event."""
    if action == REWARD:
        return Rule.OK
    if action == REWARD + 1:
        full = state.goal_limit > 0 and state.n_goals[seat] >= state.goal_limit
        return Rule.OK if state.goals and state.n_goals[GOAL_STACK] > 0 and not full else Rule.NY_GOAL_3
    if action == REWARD + 2:
        return Rule.OK if state.events else Rule.NY_EVENT_3
    return Rule.NY_DELIVER_28


@jit
def take_goal(state: State, seat: Seat, log: Log) -> None:
    """A random goal card of the stack."""
    state.reveals = int(state.reveals) + 1
    nth = draw(state, int(state.n_goals[GOAL_STACK]))
    for goal in range(N_GOALS):
        if state.goal_at[goal] == GOAL_STACK:
            if nth == 0:
                state.goal_at[goal] = seat
            nth -= 1
    state.n_goals[GOAL_STACK] -= 1
    state.n_goals[seat] += 1
    tell(log, Event.GOAL, seat, EVERYONE)


@jit
def turn_city_event(state: State, log: Log) -> None:
    """NY-EVENT-1 to -3: the next city event replaces the old one."""
    state.reveals = int(state.reveals) + 1
    if state.city != NONE:
        state.event_at[int(state.city)] = EVENT_STACK + 2
    count = 0
    for event in range(N_EVENTS):
        if state.event_at[event] == EVENT_STACK:
            count += 1
    if count == 0:
        for event in range(N_EVENTS):
            if event != state.city:
                state.event_at[event] = EVENT_STACK
                count += 1
    nth = draw(state, count)
    for event in range(N_EVENTS):
        if state.event_at[event] == EVENT_STACK:
            if nth == 0:
                state.city = event
                state.event_at[event] = EVENT_STACK + 1
                break
            nth -= 1
    tell(log, Event.CITY, NONE, EVERYONE, int(state.city))


@jit
def apply_reward(state: State, seat: Seat, action: Action, log: Log) -> None:
    """S6."""
    state.d_stage = Stage.TAKES
    if action == REWARD:
        push(state, Phase.DRAW_POWER.value, seat)
    elif action == REWARD + 1:
        take_goal(state, seat, log)
    else:
        turn_city_event(state, log)


@jit
def run_mogul(state: State) -> None:
    """NY-POWER-EVMOGUL-1: up to two market cards on a delivery to the East Village."""
    pop(state)
    owner = owner_in_play(state, Power.EAST_VILLAGE_MOGUL.value)
    if owner == NONE or state.d_zone != EAST_VILLAGE or (state.mogul_own and owner != state.d_seat):
        return
    push(state, Phase.TAKE.value, owner, 2, OPTIONAL)


@jit
def after_delivery(state: State, seat: Seat) -> None:
    """S8 and S9: a Harlem Rotary copy, then the new order (not in co-op; NY-POWER-PANDEMIC-2).

    NY-POWER-HARLEMROTARY-3: a copy is a delivery of its own; NY-POWER-COPYCAT-3: from an own pizzeria.
    """
    pop(state)
    if state.d_copy:
        return
    slot = int(state.d_slot)
    if not state.coop and slot < MAIN_SLOTS:
        push(state, Phase.NEW_ORDER.value, slot)
    owner = owner_in_play(state, Power.HARLEM_ROTARY_PIZZERIA.value)
    if (owner == NONE or owner == seat) or state.d_zone != HARLEM:
        return
    n = ticket_fact(int(state.d_ticket), TICKET_SIZE)
    if state.d_n > n:  # a copy is never on sale: each ingredient once
        for k in range(n):
            state.d_need[k] = state.d_need[2 * k]
        for k in range(n, MAX_NEEDS):
            state.d_need[k] = NONE
        state.d_n = n
    clear_payment(state)
    state.d_copy = 1
    state.d_seat = owner
    state.d_from = owner
    state.d_at = NONE
    state.d_stage = Stage.PIZZERIA
    for k in range(n):
        if state.d_need[k] == shortage_kind(state):
            return  # NY-POWER-SHORTAGE-3
    for village in range(BUILDABLE):
        if check_pizzeria(state, owner, owner, VILLAGE + village) == Rule.OK:
            push(state, Phase.ROTARY.value, owner)
            return


@jit
def apply_rotary(state: State, seat: Seat, action: Action) -> None:
    """NY-POWER-HARLEMROTARY-4: the copy runs through S1 to S4, S6 and S7."""
    pop(state)
    if action != DONE:
        apply_pizzeria(state, seat, action - VILLAGE)
        push(state, Phase.DELIVERY.value)
