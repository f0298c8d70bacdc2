"""Setup: options, decks, hands, the starting Power Cards, the first orders, the timer."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, memory, stack, tickets
from fattorino.games.new_york.rules.questions import reward
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell
from fattorino.kernel.rng import draw, draw_at, draw_counted, seeded, shuffle

AUTO_ON, ON = 0, 1  # values of the three-way options: auto, on, off
BASE4, NEW4, MIXED4, ALL8, FAVOURITES = range(5)
STOCK = (1 << t.N_PROMOTIONS) - 1


@jit
def switch(option: int, automatic: bool) -> int:
    """A three-way option: auto, on, off."""
    return 1 if option == ON or (option == AUTO_ON and automatic) else 0


@jit
def setup(state: State, options: Any, seed: int, log: Log) -> None:
    """From a zeroed record to the first decision; NY-SETUP-14: in the order of the rules."""
    state.rng = seeded(seed)
    read_options(state, options)
    clear(state)
    deal_blue(state)
    for power in range(t.N_POWERS):  # NY-SETUP-6, NY-COOP-5: only basic cards are dealt
        basic = t.power_is_new(power) == 0 and (not state.coop or t.power_in_coop(power) == 1)
        state.power_at[power] = t.Place.DECK if basic else t.Place.OUT
    n = int(state.n)
    first = int(options.first_player) - 1
    if first < 0 or first >= n:
        first = draw(state, n)  # NY-SETUP-13
    state.first = first
    state.active = first
    stack.push(state, Phase.TURN.value)
    stack.push(state, Phase.START.value)
    for k in range(n - 1, -1, -1):
        seat = (first + k) % n
        for _ in range(t.START_POWERS):
            deal_power(state, seat)
        stack.push(state, Phase.KEEP.value, seat)
    state.phase = Phase.KEEP
    state.seat = first


@jit
def starter(state: State) -> int:
    """NY-SETUP-13: who began."""
    return int(state.first)


@jit
def read_options(state: State, options: Any) -> None:
    """Store the options; NY-EXP56-1 to -3: what five and six players add. Co-op: NY-COOP-1."""
    n = int(options.seats)
    large = n >= t.LARGE_TABLE
    state.n = n
    state.large = 1 if large else 0  # NY-SETUP-1
    state.coop = 1 if options.mode == 2 or (options.mode == 0 and n == 1) else 0
    state.expansion = switch(int(options.expansion_power_cards), large)
    state.any_cards = switch(int(options.any_cards), large)
    state.more_tips = switch(int(options.expansion_tips), large)
    state.cheese = options.extra_cheese
    state.goals = 0 if state.coop else options.personal_goals  # NY-COOP-16
    state.goal_limit = options.goal_limit
    state.goal_paid = options.goal_complete_limit
    state.goal_penalty = options.goal_penalty
    state.events = 0 if state.coop else options.city_events
    state.specialties = options.specialty_set
    if state.specialties == FAVOURITES:  # NY-COOP-48
        for choice in (options.favourite_1, options.favourite_2, options.favourite_3, options.favourite_4):
            state.favourites = int(state.favourites) | 1 << int(choice)
    state.promotions = options.coop_promotions
    state.top_chef = options.coop_top_chef
    state.covers_all = options.permanent_covers
    state.redraw = options.global_redraw
    state.mogul_own = options.mogul_scope
    state.exit_counts = options.subway_exit_counts
    state.moped_adds = options.moped_additive
    state.hacker_hand = options.hacker_to_hand
    state.windfall_deck = options.windfall_source
    state.no_peek = options.tip_peek
    state.retrigger = options.promotion_retrigger
    state.conveyor = options.queue_push
    state.sale_pizzas = options.sale_pizzas
    state.clears = options.inspector_ends_global
    state.open_hands = 1 if state.coop and options.coop_open_hands else 0
    if state.coop:  # NY-COOP-11 to -15
        row = int(options.coop_row) - 1
        if row < 0:
            row = t.default_row(n - 1)
        state.marker[0] = options.coop_blue if options.coop_blue > 0 else t.difficulty_row(row, 0)
        state.marker[1] = options.coop_red if options.coop_red > 0 else t.difficulty_row(row, 1)
        state.goal_pizzas = options.coop_pizzas if options.coop_pizzas > 0 else t.difficulty_row(row, 2)
        state.goal_money = options.coop_money if options.coop_money > 0 else t.difficulty_row(row, 3)


@jit
def clear(state: State) -> None:
    """Empty tableaux, an empty board, an empty order system."""
    memory.clear_memory(state)
    state.world = NONE
    state.shortage = NONE
    state.farmer = NONE
    state.spot = NONE
    state.city = NONE
    state.played = NONE
    state.acted = NONE
    state.ham_at = NONE
    state.d_slot = NONE
    state.d_ticket = NONE
    state.d_at = NONE
    state.d_zone = NONE
    state.d_route = NONE
    state.d_top = NONE
    for k in range(state.d_need.shape[0]):
        state.d_need[k] = NONE
    for place in range(t.MAX_CARDS):
        state.cold[place] = NONE
    for slot in range(t.SLOTS):
        tickets.empty_slot(state, slot)
        state.ham[slot] = NONE
    for lot in range(s.MAX_LOTS):
        state.owner[lot] = NONE
    for seat in range(t.MAX_SEATS):
        for slot in range(t.N_SLOTS):
            state.slot[seat, slot] = NONE
        for village in range(t.BUILDABLE):
            state.lot[seat, village] = NONE
            for place in range(t.MAX_CARDS):
                state.perm[seat, village, place] = NONE
        if seat < state.n:
            state.supply[seat] = t.DISKS  # NY-SETUP-2
            state.money[seat] = 0 if state.coop else t.START_MONEY
    for day in range(t.N_DAYS):
        state.day_token[day] = NONE
    for colour in range(2):
        state.stock[colour] = STOCK if state.coop else 0
    for goal in range(t.N_GOALS):
        state.goal_at[goal] = t.GOAL_STACK if state.goals else t.GOAL_OUT
    state.n_goals[t.GOAL_STACK] = t.N_GOALS if state.goals else 0
    for event in range(t.N_EVENTS):
        state.event_at[event] = t.EVENT_STACK if state.events else t.EVENT_OUT


@jit
def in_game(state: State, card: int) -> int:
    """NY-SETUP-3, NY-CHEESE-1: how many copies of a blue card are in this game."""
    group = t.group_of(card)
    if (group == 1 and not state.any_cards) or (group == 2 and not state.cheese):
        return 0
    return t.copies_of(card)


@jit
def deal_blue(state: State) -> None:
    """NY-SETUP-3 to -5, NY-COOP-3, NY-COOP-4: the Market Deck, the hands, the Open Market."""
    n = 0
    for k in range(state.deck.shape[0]):
        state.deck[k] = NONE
    for card in range(t.N_BLUE):
        for _ in range(in_game(state, card)):
            state.deck[n] = card
            n += 1
    shuffle(state, state.deck, n)
    state.n_deck = n
    hand = t.COOP_HAND if state.coop else t.START_HAND
    for seat in range(int(state.n)):
        for _ in range(hand):
            hands.to_hand(state, seat, hands.take_top(state))
    for _ in range(t.OPEN_MARKET):
        state.market[hands.take_top(state)] += 1
    state.n_market = t.OPEN_MARKET
    if state.coop:
        set_timer(state)


@jit
def set_timer(state: State) -> None:
    """NY-SETUP-12, NY-SETUP-15: shuffle the inspectors into the bottom third."""
    n = int(state.n_deck)
    bottom = n // t.TIMER_PARTS
    state.n_deck = n + t.INSPECTORS
    state.bottom = bottom + t.INSPECTORS
    insert_inspectors(state, n, bottom, t.INSPECTORS)


@jit
def insert_inspectors(state: State, n: int, bottom: int, count: int) -> None:
    """Shuffle so many inspectors into the bottom cards of a deck of n."""
    for k in range(n - 1, bottom - 1, -1):
        state.deck[k + count] = state.deck[k]
    for k in range(count):
        state.deck[bottom + k] = t.INSPECTOR
    shuffle(state, state.deck, bottom + count)


@jit
def deal_power(state: State, seat: Seat) -> None:
    """A random basic Power Card to a hand."""
    state.power_at[draw_at(state, state.power_at, t.Place.DECK.value)] = seat
    state.n_power[seat] += 1


@jit
def ticket_copies(state: State, ticket: int) -> int:
    """NY-SETUP-9: the most copies of a ticket in this game (of a mixed set, any specialty)."""
    if ticket >= t.SPECIALTY:
        new = t.ticket_fact(ticket, t.TICKET_NEW) == 1
        if (state.specialties == BASE4 and new) or (state.specialties == NEW4 and not new):
            return 0
        if state.specialties == FAVOURITES and not (int(state.favourites) >> (ticket - t.SPECIALTY)) & 1:
            return 0
    return t.ticket_fact(ticket, t.TICKET_COPIES)


@jit
def leave_out(state: State, first: int, count: int) -> None:
    """Remove random tickets, from this one on, from the game, unseen."""
    for _ in range(count):
        move_out(state, first)
        state.n_tickets -= 1
        state.n_out += 1


@jit
def move_out(state: State, first: int) -> None:
    """A random ticket of the order deck, from this one on, is left out."""
    left = 0
    for ticket in range(first, t.N_TICKETS):
        left += int(state.ticket_deck[ticket])
    state.ticket_out[draw_counted(state, state.ticket_deck, left, first)] += 1


@jit
def run_start(state: State, log: Log) -> None:
    """The rest of the setup, once everybody has kept a Power Card."""
    stack.pop(state)
    state.reveals = int(state.reveals) + 1
    for power in range(t.N_POWERS):  # NY-SETUP-7, NY-COOP-6
        usable = state.expansion and (not state.coop or t.power_in_coop(power) == 1)
        if t.power_is_new(power) == 1 and usable:
            state.power_at[power] = t.Place.DECK
    for value in range(1, t.N_TIPS + 1):  # NY-SETUP-8, NY-COOP-7
        count = t.tip_count(int(state.more_tips), value)
        state.pool[value - 1] = count
        state.n_pool += count
    state.no_tips_left = t.no_tip_count(int(state.more_tips))
    for ticket in range(t.N_TICKETS):
        state.ticket_deck[ticket] = ticket_copies(state, ticket)
        state.n_tickets += state.ticket_deck[ticket]
    if state.specialties == MIXED4:
        leave_out(state, t.SPECIALTY, 4)
    if state.coop and state.specialties == ALL8:  # NY-COOP-9
        tell(log, Event.MANY_SPECIALTIES, NONE, EVERYONE)
    if state.coop:  # NY-COOP-8
        leave_out(state, 0, int(state.n_tickets) - t.COOP_TICKETS)
    else:
        for slot in range(t.MAIN_SLOTS):
            first_order(state, slot, log)
        set_timer(state)
    if state.goals:
        for k in range(int(state.n)):  # NY-GOAL-1
            reward.take_goal(state, (int(state.first) + k) % int(state.n), log)
    if state.events:
        reward.turn_city_event(state, log)


@jit
def first_order(state: State, slot: int, log: Log) -> None:
    """NY-SETUP-9 to -11: before the inspectors go in, so the cards can be laid at once."""
    tickets.place_order(state, slot, log)
    if state.stack[int(state.n_stack) - 1, 0] == Phase.FILL:
        stack.pop(state)
        for position in range(t.MAX_CARDS):
            if position < t.ticket_fact(int(state.ticket[slot]), t.TICKET_SIZE):
                card = hands.take_top(state)
                state.order[slot, position] = card
                tell(log, Event.ORDER_CARD, NONE, EVERYONE, slot, card, position)
