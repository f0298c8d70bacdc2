"""Deliver a Pizza, S1: which orders can be delivered from where and how, and paying for it."""

from typing import Any

from fattorino.games.new_york.rules.covering import (
    DEBT_CARDS,
    IMPOSSIBLE,
    can_use,
    cards_left,
    city,
    debt_cards,
    enough,
    free_card,
    hand_kinds,
    least_cards,
    many,
    one,
    path_open,
    route_cards,
    shortage_kind,
    top_power,
    uses_cold,
)
from fattorino.games.new_york.rules.table import (
    has_in_play,
    holds,
    is_filled,
    is_open,
    money_of,
    n_perm,
    spend,
    spend_cold,
)
from fattorino.games.new_york.state import (
    ANY_INGREDIENT,
    BUILDABLE,
    CARD,
    CHEESE,
    COLD,
    DONE,
    FARMER,
    FINE,
    FOOT_PATH,
    MAX_CARDS,
    MEAT,
    MONEY,
    N_BLUE,
    N_TYPES,
    N_VILLAGES,
    PERM,
    RIDE_PATH,
    ROUTE,
    SEAT,
    SHORT,
    SLOTS,
    SPECIALTY,
    SPECIALTY_NEEDS,
    TICKET_EXTRA,
    TICKET_NEEDS,
    TICKET_SIZE,
    VEGETABLE,
    VILLAGE,
    WILD,
    City,
    Event,
    Power,
    Rule,
    Top,
    class_of,
    covers,
    kind_of,
    ticket_fact,
    village_of,
)
from fattorino.games.new_york.state import ORDER as ORDER
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


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


@jit
def completes(
    state: State,
    seat: Seat,
    skip: int,
    used: int,
    lost_kind: int,
    lost: int,
    due: int,
    shorts: int,
    second: int = NONE,
) -> bool:
    """Whether S1 can be completed after a step; each card pays once (NY-DELIVER-16, NY-DP-41, NY-DP-42).

    The step settles `skip` needs, leaves the free sources `used`, takes `lost` cards (one of `lost_kind` and
    one of `second`, if those are kinds), leaves `due` cards of any sort to pay and lets `shorts` needs off.
    """
    needs, n = 0, 0
    for k in range(int(state.d_next) + skip, int(state.d_n)):
        needs += one(int(state.d_need[k]))
        n += 1
    mine = hand_kinds(state, seat)
    if lost_kind != NONE and many(mine, lost_kind) > 0:
        mine -= one(lost_kind)
    if second != NONE and many(mine, second) > 0:
        mine -= one(second)
    room = cards_left(state, seat) - lost - due
    owner, village = int(state.d_from), int(state.d_at)
    return room >= 0 and enough(state, seat, owner, village, needs, n, used, mine, room, shorts)


