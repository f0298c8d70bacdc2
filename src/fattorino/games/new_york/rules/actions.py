"""The three actions of a turn: which can be taken, and how each begins."""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import delivery, stack
from fattorino.games.new_york.rules.questions import building, delivering, upgrading
from fattorino.games.new_york.state import Act, Event, Phase, Rule, Way
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def opening_round(state: State) -> bool:
    """NY-COOP-17: each player's first turn in co-op."""
    return bool(state.coop and state.turn < state.n)


@jit
def check_act(state: State, seat: Seat, act: int, kept: int) -> Any:
    """NY-TURN-2: which of the three actions can be taken now, while `kept` cards in hand cannot pay."""
    forced = opening_round(state) and state.acted == NONE
    if forced and not state.tycoon and building.can_build(state, seat, Way.OPENING.value, kept):
        return Rule.OK if act == Act.REPUTATION else Rule.NY_COOP_17
    if act == Act.MARKET:
        return Rule.OK
    if act == Act.REPUTATION and state.tycoon:
        return Rule.NY_POWER_TYCOON_2
    if forced:
        return Rule.NY_COOP_18
    if act == Act.REPUTATION:
        way = Way.OPENING.value if opening_round(state) else Way.PAID.value
        return (
            Rule.OK
            if building.can_build(state, seat, way, kept) or upgrading.can_upgrade(state, seat)
            else Rule.NY_TURN_2
        )
    if delivery.deliverable(state, seat, True, kept):
        return Rule.OK
    return Rule.NY_POWER_SPECIALSALE_3 if state.sale else Rule.NY_DELIVER_2


@jit
def begin_action(state: State, seat: Seat, act: int, log: Log) -> None:
    """Start one of the three actions."""
    state.acted = act
    tell(log, Event.ACTION, seat, EVERYONE, act)
    if act == Act.MARKET:
        stack.push(state, Phase.TAKE.value, seat, t.TAKES, 0)
    elif act == Act.REPUTATION:
        way = Way.OPENING.value if opening_round(state) else Way.PAID.value
        stack.push(state, Phase.INCREASE.value, seat, 0, way)
    else:
        delivering.begin_delivery(state, seat)
