"""What each seat may see of a state, and the same as numbers for a learner.

A question put to the holder of an instant card, or to the owner of Harlem Rotary Pizzeria, lies on top of the
stack. Everybody else is shown the stack without it: the table as if nobody had been asked.
"""

from typing import Any

from fattorino.games.new_york.rules.coop import EASY
from fattorino.games.new_york.rules.opening import STOCK
from fattorino.games.new_york.rules.table import is_secret
from fattorino.games.new_york.state import GIFTS_SEEN, MAX_LOTS, SHOWN, STACK, Phase, Stage
from fattorino.games.new_york.tables import (
    BUILDABLE,
    GOAL_OUT,
    MAX_CARDS,
    MAX_NEEDS,
    MAX_SEATS,
    N_BLUE,
    N_DAYS,
    N_EVENTS,
    N_GOALS,
    N_KINDS,
    N_POWERS,
    N_PROMOTIONS,
    N_SLOTS,
    N_TICKETS,
    N_TIPS,
    N_VILLAGES,
    SLOTS,
    Place,
    kind_of,
    village_of,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State

N_OPTIONS = 26


@jit
def redact(state: State, seat: Seat, view: State) -> None:
    """Show a viewer what the table would; everything else stays hidden."""
    show_options(state, view)
    show_table(state, view)
    show_players(state, seat, view)
    show_play(state, seat, view)
    show_delivery(state, seat, view)


@jit
def show_options(state: State, view: State) -> None:
    """What the host chose."""
    view.over = state.over
    view.n = state.n
    view.coop = state.coop
    view.large = state.large
    view.expansion = state.expansion
    view.any_cards = state.any_cards
    view.more_tips = state.more_tips
    view.cheese = state.cheese
    view.goals = state.goals
    view.goal_limit = state.goal_limit
    view.goal_paid = state.goal_paid
    view.goal_penalty = state.goal_penalty
    view.events = state.events
    view.specialties = state.specialties
    view.promotions = state.promotions
    view.top_chef = state.top_chef
    view.covers_all = state.covers_all
    view.redraw = state.redraw
    view.mogul_own = state.mogul_own
    view.exit_counts = state.exit_counts
    view.moped_adds = state.moped_adds
    view.hacker_hand = state.hacker_hand
    view.windfall_deck = state.windfall_deck
    view.no_peek = state.no_peek
    view.retrigger = state.retrigger
    view.conveyor = state.conveyor
    view.open_hands = state.open_hands
    view.favourites = state.favourites
    view.sale_pizzas = state.sale_pizzas
    view.clears = state.clears


@jit
def show_table(state: State, view: State) -> None:
    """The piles, the market, the orders, the board, the calendar: open to everybody."""
    for card in range(N_BLUE):
        view.market[card] = state.market[card]
        view.sewer[card] = state.sewer[card]
        view.laid[card] = state.laid[card]
    view.n_laid = state.n_laid
    view.n_market = state.n_market
    view.n_sewer = state.n_sewer
    view.n_deck = state.n_deck
    view.bottom = state.bottom
    view.inspectors = state.inspectors
    view.world = state.world
    view.rounds = state.rounds
    view.shortage = state.shortage
    view.passes = state.passes
    view.cold_fresh = state.cold_fresh
    view.cold_used = state.cold_used
    view.farmer = state.farmer
    view.farmer_fresh = state.farmer_fresh
    view.spot = state.spot
    view.tokens = state.tokens
    view.n_tickets = state.n_tickets
    view.n_out = state.n_out
    view.n_pool = state.n_pool
    view.no_tips_left = state.no_tips_left
    for k in range(MAX_CARDS):
        view.cold[k] = state.cold[k]
    for slot in range(SLOTS):
        view.ticket[slot] = state.ticket[slot]
        for k in range(MAX_CARDS):
            view.order[slot, k] = state.order[slot, k]
    for ticket in range(N_TICKETS):
        view.ticket_gone[ticket] = state.ticket_gone[ticket]
        view.ticket_used[ticket] = state.ticket_used[ticket]
    for lot in range(MAX_LOTS):
        view.owner[lot] = state.owner[lot]
    for event in range(N_EVENTS):
        view.event_at[event] = state.event_at[event]
    view.city = state.city
    view.day = state.day
    view.pizzas = state.pizzas
    view.goal_pizzas = state.goal_pizzas
    view.goal_money = state.goal_money
    for colour in range(2):
        view.marker[colour] = state.marker[colour]
        view.fired[colour] = state.fired[colour]
        view.stock[colour] = STOCK if state.coop else 0
    for day in range(N_DAYS):
        show_day(state, day, view)
    view.day_new = state.day_new
    view.later = state.later
    view.won = state.won
    view.chef_die = state.chef_die
    view.chefs = state.chefs


@jit
def show_day(state: State, day: int, view: State) -> None:
    """The token on a day; one that lies back side up (NY-COOP-38, -39) may be any that is not seen."""
    view.day_back[day] = state.day_back[day]
    token = int(state.day_token[day])
    view.day_token[day] = token
    if token != NONE:
        colour = token // N_PROMOTIONS
        if state.promotions == EASY:
            view.day_token[day] = colour * N_PROMOTIONS  # whichever it is
        else:
            view.stock[colour] = int(view.stock[colour]) & ~(1 << token % N_PROMOTIONS)


@jit
def show_players(state: State, seat: Seat, view: State) -> None:
    """NY-TERM-6: all tableaux and counts; the own hand, tips and goals (everybody's after the end)."""
    for k in range(MAX_SEATS):
        own = k == seat
        view.n_hand[k] = state.n_hand[k]
        view.n_power[k] = state.n_power[k]
        view.money[k] = state.money[k]
        view.supply[k] = state.supply[k]
        view.n_tips[k] = state.n_tips[k]
        view.no_tips[k] = state.no_tips[k]
        view.delivered[k] = state.delivered[k]
        view.zones[k] = state.zones[k]
        view.special[k] = state.special[k]
        view.n_goals[k] = state.n_goals[k]
        view.blind[k] = state.blind[k]
        for place in range(SHOWN):
            view.shown[k, place] = state.shown[k, place]
        for slot in range(N_SLOTS):
            view.slot[k, slot] = state.slot[k, slot]
        for village in range(BUILDABLE):
            view.lot[k, village] = state.lot[k, village]
            view.disks[k, village] = state.disks[k, village]
            for place in range(MAX_CARDS):
                view.perm[k, village, place] = state.perm[k, village, place]
        if own or state.open_hands:
            for card in range(N_BLUE):
                view.hand[k, card] = state.hand[k, card]
        if state.over or (own and not state.no_peek):
            for value in range(N_TIPS):
                view.tips[k, value] = state.tips[k, value]
        if own:
            for gift in range(GIFTS_SEEN):
                view.gift[k, gift] = state.gift[k, gift]
                view.gift_to[k, gift] = state.gift_to[k, gift]
            for other in range(MAX_SEATS):
                for value in range(N_TIPS):
                    view.tip_seen[k, other, value] = state.tip_seen[k, other, value]
    view.n_goals[MAX_SEATS] = state.n_goals[MAX_SEATS]
    hands, goals = state.open_hands != 0, state.over != 0
    for power in range(N_POWERS):  # without a branch, which makes it many cards at a time
        place = int(state.power_at[power])
        known = (place == seat) | ((place < MAX_SEATS) & hands) | (place > Place.DECK.value)
        view.power_at[power] = place if known else HIDDEN
    for goal in range(N_GOALS):
        place = int(state.goal_at[goal])
        known = (place == seat) | (place == GOAL_OUT) | ((place < MAX_SEATS) & goals)
        view.goal_at[goal] = place if known else HIDDEN


@jit
def show_play(state: State, seat: Seat, view: State) -> None:
    """Whose turn it is and what is being decided, secret questions left out."""
    view.first = state.first
    view.active = state.active
    view.turn = state.turn
    view.step = state.step
    view.played = state.played
    view.late = state.late
    view.used = state.used
    view.acted = state.acted
    view.served = state.served
    view.achiever = state.achiever
    view.sale = state.sale
    view.tycoon = state.tycoon
    view.phase = state.phase
    view.seat = state.seat
    top = int(state.n_stack)
    if not state.over and is_secret(int(state.phase)) and seat != state.seat:
        top -= 1
        in_turn = state.phase == Phase.TAX_WINDOW  # otherwise as if the delivery were still being paid
        view.phase = Phase.PRE if in_turn else Phase.EXTRA
        view.seat = state.d_seat if state.phase == Phase.WINDOW else state.active
    view.n_stack = top
    for frame in range(STACK):
        for k in range(4):
            view.stack[frame, k] = state.stack[frame, k] if frame < top else 0


@jit
def show_delivery(state: State, seat: Seat, view: State) -> None:
    """The delivery under way; how far a secret question has got round the table stays hidden."""
    view.d_stage = state.d_stage
    view.d_seat = state.d_seat
    view.d_copy = state.d_copy
    view.d_slot = state.d_slot
    view.d_ticket = state.d_ticket
    view.d_from = state.d_from
    view.d_at = state.d_at
    view.d_zone = state.d_zone
    view.d_route = state.d_route
    view.d_n = state.d_n
    view.d_next = state.d_next
    view.d_used = state.d_used
    view.d_short = state.d_short
    view.d_denied = state.d_denied
    view.d_due = state.d_due
    view.d_debt = state.d_debt
    view.d_classes = state.d_classes
    view.d_double = state.d_double
    view.d_cheese = state.d_cheese
    view.d_base = state.d_base
    view.d_top = state.d_top
    for k in range(MAX_NEEDS):
        view.d_need[k] = state.d_need[k]
    if state.phase != Phase.WINDOW or seat == state.seat:
        view.ham_at = state.ham_at
    laying = state.d_stage == Stage.HAM and not state.over
    for slot in range(SLOTS):
        known = seat >= 0 and (int(state.tip_known[slot]) >> seat) & 1
        if state.tip[slot] == NONE or known:
            view.tip[slot] = state.tip[slot]
        view.tip_known[slot] = 1 << seat if known else 0
        if laying and seat == state.d_seat:  # NY-TOP-HAM-1: the deliverer looks at all of them
            view.ham[slot] = state.ham[slot]
            if state.ham_at == NONE or slot < state.ham_at:
                view.tip[slot] = state.tip[slot]
        elif not laying or state.ham[slot] == NONE:
            view.ham[slot] = NONE


# -- numbers for a learner -------------------------------------------------------------------------------

PLAYER_FEATURES = 12 + BUILDABLE * 3
ORDER_FEATURES = N_TICKETS + N_KINDS + N_VILLAGES
TABLE_FEATURES = 14
N_PHASES = int(Phase.END)
HAND_FEATURES = N_KINDS + N_VILLAGES + N_POWERS
NUM_FEATURES = (
    N_PHASES
    + TABLE_FEATURES
    + HAND_FEATURES
    + MAX_SEATS * (PLAYER_FEATURES + N_POWERS)
    + SLOTS * ORDER_FEATURES
    + N_KINDS
    + N_VILLAGES
    + N_EVENTS
    + N_POWERS
)


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """The view as numbers, the own seat first."""
    for k in range(NUM_FEATURES):
        features[k] = 0.0
    if 0 <= view.phase < N_PHASES:
        features[int(view.phase)] = 1.0
    at = N_PHASES
    features[at] = view.n_deck / 100.0
    features[at + 1] = view.inspectors / 3.0
    features[at + 2] = view.n_market / 10.0
    features[at + 3] = view.n_sewer / 100.0
    features[at + 4] = view.n / 6.0
    features[at + 5] = float(view.coop)
    features[at + 6] = view.pizzas / 20.0
    features[at + 7] = view.goal_pizzas / 20.0
    features[at + 8] = view.goal_money / 50.0
    features[at + 9] = view.day / 7.0
    features[at + 10] = view.rounds / 10.0
    features[at + 11] = 1.0 if view.played != NONE else 0.0
    features[at + 12] = 1.0 if view.seat == seat else 0.0
    features[at + 13] = view.d_due / 5.0
    at += TABLE_FEATURES
    me = max(seat, 0)
    for card in range(N_BLUE):
        held = float(view.hand[me, card])
        if held > 0:
            features[at + kind_of(card)] += held / 4.0
            features[at + N_KINDS + village_of(card)] += held / 4.0
    for power in range(N_POWERS):
        features[at + N_KINDS + N_VILLAGES + power] = 1.0 if view.power_at[power] == me else 0.0
    at += HAND_FEATURES
    for k in range(int(view.n)):
        observe_player(view, (me + k) % int(view.n), features, at)
        at += PLAYER_FEATURES + N_POWERS
    at = N_PHASES + TABLE_FEATURES + HAND_FEATURES + MAX_SEATS * (PLAYER_FEATURES + N_POWERS)
    for slot in range(SLOTS):
        if view.ticket[slot] != NONE:
            features[at + int(view.ticket[slot])] = 1.0
        for position in range(MAX_CARDS):
            card = int(view.order[slot, position])
            if card != NONE:
                features[at + N_TICKETS + kind_of(card)] += 0.5
                if position == MAX_CARDS - 1 or view.order[slot, position + 1] == NONE:
                    features[at + N_TICKETS + N_KINDS + village_of(card)] = 1.0
        at += ORDER_FEATURES
    for card in range(N_BLUE):
        if view.market[card] > 0:
            features[at + kind_of(card)] += view.market[card] / 4.0
            features[at + N_KINDS + village_of(card)] += view.market[card] / 4.0
    at += N_KINDS + N_VILLAGES
    if view.city != NONE:
        features[at + int(view.city)] = 1.0
    if view.world != NONE:
        features[at + N_EVENTS + int(view.world)] = 1.0


@jit
def observe_player(view: State, k: Seat, features: Any, at: int) -> None:
    """One player's public numbers."""
    features[at] = view.money[k] / 20.0
    features[at + 1] = view.n_hand[k] / 10.0
    features[at + 2] = view.n_power[k] / 3.0
    features[at + 3] = view.supply[k] / 12.0
    features[at + 4] = view.n_tips[k] / 10.0
    features[at + 5] = view.no_tips[k] / 5.0
    features[at + 6] = view.delivered[k] / 10.0
    features[at + 7] = view.special[k] / 2.0
    features[at + 8] = view.n_goals[k] / 3.0
    features[at + 9] = 1.0 if view.active == k else 0.0
    features[at + 10] = 1.0 if view.seat == k else 0.0
    features[at + 11] = 1.0
    at += 12
    for village in range(BUILDABLE):
        if view.lot[k, village] != NONE:
            features[at] = 1.0
            features[at + 1] = view.disks[k, village] / 4.0
            if view.perm[k, village, 0] != NONE:
                features[at + 2] = (1 + kind_of(int(view.perm[k, village, 0]))) / N_KINDS
        at += 3
    for slot in range(N_SLOTS):
        if view.slot[k, slot] != NONE:
            features[at + int(view.slot[k, slot])] = 1.0