@jit
def check_debt(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-OUTOFSUPPLIES-3: $2 or two cards, and the delivery must still be possible."""
    left = int(state.d_debt)
    if action == MONEY:
        if left < DEBT_CARDS or money_of(state, seat) < FINE:
            return Rule.NY_POWER_OUTOFSUPPLIES_3
        return Rule.OK
    if action < CARD:
        return Rule.NY_POWER_OUTOFSUPPLIES_3
    if not holds(state, seat, action - CARD):
        return Rule.NY_TERM_5
    card = action - CARD
    kind = kind_of(card) if card < N_BLUE else NONE
    shorts = 1 if state.d_top == Top.ONIONS else 0
    due = int(state.d_due)
    if left < DEBT_CARDS:
        return Rule.OK if completes(state, seat, 0, 0, kind, 1, due, shorts) else Rule.NY_DELIVER_2
    for other in range(N_TYPES):  # a second card must be found that leaves the delivery possible, too
        if holds(state, seat, other) and (other != card or (card < N_BLUE and state.hand[seat, card] > 1)):
            second = kind_of(other) if other < N_BLUE else NONE
            if completes(state, seat, 0, 0, kind, DEBT_CARDS, due, shorts, second):
                return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def source_kind(state: State, seat: Seat, action: Action) -> int:
    """The kind of card an answer to an ingredient puts in; NONE if there is no such card."""
    if action >= CARD:
        card = action - CARD
        return kind_of(card) if card < N_BLUE and state.hand[seat, card] > 0 else NONE
    if COLD <= action < COLD + MAX_CARDS:
        card = int(state.cold[action - COLD])
        return kind_of(card) if card != NONE and uses_cold(state, seat) else NONE
    place = source_place(state, seat, action)
    return free_card(state, seat, int(state.d_from), int(state.d_at), place) if place != NONE else NONE


@jit
def source_place(state: State, seat: Seat, action: Action) -> int:
    """The place of a free source that an answer names and that may still serve; NONE otherwise."""
    owner, village, used = int(state.d_from), int(state.d_at), int(state.d_used)
    if action == FARMER:
        if free_card(state, seat, owner, village, MAX_CARDS) != NONE and can_use(state, used, MAX_CARDS):
            return MAX_CARDS
        return NONE
    for place in range(MAX_CARDS):
        if can_use(state, used, place) and free_card(state, seat, owner, village, place) == action - PERM:
            return place
    return NONE


@jit
def check_source(state: State, seat: Seat, action: Action, skip: int) -> Any:
    """Whether this source can be used now and S1 completed; skip is 1 if it covers a need."""
    if action < FARMER or action >= CARD + N_BLUE or COLD + MAX_CARDS <= action < CARD:
        return Rule.NY_DELIVER_5
    kind = source_kind(state, seat, action)
    if kind == NONE:
        return Rule.NY_DELIVER_5
    if kind == shortage_kind(state):
        return Rule.NY_POWER_SHORTAGE_3
    used, lost, lost_kind = int(state.d_used), 0, NONE
    if action < COLD:
        used |= 1 << source_place(state, seat, action)
    else:
        lost, lost_kind = 1, kind
    shorts = 1 if state.d_top == Top.ONIONS and not state.d_short else 0
    done = completes(state, seat, skip, used, lost_kind, lost, int(state.d_due), shorts)
    return Rule.OK if done else Rule.NY_DELIVER_2


@jit
def check_cover(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-5: what covers the next ingredient."""
    if action == SHORT:
        if state.d_top != Top.ONIONS or state.d_short:
            return Rule.NY_TOP_ONIONS_1
        done = completes(state, seat, 1, int(state.d_used), NONE, 0, int(state.d_due), 0)
        return Rule.OK if done else Rule.NY_DELIVER_2
    if FARMER <= action < CARD + N_BLUE:
        kind = source_kind(state, seat, action)
        if kind != NONE and not covers(kind, int(state.d_need[int(state.d_next)])):
            return Rule.NY_DELIVER_5
    return check_source(state, seat, action, 1)


@jit
def use_source(state: State, seat: Seat, action: Action, log: Log) -> int:
    """Use up a hand or storage card, or mark a free source; the kind it was."""
    kind = source_kind(state, seat, action)
    if action >= CARD:
        spend(state, seat, action - CARD, log)
    elif action >= COLD:
        spend_cold(state, seat, action - COLD, log)
    else:
        state.d_used |= 1 << source_place(state, seat, action)
    return kind


@jit
def apply_cover(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-31: cover the next ingredient and note the class that counts."""
    wanted = int(state.d_need[int(state.d_next)])
    state.d_next += 1
    kind = NONE
    if action == SHORT:
        state.d_short = 1
    else:
        kind = use_source(state, seat, action, log)
    how = (
        4
        if action == SHORT
        else 3
        if action >= CARD
        else 2
        if action >= COLD
        else 1
        if action == FARMER
        else 0
    )
    tell(log, Event.COVERED, seat, EVERYONE, wanted, how, kind)
    counts = kind if wanted == ANY_INGREDIENT else wanted
    if counts != NONE:
        group = class_of(counts)
        if group == MEAT:
            state.d_classes |= 1
        elif group == VEGETABLE:
            state.d_classes |= 2
        elif group == WILD:
            state.d_classes |= 4


@jit
def check_double(state: State, seat: Seat, action: Action) -> Any:
    """NY-TOP-SAUSAGE-1: one more card that matches an ingredient of this pizza."""
    if action == DONE:
        return Rule.OK
    if action < FARMER or action >= CARD + N_BLUE:
        return Rule.NY_TOP_SAUSAGE_1
    kind = source_kind(state, seat, action)
    if kind == NONE:
        return Rule.NY_TOP_SAUSAGE_1
    for k in range(int(state.d_n)):
        if covers(kind, int(state.d_need[k])):
            return check_source(state, seat, action, 0)
    return Rule.NY_TOP_SAUSAGE_1


@jit
def check_cheese(state: State, seat: Seat, action: Action) -> Any:
    """NY-CHEESE-2: one Extra Cheese from hand or storage."""
    if action == DONE:
        return Rule.OK
    if action < COLD or source_kind_is_not_cheese(state, seat, action):
        return Rule.NY_CHEESE_2
    return check_source(state, seat, action, 0)


@jit
def source_kind_is_not_cheese(state: State, seat: Seat, action: Action) -> bool:
    """Whether an action does not name an Extra Cheese at hand."""
    if COLD + MAX_CARDS <= action < CARD or action >= CARD + N_BLUE:
        return True
    return source_kind(state, seat, action) != CHEESE


@jit
def check_extra(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-8, -13, NY-EVENT-8, NY-POWER-TICKETRED-2: any card pays."""
    if action >= CARD:
        return Rule.OK if holds(state, seat, action - CARD) else Rule.NY_TERM_5
    if COLD <= action < COLD + MAX_CARDS:
        usable = uses_cold(state, seat) and state.cold[action - COLD] != NONE
        return Rule.OK if usable else Rule.NY_POWER_COLDSTORAGE_3
    return Rule.NY_DELIVER_13


@jit
def can_double(state: State, seat: Seat) -> bool:
    """Whether Sausage has anything to offer."""
    if state.d_top != Top.SAUSAGE:
        return False
    for action in range(FARMER, COLD + MAX_CARDS):
        if check_double(state, seat, action) == Rule.OK:
            return True
    for card in range(N_BLUE):
        if state.hand[seat, card] > 0 and check_double(state, seat, CARD + card) == Rule.OK:
            return True
    return False


@jit
def has_cheese(state: State, owner: Seat, village: int) -> bool:
    """NY-CHEESE-3: whether Extra Cheese is a permanent ingredient."""
    for place in range(MAX_CARDS):
        card = int(state.perm[owner, village, place])
        if card != NONE and kind_of(card) == CHEESE:
            return True
    return False


@jit
def can_add_cheese(state: State, seat: Seat) -> bool:
    """NY-CHEESE-4, NY-CHEESE-5: whether adding cheese would pay and is possible."""
    if not state.cheese or state.d_cheese or shortage_kind(state) == CHEESE:
        return False
    return many(hand_kinds(state, seat), CHEESE) > 0 and cards_left(state, seat) > state.d_due
