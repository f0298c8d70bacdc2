"""Build: which pizzeria, and on which square."""

from typing import Any

from fattorino.games.papa_paolo import opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import district, money
from fattorino.games.papa_paolo.rules.question import Question, answers_by, one_term, teach
from fattorino.games.papa_paolo.state import Event, Phase, Rule, Touch
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, ones, tell


@jit
def is_open(state: State, seat: Seat) -> bool:
    """PP-BUILD-8: whether there is a square for a pizzeria, and money for one."""
    affords = False
    for kind in range(t.N_PRICES):
        if check_price(state, seat, s.PRICE + kind) == Rule.OK:
            affords = True
    return bool(affords and state.sites[seat])


@jit
def gift(state: State, seat: Seat) -> int:
    """PP-BUILD-6: the pizzas that are put on a new pizzeria."""
    return min(s.FREE_PIZZAS, money.in_supply(state, seat))


def why_none(view: Any, seat: Seat) -> str:
    """What is missing for building any pizzeria."""
    prices = [price for kind, price in enumerate(t.PRICES) if view.pizzerias[kind] > 0]
    if not prices:
        return _("All pizzerias are built.")
    if view.money[seat] < prices[0]:
        return money.too_little(view, seat, prices[0])
    return _("No square is left beside a city tile and away from your other pizzerias.")


@jit
def best_worth(view: State, seat: Seat, plan: Any) -> int:
    """The value of building: its pizzas that can be delivered, room for later, less the lowest price."""
    shops = ones(int(view.shops[seat]))
    useful = max(min(s.FREE_PIZZAS, opinion.shortage(view, seat, plan)), 0)
    rounds = s.ROUNDS - int(view.round_no)
    room = 6 * rounds if shops == 1 else 2 * rounds if shops == 2 else 0
    price = t.building_price(0) * opinion.lira(view, seat)
    return 12 * useful + room - 6 * (s.FREE_PIZZAS - useful) - price


# -- which pizzeria --------------------------------------------------------------------------------------


@jit
def check_price(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids buying this pizzeria, or Rule.OK."""
    kind = action - s.PRICE
    if kind < 0 or kind >= t.N_PRICES:
        return Rule.PP_BUILD_1
    if state.pizzerias[kind] == 0:
        return Rule.PP_BUILD_9
    return Rule.OK if t.building_price(kind) <= state.money[seat] else Rule.PP_ROUND_5


@jit
def apply_price(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-BUILD-1: pay for a pizzeria of the supply, which is not refilled (PP-BUILD-9)."""
    kind = action - s.PRICE
    money.pay(state, seat, t.building_price(kind))
    state.pizzerias[kind] = int(state.pizzerias[kind]) - 1
    state.price = kind
    state.phase = Phase.SITE
    tell(log, Event.PRICED, seat, EVERYONE, t.building_price(kind))
    return False


@jit
def worth_price(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """A price that leaves £5, or the lowest."""
    spare = int(view.money[seat]) - 5
    return -abs(t.building_price(action - s.PRICE) - spare) if spare > 2 else -action


def label_price(view: Any, kind: int) -> str:
    """A price, and what it buys."""
    text = _("A pizzeria for £{price}: room for {room}")
    return text.format(price=t.PRICES[kind], room=t.capacity_of(t.BUILT + kind))


def why_price(view: Any, seat: Seat, action: int) -> str:
    """What is missing for building a pizzeria of this price."""
    rule = check_price(view, seat, action)
    if rule == Rule.PP_BUILD_9:
        return _("All pizzerias of this price are built.")
    return "" if rule == Rule.OK else money.too_little(view, seat, t.PRICES[action - s.PRICE])


ASK_PRICE = Question(
    Phase.PRICE,
    check_price,
    apply_price,
    answers_by(check_price, s.PRICE, t.N_PRICES),
    prompt=lambda view: _("Choose a pizzeria to build. You have £{n}.").format(
        n=int(view.money[int(view.seat)])
    ),
    labels={"PRICE": label_price},
    worth=worth_price,
    terms=one_term(worth_price, lambda: _("the price leaves enough money for the next things")),
    matters=teach("pp-district", "PP-BUILD-1", "PP-BUILD-6"),
    why=why_price,
    looked_for=lambda view, seat: range(s.PRICE, s.PRICE + t.N_PRICES),
)


# -- on which square -------------------------------------------------------------------------------------


@jit
def check_site(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids a pizzeria on a cell, or Rule.OK."""
    cell = action - s.CELL
    if cell < 0 or cell >= s.CELLS or state.at[seat, cell] != NONE:
        return Rule.PP_BUILD_2
    if not district.within(state, seat, cell // s.GRID, cell % s.GRID):
        return Rule.PP_BUILD_2
    code = district.touches(state, seat, cell)
    if t.has(t.fitting(code), t.SITE):
        return Rule.OK
    for side in range(s.N_SIDES):
        if (code >> 2 * side) & 3 == Touch.PIZZERIA:
            return Rule.PP_BUILD_4
    return Rule.PP_BUILD_3


@jit(inline=True)
def apply_site(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-BUILD-5 to PP-BUILD-7: four exits, two pizzas from the supply, its own capacity."""
    pizzas, cell = gift(state, seat), action - s.CELL
    state.supply[seat] = int(state.supply[seat]) - pizzas
    district.add(state, seat, cell, t.BUILT + int(state.price), t.ALL_ROADS, pizzas)
    tell(log, Event.BUILT, seat, EVERYONE, t.building_price(int(state.price)), cell, pizzas)
    state.price = NONE
    return True


@jit
def worth_site(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """Houses a new pizzeria would have at its exits."""
    exits = 0
    open_sides = 0
    code = district.touches(view, seat, action - s.CELL)
    for side in range(s.N_SIDES):
        touched = (code >> 2 * side) & 3
        if touched == Touch.ROAD:
            exits |= 1 << int(view.at[seat, t.beside(action - s.CELL, side)])
        elif touched == Touch.NOTHING:
            open_sides += 1
    return 3 * opinion.near_houses(view, seat, plan, exits, 2) + open_sides + (4 if exits else 0)


def label_site(view: Any, cell: int) -> str:
    """A square, and whether a road leads there."""
    text = _("Build at {cell}")
    if not district.leads_on(view, int(view.seat), cell):
        text = _("Build at {cell}, where no road of yours leads")
    return text.format(cell=t.cell_name(cell))


def why_site(view: Any, seat: Seat, action: int) -> str:
    """What is wrong with a square for a pizzeria."""
    limit = _("The square must be empty, and a district is at most {long} by {short}.")
    return {
        Rule.PP_BUILD_2: limit.format(long=s.BOX_LONG, short=s.BOX_SHORT),
        Rule.PP_BUILD_3: _("A pizzeria must lie beside a city tile."),
        Rule.PP_BUILD_4: _("Two pizzerias may not lie side by side."),
    }.get(check_site(view, seat, action), "")


ASK_SITE = Question(
    Phase.SITE,
    check_site,
    apply_site,
    jit(lambda state, seat, actions: district.list_cells(state, seat, 1 << t.SITE, actions)),
    prompt=lambda view: _("Choose a square beside a city tile and away from other pizzerias."),
    labels={"CELL": label_site},
    worth=worth_site,
    terms=one_term(worth_site, lambda: _("houses lie right beside a pizzeria there")),
    matters=teach("pp-district", "PP-BUILD-3", "PP-BUILD-4"),
    why=why_site,
)
