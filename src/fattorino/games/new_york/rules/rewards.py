"""What a delivery brings, S3 to S6: the account of its money, the tip, the cleared order, the reward card.

The account has a line for each thing that adds to a payment or takes from it. What is announced beforehand
(delivery_plan.py) and what is paid are made from the same lines.
"""

from enum import IntEnum

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.cards import frugal_shopper, over_achiever, park_commissioner, special_sale
from fattorino.games.new_york.rules import coop, hands, powers, tickets
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


class Line(IntEnum):
    """The lines of an account, in the order of the rulebook."""

    ORDER = 0
    TOP = 1
    DOUBLE = 2
    CHEESE = 3
    ACHIEVER = 4
    CARDS = 5  # the first of as many as there are Power Cards: those in play


N_LINES = Line.CARDS + t.N_POWERS


@jit
def base_payment(state: State) -> int:
    """NY-DELIVER-21 without Special Sale."""
    value = t.ticket_fact(int(state.d_ticket), t.TICKET_VALUE)
    if state.world == t.Power.COUPON_DAYS:  # NY-POWER-COUPON-1
        value = max(t.COUPON_LEAST, value // 2)
    return value


@jit
def order_payment(state: State) -> int:
    """NY-DELIVER-21, NY-POWER-SPECIALSALE-2, NY-POWER-HARLEMROTARY-2: without bonuses."""
    if state.d_copy:
        return int(state.d_base)
    base = base_payment(state)
    return 2 * base - special_sale.SALE_DISCOUNT if state.sale else base


@jit
def top_bonus(state: State) -> int:
    """What the top card of the pizzeria adds."""
    top, classes = int(state.d_top), int(state.d_classes)
    added = 0
    if top == t.Top.PINEAPPLE:  # NY-TOP-PINEAPPLE-1
        added = t.PINEAPPLE_BONUS
    elif top == t.Top.PEPPERONI and not classes & 1:  # NY-TOP-PEPPERONI-1, NY-DELIVER-32
        added = t.VEGGIE_BONUS
    elif top == t.Top.PEPPERS and not classes & 2 and classes & 5:  # NY-TOP-PEPPERS-1
        added = t.MEAT_BONUS
    return added


@jit
def cheese_bonus(state: State) -> int:
    """NY-CHEESE-2: what Extra Cheese adds."""
    return t.CHEESE_BONUS_SPECIALTY if state.d_ticket >= t.SPECIALTY else t.CHEESE_BONUS


@jit
def power_of(line: int) -> int:
    """The Power Card of a line; NONE if it is not that of a card in play."""
    return t.power_paid(line - Line.CARDS) if line >= Line.CARDS else NONE


@jit
def dollars(state: State, seat: Seat, line: int) -> int:
    """NY-DELIVER-22, -23: what a line of the account adds, or takes if it is below zero."""
    if line == Line.ORDER:
        return order_payment(state)
    if line == Line.TOP:
        return top_bonus(state)
    if line == Line.DOUBLE:
        return t.DOUBLE_BONUS if state.d_double else 0
    if line == Line.CHEESE:
        return cheese_bonus(state) if state.d_cheese else 0
    if line == Line.ACHIEVER:  # NY-POWER-OVERACHIEVER-1
        return over_achiever.ACHIEVER_DOLLARS if state.achiever and seat == state.active else 0
    return powers.dollars(state, seat, power_of(line))


@jit
def toll_to(state: State, seat: Seat, line: int) -> Seat:
    """The opponent who gets what a line takes; NONE if it is no toll."""
    owner = hands.owner_in_play(state, power_of(line)) if line >= Line.CARDS else NONE
    return owner if owner != NONE and owner != seat and dollars(state, seat, line) < 0 else NONE


@jit
def payment(state: State, seat: Seat) -> int:
    """NY-DELIVER-22: what the bank pays the deliverer, tolls aside; never less than nothing."""
    total = 0
    for line in range(N_LINES):
        if toll_to(state, seat, line) == NONE:
            total += dollars(state, seat, line)
    return max(0, total)


@jit
def pay_tolls(state: State, seat: Seat, log: Log) -> None:
    """NY-DELIVER-23: pay opponents as far as possible."""
    for line in range(N_LINES):
        owner = toll_to(state, seat, line)
        if owner != NONE:
            paid = min(hands.money_of(state, seat), -dollars(state, seat, line))
            if paid > 0:
                state.money[seat] -= paid
                state.money[owner] += paid
                tell(log, Event.TOLL, seat, EVERYONE, paid, owner)


@jit
def collect(state: State, seat: Seat, log: Log) -> None:
    """S3: the delivery counts, the bank pays, tolls are paid; shorting lowers nothing (NY-DELIVER-33)."""
    zone = int(state.d_zone)
    pizzas = int(state.sale_pizzas) if state.sale and not state.d_copy else 1  # NY-POWER-SPECIALSALE-2
    state.delivered[seat] += pizzas
    state.zones[seat] = int(state.zones[seat]) | 1 << zone
    if state.d_ticket >= t.SPECIALTY:
        state.special[seat] += 1
    if state.coop:  # NY-COOP-35
        state.pizzas += pizzas
    if seat == state.active:
        state.served = 1
    frugal_shopper.after_delivery(state, seat, log)
    paid = payment(state, seat)
    if not state.d_copy:
        state.d_base = base_payment(state)  # paid for a copy, NY-POWER-HARLEMROTARY-2
    park_commissioner.after_delivery(state, seat, log)
    if seat == state.active:
        state.achiever = 0
    tell(log, Event.EARNED, seat, EVERYONE, paid)
    coop.gain(state, seat, paid, log)
    pay_tolls(state, seat, log)


# -- S5 to S9 --------------------------------------------------------------------------------------------


@jit
def clean_up(state: State, log: Log) -> None:
    """NY-DELIVER-27, NY-COOP-24, NY-POWER-OUTAGE-4: cards go to the Open Market, the ticket to its pile."""
    if state.d_copy:
        return
    state.sale = 0
    slot = int(state.d_slot)
    for position in range(t.MAX_CARDS):
        card = int(state.order[slot, position])
        if card != NONE:
            state.market[card] += 1
            state.n_market += 1
            tell(log, Event.MARKET, NONE, EVERYONE, card)
    state.ticket_used[int(state.d_ticket)] += 1
    tickets.empty_slot(state, slot)
    if state.coop:
        coop.close_gap(state, slot)
