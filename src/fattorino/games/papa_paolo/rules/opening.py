"""Setup, the layout of each round, the end of the game."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.rules.auction import open_auction
from fattorino.games.papa_paolo.rules.district import start_district
from fattorino.games.papa_paolo.state import Event, Phase, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell
from fattorino.kernel.rng import draw, draw_from, seeded, shuffle

# -- setup -----------------------------------------------------------------------------------------------


@jit
def setup(state: State, options: Any, seed: int, log: Log) -> None:
    """From a zeroed record to the first decision."""
    state.rng = seeded(seed)
    n = int(options.seats)
    state.n = n
    state.start_coin = options.variant_a_start_coin
    state.reverse_order = options.variant_b_reverse_order
    state.money_points = options.variant_c_money_points
    state.preview_used = options.variant_d_preview_delivery
    state.money_shown = options.money_shown
    state.idle_allowed = options.allow_idle_pawn
    state.no_revisit = options.tour_revisit
    state.final_experience = options.final_round_experience
    state.pizza_limit = options.pizza_limit
    state.bank_limit = options.bank_limit
    state.bank = s.BANK - n * s.START_MONEY
    for tile in range(s.N_CITY):
        state.unseen[tile] = tile
    state.n_unseen = s.N_CITY
    state.large = NONE
    state.large_left = (1 << s.N_LARGE) - 1
    for kind in range(t.N_PRICES):  # PP-SETUP-7, PP-3P-3, PP-2P-5
        state.pizzerias[kind] = t.pizzerias_of(n, kind)
    for seat in range(s.MAX_SEATS):
        state.dealt[seat] = seat
        state.kept[seat] = NONE
        state.order[seat] = NONE
    for seat in range(n):  # PP-SETUP-1, PP-SETUP-8; PP-SETUP-10: markers start in column 0
        state.money[seat] = s.START_MONEY
        state.supply[seat] = s.PIZZAS
        state.order[seat] = seat
    shuffle(state, state.dealt, s.MAX_SEATS)
    state.round_no = 1
    deal_round(state, log)
    if n > 2:  # PP-SETUP-9, PP-3P-8: one start tile each, one stays in the box with three
        for seat in range(n):
            keep_start(state, seat, int(state.dealt[seat]), log)
        order_by_start(state)
        begin_round(state, log)
    else:  # PP-2P-2: two each, of which one is kept
        for seat in range(n):
            tell(log, Event.DEALT, seat, EVERYONE, int(state.dealt[2 * seat]), int(state.dealt[2 * seat + 1]))
        state.stage = Stage.START
        state.phase = Phase.START
        state.seat = 0


@jit
def keep_start(state: State, seat: Seat, number: int, log: Log) -> None:
    """Begin a district with its start tile."""
    state.kept[seat] = number
    start_district(state, seat, number)
    tell(log, Event.KEPT, seat, EVERYONE, number)


@jit
def starter(state: State) -> int:
    """PP-SETUP-12: who has the lowest start tile."""
    first = 0
    for seat in range(int(state.n)):
        if state.kept[seat] < state.kept[first]:
            first = seat
    return first


@jit
def order_by_start(state: State) -> None:
    """PP-SETUP-12: the lowest number goes first, the others follow clockwise."""
    n = int(state.n)
    first = starter(state)
    for place in range(n):
        state.order[place] = (first + place) % n


# -- a round ---------------------------------------------------------------------------------------------


@jit
def deal_round(state: State, log: Log) -> None:
    """Lay out tiles, coins, delivery and investment tiles (PP-SETUP-3 to -6, PP-NEXT-1 to -5)."""
    n = int(state.n)
    state.reveals = int(state.reveals) + 1
    clear_table(state)
    deal_tiles(state, log)
    deal_coins(state, log)
    if state.preview_used and state.round_no > 1:  # PP-VAR-D: drawn a round ago
        for column in range(s.N_TICKETS):
            state.tickets[column] = state.preview[column]
    else:
        deal_tickets(state, state.tickets)
    tell_row(log, Event.TICKETS.value, int(state.round_no), state.tickets, 0)
    for column in range(s.N_TICKETS):
        state.preview[column] = NONE
    if state.preview_used and state.round_no < s.ROUNDS:
        deal_tickets(state, state.preview)
        tell_row(log, Event.TICKETS.value, int(state.round_no) + 1, state.preview, 0)
    if n == 2:  # PP-2P-5, PP-2P-17: one large tile a round
        state.large = draw_large(state)
        tell(log, Event.LARGE, NONE, EVERYONE, int(state.large))
    else:  # PP-SETUP-5, PP-3P-7: one of each colour; PP-NEXT-5: those left over are gone
        state.offer = (1 << s.N_COLOURS) - 1
    state.face_down = NONE
    if state.start_coin and state.round_no > 1:  # PP-VAR-A
        line = draw(state, t.board_rows(n) + t.board_columns(n))
        state.face_down = line if line < t.board_rows(n) else line - t.board_rows(n) + s.SLOTS_WIDE
        tell(log, Event.FACE_DOWN, NONE, EVERYONE, int(state.face_down), int(state.round_no), s.ROUNDS)


@jit
def deal_tiles(state: State, log: Log) -> None:
    """PP-SETUP-3, PP-NEXT-1, PP-NEXT-2, PP-3P-1, PP-2P-1: old tiles leave, every slot gets a new one."""
    for slot in range(s.N_SLOTS):
        if state.round_no > 1 and state.slot_tile[slot] != NONE:
            state.gone = int(state.gone) + 1
        state.slot_tile[slot] = NONE
        state.pawn[slot] = NONE
        if t.deeds_at(int(state.n), slot) != NONE:
            left = int(state.n_unseen)
            state.slot_tile[slot] = draw_from(state, state.unseen, left)
            state.unseen[left - 1] = NONE
            state.n_unseen = left - 1
    for row in range(t.board_rows(int(state.n))):
        tell_row(log, Event.ROW.value, row, state.slot_tile, s.SLOTS_WIDE * row)


@jit
def deal_coins(state: State, log: Log) -> None:
    """PP-SETUP-4, PP-NEXT-3, PP-3P-2, PP-2P-3: the same coins each round, in a new order, one per line."""
    n = int(state.n)
    rows = t.board_rows(n)
    lines = rows + t.board_columns(n)
    for which in range(lines):
        state.coin[which] = t.coin_of(n, which)
        state.bank = int(state.bank) - t.coin_of(n, which)
    shuffle(state, state.coin, lines)
    for line in range(s.N_LINES - 1, rows - 1, -1):  # make room for unused rows: columns start at line 4
        column = line - s.SLOTS_WIDE
        if column >= 0:
            state.coin[line] = state.coin[rows + column] if column < t.board_columns(n) else 0
        else:
            state.coin[line] = 0
    for kind in range(2):
        tell_row(log, Event.COINS.value, kind, state.coin, s.SLOTS_WIDE * kind)


@jit
def deal_tickets(state: State, tickets: Any) -> None:
    """PP-SETUP-6, PP-NEXT-4, PP-3P-4, PP-2P-4: as many delivery tiles of the letter as players, rising."""
    for column in range(s.N_TICKETS):
        tickets[column] = column
    for left in range(s.N_TICKETS, int(state.n), -1):
        for column in range(draw(state, left), left):  # remove one; those after it move up
            tickets[column] = tickets[column + 1] if column + 1 < left else NONE


@jit
def tell_row(log: Log, kind: int, number: int, laid: Any, at: int) -> None:
    """Log the four things that are laid out in a row, or for a round."""
    a, b, c, d = int(laid[at]), int(laid[at + 1]), int(laid[at + 2]), int(laid[at + 3])
    tell(log, kind, NONE, EVERYONE, number, a, b, c, d)


@jit
def draw_large(state: State) -> int:
    """Reveal a large investment tile that has not been on offer yet."""
    nth = draw(state, s.N_LARGE + 1 - int(state.round_no))
    for tile in range(s.N_LARGE):
        if t.has(int(state.large_left), tile):
            if nth == 0:
                state.large_left = int(state.large_left) & ~(1 << tile)
                return tile
            nth -= 1
    return NONE


@jit
def clear_table(state: State) -> None:
    """Clear the bids, investments and delivery tiles of the last round."""
    open_auction(state)
    for seat in range(s.MAX_SEATS):
        state.invest[seat] = NONE
        state.ticket[seat] = NONE
        state.next_order[seat] = NONE
        state.queue[seat] = NONE
    state.start_coin_to = NONE
    state.chosen = NONE
    state.side = 0
    state.placed = 0
    state.turn = 0
    state.slot = NONE
    state.spot = NONE
    state.price = NONE
    state.tour_from = NONE
    state.tour_at = NONE


@jit
def begin_round(state: State, log: Log) -> None:
    """Begin phase A with the first player."""
    state.stage = Stage.PLACE
    state.phase = Phase.SLOT
    state.seat = state.order[0]
    tell(log, Event.ROUND, int(state.seat), EVERYONE, int(state.round_no), s.ROUNDS)


@jit
def next_round(state: State, log: Log) -> None:
    """Phase G. PP-NEXT-6: pizzas, money, tracks and districts stay; the new order holds from now on."""
    for place in range(int(state.n)):
        state.order[place] = state.next_order[place]
    state.round_no = int(state.round_no) + 1
    deal_round(state, log)
    begin_round(state, log)


# -- the end ---------------------------------------------------------------------------------------------


@jit
def finish(state: State, log: Log) -> None:
    """PP-ROUND-4: after phase F of round 5 the game is over."""
    state.stage = Stage.END
    state.phase = Phase.END
    state.seat = NONE
    state.over = 1
    tell(log, Event.ENDED, NONE, EVERYONE)
