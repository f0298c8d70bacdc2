"""Deliver a Pizza, the first choices of S1: the order, the pizzeria, the zone, the route."""

from typing import Any

from fattorino.games.new_york import names, state as s, tables as t
from fattorino.games.new_york.rules import covering, delivery, hands, pizzerias, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.rules.questions import ingredients
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def begin_delivery(state: State, seat: Seat) -> None:
    """Clear the fields of the delivery; the first choice is the order."""
    state.d_stage = Stage.ORDER
    state.d_seat = seat
    state.d_copy = 0
    state.d_slot = NONE
    state.d_ticket = NONE
    state.d_from = seat
    state.d_at = NONE
    state.d_zone = NONE
    clear_payment(state)
    stack.push(state, Phase.DELIVERY.value)


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


# -- the order -----------------------------------------------------------------------------------------------


@jit
def check_order(state: State, seat: Seat, action: Action) -> Any:
    """The order to deliver."""
    slot = action - s.ORDER
    if slot < 0 or slot >= t.SLOTS or state.ticket[slot] == NONE:
        return Rule.NY_DELIVER_1
    if delivery.order_needs(state, slot) == NONE:
        return Rule.NY_DELIVER_17
    return Rule.OK if (delivery.deliverable(state, seat, False, 0) >> slot) & 1 else Rule.NY_DELIVER_2


