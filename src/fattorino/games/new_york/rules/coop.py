"""Co-op: the team's money and promotions, the order queue, transfers, winning and losing."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, pizzerias, stack, tickets as ticket_rules
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, ones, tell
from fattorino.kernel.rng import draw

INSANE, EASY = 1, 2  # values of the option `coop_promotions`; in the second tokens are face down
CATEGORIES = 5  # of the top chef


# -- money and promotions --------------------------------------------------------------------------------


@jit
def gain(state: State, seat: Seat, dollars: int, log: Log) -> None:
    """Receive money from the bank; in co-op this starts promotions and may win the game.

    NY-COOP-30, -31, -34, -41 to -43: a token is placed before the check; tips are not money (NY-COOP-36).
    """
    if not state.coop:
        state.money[seat] += dollars
        return
    before = int(state.money[0])
    now = before + dollars
    state.money[0] = now
    for colour in range(2):  # NY-COOP-30: blue before red
        number = int(state.marker[colour])
        if before < number <= now and (state.retrigger or not state.fired[colour]):
            state.fired[colour] = 1
            start_promotion(state, colour, log)
    if now >= state.goal_money and state.pizzas >= state.goal_pizzas:
        state.won = 1
        tell(log, Event.WON, NONE, EVERYONE)
        finish(state, log)


@jit
def take_token(state: State, colour: int) -> int:
    """A random promotion token of a colour; NONE if none is left."""
    stock = int(state.stock[colour])
    if stock == 0:
        return NONE
    nth = draw(state, ones(stock))
    found = NONE
    for token in range(t.N_PROMOTIONS):
        if (stock >> token) & 1:
            if nth == 0:
                found = token
            nth -= 1
    state.stock[colour] = stock & ~(1 << found)
    return found


@jit
def start_promotion(state: State, colour: int, log: Log) -> None:
    """NY-COOP-30, -38, -39: roll a day without a token and put a random token of the colour there."""
    state.reveals = int(state.reveals) + 1
    token = take_token(state, colour)
    if token == NONE:
        return
    day = t.day_rolled(draw(state, t.DIE))
    for _ in range(1000):  # NY-COOP-30: roll again; a free day always exists
        if state.day_token[day] == NONE and state.day_back[day] == 0:
            break
        day = t.day_rolled(draw(state, t.DIE))
    back = 0
    if state.promotions == EASY:
        state.day_back[day] = 1
        back = 1
    if state.promotions == INSANE and take_token(state, colour) != NONE:
        state.day_back[day] = 1
        back = 1
    state.day_token[day] = colour * t.N_PROMOTIONS + token
    if day == state.day:
        state.day_new = 1  # NY-COOP-32
    face = token if state.promotions != EASY else NONE
    tell(log, Event.PROMOTION, NONE, EVERYONE, colour, day, face, back)


@jit
def promised(state: State, evening: int) -> int:
    """The orders that today's token adds in the morning (0) or in the evening (1)."""
    day = int(state.day)
    orders = t.FRIDAY_ORDERS if evening and day == t.FRIDAY else 0  # NY-COOP-29
    token = int(state.day_token[day])
    if token != NONE and not state.day_new and state.promotions != EASY:
        orders += t.promotion_orders(token, evening)
    return orders


@jit
def run_add(state: State, log: Log) -> None:
    """NY-COOP-26, -27, -45: add the next order of a promotion to the queue."""
    left = stack.argument(state, 1)
    if left == 0:
        stack.pop(state)
        return
    stack.set_argument(state, 1, left - 1)
    tickets = int(state.n_tickets)
    for ticket in range(t.N_TICKETS):
        tickets += int(state.ticket_used[ticket])
    if tickets == 0:
        tell(log, Event.LOST, NONE, EVERYONE)
        finish(state, log)
        return
    enter_queue(state, log)
    ticket_rules.place_order(state, 0, log)


@jit
def enter_queue(state: State, log: Log) -> None:
    """NY-COOP-47: free place 1, pushing out the oldest order if necessary."""
    row = 0
    while row < t.MAIN_SLOTS and state.ticket[row] != NONE:
        row += 1
    if state.conveyor or row == t.MAIN_SLOTS:
        if state.ticket[t.MAIN_SLOTS - 1] != NONE:
            push_off(state, t.MAIN_SLOTS - 1, log)
        row = t.MAIN_SLOTS - 1
    close_gap(state, row)


