"""The numbers by which a net judges a position in the search: a full state, which was imagined.

Positions are judged when a turn begins: a playout goes on until then, so that nothing is half done. The
numbers are from the side of the player whose turn it is; the others follow in the order of the turns.
"""

import math
from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import coop, covering, delivery, hands, pizzerias, score
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

NEAR = 4  # cards that an order lacks: 0 to 2, and more
STRETCH = 8  # cards of the Market Deck in one number

AT_INSPECTORS = 6
AT_DECK = AT_INSPECTORS + t.INSPECTORS + 1
AT_WORLD = AT_DECK + t.DECK_SIZE // STRETCH + 1
AT_MARKET = AT_WORLD + t.N_POWERS
AT_EVENTS = AT_MARKET + t.N_KINDS + t.N_VILLAGES
AT_ORDERS = AT_EVENTS + t.N_EVENTS
ORDER_NUMBERS = 3 + t.N_KINDS + t.N_VILLAGES
AT_PLAYERS = AT_ORDERS + t.SLOTS * ORDER_NUMBERS

OF_KINDS = 14
OF_VILLAGES = OF_KINDS + t.N_KINDS
OF_POWERS = OF_VILLAGES + t.N_VILLAGES
OF_TABLEAU = OF_POWERS + t.N_POWERS
OF_PERM = OF_TABLEAU + t.N_POWERS
OF_SHOPS = OF_PERM + t.N_KINDS
SHOP_NUMBERS = 3 + t.N_INGREDIENTS
OF_ORDERS = OF_SHOPS + t.BUILDABLE * SHOP_NUMBERS
OF_LACKS = OF_ORDERS + t.SLOTS * NEAR
PLAYER_NUMBERS = OF_LACKS + 3

MOST = 4  # players at a table whose positions are judged
AT_LEAD = AT_PLAYERS + MOST * PLAYER_NUMBERS
OF_LEADS = 4
LEADS = 22  # steps from far behind to far ahead, narrow where the players are close
HALF_WAY = 2.5  # a lead, in square roots of the cards to come, with half of the steps ahead before it
LAST_CARDS = 20  # cards still to come near the end
NUM_STUDIED = AT_LEAD + OF_LEADS + LEADS


