"""Deliver a Pizza, S1: which orders can be delivered, from where and how."""

from typing import Any

from fattorino.games.new_york.rules.covering import (
    IMPOSSIBLE,
    cards_left,
    city,
    debt_cards,
    enough,
    hand_kinds,
    least_cards,
    one,
    path_open,
    route_cards,
    shortage_kind,
    top_power,
)
from fattorino.games.new_york.rules.pizzerias import is_open, n_perm
from fattorino.games.new_york.rules.table import has_in_play
from fattorino.games.new_york.rules.tickets import is_filled
from fattorino.games.new_york.state import (
    FOOT_PATH,
    ORDER,
    RIDE_PATH,
    ROUTE,
    SEAT,
    VILLAGE,
    Rule,
)
from fattorino.games.new_york.tables import (
    BUILDABLE,
    MAX_CARDS,
    N_VILLAGES,
    SLOTS,
    SPECIALTY,
    SPECIALTY_NEEDS,
    TICKET_EXTRA,
    TICKET_NEEDS,
    TICKET_SIZE,
    City,
    Power,
    Top,
    kind_of,
    ticket_fact,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Seat, State


@jit
def want(state: State, slot: int, k: int) -> int:
    """The k-th kind that an order asks for, or NONE."""
    ticket = int(state.ticket[slot])
    if ticket >= SPECIALTY:
        return ticket_fact(ticket, TICKET_NEEDS + k) if k < SPECIALTY_NEEDS else NONE
    if k >= MAX_CARDS or state.order[slot, k] == NONE:
        return NONE
    return kind_of(int(state.order[slot, k]))


@jit
def order_needs(state: State, slot: int) -> int:
    """What an order asks for by kind, classes included (NY-DELIVER-9); NONE if it cannot be delivered.

    NY-DELIVER-17: emptied orders and those that ask for what is short.
    """
    ticket = int(state.ticket[slot])
    if ticket == NONE or (ticket < SPECIALTY and not is_filled(state, slot)):
        return NONE
    needs = 0
    short = shortage_kind(state)
    times = 2 if state.sale else 1
    for k in range(SPECIALTY_NEEDS):
        kind = want(state, slot, k)
        if kind == NONE:
            break
        if kind == short:
            return NONE
        needs += times * one(kind)
    return needs


@jit
def order_zone(state: State, slot: int) -> int:
    """NY-DELIVER-7: where a standard order goes; NONE for a specialty, which goes anywhere (NY-DELIVER-8)."""
    ticket = int(state.ticket[slot])
    if ticket >= SPECIALTY:
        return NONE
    return village_of(int(state.order[slot, ticket_fact(ticket, TICKET_SIZE) - 1]))


@jit
def extra_cards(state: State, ticket: int) -> int:
    """NY-DELIVER-8, NY-EVENT-8: cards of any sort beside ingredients and distance."""
    return ticket_fact(ticket, TICKET_EXTRA) + (1 if city(state, City.GARBAGE_STRIKE.value) else 0)


@jit
def serves(
    state: State,
    seat: Seat,
    owner: Seat,
    village: int,
    needs: int,
    n: int,
    ticket: int,
    zone: int,
    mine: int,
    cards: int,
) -> bool:
    """Whether a pizzeria can deliver what is needed to a zone with these cards."""
    if not is_open(state, owner, village):
        return False
    shorts = 1 if top_power(state, seat, owner, village) == Top.ONIONS else 0
    room = cards - extra_cards(state, ticket) - debt_cards(state, seat)
    least = (
        0 if state.covers_all else max(0, n - shorts - n_perm(state, owner, village) - 1)
    )  # cards it takes
    if least > room:
        return False
    room -= least_cards(state, seat, owner, village, zone)
    return room >= least and enough(state, seat, owner, village, needs, n, 0, mine, room, shorts)


@jit
def can_serve_order(state: State, seat: Seat, slot: int, owner: Seat, mine: int, cards: int) -> bool:
    """Whether an order can be delivered from any pizzeria of an owner."""
    needs = order_needs(state, slot)
    if needs == NONE:
        return False
    ticket = int(state.ticket[slot])
    n = ticket_fact(ticket, TICKET_SIZE) * (2 if state.sale else 1)
    zone = order_zone(state, slot)
    for village in range(BUILDABLE):
        if state.lot[owner, village] != NONE:
            if serves(state, seat, owner, village, needs, n, ticket, zone, mine, cards):
                return True
    return False


@jit
def can_deliver_slot(state: State, seat: Seat, slot: int, mine: int, cards: int) -> bool:
    """NY-DELIVER-1, NY-DELIVER-2: whether an order can be delivered, Copy Cat included."""
    if can_serve_order(state, seat, slot, seat, mine, cards):
        return True
    if has_in_play(state, seat, Power.COPY_CAT.value):
        for owner in range(int(state.n)):
            if owner != seat and can_serve_order(state, seat, slot, owner, mine, cards):
                return True
    return False


@jit
def can_deliver(state: State, seat: Seat) -> bool:
    """Whether any order can be delivered; a debt counts only here (NY-POWER-OUTOFSUPPLIES-2)."""
    owns = has_in_play(state, seat, Power.COPY_CAT.value)
    for village in range(BUILDABLE):
        if is_open(state, seat, village):
            owns = True
    if not owns:
        return False
    mine, cards = hand_kinds(state, seat), cards_left(state, seat)
    for slot in range(SLOTS):
        if state.ticket[slot] != NONE and can_deliver_slot(state, seat, slot, mine, cards):
            return True
    return False


# -- S1, step by step ------------------------------------------------------------------------------------


@jit
def check_order(state: State, seat: Seat, action: Action) -> Any:
    """The order to deliver."""
    slot = action - ORDER
    if slot < 0 or slot >= SLOTS or state.ticket[slot] == NONE:
        return Rule.NY_DELIVER_1
    if order_needs(state, slot) == NONE:
        return Rule.NY_DELIVER_17
    possible = can_deliver_slot(state, seat, slot, hand_kinds(state, seat), cards_left(state, seat))
    return Rule.OK if possible else Rule.NY_DELIVER_2


@jit
def check_copy_seat(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-COPYCAT-1: whose pizzeria."""
    owner = action - SEAT
    if owner < 0 or owner >= state.n:
        return Rule.NY_POWER_COPYCAT_1
    mine, cards = hand_kinds(state, seat), cards_left(state, seat)
    if can_serve_order(state, seat, int(state.d_slot), owner, mine, cards):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def d_needs(state: State) -> int:
    """The needs of the delivery that are still open."""
    needs = 0
    for k in range(int(state.d_next), int(state.d_n)):
        needs += one(int(state.d_need[k]))
    return needs


@jit
def check_pizzeria(state: State, seat: Seat, owner: Seat, action: Action) -> Any:
    """The pizzeria to deliver from; for a copy the zone is known already (NY-POWER-HARLEMROTARY-1)."""
    village = action - VILLAGE
    if village < 0 or village >= BUILDABLE or state.lot[owner, village] == NONE:
        return Rule.NY_DELIVER_1
    if not is_open(state, owner, village):
        return Rule.NY_POWER_CRASH_4
    ticket = int(state.d_ticket)
    zone = int(state.d_zone)
    mine, cards = hand_kinds(state, seat), cards_left(state, seat)
    if serves(state, seat, owner, village, d_needs(state), int(state.d_n), ticket, zone, mine, cards):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def room_for(state: State, seat: Seat, zone: int, route: int) -> bool:
    """Whether the delivery can be completed to a zone on a way (route NONE: on any)."""
    owner, village = int(state.d_from), int(state.d_at)
    if route == NONE:
        due = least_cards(state, seat, owner, village, zone)
    else:
        due = route_cards(state, seat, owner, village, zone, route)
    due += extra_cards(state, int(state.d_ticket)) + debt_cards(state, seat)
    room = cards_left(state, seat) - due
    shorts = 1 if state.d_top == Top.ONIONS else 0
    mine = hand_kinds(state, seat)
    return room >= 0 and enough(
        state, seat, owner, village, d_needs(state), int(state.d_n), 0, mine, room, shorts
    )


@jit
def check_zone(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-8: where a specialty goes."""
    zone = action - VILLAGE
    if zone < 0 or zone >= N_VILLAGES:
        return Rule.NY_DELIVER_8
    return Rule.OK if room_for(state, seat, zone, NONE) else Rule.NY_DELIVER_13


@jit
def check_route(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-14: the way; neither SPEED card nor Park Path is a must.

    NY-POWER-ROLLERBLADES-2, NY-POWER-PARKPATH-4.
    """
    route = action - ROUTE
    if route < 0 or route > RIDE_PATH:
        return Rule.NY_DELIVER_14
    zone = int(state.d_zone)
    if route_cards(state, seat, int(state.d_from), int(state.d_at), zone, route) == IMPOSSIBLE:
        path = route == FOOT_PATH or route == RIDE_PATH
        return Rule.NY_POWER_PARKPATH_1 if path and not path_open(state) else Rule.NY_DELIVER_15
    return Rule.OK if room_for(state, seat, zone, route) else Rule.NY_DELIVER_13
