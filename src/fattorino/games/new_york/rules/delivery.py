"""Deliver a Pizza, S1: which orders can be delivered, from where and how."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, pizzerias, table
from fattorino.games.new_york.state import Rule
from fattorino.games.new_york.tables import City, Power, Top
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Seat, State


@jit
def want(state: State, slot: int, k: int) -> int:
    """The k-th kind that an order asks for, or NONE."""
    ticket = int(state.ticket[slot])
    if ticket >= t.SPECIALTY:
        return t.ticket_fact(ticket, t.TICKET_NEEDS + k) if k < t.SPECIALTY_NEEDS else NONE
    if k >= t.MAX_CARDS or state.order[slot, k] == NONE:
        return NONE
    return t.kind_of(int(state.order[slot, k]))


@jit
def order_kinds(state: State, slot: int) -> int:
    """What an order asks for by kind, classes included (NY-DELIVER-9); NONE without a complete order."""
    ticket = int(state.ticket[slot])
    if ticket == NONE:
        return NONE
    kinds = t.ticket_kinds(ticket)  # those of a standard order lie on it
    for k in range(t.MAX_CARDS):
        if ticket < t.SPECIALTY and k < t.ticket_fact(ticket, t.TICKET_SIZE):
            if state.order[slot, k] == NONE:
                return NONE
            kinds += t.one_card(int(state.order[slot, k]))
    return kinds


@jit
def order_needs(state: State, slot: int) -> int:
    """What the delivery of an order takes by kind; NONE if it cannot be delivered.

    NY-DELIVER-17: emptied orders and those that ask for what is short.
    """
    kinds = order_kinds(state, slot)
    if kinds == NONE or covering.allowed(state, kinds) != kinds:
        return NONE
    return 2 * kinds if state.sale else kinds


@jit
def order_zone(state: State, slot: int) -> int:
    """NY-DELIVER-7: where a standard order goes; NONE for a specialty, which goes anywhere (NY-DELIVER-8)."""
    ticket = int(state.ticket[slot])
    if ticket >= t.SPECIALTY:
        return NONE
    return t.village_of(int(state.order[slot, t.ticket_fact(ticket, t.TICKET_SIZE) - 1]))


@jit
def extra_cards(state: State, ticket: int) -> int:
    """NY-DELIVER-8, NY-EVENT-8: cards of any sort beside ingredients and distance."""
    return t.ticket_fact(ticket, t.TICKET_EXTRA) + (
        t.GARBAGE_CARDS if covering.city(state, City.GARBAGE_STRIKE.value) else 0
    )


@jit
def may_short(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """NY-TOP-ONIONS-1: how many ingredients a pizzeria may leave off."""
    return 1 if covering.top_power(state, seat, owner, village) == Top.ONIONS else 0


@jit
def room_left(state: State, seat: Seat, ticket: int) -> int:
    """The cards a player can pay with for ingredients and distance of an order, a debt paid."""
    return covering.cards_left(state, seat) - extra_cards(state, ticket) - covering.debt_cards(state, seat)


@jit
def pays_way(state: State, seat: Seat, owner: Seat, village: int, ticket: int, zone: int, spent: int) -> bool:
    """Whether enough cards are left for the way once so many are spent on ingredients."""
    room = room_left(state, seat, ticket) - spent
    return room >= 0 and room >= covering.least_cards(state, seat, owner, village, zone)


@jit(inline=True)
def serves(
    state: State, seat: Seat, owner: Seat, village: int, needs: int, ticket: int, zone: int, mine: int
) -> bool:
    """Whether an open pizzeria can deliver what is needed to a zone."""
    free = covering.free_kinds(state, seat, owner, village, 0)
    shorts = may_short(state, seat, owner, village)
    spent = covering.cards_spent(state, seat, owner, village, needs, 0, free, mine, shorts)
    return spent != covering.IMPOSSIBLE and pays_way(state, seat, owner, village, ticket, zone, spent)


@jit
def can_serve_order(state: State, seat: Seat, slot: int, owner: Seat, mine: int) -> bool:
    """Whether an order can be delivered from any pizzeria of an owner."""
    needs = order_needs(state, slot)
    if needs == NONE:
        return False
    ticket, zone = int(state.ticket[slot]), order_zone(state, slot)
    shops = pizzerias.open_villages(state, owner)
    while shops:
        if serves(state, seat, owner, table.lowest(shops), needs, ticket, zone, mine):
            return True
        shops &= shops - 1
    return False


@jit
def deliverable(state: State, seat: Seat, one_will_do: bool) -> int:
    """NY-DELIVER-1, NY-DELIVER-2: the orders that can be delivered, Copy Cat included, a bit each.

    Pizzeria by pizzeria, so that what each has is counted once for all orders; it may end at the first order
    found. A debt counts only here (NY-POWER-OUTOFSUPPLIES-2).
    """
    mine = covering.hand_kinds(state, seat)
    orders = (
        order_needs(state, 0),
        order_needs(state, 1),
        order_needs(state, 2),
        order_needs(state, 3),
        order_needs(state, 4),
        order_needs(state, 5),
    )
    found = 0
    everybody = table.has_in_play(state, seat, Power.COPY_CAT.value)
    for owner in range(0 if everybody else seat, int(state.n) if everybody else seat + 1):
        shops = pizzerias.open_villages(state, owner)
        while shops:
            village = table.lowest(shops)
            shops &= shops - 1
            free = covering.free_kinds(state, seat, owner, village, 0)
            shorts = may_short(state, seat, owner, village)
            for slot in range(t.SLOTS):
                needs = orders[slot]
                if needs == NONE or (found >> slot) & 1:
                    continue
                spent = covering.cards_spent(state, seat, owner, village, needs, 0, free, mine, shorts)
                if spent != covering.IMPOSSIBLE:
                    ticket, zone = int(state.ticket[slot]), order_zone(state, slot)
                    if pays_way(state, seat, owner, village, ticket, zone, spent):
                        found |= 1 << slot
                        if one_will_do:
                            return found
    return found


# -- S1, step by step ------------------------------------------------------------------------------------


@jit
def check_order(state: State, seat: Seat, action: Action) -> Any:
    """The order to deliver."""
    slot = action - s.ORDER
    if slot < 0 or slot >= t.SLOTS or state.ticket[slot] == NONE:
        return Rule.NY_DELIVER_1
    if order_needs(state, slot) == NONE:
        return Rule.NY_DELIVER_17
    return Rule.OK if (deliverable(state, seat, False) >> slot) & 1 else Rule.NY_DELIVER_2


@jit
def check_copy_seat(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-COPYCAT-1: whose pizzeria."""
    owner = action - s.SEAT
    if owner < 0 or owner >= state.n:
        return Rule.NY_POWER_COPYCAT_1
    if can_serve_order(state, seat, int(state.d_slot), owner, covering.hand_kinds(state, seat)):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def d_needs(state: State, skip: int) -> int:
    """The needs of the delivery that are still open once so many more are settled."""
    needs = 0
    for k in range(int(state.d_next) + skip, int(state.d_n)):
        needs += covering.one(int(state.d_need[k]))
    return needs


