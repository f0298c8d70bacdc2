"""What each seat may see of a state, and the same as numbers for a learner.

A question to the holder of an instant card, or to the owner of Harlem Rotary Pizzeria, is on top of the
stack. Everybody else sees the stack without it, as if nobody had been asked.
"""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.features import LAYOUT, N_PHASES
from fattorino.games.new_york.rules.coop import EASY
from fattorino.games.new_york.rules.opening import STOCK
from fattorino.games.new_york.rules.secrecy import is_laid_out, is_secret
from fattorino.games.new_york.state import OPEN_HANDS, STACK, Phase, Stage
from fattorino.kernel.features import size, starts, widths
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State


@jit
def sees(state: State, seat: Seat) -> int:
    """NY-TERM-6: hands, if they are played open."""
    return OPEN_HANDS if state.open_hands else 0


@jit
def show(state: State, seat: Seat, view: State) -> None:
    """Show a viewer what they may see of the `custom` fields."""
    show_promotions(state, view)
    show_players(state, seat, view)
    show_play(state, seat, view)
    show_tips(state, seat, view)


@jit
def show_promotions(state: State, view: State) -> None:
    """Promotion tokens; a face-down one (NY-COOP-38, -39) may be any that is not visible."""
    for colour in range(2):
        view.stock[colour] = STOCK if state.coop else 0
    for day in range(t.N_DAYS):
        token = int(state.day_token[day])
        view.day_token[day] = token
        if token != NONE:
            colour = token // t.N_PROMOTIONS
            if state.promotions == EASY:
                view.day_token[day] = colour * t.N_PROMOTIONS  # whichever it is
            else:
                view.stock[colour] = int(view.stock[colour]) & ~(1 << token % t.N_PROMOTIONS)


@jit
def show_players(state: State, seat: Seat, view: State) -> None:
    """NY-TERM-6: the viewer's Power Cards, tips and goals (everybody's tips and goals after the end)."""
    for k in range(t.MAX_SEATS):
        if state.over or (k == seat and not state.no_peek):
            for value in range(t.N_TIPS):
                view.tips[k, value] = state.tips[k, value]
    hands, goals = state.open_hands != 0, state.over != 0
    for power in range(t.N_POWERS):  # without a branch, so that the loop is vectorised
        place = int(state.power_at[power])
        known = (place == seat) | ((place < t.MAX_SEATS) & hands) | (place > t.Place.DECK.value)
        view.power_at[power] = place if known else HIDDEN
    for goal in range(t.N_GOALS):
        place = int(state.goal_at[goal])
        known = (place == seat) | (place == t.GOAL_OUT) | ((place < t.MAX_SEATS) & goals)
        view.goal_at[goal] = place if known else HIDDEN


@jit
def show_play(state: State, seat: Seat, view: State) -> None:
    """Who decides what, without a secret question and how far it has gone round the table."""
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
    if top > 0 and is_laid_out(int(state.phase)) and seat != state.seat and not state.open_hands:
        view.stack[top - 1, 2] = HIDDEN  # the card
        if state.phase == Phase.UPGRADE_MODE:
            view.stack[top - 1, 3] = HIDDEN  # the village, which the card shows
    if state.phase != Phase.WINDOW or seat == state.seat:
        view.ham_at = state.ham_at


@jit
def show_tips(state: State, seat: Seat, view: State) -> None:
    """The tips on orders that a viewer has looked at, or looks at now."""
    laying = state.d_stage == Stage.HAM and not state.over
    for slot in range(t.SLOTS):
        known = seat >= 0 and (int(state.tip_known[slot]) >> seat) & 1
        if state.tip[slot] == NONE or known:
            view.tip[slot] = state.tip[slot]
        view.tip_known[slot] = 1 << seat if known else 0
        if laying and seat == state.d_seat:  # NY-TOP-HAM-1: the deliverer looks at all of them
            view.ham[slot] = state.ham[slot]
            if state.ham_at == NONE or slot < state.ham_at:
                view.tip[slot] = state.tip[slot]
        elif not laying or (state.tip[slot] == NONE and slot != state.d_slot):
            view.ham[slot] = NONE  # where none lay; from which order a token comes is the deliverer's to know


# -- numbers for a learner -------------------------------------------------------------------------------

AT, WIDTH = starts(LAYOUT), widths(LAYOUT)
AT_DECK, AT_HAND, AT_MARKET, AT_EVENTS = AT["table.deck"], AT["hand"], AT["market"], AT["events"]
AT_PLAYERS, PLAYER_FEATURES = AT["players"], WIDTH["players"]
AT_ORDERS, ORDER_FEATURES = AT["orders"], WIDTH["orders"]
NUM_FEATURES = size(LAYOUT)


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """The view as numbers, the viewer's seat first."""
    for k in range(NUM_FEATURES):
        features[k] = 0.0
    if 0 <= view.phase < N_PHASES:
        features[int(view.phase)] = 1.0
    at = AT_DECK
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
    at = AT_HAND
    me = max(seat, 0)
    for card in range(t.N_BLUE):
        held = float(view.hand[me, card])
        if held > 0:
            features[at + t.kind_of(card)] += held / 4.0
            features[at + t.N_KINDS + t.village_of(card)] += held / 4.0
    for power in range(t.N_POWERS):
        features[at + t.N_KINDS + t.N_VILLAGES + power] = 1.0 if view.power_at[power] == me else 0.0
    at = AT_PLAYERS
    for k in range(int(view.n)):
        observe_player(view, (me + k) % int(view.n), features, at)
        at += PLAYER_FEATURES
    at = AT_ORDERS
    for slot in range(t.SLOTS):
        if view.ticket[slot] != NONE:
            features[at + int(view.ticket[slot])] = 1.0
        for position in range(t.MAX_CARDS):
            card = int(view.order[slot, position])
            if card != NONE:
                features[at + t.N_TICKETS + t.kind_of(card)] += 0.5
                if position == t.MAX_CARDS - 1 or view.order[slot, position + 1] == NONE:
                    features[at + t.N_TICKETS + t.N_KINDS + t.village_of(card)] = 1.0
        at += ORDER_FEATURES
    at = AT_MARKET
    for card in range(t.N_BLUE):
        if view.market[card] > 0:
            features[at + t.kind_of(card)] += view.market[card] / 4.0
            features[at + t.N_KINDS + t.village_of(card)] += view.market[card] / 4.0
    at = AT_EVENTS
    if view.city != NONE:
        features[at + int(view.city)] = 1.0
    if view.world != NONE:
        features[at + t.N_EVENTS + int(view.world)] = 1.0


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
    for village in range(t.BUILDABLE):
        if view.lot[k, village] != NONE:
            features[at] = 1.0
            features[at + 1] = view.disks[k, village] / 4.0
            if view.perm[k, village, 0] != NONE:
                features[at + 2] = (1 + t.kind_of(int(view.perm[k, village, 0]))) / t.N_KINDS
        at += 3
    for slot in range(t.N_SLOTS):
        if view.slot[k, slot] != NONE:
            features[at + int(view.slot[k, slot])] = 1.0
