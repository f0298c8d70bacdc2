"""Out of Supplies: an opponent must pay before the next delivery."""

from typing import Any

from fattorino.games.new_york import opinion, state as s, tables as t
from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.rules.questions import ingredients
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_victim(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-OUTOFSUPPLIES-1: an opponent, NY-TERM-16."""
    other = action - s.SEAT
    return Rule.NY_POWER_OUTOFSUPPLIES_1 if other < 0 or other >= state.n or other == seat else Rule.OK


@jit
def apply_victim(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Put the card in front of the opponent."""
    stack.pop(state)
    state.power_at[t.Power.OUT_OF_SUPPLIES] = t.Place.DEBT + action - s.SEAT
    tell(log, Event.VICTIM, seat, EVERYONE, action - s.SEAT)


ASK_VICTIM = Question(
    Phase.VICTIM,
    check_victim,
    apply_victim,
    prompt=lambda view: _("Who is out of supplies?"),
    runs=((s.SEAT, t.MAX_SEATS),),
    worth=opinion.rival_worth,
)


# -- paying the debt, as part of a delivery --------------------------------------------------------------


@jit
def check_debt(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-OUTOFSUPPLIES-3: $2 or two cards, and the delivery must still be possible."""
    left = int(state.d_debt)
    if action == s.MONEY:
        if left < t.DEBT_CARDS or hands.money_of(state, seat) < t.DEBT:
            return Rule.NY_POWER_OUTOFSUPPLIES_3
        return Rule.OK
    if action < s.CARD:
        return Rule.NY_POWER_OUTOFSUPPLIES_3
    if not hands.holds(state, seat, action - s.CARD):
        return Rule.NY_TERM_5
    card = action - s.CARD
    kind = t.kind_of(card) if card < t.N_BLUE else NONE
    shorts = 1 if state.d_top == t.Top.ONIONS else 0
    due = int(state.d_due)
    if left < t.DEBT_CARDS:
        return (
            Rule.OK if ingredients.completes(state, seat, 0, 0, kind, 1, due, shorts) else Rule.NY_DELIVER_2
        )
    for other in range(t.N_TYPES):  # a second card must also leave the delivery possible
        if hands.holds(state, seat, other) and (
            other != card or (card < t.N_BLUE and state.hand[seat, card] > 1)
        ):
            second = t.kind_of(other) if other < t.N_BLUE else NONE
            if ingredients.completes(state, seat, 0, 0, kind, t.DEBT_CARDS, due, shorts, second):
                return Rule.OK
    return Rule.NY_DELIVER_2


@jit
def apply_debt(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-OUTOFSUPPLIES-3: once paid the card is discarded."""
    if action == s.MONEY:
        hands.pay(state, seat, t.DEBT, log)
        state.d_debt = 0
    else:
        hands.spend(state, seat, action - s.CARD, log)
        state.d_debt -= 1
    if state.d_debt == 0:  # NY-DELIVER-18
        state.power_at[t.Power.OUT_OF_SUPPLIES] = t.Place.DISCARD
        tell(log, Event.LEFT, seat, EVERYONE, t.Power.OUT_OF_SUPPLIES.value)


ASK_DEBT = Question(
    Phase.DEBT,
    check_debt,
    apply_debt,
    prompt=lambda view: _("Out of Supplies: pay ${n} or {cards} cards first.").format(
        n=t.DEBT, cards=t.DEBT_CARDS
    ),
    runs=((s.MONEY, 1),),
    cards="held",
    labels=lambda: {"MONEY": _("Pay ${n}").format(n=t.DEBT)},
)
POWER_CARD = Card(
    t.Power.OUT_OF_SUPPLIES,
    # NY-TIMED-2: there must be an opponent.
    check=jit(lambda state, seat, after: Rule.OK if state.n > 1 else Rule.NY_TIMED_2),
    play=asks(Phase.VICTIM),
    liking=4,
)
