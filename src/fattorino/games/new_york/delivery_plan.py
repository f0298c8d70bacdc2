"""A delivery planned in advance: distance, streets, what covers each ingredient, costs and earnings.

Everything is computed from the deliverer's view by the rules themselves, on a scratch copy.
"""

import heapq
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from fattorino.games.new_york import names, state as s, streets, tables as t
from fattorino.games.new_york.rules import covering, dispatch, hands, rewards
from fattorino.games.new_york.rules.questions import delivering, ingredients, paying
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel import records
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

MEANS = {
    t.Power.MOTOR_BOAT: streets.BY_BOAT,
    t.Power.SUBWAY_FAST_PASS: streets.BY_PASS,
    t.Power.SUBWAY_TICKET_BLUE: streets.BY_BLUE,
    t.Power.SUBWAY_TICKET_RED: streets.BY_RED,
}
OWN, FROM_HAND, LEFT_OFF = range(3)


class Cover(NamedTuple):
    """What covers one ingredient."""

    wanted: int  # kind
    how: int  # OWN, FROM_HAND or LEFT_OFF
    words: str


class Entry(NamedTuple):
    """A line of the account of a delivery."""

    line: int
    dollars: int  # below zero if the deliverer pays them
    owner: int  # the opponent whom a toll goes to, or NONE
    words: str


class Plan(NamedTuple):
    """One way to make a delivery."""

    owner: int
    village: int
    zone: int
    route: int
    spaces: int
    reach: int
    way: int  # cards for the route, fare included
    due: int  # cards of any sort in all
    covers: list[Cover]
    earns: int  # from the bank; tolls are in the account
    account: list[Entry]


def as_compiled(number: int) -> Any:
    """A small number in the type the rules are compiled for, so that nothing is compiled for a picture."""
    return np.int8(number)


def scratch(view: Any) -> Any:
    """A copy of a view to try things out on."""
    states = np.zeros(1, s.STATE)
    states[0] = view
    return states[0]


def means_of(view: Any, seat: Seat, route: int) -> int:
    """On foot, by boat or by a subway line."""
    return MEANS.get(int(view.slot[seat, 0]), streets.ON_FOOT) if route >= s.RIDE else streets.ON_FOOT


def routes(view: Any, seat: Seat, owner: Seat, village: int, zone: int) -> dict[int, int]:
    """The kinds of route that are open, with the cards they cost."""
    costs = {
        r: int(covering.route_cards(view, seat, owner, village, zone, r)) for r in range(s.RIDE_PATH + 1)
    }
    return {route: cost for route, cost in costs.items() if cost < covering.IMPOSSIBLE}


def nearest_zone(view: Any, seat: Seat, owner: Seat, village: int) -> int:
    """The zone to which a specialty can be delivered for the fewest cards."""
    return min(
        range(t.N_VILLAGES), key=lambda zone: int(covering.least_cards(view, seat, owner, village, zone))
    )


def plan(view: Any, seat: Seat, slot: int, village: int, zone: int = NONE, route: int = NONE) -> Plan | None:
    """A delivery of an order (NONE: the current one) from a pizzeria by the cheapest route, as suggested."""
    state = scratch(view) if slot == NONE else chosen(view, seat, slot)
    log, seat = records.new_log(), as_compiled(seat)
    owner = as_compiled(int(state.d_from))
    if delivering.check_from(state, seat, owner, s.VILLAGE + village) != Rule.OK:
        return None
    delivering.apply_pizzeria(state, seat, s.VILLAGE + village, log)
    if state.d_zone == NONE:
        state.d_zone = zone if zone != NONE else nearest_zone(state, seat, owner, village)
    zone = int(state.d_zone)
    costs = routes(state, seat, owner, village, zone)
    if not costs or (route != NONE and route not in costs):
        return None
    if route == NONE:
        route = min(costs, key=lambda way: costs[way])
    distance = int(
        streets.spaces(
            int(state.large),
            means_of(state, seat, route),
            int(route in (s.FOOT_PATH, s.RIDE_PATH)),
            int(state.lot[owner, village]),
            zone,
        )
    )
    reach = int(covering.free_range(state, seat, owner, village))
    delivering.apply_route(state, seat, s.ROUTE + route, log)
    covered = covers(state, seat)
    if covered is None or distance >= streets.FAR:
        return None
    return Plan(
        int(owner),
        village,
        zone,
        route,
        distance,
        reach,
        costs[route],
        int(state.d_due),
        covered,
        int(rewards.payment(state, seat)),
        account(state, seat, seat),
    )


