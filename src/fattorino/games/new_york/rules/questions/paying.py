"""The price of a lot, paid dollar by dollar in money or cards; a tax is paid in the same way."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york.rules import hands, question, stack
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Action, Log, Seat, State


@jit
def check_unit(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """NY-BUILD-4, NY-POWER-PROPERTYTAX-2: each dollar in money or as a card from hand."""
    if action == s.MONEY:
        return Rule.OK if hands.money_of(state, seat) > 0 else Rule.NY_TERM_9
    return hands.check_any_card(state, seat, action, rule)


@jit
def apply_unit(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One dollar of a price or a tax; the frame counts what is left."""
    if action == s.MONEY:
        hands.pay(state, seat, 1, log)
    else:
        hands.spend(state, seat, action - s.CARD, log)
    left = stack.argument(state, 2) - 1
    stack.set_argument(state, 2, left)
    if left == 0 or (hands.money_of(state, seat) == 0 and hands.hand_size(state, seat) == 0):
        stack.pop(state)


ASK_PAY = question.Question(
    Phase.PAY,
    # NY-BUILD-4.
    jit(lambda state, seat, action: check_unit(state, seat, action, Rule.NY_BUILD_4)),
    apply_unit,
    prompt=lambda view: (
        _("Pay ${n}, in money or with cards, $1 each.")
        if view.coop
        else _("Pay ${n}: in money, which is your score, or with cards, $1 each.")
    ).format(n=question.argument_seen(view, 2)),
    runs=((s.MONEY, 1),),
    cards="held",
    look="sure",
    due=question.some_left,
)
