"""How greedy evaluates cards, by the open orders and its own pizzerias, and lots and rivals."""

from fattorino.games.new_york import state as s, streets, tables as t
from fattorino.games.new_york.rules import delivery, hands, pizzerias, power_card, tickets
from fattorino.games.new_york.state import Act
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Action, Seat, State, ones

FIRST_SHOPS = 2  # build these before anything else
MANY_SHOPS = 4
FULL_HAND = 8


@jit
def shops(view: State, seat: Seat) -> int:
    """How many pizzerias a player has."""
    return ones(pizzerias.own_villages(view, seat))


@jit
def demand(view: State, seat: Seat, kind: int) -> float:
    """How much the open orders need one more card of a kind."""
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
    """The usefulness of a card in hand."""
    if card >= t.N_BLUE:
        return 0.6 + 0.2 * power_card.liking(card - t.N_BLUE)
    kind = t.kind_of(card)
    if kind >= t.N_INGREDIENTS:
        return 1.6 + 0.4 * (kind == t.ANY_INGREDIENT)
    worth = demand(view, seat, kind) / (1.0 + held_of(view, seat, kind))
    village = t.village_of(card)
    if village == t.PARK:
        worth += 0.25
    elif view.lot[seat, village] != NONE:
        worth += 0.35 if pizzerias.n_perm(view, seat, village) + view.disks[seat, village] < 5 else 0.0
    elif shops(view, seat) < MANY_SHOPS:
        worth += 0.3
    if kind == t.Top.ONIONS:  # on top they save a card in every delivery
        worth += 0.3
    return worth + 0.2


@jit
def way_out(view: State, lot: int) -> float:
    """The average distance of the zones from a lot."""
    total = 0
    for zone in range(t.N_VILLAGES):
        total += streets.spaces(int(view.large), streets.ON_FOOT, 0, lot, zone)
    return total / t.N_VILLAGES


@jit
def rival(view: State, seat: Seat, other: Seat) -> float:
    """How far ahead another player seems to be."""
    total = float(view.money[other]) + 2.5 * view.n_tips[other]
    for village in range(t.BUILDABLE):
        total += 2.0 * view.disks[other, village] + pizzerias.n_perm(view, other, village)
    return float(total)


# -- evaluations shared by several questions ---------------------------------------------------------------


@jit
def pay_worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Paying: a dollar costs a point; the least useful card may cost less."""
    if action == s.MONEY:
        return -0.9 if hands.hand_size(view, seat) < FULL_HAND and not view.coop else -1.4
    if action >= s.CARD:
        return -card_worth(view, seat, action - s.CARD)
    if action >= s.COLD:
        return 0.5
    return 0.0


@jit
def wanted_worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Taking a card: its usefulness; an unknown one is better than a useless one."""
    if action == s.DECK:
        return 0.75
    return card_worth(view, seat, action - s.CARD) if action >= s.CARD else -1.0


@jit
def rival_worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Harming somebody: the player who seems furthest ahead, if the lead is large."""
    return rival(view, seat, action - s.SEAT) if action >= s.SEAT else 8.0


@jit
def act_worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """The three actions."""
    if action == s.ACT + Act.DELIVER:
        return 60.0
    if action == s.ACT + Act.MARKET:
        return 20.0
    if shops(view, seat) < FIRST_SHOPS:
        return 40.0
    return 25.0 if hands.hand_size(view, seat) > FULL_HAND else 15.0
