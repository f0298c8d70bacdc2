"""greedy: deliver when you can, take what the orders ask for, build early, waste little.

Every option of a decision is worth a number; the best one is taken, ties by the seed. Cards are valued by the
orders that lie open and by the own pizzerias.
"""

from typing import Any

import numpy as np

from fattorino.games.new_york import state as s
from fattorino.games.new_york import streets
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering, delivery, pizzerias, table, tickets
from fattorino.games.new_york.state import Act, Phase
from fattorino.games.new_york.tables import Power, Top
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import below, seeded

FIRST_SHOPS = 2  # build these before anything else
MANY_SHOPS = 4
FULL_HAND = 8
_LIKED = {  # what it is worth to play a card at once; the others come after a delivery or not at all
    "lucky_day": 9,
    "over_achiever": 3,
    "bonus_supplies": 6,
    "windfall": 2,
    "down_on_your_luck": 5,
    "real_estate_tycoon": 4,
    "out_of_supplies": 4,
    "oooops": 7,
    "buying_time": 0,
    "special_sale": 0,
    "hacker": 0,
    "order_screw_up": 0,
    "system_error": 0,
}
_PLAY = np.array([_LIKED.get(str(card["id"]), 5) for card in t.POWERS], np.int8)


@jit
def liking(power: int) -> int:
    """How gladly a Power Card is played."""
    return int(_PLAY[power])


@jit
def shops(view: State, seat: Seat) -> int:
    """How many pizzerias a player has."""
    count = 0
    for village in range(t.BUILDABLE):
        if view.lot[seat, village] != NONE:
            count += 1
    return count


@jit
def lacking(view: State, seat: Seat, kind: int) -> float:
    """How much the open orders ask for one more card of a kind."""
    total = 0.0
    for slot in range(t.SLOTS):
        ticket = int(view.ticket[slot])
        if ticket == NONE or (ticket < t.SPECIALTY and not tickets.is_filled(view, slot)):
            continue
        size = t.ticket_fact(ticket, t.TICKET_SIZE)
        wanted, held = 0, 0
        for k in range(size):
            if delivery.want(view, slot, k) == kind:
                wanted += 1
        if wanted == 0:
            continue
        for village in range(t.BUILDABLE):
            for place in range(t.MAX_CARDS):
                card = int(view.perm[seat, village, place])
                if card != NONE and t.kind_of(card) == kind:
                    held = 1
        if wanted > held:
            total += (t.ticket_fact(ticket, t.TICKET_VALUE) + 3.0) / (size + 1.0)
    return total


@jit
def held_of(view: State, seat: Seat, kind: int) -> int:
    """How many cards of a kind are in hand."""
    count = 0
    for village in range(t.N_VILLAGES if kind < t.ANY_INGREDIENT else t.BUILDABLE):
        count += int(view.hand[seat, kind * t.N_VILLAGES + village])
    return count


@jit
def card_worth(view: State, seat: Seat, card: int) -> float:
    """What a card in hand is good for."""
    if card >= t.N_BLUE:
        return 0.6 + 0.2 * liking(card - t.N_BLUE)
    kind = t.kind_of(card)
    if kind >= t.N_INGREDIENTS:
        return 1.6 + 0.4 * (kind == t.ANY_INGREDIENT)
    worth = lacking(view, seat, kind) / (1.0 + held_of(view, seat, kind))
    village = t.village_of(card)
    if village == t.PARK:
        worth += 0.25
    elif view.lot[seat, village] != NONE:
        worth += 0.35 if pizzerias.n_perm(view, seat, village) + view.disks[seat, village] < 5 else 0.0
    elif shops(view, seat) < MANY_SHOPS:
        worth += 0.3
    if kind == Top.ONIONS:  # on top they save a card in every delivery
        worth += 0.3
    return worth + 0.2


@jit
def way_out(view: State, lot: int) -> float:
    """How far the zones are from a lot, on average."""
    total = 0
    for zone in range(t.N_VILLAGES):
        total += streets.spaces(int(view.large), streets.ON_FOOT, 0, lot, zone)
    return total / t.N_VILLAGES


