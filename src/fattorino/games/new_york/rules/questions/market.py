"""Go To Market: taking cards, filling the Open Market."""

from typing import Any

from fattorino.games.new_york import opinion, state as s, tables as t
from fattorino.games.new_york.rules import hands, memory, question, stack
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, only, tell


@jit(inline=True)
def check_take(state: State, seat: Seat, action: Action) -> Any:
    """NY-TERM-12: an Open Market card or the top of the deck; the frame says how many are left and which."""
    flags = stack.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if flags & s.OPTIONAL else Rule.NY_MARKET_2
    if action == s.DECK:
        return Rule.NY_TOP_MEATBALLS_1 if flags & s.OPEN_ONLY else Rule.OK
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_TERM_12
    return Rule.OK if state.market[action - s.CARD] > 0 else Rule.NY_TERM_12


@jit
def narrow(state: State, seat: Seat, run: int) -> int:
    """Whether it may be declined (run 0), whether the deck may be drawn from (run 1)."""
    flags = stack.argument(state, 3)
    if run == 0:
        return int(flags & s.OPTIONAL != 0)
    return int(flags & s.OPEN_ONLY == 0) if run == 1 else -1


@jit(inline=True)
def apply_take(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-MARKET-1 to -3: one after the other, the Open Market filled up in between."""
    left = stack.argument(state, 2) - 1
    if action == s.DONE or left == 0:
        stack.pop(state)
    else:
        stack.set_argument(state, 2, left)
    if action == s.DECK:
        tell(log, Event.TOOK_DECK, seat, EVERYONE)
        stack.push(state, Phase.DRAW_TO_HAND.value, seat)
    elif action != s.DONE:
        card = action - s.CARD
        state.market[card] -= 1
        state.n_market -= 1
        hands.to_hand(state, seat, card)
        memory.remember(state, seat, card)
        tell(log, Event.TOOK_OPEN, seat, EVERYONE, card)
        stack.push(state, Phase.MARKET_FILL.value)


def prompt(view: Any) -> str:
    """How many cards, and why."""
    left, flags = question.argument_seen(view, 2), question.argument_seen(view, 3)
    if flags & s.OPEN_ONLY:
        return _("Meatballs: take a card from the Open Market?")
    if flags & s.OPTIONAL:
        return ngettext(
            "East Village Mogul: take {n} more card?", "East Village Mogul: take up to {n} cards?", left
        )
    if flags & s.BONUS:
        return ngettext("Bonus Supplies: take {n} more card.", "Bonus Supplies: take {n} cards.", left)
    if flags & s.FRUGAL:
        return ngettext("Frugal Shopper: take {n} card.", "Frugal Shopper: take {n} cards.", left)
    if view.n_stack > 1 and view.stack[int(view.n_stack) - 2, 0] == Phase.SOARS:
        return ngettext(
            "Stock Market Soars: everyone takes cards. Take {n} more.",
            "Stock Market Soars: everyone takes cards. Take {n}.",
            left,
        )
    return ngettext(
        "Take {n} more card: an open one, or from the deck.",
        "Take {n} cards: open ones, or from the deck.",
        left,
    )


ASK_TAKE = question.Question(
    Phase.TAKE,
    check_take,
    apply_take,
    prompt,
    runs=((s.DONE, 1), (s.DECK, 1)),
    cards="market",
    look="sure",
    exact=True,
    narrow=narrow,
    worth=opinion.wanted_worth,
    labels=lambda: {"CARD": _("Take {card}"), "DONE": _("Take nothing more")},
    declined=lambda: _("no more cards"),
    targets={"CARD": "market"},
)


@jit
def run_draw_to_hand(state: State, log: Log) -> None:
    """NY-MARKET-4: an inspector met on the way is replaced by the next card."""
    seat = stack.argument(state, 1)
    card = hands.next_card(state, log)
    if card != NONE:
        stack.pop(state)
        hands.to_hand(state, seat, card)
        memory.draw_unseen(state, seat)
        tell(log, Event.DREW, seat, only(seat), card)


@jit(inline=True)
def run_market_fill(state: State, log: Log) -> None:
    """NY-TERM-13: at least five cards at all times."""
    if state.n_market >= t.OPEN_MARKET:
        stack.pop(state)
        return
    card = hands.next_card(state, log)
    if card != NONE:
        state.market[card] += 1
        state.n_market += 1
        memory.uncover(state, card)
        tell(log, Event.MARKET, NONE, EVERYONE, card)
