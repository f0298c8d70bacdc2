"""Before the first turn: which of two Power Cards to keep."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, power_card, stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, only, tell


@jit
def check_keep(state: State, seat: Seat, action: Action) -> Any:
    """NY-SETUP-6: one of the two."""
    if action < s.CARD + t.N_BLUE:
        return Rule.NY_SETUP_6
    return Rule.OK if hands.holds(state, seat, action - s.CARD) else Rule.NY_SETUP_6


@jit
def apply_keep(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-SETUP-6: the other card goes back, unseen."""
    power = action - s.CARD - t.N_BLUE
    stack.pop(state)
    for other in range(t.N_POWERS):
        if other != power and state.power_at[other] == seat:
            state.power_at[other] = t.Place.DECK
            state.n_power[seat] -= 1
    tell(log, Event.GAVE_BACK, seat, EVERYONE)
    tell(log, Event.KEPT, seat, only(seat), power)


ASK_KEEP = Question(
    Phase.KEEP,
    check_keep,
    apply_keep,
    prompt=lambda view: _("Keep one of your two Power Cards. Either is good; the orders come next."),
    cards="powers",
    look="sure",
    worth=jit(lambda view, seat, action, delivers: 1.0 * power_card.liking(action - s.CARD - t.N_BLUE)),
    labels=lambda: {"POWER": _("Keep {card}: {effect}")},
)