@jit
def step_worth(view: State, seat: Seat, action: int, delivers: bool) -> float:
    """An action, a Power Card, a power on demand, or the end of the turn."""
    hand = table.hand_size(view, seat)
    if action == s.DONE:
        return 4.0
    if action == s.ACT + Act.DELIVER:
        return 60.0
    if action == s.ACT + Act.MARKET:
        return 20.0
    if action == s.ACT + Act.REPUTATION:
        if shops(view, seat) < FIRST_SHOPS:
            return 40.0
        return 25.0 if hand > FULL_HAND else 15.0
    if action >= s.CARD + t.N_BLUE:
        power = action - s.CARD - t.N_BLUE
        kind = t.power_fact(power, 0)
        if kind < t.TIMED:
            return 70.0 if view.slot[seat, kind] == NONE else 1.0
        if power == Power.OVER_ACHIEVER:
            return 65.0 if delivers else 1.0
        if power == Power.WINDFALL:
            return 1.0 if delivers else 22.0
        if power == Power.REAL_ESTATE_TYCOON and view.money[0 if view.coop else seat] < 3:
            return 1.0
        return 10.0 * liking(power)
    if action == s.USE + 2:
        return 30.0
    return 5.0 if action == s.USE + 1 and hand > FULL_HAND else 1.0


@jit
def pay_worth(view: State, seat: Seat, action: int) -> float:
    """Paying: money is a point; the least useful card may be worth less."""
    if action == s.MONEY:
        return -0.9 if table.hand_size(view, seat) < FULL_HAND and not view.coop else -1.4
    if action >= s.CARD:
        return -card_worth(view, seat, action - s.CARD)
    if action >= s.COLD:
        return 0.5
    return 0.0


@jit
def deliver_worth(view: State, seat: Seat, action: int, phase: int) -> float:
    """The choices of a delivery: much money, few cards, own ingredients first."""
    if phase == Phase.ORDER:
        slot = action - s.ORDER
        ticket = int(view.ticket[slot])
        value = 3.0 * t.ticket_fact(ticket, t.TICKET_VALUE)
        if view.coop:  # pizzas are what a team lacks: the small ones first
            value = 4.0 - 2.0 * t.ticket_fact(ticket, t.TICKET_SIZE)
        zone = delivery.order_zone(view, slot)
        best = covering.IMPOSSIBLE
        for village in range(t.BUILDABLE):
            if zone != NONE and view.lot[seat, village] != NONE:
                best = min(best, covering.least_cards(view, seat, seat, village, zone))
        return value - (best if best < covering.IMPOSSIBLE else 2) - (8.0 if ticket >= t.SPECIALTY else 0.0)
    if phase == Phase.PIZZERIA or phase == Phase.ROTARY:
        if action == s.DONE:
            return -50.0
        owner = int(view.d_from) if phase == Phase.PIZZERIA else seat
        zone = int(view.d_zone)
        village = action - s.VILLAGE
        return pizzerias.n_perm(view, owner, village) - 1.0 * covering.least_cards(
            view, seat, owner, village, zone
        )
    if phase == Phase.ZONE:
        return -1.0 * covering.least_cards(view, seat, int(view.d_from), int(view.d_at), action - s.VILLAGE)
    if phase == Phase.ROUTE:
        route = action - s.ROUTE
        cost = covering.route_cards(view, seat, int(view.d_from), int(view.d_at), int(view.d_zone), route)
        return -1.0 * cost - 0.1 * route
    if action == s.SHORT:
        return 0.5 if view.coop else -2.5  # a team has no use for tips
    if action >= s.CARD:
        worth = card_worth(view, seat, action - s.CARD)
        return -worth if phase == Phase.COVER else 0.8 - worth
    if action >= s.COLD:
        return 2.0
    if action == s.FARMER:
        return 3.0
    if action >= s.PERM:
        return 4.0 if action - s.PERM < t.N_INGREDIENTS else 3.5
    return 0.0


