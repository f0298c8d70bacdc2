"""Traffic Jam and Rough Delivery: their holders, asked in secret, spoil the tip of a delivery."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def open_window(state: State, seat: Seat) -> None:
    """NY-INSTANT-3, NY-DELIVER-20: holders of Traffic Jam or Rough Delivery are asked until one plays."""
    if not state.d_denied and not state.coop:
        while state.ham_at < state.n:
            other = (seat + int(state.ham_at)) % int(state.n)
            state.ham_at += 1
            jam = state.power_at[t.Power.TRAFFIC_JAM] == other
            rough = state.power_at[t.Power.ROUGH_DELIVERY] == other
            if jam or rough:
                stack.push(state, Phase.WINDOW.value, other)
                return
    state.ham_at = NONE
    state.d_stage = Stage.MONEY


@jit
def check_window(state: State, seat: Seat, action: Action) -> Any:
    """DONE, Traffic Jam or Rough Delivery."""
    if action == s.DONE:
        return Rule.OK
    power = action - s.CARD - t.N_BLUE
    if power != t.Power.TRAFFIC_JAM and power != t.Power.ROUGH_DELIVERY:
        return Rule.NY_INSTANT_3
    return Rule.OK if state.power_at[power] == seat else Rule.NY_INSTANT_1


@jit
def apply_window(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-INSTANT-1, -4: Traffic Jam (NY-POWER-TRAFFICJAM-1) or Rough Delivery (NY-POWER-ROUGHDELIVERY-1).

    A pass is not logged.
    """
    stack.pop(state)
    if action != s.DONE:
        power = action - s.CARD - t.N_BLUE
        state.power_at[power] = t.Place.DISCARD
        state.n_power[seat] -= 1
        state.d_denied = 1
        tell(log, Event.PLAYED, seat, EVERYONE, power)


ASK_WINDOW = Question(
    Phase.WINDOW,
    check_window,
    apply_window,
    prompt=lambda view: _("A delivery! Spoil its tip?"),
    runs=((s.DONE, 1),),
    cards="powers",
    worth=jit(lambda view, seat, action, delivers: 1.0 if action != s.DONE else 0.0),
    labels=lambda: {"DONE": _("Let it pass"), "POWER": _("Play {card}: {effect}")},
    declined=lambda: _("to let it pass"),
)
