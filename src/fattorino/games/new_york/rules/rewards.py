"""What a delivery brings, S3 to S6: money and tolls, the tip, the cleared order, the reward card."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.cards import frugal_shopper, over_achiever, special_sale
from fattorino.games.new_york.rules import coop, hands, tickets
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def zone_card(state: State, seat: Seat, zone: int) -> bool:
    """Whether a player's MONEY card is one for this zone.

    NY-POWER-FINWIZARD-1, NY-POWER-MOBBOSS-1, NY-POWER-POPE-1, NY-POWER-PARKCOMM-1.
    """
    card = int(state.slot[seat, t.CASH])
    return card != NONE and t.zone_of_power(card) == zone


@jit
def base_payment(state: State) -> int:
    """NY-DELIVER-21 without Special Sale."""
    value = t.ticket_fact(int(state.d_ticket), t.TICKET_VALUE)
    if state.world == t.Power.COUPON_DAYS:  # NY-POWER-COUPON-1
        value = max(t.COUPON_LEAST, value // 2)
    return value


@jit
def bonuses(state: State, seat: Seat) -> int:
    """NY-DELIVER-22: everything the bank adds to the base."""
    zone = int(state.d_zone)
    top = int(state.d_top)
    classes = int(state.d_classes)
    total = 0
    if top == t.Top.PINEAPPLE:  # NY-TOP-PINEAPPLE-1
        total += t.PINEAPPLE_BONUS
    if top == t.Top.PEPPERONI and not classes & 1:  # NY-TOP-PEPPERONI-1, NY-DELIVER-32
        total += t.VEGGIE_BONUS
    if top == t.Top.PEPPERS and not classes & 2 and classes & 5:  # NY-TOP-PEPPERS-1
        total += t.MEAT_BONUS
    if state.d_double:
        total += t.DOUBLE_BONUS
    if state.d_cheese:
        total += t.CHEESE_BONUS_SPECIALTY if state.d_ticket >= t.SPECIALTY else t.CHEESE_BONUS
    if state.achiever and seat == state.active:  # NY-POWER-OVERACHIEVER-1
        total += over_achiever.ACHIEVER_DOLLARS
    village = int(state.d_at)
    if hands.has_in_play(state, seat, t.Power.LONG_DISTANCE_DELIVERY.value):  # NY-POWER-LONGDISTANCE-1
        if (village == t.HARLEM and zone == t.FINANCIAL) or (village == t.FINANCIAL and zone == t.HARLEM):
            total += t.LONG_DISTANCE_DOLLARS
    # NY-POWER-FINWIZARD-2, NY-POWER-MOBBOSS-2, NY-POWER-POPE-2
    if zone_card(state, seat, zone):
        total += t.owner_earns(int(state.slot[seat, t.CASH]))
    if hands.has_in_play(state, seat, t.Power.THATS_MY_SPOT.value) and state.spot == zone:
        total += t.owner_earns(t.Power.THATS_MY_SPOT.value)  # NY-POWER-MYSPOT-2
    if uses_path(state) and hands.has_in_play(state, seat, t.Power.PARK_PATH.value):
        total += t.owner_earns(t.Power.PARK_PATH.value)  # NY-POWER-PARKPATH-3
    return total


@jit
def path_bonus(state: State, seat: Seat, zone: int) -> int:
    """NY-POWER-PARKCOMM-2: what the Park Commissioner also earns while the Park Path is open."""
    owner = hands.owner_in_play(state, t.Power.PARK_COMMISSIONER.value)
    path = hands.owner_in_play(state, t.Power.PARK_PATH.value)
    mine = owner != NONE and (owner == seat or state.coop)
    return t.COMMISSIONER_DOLLARS if mine and path != NONE and zone == t.PARK else 0


@jit
def payment(state: State, seat: Seat) -> int:
    """What the bank pays the deliverer."""
    paid = int(state.d_base) if state.d_copy else base_payment(state)
    if state.sale and not state.d_copy:
        paid = 2 * paid - special_sale.SALE_DISCOUNT  # NY-POWER-SPECIALSALE-2
    return paid + bonuses(state, seat) + path_bonus(state, seat, int(state.d_zone))


@jit
def uses_path(state: State) -> bool:
    """Whether the route of the delivery uses the Park Path."""
    return bool(state.d_route == s.FOOT_PATH or state.d_route == s.RIDE_PATH)


@jit
def toll(state: State, seat: Seat, owner: Seat, power: int, log: Log) -> None:
    """NY-DELIVER-23: pay an opponent as far as possible; within a team nothing changes (NY-COOP-33)."""
    if (owner == NONE or owner == seat) or state.coop:
        return
    paid = min(hands.money_of(state, seat), t.toll_of(power))
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
    commissioner = hands.owner_in_play(state, t.Power.PARK_COMMISSIONER.value)
    if commissioner != NONE and commissioner != seat and not state.coop:
        dollars = path_bonus(state, commissioner, zone)
        if dollars > 0:
            state.money[commissioner] += dollars
            tell(log, Event.GAINED, commissioner, EVERYONE, dollars)
    if seat == state.active:
        state.achiever = 0
    tell(log, Event.EARNED, seat, EVERYONE, paid)
    coop.gain(state, seat, paid, log)
    for k in range(1, int(state.n)):
        other = (seat + k) % int(state.n)
        if zone_card(state, other, zone):
            toll(state, seat, other, int(state.slot[other, t.CASH]), log)
    if state.spot == zone:
        spot = t.Power.THATS_MY_SPOT.value
        toll(state, seat, hands.owner_in_play(state, spot), spot, log)
    if uses_path(state):
        path = t.Power.PARK_PATH.value
        toll(state, seat, hands.owner_in_play(state, path), path, log)


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
