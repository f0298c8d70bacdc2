"""Go To Market: taking cards, filling the Open Market; the Health Inspector's fines; the hand limit."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import memory, table, world
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, only, tell


@jit(inline=True)
def check_take(state: State, action: Action) -> Any:
    """NY-TERM-12: an Open Market card or the top of the deck; the frame says how many are left and which."""
    flags = table.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if flags & s.OPTIONAL else Rule.NY_MARKET_2
    if action == s.DECK:
        return Rule.NY_TOP_MEATBALLS_1 if flags & s.OPEN_ONLY else Rule.OK
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_TERM_12
    return Rule.OK if state.market[action - s.CARD] > 0 else Rule.NY_TERM_12


@jit(inline=True)
def apply_take(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-MARKET-1 to -3: one after the other, the Open Market filled up in between."""
    left = table.argument(state, 2) - 1
    if action == s.DONE or left == 0:
        table.pop(state)
    else:
        table.set_argument(state, 2, left)
    if action == s.DECK:
        tell(log, Event.TOOK_DECK, seat, EVERYONE)
        table.push(state, Phase.DRAW_TO_HAND.value, seat)
    elif action != s.DONE:
        card = action - s.CARD
        state.market[card] -= 1
        state.n_market -= 1
        table.to_hand(state, seat, card)
        memory.remember(state, seat, card)
        tell(log, Event.TOOK_OPEN, seat, EVERYONE, card)
        table.push(state, Phase.MARKET_FILL.value)


@jit
def run_draw_to_hand(state: State, log: Log) -> None:
    """NY-MARKET-4: an inspector met on the way is replaced by the next card."""
    seat = table.argument(state, 1)
    card = table.next_card(state, log)
    if card != NONE:
        table.pop(state)
        table.to_hand(state, seat, card)
        memory.draw_unseen(state, seat)
        tell(log, Event.DREW, seat, only(seat), card)


@jit(inline=True)
def run_market_fill(state: State, log: Log) -> None:
    """NY-TERM-13: at least five cards at all times."""
    if state.n_market >= t.OPEN_MARKET:
        table.pop(state)
        return
    card = table.next_card(state, log)
    if card != NONE:
        state.market[card] += 1
        state.n_market += 1
        memory.uncover(state, card)
        tell(log, Event.MARKET, NONE, EVERYONE, card)


# -- fines -----------------------------------------------------------------------------------------------


@jit
def run_fines(state: State, log: Log) -> None:
    """NY-INSPECT-5, NY-TERM-10, NY-COOP-37: in turn order from the active player."""
    k = table.argument(state, 1)
    if k == state.n:
        table.pop(state)
        if state.clears:  # NY-INSPECT-7
            world.end_world(state, log)
        return
    table.set_argument(state, 1, k + 1)
    seat = (int(state.active) + k) % int(state.n)
    if table.money_of(state, seat) >= t.FINE or table.hand_size(state, seat) >= t.FINE_CARDS:
        table.push(state, Phase.FINE.value, seat, t.FINE_CARDS)
        return
    if table.money_of(state, seat) > 0:  # NY-INSPECT-4: what there is
        table.pay(state, seat, table.money_of(state, seat), log)
    if table.hand_size(state, seat) > 0:
        table.push(state, Phase.FINE.value, seat, 1)  # the last card, whichever it is


@jit
def check_fine(state: State, seat: Seat, action: Action) -> Any:
    """NY-INSPECT-3: $2 or two cards, no mix where a pure form is possible."""
    left = table.argument(state, 2)
    if action == s.MONEY:
        begun = left < t.FINE_CARDS
        return Rule.NY_INSPECT_3 if begun or table.money_of(state, seat) < t.FINE else Rule.OK
    if action < s.CARD:
        return Rule.NY_INSPECT_3
    if not table.holds(state, seat, action - s.CARD):
        return Rule.NY_TERM_5
    return Rule.OK if table.hand_size(state, seat) >= left else Rule.NY_INSPECT_3


@jit
def apply_fine(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The fine, in money at once or card by card."""
    left = table.argument(state, 2)
    if action == s.MONEY:
        table.pay(state, seat, t.FINE, log)
        left = 0
    else:
        table.spend(state, seat, action - s.CARD, log)
        left -= 1
    if left == 0:
        table.pop(state)
    else:
        table.set_argument(state, 2, left)


# -- paying in single dollars ----------------------------------------------------------------------------


@jit
def check_unit(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """NY-BUILD-4, NY-POWER-PROPERTYTAX-2: each dollar in money or as a card from hand."""
    if action == s.MONEY:
        return Rule.OK if table.money_of(state, seat) > 0 else Rule.NY_TERM_9
    if action < s.CARD:
        return rule
    return Rule.OK if table.holds(state, seat, action - s.CARD) else Rule.NY_TERM_5


@jit
def apply_unit(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One dollar of a price or a tax; the frame counts what is left."""
    if action == s.MONEY:
        table.pay(state, seat, 1, log)
    else:
        table.spend(state, seat, action - s.CARD, log)
    left = table.argument(state, 2) - 1
    table.set_argument(state, 2, left)
    if left == 0 or (table.money_of(state, seat) == 0 and table.hand_size(state, seat) == 0):
        table.pop(state)