def covers(state: Any, seat: Seat) -> list[Cover] | None:
    """How the suggested payment covers the open ingredients; plays the state up to there."""
    found, log, seat = [], records.new_log(), as_compiled(seat)
    state.phase = Phase.COVER
    for _need in range(int(state.d_next), int(state.d_n)):
        wanted = int(state.d_need[int(state.d_next)])
        action = int(dispatch.suggested(state, as_compiled(Phase.COVER.value), seat))
        if action == NONE:
            return None
        found.append(cover_words(state, seat, wanted, action))
        log[0, 0] = 0
        ingredients.apply_cover(state, seat, action, log)
    return found


def cover_words(state: Any, seat: Seat, wanted: int, action: int) -> Cover:
    """A source of an ingredient, in a word or two."""
    if action == s.SHORT:
        return Cover(wanted, LEFT_OFF, _("left off"))
    kind = names.kind_name(int(ingredients.source_kind(state, seat, action)))
    if action >= s.CARD:
        return Cover(wanted, FROM_HAND, names.card_name(action - s.CARD))
    if action >= s.COLD:
        return Cover(wanted, FROM_HAND, _("{kind} in storage").format(kind=kind))
    own = _("Farmer Brown's {kind}") if action == s.FARMER else _("own {kind}")
    return Cover(wanted, OWN, own.format(kind=kind))


def account(state: Any, seat: Seat, viewer: Seat) -> list[Entry]:
    """What adds to the payment of an order or takes from it, line by line, as the rules count it."""
    found = []
    for line in range(rewards.Line.TOP, rewards.N_LINES):
        dollars = int(rewards.dollars(state, seat, line))
        if dollars:
            owner = int(rewards.toll_to(state, seat, line))
            found.append(Entry(line, dollars, owner, entry_words(state, line, dollars, owner, viewer)))
    return found


def entry_words(state: Any, line: int, dollars: int, owner: Seat, viewer: Seat) -> str:
    """A line of the account: "+$2 Mob Boss", "−$1 toll to Player 2"."""
    if owner != NONE:
        text = _("−${n} toll to you") if owner == viewer else _("−${n} toll to {who}")
        return text.format(n=-dollars, who=names.seat_name(owner, viewer))
    text = _("+${n} {power}") if dollars > 0 else _("−${n} {power}")
    return text.format(n=abs(dollars), power=source_name(state, line))


def source_name(state: Any, line: int) -> str:
    """What a line of the account comes from: a Power Card, Extra Cheese or the pizzeria's top card."""
    if line == rewards.Line.ACHIEVER:
        return names.power_name(t.Power.OVER_ACHIEVER)
    power = int(rewards.power_of(line))
    if power != NONE:
        return names.power_name(power)
    return names.kind_name(t.CHEESE if line == rewards.Line.CHEESE else int(state.d_top))


def chosen(view: Any, seat: Seat, slot: int) -> Any:
    """A copy of a view in which an order is the one to deliver."""
    state = scratch(view)
    delivering.apply_order(state, as_compiled(seat), s.ORDER + slot, records.new_log())
    return state


def promise(view: Any, viewer: Seat) -> tuple[int, list[Entry]]:
    """What the current delivery pays, as far as it is known, and the lines of its account.

    An open ingredient counts with its class; while it can be anything, neither all meat nor none is promised.
    """
    state, seat = scratch(view), as_compiled(int(view.d_seat))
    for place in range(int(view.d_next), int(view.d_n)):
        kind = int(view.d_need[place])
        for counted in (t.ANY_MEAT, t.ANY_VEGETABLE) if kind == t.ANY_INGREDIENT else (kind,):
            ingredients.count_class(state, as_compiled(counted))
    return int(rewards.payment(state, seat)), account(state, seat, viewer)