@jit
def check_pizzeria(state: State, seat: Seat, owner: Seat, action: Action) -> Any:
    """The pizzeria to deliver from; for a copy the zone is known already (NY-POWER-HARLEMROTARY-1)."""
    village = action - s.VILLAGE
    if village < 0 or village >= t.BUILDABLE or state.lot[owner, village] == NONE:
        return Rule.NY_DELIVER_1
    if not pizzerias.is_open(state, owner, village):
        return Rule.NY_POWER_CRASH_4
    ticket, zone, mine = int(state.d_ticket), int(state.d_zone), covering.hand_kinds(state, seat)
    if serves(state, seat, owner, village, d_needs(state, 0), ticket, zone, mine):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def room_for(state: State, seat: Seat, zone: int, route: int) -> bool:
    """Whether the delivery can be completed to a zone on a way (route NONE: on any)."""
    owner, village = int(state.d_from), int(state.d_at)
    if route == NONE:
        due = covering.least_cards(state, seat, owner, village, zone)
    else:
        due = covering.route_cards(state, seat, owner, village, zone, route)
    room = room_left(state, seat, int(state.d_ticket)) - due
    shorts = 1 if state.d_top == Top.ONIONS else 0
    mine, free = covering.hand_kinds(state, seat), covering.free_kinds(state, seat, owner, village, 0)
    return room >= 0 and room >= covering.cards_spent(
        state, seat, owner, village, d_needs(state, 0), 0, free, mine, shorts
    )


@jit
def check_zone(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-8: where a specialty goes."""
    zone = action - s.VILLAGE
    if zone < 0 or zone >= t.N_VILLAGES:
        return Rule.NY_DELIVER_8
    return Rule.OK if room_for(state, seat, zone, NONE) else Rule.NY_DELIVER_13


@jit
def check_route(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-14: the way; neither SPEED card nor Park Path is a must.

    NY-POWER-ROLLERBLADES-2, NY-POWER-PARKPATH-4.
    """
    route = action - s.ROUTE
    if route < 0 or route > s.RIDE_PATH:
        return Rule.NY_DELIVER_14
    zone = int(state.d_zone)
    if (
        covering.route_cards(state, seat, int(state.d_from), int(state.d_at), zone, route)
        == covering.IMPOSSIBLE
    ):
        return why_closed(state, seat, route)
    return Rule.OK if room_for(state, seat, zone, route) else Rule.NY_DELIVER_13


@jit
def why_closed(state: State, seat: Seat, route: int) -> Any:
    """Which rule closes a kind of way."""
    speed = int(state.slot[seat, 0]) if route >= s.RIDE else NONE
    if (route == s.FOOT_PATH or route == s.RIDE_PATH) and not covering.path_open(state):
        marathon = table.owner_in_play(state, Power.PARK_PATH.value) != NONE
        return Rule.NY_EVENT_12 if marathon else Rule.NY_POWER_PARKPATH_1
    if route < s.RIDE:
        return Rule.NY_EVENT_11
    if covering.ride_means(state, seat) != NONE:
        return Rule.NY_POWER_MOPED_1 if speed == Power.MOPED_DELIVERY else Rule.NY_EVENT_11
    if speed == Power.MOTOR_BOAT or speed == Power.DRONE_DELIVERY:
        return Rule.NY_EVENT_7
    if speed == NONE or speed == Power.BAIT_AND_SWITCH or speed == Power.COPY_CAT:
        return Rule.NY_DELIVER_15
    return Rule.NY_EVENT_6 if covering.city(state, City.TRANSIT_STRIKE.value) else Rule.NY_POWER_FASTPASS_1
