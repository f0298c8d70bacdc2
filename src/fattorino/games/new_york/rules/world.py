"""Global cards: they act the moment they are drawn, on everybody."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import crash, memory, table, tickets
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.games.new_york.tables import Place, Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell
from fattorino.kernel.rng import draw


@jit
def run_draw_power(state: State, log: Log) -> None:
    """NY-DELIVER-28, NY-GLOBAL-1 to -3: a card to hand, or a Global that acts."""
    seat = table.argument(state, 1)
    table.pop(state)
    power = table.draw_power(state, seat, log)
    if power == NONE:
        return
    if t.power_fact(power, 0) != t.GLOBAL:
        table.gain_power(state, seat, power, log)
        return
    if state.redraw:
        table.push(state, Phase.DRAW_POWER.value, seat)
    state.power_at[power] = Place.WORLD
    tell(log, Event.WORLD, seat, EVERYONE, power)
    table.push(state, Phase.WORLD.value, seat, power)
    end_world(state, log)


@jit
def end_world(state: State, log: Log) -> None:
    """NY-GLOBAL-2, NY-GLOBAL-6: the Global in the slot is discarded and its lasting effect ends."""
    power = int(state.world)
    if power == NONE:
        return
    state.world = NONE
    state.rounds = 0
    state.power_at[power] = Place.DISCARD
    tell(log, Event.WORLD_OVER, NONE, EVERYONE, power)
    if power == Power.INGREDIENT_SHORTAGE and state.shortage != NONE:
        table.to_sewer(state, int(state.shortage))  # NY-POWER-SHORTAGE-2
        state.shortage = NONE
    if power == Power.POWER_OUTAGE:  # NY-POWER-OUTAGE-2, -5: filled in slot order
        for slot in range(t.SLOTS - 1, -1, -1):
            if tickets.order_size(state, slot) > 0 and not tickets.is_filled(state, slot):
                table.push(state, Phase.FILL.value, slot)


@jit
def run_world(state: State, log: Log) -> None:
    """A Global takes the slot and acts; it stays there, without an owner (NY-GLOBAL-5, NY-GLOBAL-7)."""
    seat, power = table.argument(state, 1), table.argument(state, 2)
    table.pop(state)
    state.world = power
    rounds = t.power_fact(power, 2)
    state.rounds = rounds * int(state.n) + 1 if rounds > 0 else 0  # NY-TERM-11: this turn does not count
    if power == Power.CHARITY_EVENT:
        table.push(state, Phase.CHARITIES.value, seat, 0)
    elif power == Power.STOCK_MARKET_CRASH:
        table.push(state, Phase.CRASHES.value, seat, 0)
    elif power == Power.STOCK_MARKET_SOARS:
        table.push(state, Phase.SOARS.value, seat, 0, 0)
    elif power == Power.INGREDIENT_SHORTAGE:
        pick_shortage(state, log)
    elif power == Power.PANDEMIC:  # NY-POWER-PANDEMIC-3: these orders outlast the card
        table.push(state, Phase.NEW_ORDER.value, t.MAIN_SLOTS + 1)
        table.push(state, Phase.NEW_ORDER.value, t.MAIN_SLOTS)
    elif power == Power.POWER_OUTAGE:
        black_out(state, log)


@jit
def pick_shortage(state: State, log: Log) -> None:
    """NY-POWER-SHORTAGE-1: a random sewer card that is not an ANY card."""
    count = 0
    for card in range(t.N_BLUE):
        if t.card_fact(card, 3) != 1:
            count += int(state.sewer[card])
    if count == 0:
        return
    state.reveals = int(state.reveals) + 1
    nth = draw(state, count)
    for card in range(t.N_BLUE):
        if t.card_fact(card, 3) != 1:
            nth -= int(state.sewer[card])
            if nth < 0:
                state.sewer[card] -= 1
                state.n_sewer -= 1
                state.shortage = card
                tell(log, Event.SHORTAGE, NONE, EVERYONE, card)
                return


@jit
def black_out(state: State, log: Log) -> None:
    """NY-POWER-OUTAGE-1, -3: the cards of all standard orders, shuffled, on top of the Market Deck."""
    state.reveals = int(state.reveals) + 1
    first = int(state.n_deck)
    top = first
    for slot in range(t.SLOTS):
        for position in range(t.MAX_CARDS):
            if state.order[slot, position] != NONE:
                state.deck[top] = state.order[slot, position]
                memory.lay(state, int(state.order[slot, position]))
                state.order[slot, position] = NONE
                top += 1
    for last in range(top - 1, first, -1):
        other = first + draw(state, last - first + 1)
        kept = state.deck[last]
        state.deck[last] = state.deck[other]
        state.deck[other] = kept
    state.n_deck = top
    tell(log, Event.ONTO_DECK, NONE, EVERYONE, top - first)


@jit
def run_new_order(state: State, log: Log) -> None:
    """NY-DELIVER-30, NY-POWER-PANDEMIC-1: a slot still taken is passed over."""
    slot = table.argument(state, 1)
    table.pop(state)
    if state.ticket[slot] == NONE:
        tickets.place_order(state, slot, log)


@jit
def run_everyone(state: State, what: int, log: Log) -> None:
    """NY-GLOBAL-4: each player in turn order from the one who drew the Global."""
    k = table.argument(state, 2)
    if k == state.n:
        table.pop(state)
        return
    seat = (table.argument(state, 1) + k) % int(state.n)
    if what == Phase.SOARS and table.argument(state, 3) == 0:  # NY-POWER-SOARS-1: two cards, then a token
        table.set_argument(state, 3, 1)
        table.push(state, Phase.TAKE.value, seat, t.SOARS_CARDS, 0)
        return
    table.set_argument(state, 2, k + 1)
    if what == Phase.SOARS:
        table.set_argument(state, 3, 0)
        value = tickets.random_tip(state)
        if value != NONE:
            tickets.collect_tip(state, seat, value, log)
    elif what == Phase.CHARITIES:
        if state.n_hand[seat] > 0:
            table.push(state, Phase.CHARITY.value, seat, min(t.CHARITY_CARDS, int(state.n_hand[seat])))
    elif crash.can_lose(state, seat):
        table.push(state, Phase.CRASH_AT.value, seat)


@jit
def check_charity(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-CHARITY-1: blue cards only."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_POWER_CHARITY_1
    return Rule.OK if state.hand[seat, action - s.CARD] > 0 else Rule.NY_TERM_5
