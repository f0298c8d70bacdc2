"""imagine: a full state that a seat could believe in.

What lies open is taken over; every unseen card, token and ticket is dealt again among the places that could
hold it. The inspectors stay in the bottom part of the Market Deck.
"""

from fattorino.games.new_york.rules.opening import in_game, ticket_copies
from fattorino.games.new_york.rules.table import owner_in_play
from fattorino.games.new_york.state import (
    BUILDABLE,
    GLOBAL,
    GOAL_STACK,
    INSPECTOR,
    MAX_CARDS,
    MAX_SEATS,
    N_BLUE,
    N_GOALS,
    N_POWERS,
    N_TICKETS,
    N_TIPS,
    SLOTS,
    SPECIALTY,
    Phase,
    Place,
    Power,
    Stage,
    power_fact,
    tip_count,
)
from fattorino.games.new_york.view import show_delivery, show_options, show_play, show_players, show_table
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State
from fattorino.kernel.rng import draw, seeded, shuffle


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Fill a zeroed state that looks to this seat exactly like its view."""
    state.rng = seeded(seed)
    show_options(view, state)
    show_table(view, state)
    show_players(view, seat, state)
    show_play(view, seat, state)
    show_delivery(view, seat, state)
    asked = ask_again(view, seat, state)
    deal_powers(view, asked, state)
    deal_cards(view, state)
    if view.n_tickets + view.n_out > 0 or view.ticket[0] != NONE:
        deal_tickets(view, state)
    deal_tips(view, seat, state)
    deal_goals(view, state)
    return True


@jit
def ask_again(view: State, seat: Seat, state: State) -> int:
    """Where a secret question was left out of the view, somebody is asked; who must hold an instant card."""
    if view.over or view.phase != Phase.EXTRA or view.d_stage == Stage.EXTRA:
        return NONE
    if view.d_stage == Stage.WINDOW:
        n = int(view.n)
        options = 0
        for other in range(n):
            if other != view.d_seat and other != seat and view.n_power[other] > 0:
                options += 1
        nth = draw(state, max(1, options))
        for k in range(1, n):
            other = (int(view.d_seat) + k) % n
            if other != seat and view.n_power[other] > 0:
                if nth == 0:
                    lay(state, Phase.WINDOW.value, other)
                    state.ham_at = k + 1
                    return other
                nth -= 1
        return NONE
    lay(state, Phase.ROTARY.value, owner_in_play(view, Power.HARLEM_ROTARY_PIZZERIA.value))
    return NONE


@jit
def lay(state: State, what: int, seat: Seat) -> None:
    """Put the question on the stack."""
    top = int(state.n_stack)
    state.stack[top, 0] = what
    state.stack[top, 1] = seat
    state.n_stack = top + 1
    state.phase = what
    state.seat = seat


@jit
def deal_powers(view: State, asked: Seat, state: State) -> None:
    """Unseen Power Cards to the hands (never Globals), the rest to the deck."""
    for power in range(N_POWERS):
        state.power_at[power] = view.power_at[power]
    if asked != NONE:
        jam = view.power_at[Power.TRAFFIC_JAM] == HIDDEN
        rough = view.power_at[Power.ROUGH_DELIVERY] == HIDDEN
        if jam and (not rough or draw(state, 2) == 0):
            state.power_at[Power.TRAFFIC_JAM] = asked
        elif rough:
            state.power_at[Power.ROUGH_DELIVERY] = asked
    for seat in range(int(view.n)):
        held = 0
        for power in range(N_POWERS):
            if state.power_at[power] == seat:
                held += 1
        while held < view.n_power[seat]:
            unseen = 0
            for power in range(N_POWERS):
                if state.power_at[power] == HIDDEN and power_fact(power, 0) != GLOBAL:
                    unseen += 1
            if unseen == 0:
                break
            nth = draw(state, unseen)
            for power in range(N_POWERS):
                if state.power_at[power] == HIDDEN and power_fact(power, 0) != GLOBAL:
                    if nth == 0:
                        state.power_at[power] = seat
                        break
                    nth -= 1
            held += 1
    for power in range(N_POWERS):
        if state.power_at[power] == HIDDEN:
            state.power_at[power] = Place.DECK


@jit
def seen(view: State, card: int) -> int:
    """How many copies of a blue card lie open or in the own hand."""
    count = int(view.market[card]) + int(view.sewer[card])
    for seat in range(int(view.n)):
        if view.hand[seat, card] != HIDDEN:
            count += int(view.hand[seat, card])
        for village in range(BUILDABLE):
            for place in range(MAX_CARDS):
                if view.perm[seat, village, place] == card:
                    count += 1
    for slot in range(SLOTS):
        for position in range(MAX_CARDS):
            if view.order[slot, position] == card:
                count += 1
    for place in range(MAX_CARDS):
        if view.cold[place] == card:
            count += 1
    if view.farmer == card:
        count += 1
    if view.shortage == card:
        count += 1
    for k in range(int(view.n_stack)):
        what = int(view.stack[k, 0])
        if what == Phase.BUILD_LOT or what == Phase.UPGRADE_AT or what == Phase.UPGRADE_MODE:
            if view.stack[k, 2] == card:
                count += 1
    return count


@jit
def deal_cards(view: State, state: State) -> None:
    """Unseen blue cards to the other hands and the Market Deck."""
    n = 0
    for k in range(state.deck.shape[0]):
        state.deck[k] = NONE
    for card in range(N_BLUE):
        for _ in range(in_game(view, card) - seen(view, card)):
            state.deck[n] = card
            n += 1
    shuffle(state, state.deck, n)
    for seat in range(MAX_SEATS):
        if view.hand[seat, 0] == HIDDEN:
            for card in range(N_BLUE):
                state.hand[seat, card] = 0
            for _ in range(int(view.n_hand[seat])):
                n -= 1
                state.hand[seat, int(state.deck[n])] += 1
                state.deck[n] = NONE
    hiding = int(view.n_deck) - n  # inspectors in the deck
    if hiding <= 0:
        return
    bottom = min(int(view.bottom), int(view.n_deck)) - hiding
    for k in range(n - 1, bottom - 1, -1):
        state.deck[k + hiding] = state.deck[k]
    for k in range(hiding):
        state.deck[bottom + k] = INSPECTOR
    shuffle(state, state.deck, bottom + hiding)


@jit
def deal_tickets(view: State, state: State) -> None:
    """Unseen tickets to the order deck and the pile left out."""
    for ticket in range(N_TICKETS):
        count = ticket_copies(view, ticket) - int(view.ticket_gone[ticket]) - int(view.ticket_used[ticket])
        for slot in range(SLOTS):
            if view.ticket[slot] == ticket:
                count -= 1
        state.ticket_deck[ticket] = count
        state.ticket_out[ticket] = 0
    for k in range(int(view.n_out)):
        mixed = view.specialties == 2 and k < 4  # those left out of a mixed set are specialties
        left = 0
        for ticket in range(SPECIALTY if mixed else 0, N_TICKETS):
            left += int(state.ticket_deck[ticket])
        nth = draw(state, left)
        for ticket in range(SPECIALTY if mixed else 0, N_TICKETS):
            if nth < state.ticket_deck[ticket]:
                state.ticket_deck[ticket] -= 1
                state.ticket_out[ticket] += 1
                break
            nth -= int(state.ticket_deck[ticket])


@jit
def random_token(state: State) -> int:
    """A random token of those not dealt yet."""
    left = 0
    for value in range(N_TIPS):
        left += int(state.pool[value])
    nth = draw(state, left)
    for value in range(N_TIPS):
        if nth < state.pool[value]:
            state.pool[value] -= 1
            return value + 1
        nth -= int(state.pool[value])
    return NONE


@jit
def deal_tips(view: State, seat: Seat, state: State) -> None:
    """Unseen tip tokens to the orders, the players and the pool."""
    laying = view.d_stage == Stage.HAM and view.ham_at != NONE and not view.over
    for value in range(N_TIPS):
        state.pool[value] = 0
    if view.n_pool == 0 and view.turn == 0 and view.no_tips_left == 0:
        return  # still in the box
    for value in range(N_TIPS):
        count = tip_count(0, value + 1) + (tip_count(1, value + 1) if view.more_tips else 0)
        for k in range(int(view.n)):
            if view.tips[k, value] != HIDDEN:
                count -= int(view.tips[k, value])
        for slot in range(SLOTS):
            if view.tip[slot] == value + 1 and not (laying and slot >= view.ham_at):
                count -= 1
            if laying and view.ham[slot] == value + 1:
                count -= 1
        state.pool[value] = count
    for slot in range(SLOTS):
        state.tip[slot] = view.tip[slot]
        state.tip_known[slot] = view.tip_known[slot]
        state.ham[slot] = view.ham[slot]
    for slot in range(SLOTS):
        if laying and state.ham[slot] == HIDDEN:
            state.ham[slot] = random_token(state)
        if state.tip[slot] == HIDDEN:
            state.tip[slot] = random_token(state) if not (laying and slot >= view.ham_at) else 1
        if view.d_stage == Stage.HAM and view.ham_at == NONE and not view.over:
            state.ham[slot] = state.tip[slot]
    for k in range(MAX_SEATS):
        if view.tips[k, 0] == HIDDEN:
            for value in range(N_TIPS):
                state.tips[k, value] = 0
            for _ in range(int(view.n_tips[k])):
                state.tips[k, random_token(state) - 1] += 1


@jit
def deal_goals(view: State, state: State) -> None:
    """Unseen goal cards to the others and the stack."""
    for goal in range(N_GOALS):
        state.goal_at[goal] = view.goal_at[goal]
    if not view.goals:
        return
    for k in range(int(view.n)):
        held = 0
        for goal in range(N_GOALS):
            if state.goal_at[goal] == k:
                held += 1
        for _ in range(int(view.n_goals[k]) - held):
            unseen = 0
            for goal in range(N_GOALS):
                if state.goal_at[goal] == HIDDEN:
                    unseen += 1
            nth = draw(state, unseen)
            for goal in range(N_GOALS):
                if state.goal_at[goal] == HIDDEN:
                    if nth == 0:
                        state.goal_at[goal] = k
                        break
                    nth -= 1
    for goal in range(N_GOALS):
        if state.goal_at[goal] == HIDDEN:
            state.goal_at[goal] = GOAL_STACK
