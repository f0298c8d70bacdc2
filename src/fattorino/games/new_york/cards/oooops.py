"""Oooops: after the action take another one of a different kind."""

from typing import Any

from fattorino.games.new_york import opinion, state as s
from fattorino.games.new_york.rules import actions, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Act, Phase, Rule
from fattorino.games.new_york.tables import Power
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Action, Log, Seat, State


@jit
def check_other(state: State, seat: Seat, act: int, kept: int) -> Any:
    """NY-POWER-OOOOPS-1: another kind of action than the one just taken."""
    if act == state.acted:
        return Rule.NY_POWER_OOOOPS_1
    return actions.check_act(state, seat, act, kept)


@jit
def check(state: State, seat: Seat, after: bool) -> Any:
    """NY-POWER-OOOOPS-1: after the action, if another one is possible; the card itself cannot pay for it."""
    if not after:
        return Rule.NY_POWER_OOOOPS_1
    for act in range(Act.DELIVER + 1):
        if check_other(state, seat, act, 1) == Rule.OK:
            return Rule.OK
    return Rule.NY_POWER_OOOOPS_1


@jit
def check_action(state: State, seat: Seat, action: Action) -> Any:
    """One of the three."""
    if action < s.ACT or action > s.ACT + Act.DELIVER:
        return Rule.NY_POWER_OOOOPS_1
    return check_other(state, seat, action - s.ACT, 0)


@jit
def apply_action(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Begin the chosen action."""
    stack.pop(state)
    actions.begin_action(state, seat, action - s.ACT, log)


ASK_OTHER_ACTION = Question(
    Phase.OTHER_ACTION,
    check_action,
    apply_action,
    prompt=lambda view: _("Oooops! Which other action?"),
    runs=((s.ACT, 3),),
    worth=opinion.act_worth,
)
POWER_CARD = Card(Power.OOOOPS, check=check, play=asks(Phase.OTHER_ACTION), liking=7)