@jit
def apply_order(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-4, NY-POWER-SPECIALSALE-1: the order's ingredients become the needs."""
    slot = action - s.ORDER
    ticket = int(state.ticket[slot])
    state.d_slot = slot
    state.d_ticket = ticket
    state.d_zone = delivery.order_zone(state, slot)
    n = 0
    for k in range(t.ticket_fact(ticket, t.TICKET_SIZE)):
        for _copy in range(2 if state.sale else 1):
            state.d_need[n] = delivery.want(state, slot, k)
            n += 1
    state.d_n = n
    for k in range(n, t.MAX_NEEDS):
        state.d_need[k] = NONE
    copies = hands.has_in_play(state, seat, t.Power.COPY_CAT.value)
    state.d_stage = Stage.COPY_SEAT if copies else Stage.PIZZERIA


@jit
def fewest_cards(view: State, seat: Seat, zone: int) -> int:
    """The cards of the cheapest route to a zone from any own pizzeria; IMPOSSIBLE for no zone."""
    best = covering.IMPOSSIBLE
    for village in range(t.BUILDABLE):
        if zone != NONE and view.lot[seat, village] != NONE:
            best = min(best, covering.least_cards(view, seat, seat, village, zone))
    return best


@jit
def worth_order(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer much money and few cards; a team needs pizzas, so small orders first."""
    slot = action - s.ORDER
    ticket = int(view.ticket[slot])
    value = 3.0 * t.ticket_fact(ticket, t.TICKET_VALUE)
    if view.coop:
        value = 4.0 - 2.0 * t.ticket_fact(ticket, t.TICKET_SIZE)
    best = fewest_cards(view, seat, delivery.order_zone(view, slot))
    cards = best if best < covering.IMPOSSIBLE else 2
    return value - cards - (8.0 if ticket >= t.SPECIALTY else 0.0)


ASK_ORDER = Question(
    Phase.ORDER,
    check_order,
    apply_order,
    prompt=lambda view: _("Which order do you deliver?"),
    runs=((s.ORDER, t.SLOTS),),
    exact=True,
    narrow=jit(lambda state, seat, run: delivery.deliverable(state, seat, False, 0)),
    worth=worth_order,
    labels=lambda: {"ORDER": _("Deliver order {number}: {name}")},
    chose=lambda: _("an order"),
)


# -- the pizzeria --------------------------------------------------------------------------------------------


@jit
def check_copy_seat(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-COPYCAT-1: whose pizzeria."""
    owner = action - s.SEAT
    if owner < 0 or owner >= state.n:
        return Rule.NY_POWER_COPYCAT_1
    if delivery.can_serve_order(state, seat, int(state.d_slot), owner, covering.hand_kinds(state, seat)):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def apply_copy_seat(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-COPYCAT-1: the pizzeria comes next."""
    state.d_from = action - s.SEAT
    state.d_stage = Stage.PIZZERIA


ASK_COPY_SEAT = Question(
    Phase.COPY_SEAT,
    check_copy_seat,
    apply_copy_seat,
    prompt=lambda view: _("Whose pizzeria bakes it?"),
    runs=((s.SEAT, t.MAX_SEATS),),
    worth=jit(lambda view, seat, action, delivers: 2.0),
    labels=lambda: {"SEAT": _("From a pizzeria of player {number}")},
    chose=lambda: _("a baker"),
)


@jit
def check_from(state: State, seat: Seat, owner: Seat, action: Action) -> Any:
    """The pizzeria to deliver from; for a copy the zone is known already (NY-POWER-HARLEMROTARY-1)."""
    village = action - s.VILLAGE
    if village < 0 or village >= t.BUILDABLE or state.lot[owner, village] == NONE:
        return Rule.NY_DELIVER_1
    if not pizzerias.is_open(state, owner, village):
        return Rule.NY_POWER_CRASH_4
    ticket, zone, mine = int(state.d_ticket), int(state.d_zone), covering.hand_kinds(state, seat)
    if delivery.serves(state, seat, owner, village, delivery.d_needs(state, 0), ticket, zone, mine):
        return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def apply_pizzeria(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-35: pizzeria and top card hold for the whole delivery."""
    owner, village = int(state.d_from), action - s.VILLAGE
    state.d_at = village
    state.d_top = covering.top_power(state, seat, owner, village)
    cheesy = owner == seat and ingredients.has_cheese(state, owner, village)
    state.d_cheese = 1 if cheesy and covering.shortage_kind(state) != t.CHEESE else 0  # NY-CHEESE-3
    state.d_stage = Stage.ROUTE if state.d_zone != NONE else Stage.ZONE


@jit
def shop_worth(view: State, seat: Seat, owner: Seat, action: Action) -> float:
    """Prefer many ingredients of its own, and few cards for the route."""
    village = action - s.VILLAGE
    cards = covering.least_cards(view, seat, owner, village, int(view.d_zone))
    return pizzerias.n_perm(view, owner, village) - 1.0 * cards


ASK_PIZZERIA = Question(
    Phase.PIZZERIA,
    jit(lambda state, seat, action: check_from(state, seat, int(state.d_from), action)),
    apply_pizzeria,
    prompt=lambda view: _("Which pizzeria bakes it?"),
    runs=((s.VILLAGE, t.N_VILLAGES),),
    narrow=jit(lambda state, seat, run: pizzerias.open_villages(state, int(state.d_from))),
    worth=jit(lambda view, seat, action, delivers: shop_worth(view, seat, int(view.d_from), action)),
    labels=lambda: {"VILLAGE": _("Deliver from {village}")},
    chose=lambda: _("a pizzeria"),
)


# -- the zone ------------------------------------------------------------------------------------------------


@jit
def check_zone(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-8: where a specialty goes."""
    zone = action - s.VILLAGE
    if zone < 0 or zone >= t.N_VILLAGES:
        return Rule.NY_DELIVER_8
    return Rule.OK if delivery.room_for(state, seat, zone, NONE) else Rule.NY_DELIVER_13


@jit
def apply_zone(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-8: the route comes next."""
    state.d_zone = action - s.VILLAGE
    state.d_stage = Stage.ROUTE


ASK_ZONE = Question(
    Phase.ZONE,
    check_zone,
    apply_zone,
    prompt=lambda view: _("A specialty pizza goes where you like. To which zone?"),
    runs=((s.VILLAGE, t.N_VILLAGES),),
    worth=jit(
        lambda view, seat, action, delivers: (
            -1.0 * covering.least_cards(view, seat, int(view.d_from), int(view.d_at), action - s.VILLAGE)
        )
    ),
    labels=lambda: {"VILLAGE": _("Deliver to {village}")},
    chose=lambda: _("a zone"),
    targets={"VILLAGE": "zone"},
)


# -- the route -------------------------------------------------------------------------------------------


@jit
def check_route(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-14: the route; neither SPEED card nor Park Path is mandatory.

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
    return Rule.OK if delivery.room_for(state, seat, zone, route) else Rule.NY_DELIVER_13


@jit
def why_closed(state: State, seat: Seat, route: int) -> Any:
    """The rule that closes a kind of route."""
    speed = int(state.slot[seat, 0]) if route >= s.RIDE else NONE
    if (route == s.FOOT_PATH or route == s.RIDE_PATH) and not covering.path_open(state):
        marathon = hands.owner_in_play(state, t.Power.PARK_PATH.value) != NONE
        return Rule.NY_EVENT_12 if marathon else Rule.NY_POWER_PARKPATH_1
    if route < s.RIDE:
        return Rule.NY_EVENT_11
    if covering.ride_means(state, seat) != NONE:
        return Rule.NY_POWER_MOPED_1 if speed == t.Power.MOPED_DELIVERY else Rule.NY_EVENT_11
    if speed == t.Power.MOTOR_BOAT or speed == t.Power.DRONE_DELIVERY:
        return Rule.NY_EVENT_7
    if speed == NONE or speed == t.Power.BAIT_AND_SWITCH or speed == t.Power.COPY_CAT:
        return Rule.NY_DELIVER_15
    return Rule.NY_EVENT_6 if covering.city(state, t.City.TRANSIT_STRIKE.value) else Rule.NY_POWER_FASTPASS_1


@jit
def apply_route(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-14: choose the route; the payment is determined now."""
    route = action - s.ROUTE
    state.d_route = route
    owner, village, zone = int(state.d_from), int(state.d_at), int(state.d_zone)
    cards = covering.route_cards(state, seat, owner, village, zone, route)
    state.d_due = cards + delivery.extra_cards(state, int(state.d_ticket))
    if route >= s.RIDE and state.slot[seat, t.SPEED] == t.Power.SUBWAY_FAST_PASS:
        state.passes -= 1  # NY-POWER-FASTPASS-1
    if state.power_at[t.Power.OUT_OF_SUPPLIES] == t.Place.DEBT + seat:
        state.d_debt = t.DEBT_CARDS
    state.d_stage = Stage.DEBT
    tell(log, Event.DELIVERS, seat, EVERYONE, int(state.d_slot), village, zone, route, owner)


@jit
def worth_route(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer few cards, and a simple route."""
    owner, village, zone = int(view.d_from), int(view.d_at), int(view.d_zone)
    cost = covering.route_cards(view, seat, owner, village, zone, action - s.ROUTE)
    return -1.0 * cost - 0.1 * (action - s.ROUTE)


def route_label(view: Any, route: int) -> str:
    speed = int(view.slot[int(view.d_seat), 0]) if view.phase == Phase.ROUTE else NONE
    means = names.power_name(speed) if speed > NONE else _("SPEED card")
    name = [
        _("On foot"),
        _("On foot through the Park Path"),
        _("With {card}").format(card=means),
        _("With {card} through the Park Path").format(card=means),
    ][route]
    if view.phase != Phase.ROUTE or view.d_at < 0 or view.d_zone < 0:
        return name
    cost = int(
        covering.route_cards(
            view, int(view.d_seat), int(view.d_from), int(view.d_at), int(view.d_zone), route
        )
    )
    if cost >= 100:
        return name
    return _("{way}: {cost}").format(way=name, cost=names.cards(cost) if cost else _("free"))


ASK_ROUTE = Question(
    Phase.ROUTE,
    check_route,
    apply_route,
    prompt=lambda view: _("How do you get there?"),
    runs=((s.ROUTE, 4),),
    worth=worth_route,
)
