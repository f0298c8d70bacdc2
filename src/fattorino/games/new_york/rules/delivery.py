"""Deliver a Pizza, S1: which orders can be delivered, from where and how."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, hands, pizzerias
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def want(state: State, slot: int, k: int) -> int:
    """The k-th kind that an order requires, or NONE."""
    ticket = int(state.ticket[slot])
    if ticket >= t.SPECIALTY:
        return t.ticket_fact(ticket, t.TICKET_NEEDS + k) if k < t.SPECIALTY_NEEDS else NONE
    if k >= t.MAX_CARDS or state.order[slot, k] == NONE:
        return NONE
    return t.kind_of(int(state.order[slot, k]))


@jit
def order_kinds(state: State, slot: int) -> int:
    """What an order requires by kind, classes included (NY-DELIVER-9); NONE if it is incomplete."""
    ticket = int(state.ticket[slot])
    if ticket == NONE:
        return NONE
    kinds = t.ticket_kinds(ticket)  # those of a standard order are the cards on it
    for k in range(t.MAX_CARDS):
        if ticket < t.SPECIALTY and k < t.ticket_fact(ticket, t.TICKET_SIZE):
            if state.order[slot, k] == NONE:
                return NONE
            kinds += t.one_card(int(state.order[slot, k]))
    return kinds


@jit
def order_needs(state: State, slot: int) -> int:
    """What the delivery of an order requires by kind; NONE if it cannot be delivered.

    NY-DELIVER-17: emptied orders, and those that require a forbidden kind.
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
    """NY-DELIVER-8, NY-EVENT-8: cards of any sort in addition to ingredients and distance."""
    return t.ticket_fact(ticket, t.TICKET_EXTRA) + (
        t.GARBAGE_CARDS if covering.city(state, t.City.GARBAGE_STRIKE.value) else 0
    )


@jit
def may_short(state: State, seat: Seat, owner: Seat, village: int) -> int:
    """NY-TOP-ONIONS-1: how many ingredients a pizzeria may leave off."""
    return 1 if covering.top_power(state, seat, owner, village) == t.Top.ONIONS else 0


@jit
def room_left(state: State, seat: Seat, ticket: int) -> int:
    """The cards a player can spend on ingredients and distance of an order, after paying a debt."""
    return covering.cards_left(state, seat) - extra_cards(state, ticket) - covering.debt_cards(state, seat)


@jit
def pays_way(state: State, seat: Seat, owner: Seat, village: int, ticket: int, zone: int, spent: int) -> bool:
    """Whether enough cards are left for the route after spending some on ingredients."""
    room = room_left(state, seat, ticket) - spent
    return room >= 0 and room >= covering.least_cards(state, seat, owner, village, zone)


@jit(inline=True)
def serves(
    state: State, seat: Seat, owner: Seat, village: int, needs: int, ticket: int, zone: int, mine: int
) -> bool:
    """Whether an open pizzeria can deliver what is needed to a zone."""
    free = covering.free_kinds(state, seat, owner, village, 0)
    shorts = may_short(state, seat, owner, village)
    spent = covering.cards_spent(state, seat, owner, village, needs, 0, free, mine, shorts, 0)
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
        if serves(state, seat, owner, hands.lowest(shops), needs, ticket, zone, mine):
            return True
        shops &= shops - 1
    return False


@jit
def deliverable(state: State, seat: Seat, one_will_do: bool, kept: int) -> int:
    """NY-DELIVER-1, NY-DELIVER-2: the orders that can be delivered, Copy Cat included, a bit each.

    Pizzeria by pizzeria, so that the resources of each are counted once for all orders; it can stop at the
    first order found. `kept` cards in hand cannot pay. A debt matters only here (NY-POWER-OUTOFSUPPLIES-2).
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
    everybody = hands.has_in_play(state, seat, t.Power.COPY_CAT.value)
    for owner in range(0 if everybody else seat, int(state.n) if everybody else seat + 1):
        shops = pizzerias.open_villages(state, owner)
        while shops:
            village = hands.lowest(shops)
            shops &= shops - 1
            free = covering.free_kinds(state, seat, owner, village, 0)
            shorts = may_short(state, seat, owner, village)
            for slot in range(t.SLOTS):
                needs = orders[slot]
                if needs == NONE or (found >> slot) & 1:
                    continue
                spent = covering.cards_spent(state, seat, owner, village, needs, 0, free, mine, shorts, kept)
                if spent != covering.IMPOSSIBLE:
                    ticket, zone = int(state.ticket[slot]), order_zone(state, slot)
                    if pays_way(state, seat, owner, village, ticket, zone, spent + kept):
                        found |= 1 << slot
                        if one_will_do:
                            return found
    return found


# -- S1, step by step ------------------------------------------------------------------------------------


@jit
def d_needs(state: State, skip: int) -> int:
    """The needs of the delivery that remain open once so many more are covered."""
    needs = 0
    for k in range(int(state.d_next) + skip, int(state.d_n)):
        needs += covering.one(int(state.d_need[k]))
    return needs


@jit
def room_for(state: State, seat: Seat, zone: int, route: int) -> bool:
    """Whether the delivery can be completed to a zone by a route (NONE: by any)."""
    owner, village = int(state.d_from), int(state.d_at)
    if route == NONE:
        due = covering.least_cards(state, seat, owner, village, zone)
    else:
        due = covering.route_cards(state, seat, owner, village, zone, route)
    room = room_left(state, seat, int(state.d_ticket)) - due
    shorts = 1 if state.d_top == t.Top.ONIONS else 0
    mine, free = covering.hand_kinds(state, seat), covering.free_kinds(state, seat, owner, village, 0)
    return room >= 0 and room >= covering.cards_spent(
        state, seat, owner, village, d_needs(state, 0), 0, free, mine, shorts, 0
    )