def payment(view: Any, seat: Seat) -> str:
    """The suggested payment for the current question, in words."""
    state, log, phase = scratch(view), records.new_log(), as_compiled(int(view.phase))
    seat = as_compiled(seat)
    if phase == Phase.COVER:
        return ", ".join(cover.words for cover in covers(state, seat) or [])
    left = int(view.d_due) if phase == Phase.EXTRA else int(view.stack[int(view.n_stack) - 1, 2])
    purse, cards = int(hands.money_of(view, seat)), []
    for _unit in range(left):
        action = int(dispatch.suggested(state, phase, seat))
        if action == NONE:
            break
        if action >= s.CARD:
            cards.append(names.card_name(action - s.CARD))
        elif action >= s.COLD:
            cards.append(names.card_name(int(state.cold[action - s.COLD])))
        log[0, 0] = 0
        if phase == Phase.EXTRA:
            ingredients.apply_extra(state, seat, action, log)
        else:
            paying.apply_unit(state, seat, action, log)
            if int(state.stack[int(view.n_stack) - 1, 0]) != phase:
                break
    dollars = purse - int(hands.money_of(state, seat))
    return ", ".join([f"${dollars}"] * bool(dollars) + cards)


# -- in words --------------------------------------------------------------------------------------------


def way_words(way: Plan) -> str:
    """The distance and its cost."""
    text = ngettext("{n} space", "{n} spaces", way.spaces)
    if way.reach >= way.spaces and not way.way:
        return _("{spaces}, in range").format(spaces=text)
    cards = names.cards(way.way) if way.way else _("no card")
    return _("{spaces}, {reach} in range: {cards}").format(spaces=text, reach=way.reach, cards=cards)


def covers_words(covered: Iterable[Cover]) -> str:
    """What covers each ingredient, free sources first."""
    return ", ".join(cover.words for cover in sorted(covered, key=lambda cover: cover.how))


def cards_spent(way: Plan) -> int:
    """The number of cards a plan takes from hand."""
    return way.due + sum(cover.how == FROM_HAND for cover in way.covers)


# -- on the map ------------------------------------------------------------------------------------------


@cache
def graph(large: int, means: int, path: int) -> dict[str, list[tuple[str, int]]]:
    """The street spaces with their neighbours and the cost of a step; a ride is free."""
    side = streets.SIDES[large]
    near: dict[str, list[tuple[str, int]]] = {name: [] for name in [*streets.node_numbers(side), "park_path"]}
    steps = [(one, other, 1) for one, other in side["edges"]]
    if path:
        steps += [(side["park_path"][gate], "park_path", 1) for gate in ("north", "south", "west", "east")]
    docks, red, blue = side["docks"]["spaces"], side["subway"]["red"], side["subway"]["blue"]
    places: list[str] = {
        streets.BY_BOAT: docks,
        streets.BY_PASS: red + blue,
        streets.BY_BLUE: blue,
        streets.BY_RED: red,
    }.get(means, [])
    ride = 1 if means == streets.BY_BOAT else 0
    steps += [(one, other, ride) for one in places for other in places if one < other]
    for one, other, cost in steps:
        near[one].append((other, cost))
        near[other].append((one, cost))
    return near


@cache
def streets_taken(large: int, means: int, path: int, lot: int, zone: int) -> tuple[str, ...]:
    """The spaces of a shortest route from a lot's doors to a zone."""
    side, near = streets.SIDES[large], graph(large, means, path)
    goal = side["zones"][t.VILLAGES[zone]]
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (door,)) for door in side["lots"][lot]["doors"]]
    seen: set[str] = set()
    while queue:
        cost, turns, taken = heapq.heappop(queue)
        here = taken[-1]
        if here == goal:
            return taken
        if here in seen:
            continue
        seen.add(here)
        for place, step in near[here]:
            if place not in seen:
                heapq.heappush(queue, (cost + step, turns + 1, (*taken, place)))
    return ()


def taken(view: Any, seat: Seat, owner: Seat, village: int, zone: int, route: int) -> tuple[str, ...]:
    """The spaces of a route, for the map."""
    lot = int(view.lot[owner, village])
    if lot < 0 or not 0 <= zone < t.N_VILLAGES:
        return ()
    path = int(route in (s.FOOT_PATH, s.RIDE_PATH))
    return streets_taken(int(view.large), means_of(view, seat, route), path, lot, zone)
