"""Co-op: giving cards to neighbours, and when a promotion's order comes."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, memory, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, only, tell


@jit
def neighbour(state: State, seat: Seat, side: int) -> int:
    """NY-COOP-21: the left neighbour is next in turn order."""
    n = int(state.n)
    return (seat + 1) % n if side == 0 else (seat + n - 1) % n


@jit
def check_side(state: State, seat: Seat, action: Action) -> Any:
    """To which neighbour; with two players both are the same."""
    if action == s.DONE or action == s.SIDE:
        return Rule.OK
    return Rule.OK if action == s.SIDE + 1 and state.n > 2 else Rule.NY_COOP_21


@jit
def apply_side(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One of at most two cards."""
    if action == s.DONE:
        stack.pop(state)
        return
    stack.set_argument(state, 2, stack.argument(state, 2) - 1)
    stack.push(state, Phase.GIVE.value, seat, action - s.SIDE)


ASK_SIDE = Question(
    Phase.SIDE,
    check_side,
    apply_side,
    prompt=lambda view: _("Give a card to a neighbour?"),
    runs=((s.DONE, 1), (s.SIDE, 2)),
    due=jit(lambda state, seat, left: left > 0 and hands.hand_size(state, seat) > 0),
    worth=jit(lambda view, seat, action, delivers: 1.0 if action == s.DONE else 0.0),
    labels=lambda: {"DONE": _("Give nothing more")},
    chose=lambda: _("a neighbour"),
    declined=lambda: _("to give nothing more"),
)


@jit
def apply_give(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-COOP-22: give the card, regardless of the hand limit; only giver and receiver see which it is."""
    card = action - s.CARD
    other = neighbour(state, seat, stack.argument(state, 2))
    stack.pop(state)
    memory.remember_gift(state, seat, other, card)
    if card < t.N_BLUE:
        hands.from_hand(state, seat, card)
        hands.to_hand(state, other, card)
    else:
        state.power_at[card - t.N_BLUE] = other
        state.n_power[seat] -= 1
        state.n_power[other] += 1
    state.reveals = int(state.reveals) + 1  # the receiver has seen it
    tell(log, Event.TRANSFER, seat, EVERYONE, other)
    tell(log, Event.TRANSFERRED, seat, only(seat) | only(other), other, card)


ASK_GIVE = Question(
    Phase.GIVE,
    # NY-COOP-21: any card.
    jit(lambda state, seat, action: hands.check_any_card(state, seat, action, Rule.NY_COOP_21)),
    apply_give,
    prompt=lambda view: _("Which card?"),
    cards="held",
    look="sure",
    labels=lambda: {"CARD": _("Give {card}")},
)


@jit
def apply_daypart(state: State, seat: Seat, action: Action, log: Log) -> None:
    """An order now, or one more in the evening."""
    stack.pop(state)
    if action == s.DAYPART:
        stack.push(state, Phase.ADD.value, 1)
    else:
        state.later += 1


ASK_DAYPART = Question(
    Phase.DAYPART,
    jit(lambda state, seat, action: Rule.OK if s.DAYPART <= action <= s.DAYPART + 1 else Rule.NY_COOP_40),
    apply_daypart,
    prompt=lambda view: _("Promotion: an order now, or in the evening?"),
    runs=((s.DAYPART, 2),),
)
