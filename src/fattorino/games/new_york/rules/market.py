"""Go To Market: taking cards, filling the Open Market; the Health Inspector's fines; the hand limit."""

from typing import Any

from fattorino.games.new_york.rules.memory import draw_unseen, remember, uncover
from fattorino.games.new_york.rules.table import (
    argument,
    hand_size,
    holds,
    money_of,
    next_card,
    pay,
    pop,
    push,
    set_argument,
    spend,
    to_hand,
)
from fattorino.games.new_york.state import CARD, DECK, DONE, MONEY, OPEN_ONLY, OPTIONAL, Event, Phase, Rule
from fattorino.games.new_york.tables import FINE, N_BLUE, OPEN_MARKET
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, only, tell


@jit(inline=True)
def check_take(state: State, action: Action) -> Any:
    """NY-TERM-12: an Open Market card or the top of the deck; the frame says how many are left and which."""
    flags = argument(state, 3)
    if action == DONE:
        return Rule.OK if flags & OPTIONAL else Rule.NY_MARKET_2
    if action == DECK:
        return Rule.NY_TOP_MEATBALLS_1 if flags & OPEN_ONLY else Rule.OK
    if action < CARD or action >= CARD + N_BLUE:
        return Rule.NY_TERM_12
    return Rule.OK if state.market[action - CARD] > 0 else Rule.NY_TERM_12


@jit(inline=True)
def apply_take(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-MARKET-1 to -3: one after the other, the Open Market filled up in between."""
    left = argument(state, 2) - 1
    if action == DONE or left == 0:
        pop(state)
    else:
        set_argument(state, 2, left)
    if action == DECK:
        tell(log, Event.TOOK_DECK, seat, EVERYONE)
        push(state, Phase.DRAW_TO_HAND.value, seat)
    elif action != DONE:
        card = action - CARD
        state.market[card] -= 1
        state.n_market -= 1
        to_hand(state, seat, card)
        remember(state, seat, card)
        tell(log, Event.TOOK_OPEN, seat, EVERYONE, card)
        push(state, Phase.MARKET_FILL.value)


@jit
def run_draw_to_hand(state: State, log: Log) -> None:
    """NY-MARKET-4: an inspector met on the way is replaced by the next card."""
    seat = argument(state, 1)
    card = next_card(state, log)
    if card != NONE:
        pop(state)
        to_hand(state, seat, card)
        draw_unseen(state, seat)
        tell(log, Event.DREW, seat, only(seat), card)


@jit(inline=True)
def run_market_fill(state: State, log: Log) -> None:
    """NY-TERM-13: at least five cards at all times."""
    if state.n_market >= OPEN_MARKET:
        pop(state)
        return
    card = next_card(state, log)
    if card != NONE:
        state.market[card] += 1
        state.n_market += 1
        uncover(state, card)
        tell(log, Event.MARKET, NONE, EVERYONE, card)


# -- fines -----------------------------------------------------------------------------------------------


@jit
def run_fines(state: State, log: Log) -> None:
    """NY-INSPECT-5, NY-TERM-10, NY-COOP-37: in turn order from the active player."""
    k = argument(state, 1)
    if k == state.n:
        pop(state)
        return
    set_argument(state, 1, k + 1)
    seat = (int(state.active) + k) % int(state.n)
    if money_of(state, seat) >= FINE or hand_size(state, seat) >= FINE:
        push(state, Phase.FINE.value, seat, FINE)
        return
    if money_of(state, seat) > 0:  # NY-INSPECT-4: what there is
        pay(state, seat, money_of(state, seat), log)
    if hand_size(state, seat) > 0:
        push(state, Phase.FINE.value, seat, 1)  # the last card, whichever it is


@jit
def check_fine(state: State, seat: Seat, action: Action) -> Any:
    """NY-INSPECT-3: $2 or two cards, no mix where a pure form is possible."""
    left = argument(state, 2)
    if action == MONEY:
        begun = left < FINE  # with a card
        return Rule.NY_INSPECT_3 if begun or money_of(state, seat) < FINE else Rule.OK
    if action < CARD:
        return Rule.NY_INSPECT_3
    if not holds(state, seat, action - CARD):
        return Rule.NY_TERM_5
    return Rule.OK if hand_size(state, seat) >= left else Rule.NY_INSPECT_3


@jit
def apply_fine(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The fine, in money at once or card by card."""
    left = argument(state, 2)
    if action == MONEY:
        pay(state, seat, FINE, log)
        left = 0
    else:
        spend(state, seat, action - CARD, log)
        left -= 1
    if left == 0:
        pop(state)
    else:
        set_argument(state, 2, left)


# -- paying in single dollars ----------------------------------------------------------------------------


@jit
def check_unit(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """NY-BUILD-4, NY-POWER-PROPERTYTAX-2: each dollar in money or as a card from hand."""
    if action == MONEY:
        return Rule.OK if money_of(state, seat) > 0 else Rule.NY_TERM_9
    if action < CARD:
        return rule
    return Rule.OK if holds(state, seat, action - CARD) else Rule.NY_TERM_5


@jit
def apply_unit(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One dollar of a price or a tax; the frame counts what is left."""
    if action == MONEY:
        pay(state, seat, 1, log)
    else:
        spend(state, seat, action - CARD, log)
    left = argument(state, 2) - 1
    set_argument(state, 2, left)
    if left == 0 or (money_of(state, seat) == 0 and hand_size(state, seat) == 0):
        pop(state)