@jit
def push_off(state: State, slot: int, log: Log) -> None:
    """NY-COOP-26: cards to the sewer, ticket out of the game, tip token back to the pool."""
    for position in range(t.MAX_CARDS):
        card = int(state.order[slot, position])
        if card != NONE:
            hands.to_sewer(state, card)
    if state.tip[slot] != NONE:
        ticket_rules.tip_to_pool(state, int(state.tip[slot]))
    ticket = int(state.ticket[slot])
    state.ticket_gone[ticket] += 1
    tell(log, Event.PUSHED, NONE, EVERYONE, ticket)
    ticket_rules.empty_slot(state, slot)


@jit
def close_gap(state: State, slot: int) -> None:
    """NY-COOP-25, -47: move the newer orders up by one place."""
    if slot >= t.MAIN_SLOTS:
        return
    for place in range(slot, 0, -1):
        if state.ticket[place - 1] != NONE:
            ticket_rules.move_order(state, place - 1, place)


# -- the end ---------------------------------------------------------------------------------------------


@jit
def finish(state: State, log: Log) -> None:
    """End the game."""
    state.over = 1
    state.phase = Phase.END
    state.seat = NONE
    state.reveals = int(state.reveals) + 1
    if state.coop and state.top_chef:
        choose_top_chef(state, log)
    tell(log, Event.ENDED, NONE, EVERYONE)


@jit
def tableau_cards(state: State, seat: Seat) -> int:
    """NY-SCORE-2: cards in a tableau."""
    count = 0
    for village in range(t.BUILDABLE):
        count += pizzerias.n_perm(state, seat, village)
    for slot in range(t.N_SLOTS):
        if state.slot[seat, slot] != NONE:
            count += 1
    if state.slot[seat, t.N_SLOTS - 1] == t.Power.COLD_STORAGE:
        for place in range(t.MAX_CARDS):
            if state.cold[place] != NONE:
                count += 1
    if state.slot[seat, t.N_SLOTS - 1] == t.Power.FARMER_BROWN and state.farmer != NONE:
        count += 1
    return count


@jit
def tip_value(state: State, seat: Seat) -> int:
    """NY-SCORE-5: the sum of a player's tip tokens."""
    total = 0
    for value in range(t.N_TIPS):
        total += int(state.tips[seat, value]) * (value + 1)
    return total


@jit
def disks_on_board(state: State, seat: Seat) -> int:
    """NY-SCORE-4: the disk of That's My Spot included."""
    count = 0
    for village in range(t.BUILDABLE):
        count += int(state.disks[seat, village])
    if state.spot != NONE and state.power_at[t.Power.THATS_MY_SPOT] == t.Place.TABLEAU + seat:
        count += 1
    return count


@jit
def chef_result(state: State, seat: Seat, category: int) -> int:
    """NY-COOP-46: a player's result in one of the five categories."""
    if category == 0:
        return int(state.delivered[seat])
    if category == 1:
        return tip_value(state, seat)
    if category == 2:
        return ones(pizzerias.open_villages(state, seat))
    if category == 3:
        return tableau_cards(state, seat)
    return disks_on_board(state, seat)


@jit
def last_places(state: State, seat: Seat) -> int:
    """In how many categories a player is lowest, alone or tied."""
    count = 0
    for category in range(CATEGORIES):
        lowest = 1
        for other in range(int(state.n)):
            if chef_result(state, other, category) < chef_result(state, seat, category):
                lowest = 0
        count += lowest
    return count


@jit
def choose_top_chef(state: State, log: Log) -> None:
    """NY-COOP-46: roll for the top chef."""
    face = draw(state, t.DIE)
    best, chefs = -1, 0
    for seat in range(int(state.n)):
        value = last_places(state, seat) if face == CATEGORIES else chef_result(state, seat, face)
        if value > best:
            best, chefs = value, 0
        if value == best:
            chefs |= 1 << seat
    state.chef_die = face + 1
    state.chefs = chefs
    tell(log, Event.CHEF, NONE, EVERYONE, face + 1, chefs)
