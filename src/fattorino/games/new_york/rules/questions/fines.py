"""The Health Inspector's fines, paid by everyone."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, powers, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Action, Log, Seat, State


@jit
def run_fines(state: State, log: Log) -> None:
    """NY-INSPECT-5, NY-TERM-10, NY-COOP-37: in turn order from the active player."""
    k = stack.argument(state, 1)
    if k == state.n:
        stack.pop(state)
        if state.clears:  # NY-INSPECT-7
            powers.end_world(state, log)
        return
    stack.set_argument(state, 1, k + 1)
    seat = (int(state.active) + k) % int(state.n)
    if hands.money_of(state, seat) >= t.FINE or hands.hand_size(state, seat) >= t.FINE_CARDS:
        stack.push(state, Phase.FINE.value, seat, t.FINE_CARDS)
        return
    if hands.money_of(state, seat) > 0:  # NY-INSPECT-4: at most what the player has
        hands.pay(state, seat, hands.money_of(state, seat), log)
    if hands.hand_size(state, seat) > 0:
        stack.push(state, Phase.FINE.value, seat, 1)  # the last card, of any sort


@jit
def check_fine(state: State, seat: Seat, action: Action) -> Any:
    """NY-INSPECT-3: $2 or two cards, no mix where a pure form is possible."""
    left = stack.argument(state, 2)
    if action == s.MONEY:
        begun = left < t.FINE_CARDS
        return Rule.NY_INSPECT_3 if begun or hands.money_of(state, seat) < t.FINE else Rule.OK
    if action < s.CARD:
        return Rule.NY_INSPECT_3
    if not hands.holds(state, seat, action - s.CARD):
        return Rule.NY_TERM_5
    return Rule.OK if hands.hand_size(state, seat) >= left else Rule.NY_INSPECT_3


@jit
def apply_fine(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The fine, in money at once or card by card."""
    left = stack.argument(state, 2)
    if action == s.MONEY:
        hands.pay(state, seat, t.FINE, log)
        left = 0
    else:
        hands.spend(state, seat, action - s.CARD, log)
        left -= 1
    if left == 0:
        stack.pop(state)
    else:
        stack.set_argument(state, 2, left)


ASK_FINE = Question(
    Phase.FINE,
    check_fine,
    apply_fine,
    prompt=lambda view: _("Health Inspector: everybody pays ${n} or {cards} cards. Which?").format(
        n=t.FINE, cards=t.FINE_CARDS
    ),
    runs=((s.MONEY, 1),),
    cards="held",
    labels=lambda: {"MONEY": _("Pay ${n}").format(n=t.FINE)},
)
