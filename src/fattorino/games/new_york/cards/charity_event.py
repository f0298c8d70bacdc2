"""Charity Event: everyone gives blue cards away."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, question, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Action, Log, Seat, State

CHARITY_CARDS = t.printed(t.POWERS, "charity_event", "cards")


@jit
def ask(state: State, seat: Seat) -> None:
    """NY-POWER-CHARITY-1: what a player has, at most."""
    if state.n_hand[seat] > 0:
        stack.push(state, Phase.CHARITY.value, seat, min(CHARITY_CARDS, int(state.n_hand[seat])))


@jit
def check_charity(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-CHARITY-1: blue cards only."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_POWER_CHARITY_1
    return Rule.OK if state.hand[seat, action - s.CARD] > 0 else Rule.NY_TERM_5


@jit
def apply_charity(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One card."""
    hands.spend(state, seat, action - s.CARD, log)
    stack.set_argument(state, 2, stack.argument(state, 2) - 1)


ASK_CHARITY = question.Question(
    Phase.CHARITY,
    check_charity,
    apply_charity,
    prompt=lambda view: _("Charity Event: give blue cards away."),
    cards="blue",
    look="sure",
    due=question.some_left,
    labels=lambda: {"CARD": _("Give {card} to charity")},
)
POWER_CARD = Card(t.Power.CHARITY_EVENT, play=asks(Phase.CHARITIES))  # NY-GLOBAL-4: one after the other