@jit
def study(state: State, numbers: Any) -> int:
    """Write the numbers of a position; the seat from whose side they are, or NONE if it is not judged."""
    if state.phase != Phase.PRE or state.coop or state.n > MOST:
        return NONE
    for at in range(NUM_STUDIED):
        numbers[at] = 0.0
    me, n = int(state.active), int(state.n)
    deck, bottom = int(state.n_deck), int(state.bottom)
    numbers[0] = deck / 100.0
    numbers[1] = max(0, deck - bottom) / 50.0
    numbers[2] = min(deck, bottom) / 50.0
    numbers[3] = int(state.n_market) / 10.0
    numbers[4] = 1.0 if state.played != NONE else 0.0
    numbers[5] = int(state.rounds) / 10.0 if state.world != NONE else 0.0
    numbers[AT_INSPECTORS + int(state.inspectors)] = 1.0
    numbers[AT_DECK + deck // STRETCH] = 1.0
    if state.world != NONE:
        numbers[AT_WORLD + int(state.world)] = 1.0
    for card in range(t.N_BLUE):
        if state.market[card] > 0:
            numbers[AT_MARKET + t.kind_of(card)] += int(state.market[card]) / 2.0
            numbers[AT_MARKET + t.N_KINDS + t.village_of(card)] += int(state.market[card]) / 2.0
    if state.city != NONE:
        numbers[AT_EVENTS + int(state.city)] = 1.0
    for slot in range(t.SLOTS):
        study_order(state, slot, numbers, AT_ORDERS + slot * ORDER_NUMBERS)
    for k in range(n):
        study_player(state, (me + k) % n, numbers, AT_PLAYERS + k * PLAYER_NUMBERS)
    study_lead(state, me, numbers)
    return me


@jit
def study_order(state: State, slot: int, numbers: Any, at: int) -> None:
    """An order: what it brings, what it requires and where it goes."""
    ticket = int(state.ticket[slot])
    if ticket == NONE:
        return
    numbers[at] = t.ticket_fact(ticket, t.TICKET_VALUE) / 5.0
    numbers[at + 1] = int(state.tip[slot]) / 3.0 if state.tip[slot] != NONE else 0.0
    numbers[at + 2] = 1.0 if ticket >= t.SPECIALTY else 0.0
    for k in range(t.ticket_fact(ticket, t.TICKET_SIZE)):
        kind = delivery.want(state, slot, k)
        if kind != NONE:
            numbers[at + 3 + kind] += 0.5
    if ticket < t.SPECIALTY and delivery.order_kinds(state, slot) != NONE:
        numbers[at + 3 + t.N_KINDS + delivery.order_zone(state, slot)] = 1.0


@jit
def study_player(state: State, seat: Seat, numbers: Any, at: int) -> None:
    """A player: points, cards, pizzerias, and what the orders lack."""
    numbers[at] = 1.0
    numbers[at + 1] = score.total(state, seat) / 30.0
    numbers[at + 2] = int(state.money[seat]) / 20.0
    numbers[at + 3] = coop.tip_value(state, seat) / 10.0
    numbers[at + 4] = coop.disks_on_board(state, seat) / 10.0
    numbers[at + 5] = coop.tableau_cards(state, seat) / 10.0
    numbers[at + 6] = int(state.n_hand[seat]) / 5.0
    numbers[at + 7] = int(state.n_power[seat]) / 2.0
    numbers[at + 8] = int(state.supply[seat]) / 10.0
    numbers[at + 9] = int(state.delivered[seat]) / 5.0
    numbers[at + 10] = int(state.no_tips[seat]) / 3.0
    numbers[at + 11] = int(state.special[seat]) / 2.0
    numbers[at + 12] = hands.hand_size(state, seat) / 10.0
    for card in range(t.N_BLUE):
        held = int(state.hand[seat, card])
        if held > 0:
            numbers[at + OF_KINDS + t.kind_of(card)] += held / 2.0
            numbers[at + OF_VILLAGES + t.village_of(card)] += held / 2.0
    for power in range(t.N_POWERS):
        if state.power_at[power] == seat:
            numbers[at + OF_POWERS + power] = 1.0
    for slot in range(t.N_SLOTS):
        if state.slot[seat, slot] != NONE:
            numbers[at + OF_TABLEAU + int(state.slot[seat, slot])] = 1.0
    shops = 0
    for village in range(t.BUILDABLE):
        if state.lot[seat, village] == NONE:
            continue
        shops += 1
        place = at + OF_SHOPS + village * SHOP_NUMBERS
        numbers[place] = 1.0
        numbers[place + 1] = int(state.disks[seat, village]) / 3.0
        numbers[place + 2] = pizzerias.n_perm(state, seat, village) / 3.0
        top = pizzerias.top_card(state, seat, village)
        if top != NONE and t.kind_of(top) < t.N_INGREDIENTS:
            numbers[place + 3 + t.kind_of(top)] = 1.0
        for k in range(t.MAX_CARDS):
            card = int(state.perm[seat, village, k])
            if card != NONE:
                numbers[at + OF_PERM + t.kind_of(card)] += 0.5
    numbers[at + 13] = shops / 4.0
    study_chances(state, seat, numbers, at)


@jit
def study_chances(state: State, seat: Seat, numbers: Any, at: int) -> None:
    """How many cards a player lacks for each order, and the best that can be delivered now."""
    mine, best, ready, close = covering.hand_kinds(state, seat), 0.0, 0.0, 0.0
    for slot in range(t.SLOTS):
        needs = delivery.order_needs(state, slot)
        if needs == NONE:
            continue
        ticket, zone = int(state.ticket[slot]), delivery.order_zone(state, slot)
        room = delivery.room_left(state, seat, ticket)
        lack = NEAR - 1
        shops = pizzerias.open_villages(state, seat)
        while shops:
            village = hands.lowest(shops)
            shops &= shops - 1
            shorts = delivery.may_short(state, seat, seat, village)
            free = covering.free_kinds(state, seat, seat, village, 0)
            kinds = max(0, covering.missing(needs, covering.fitted(mine + free)) - shorts)
            if kinds < lack:
                due = max(0, covering.missing(needs, free) - shorts)
                due += covering.least_cards(state, seat, seat, village, zone)
                lack = min(lack, max(kinds, due - room))
        value = t.ticket_fact(ticket, t.TICKET_VALUE) / 5.0
        numbers[at + OF_ORDERS + slot * NEAR + lack] = value
        if lack == 0:
            best = max(best, value)
            ready += 1.0
        elif lack == 1:
            close += 1.0
    numbers[at + OF_LACKS] = best
    numbers[at + OF_LACKS + 1] = ready / 3.0
    numbers[at + OF_LACKS + 2] = close / 3.0


@jit
def study_lead(state: State, me: Seat, numbers: Any) -> None:
    """How far the player is ahead of the best rival, and what that means for as many cards as are to come."""
    rival = 0
    for seat in range(int(state.n)):
        if seat != me:
            rival = max(rival, score.total(state, seat))
    lead = score.total(state, me) - rival
    hiding = t.INSPECTORS - int(state.inspectors)
    bottom = min(int(state.n_deck), int(state.bottom))
    left = int(state.n_deck) - bottom + max(0, bottom - hiding) * hiding / (hiding + 1)
    weight = lead / math.sqrt(left + 1.0)
    numbers[AT_LEAD] = lead / 10.0
    numbers[AT_LEAD + 1] = min(max(weight / 2.0, -3.0), 3.0)
    numbers[AT_LEAD + 2] = lead / (left + 3.0)
    numbers[AT_LEAD + 3] = min(left, LAST_CARDS) / LAST_CARDS
    step = int((1.0 + weight / (abs(weight) + HALF_WAY)) * LEADS / 2)
    numbers[AT_LEAD + OF_LEADS + min(step, LEADS - 1)] = 1.0