@jit
def grow_worth(view: State, seat: Seat, action: int, phase: int) -> float:
    """Building and upgrading."""
    if phase == Phase.INCREASE:
        if action == s.INC:
            return 5.0 if shops(view, seat) < FIRST_SHOPS else 1.5 if shops(view, seat) < MANY_SHOPS else 0.5
        if action == s.INC + 1:
            return 2.0
        return 1.0
    if phase == Phase.BUILD_CARD:
        if action == s.DONE:
            return -20.0
        card = action - s.CARD
        dear = 1.0 if t.village_of(card) == t.MIDTOWN else 0.0
        onions = 2.0 if view.coop and t.kind_of(card) == Top.ONIONS else 0.0
        return onions - dear - card_worth(view, seat, card)
    if phase == Phase.BUILD_LOT:
        price = 0 if view.coop and view.turn < view.n else streets.lot_price(int(view.large), action - s.LOT)
        return -1.2 * price - way_out(view, action - s.LOT)
    if phase == Phase.UPGRADE_CARD:
        return 1.0 - card_worth(view, seat, action - s.CARD)
    if phase == Phase.UPGRADE_AT or phase == Phase.CRASH_AT:
        return float(-1.0 * view.disks[seat, action - s.VILLAGE])
    if phase == Phase.UPGRADE_MODE:
        village = int(view.stack[int(view.n_stack) - 1, 3])
        if action == s.MODE:
            return 3.0 if view.disks[seat, village] < 3 else 1.0
        return 2.0 if action == s.MODE + 1 else 1.5
    return 0.0


@jit
def rival(view: State, seat: Seat, other: Seat) -> float:
    """How far ahead another player seems to be."""
    total = float(view.money[other]) + 2.5 * view.n_tips[other]
    for village in range(t.BUILDABLE):
        total += 2.0 * view.disks[other, village] + pizzerias.n_perm(view, other, village)
    return float(total)


@jit
def worth(view: State, seat: Seat, action: int, phase: int, delivers: bool) -> float:
    """What an option is worth to greedy, which pays card by card."""
    if action == s.AUTO:
        return -1000.0
    if phase == Phase.PRE or phase == Phase.POST or phase == Phase.OTHER_ACTION:
        return step_worth(view, seat, action, delivers)
    if (Phase.ORDER <= phase <= Phase.CHEESE and phase != Phase.DEBT) or phase == Phase.ROTARY:
        return deliver_worth(view, seat, action, phase)
    if phase == Phase.TAKE or phase == Phase.FARMER_CARD:
        if action == s.DECK:
            return 0.75
        return card_worth(view, seat, action - s.CARD) if action >= s.CARD else -1.0
    if (Phase.INCREASE <= phase <= Phase.UPGRADE_MODE and phase != Phase.PAY) or phase == Phase.CRASH_AT:
        return grow_worth(view, seat, action, phase)
    if phase == Phase.KEEP:
        return 1.0 * liking(action - s.CARD - t.N_BLUE)
    if phase == Phase.WINDOW or phase == Phase.PICK_CARD:
        return 1.0 if action != s.DONE else 0.0
    if phase == Phase.TAX_WINDOW or phase == Phase.VICTIM:
        return rival(view, seat, action - s.SEAT) if action >= s.SEAT else 8.0
    if phase == Phase.HAM_TAKE or phase == Phase.HAM_PLACE:
        slot = int(view.d_slot) if action == s.DONE else action - s.ORDER
        sign = 1.0 if phase == Phase.HAM_TAKE else -1.0
        return float(sign * view.ham[slot] + 0.1 * (action != s.DONE))
    if phase == Phase.REWARD:
        return 2.0 if action == s.REWARD else 1.0
    if phase == Phase.SIDE:
        return 1.0 if action == s.DONE else 0.0
    if phase == Phase.TOKENS:
        return -way_out(view, action - s.LOT) if action < s.CARD else 0.0
    return pay_worth(view, seat, action)


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The option that is worth most; among equals the seed decides."""
    phase = int(view.phase)
    delivers = False
    for k in range(n):
        if actions[k] == s.ACT + Act.DELIVER:
            delivers = True
    best, chosen, equal = 0.0, int(actions[0]), 0
    chance = seeded(seed)
    for k in range(n):
        value = worth(view, seat, int(actions[k]), phase, delivers)
        if k == 0 or value > best + 1e-9:
            best, chosen, equal = value, int(actions[k]), 1
        elif value > best - 1e-9:
            equal += 1
            chance = seeded(seed + equal)
            if below(chance, equal) == 0:
                chosen = int(actions[k])
    return chosen
