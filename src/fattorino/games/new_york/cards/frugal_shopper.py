"""Frugal Shopper: a market card at the end of a turn without a delivery."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands
from fattorino.games.new_york.rules.power_card import asks
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

FRUGAL_CARDS = t.printed(t.POWERS, "frugal_shopper", "cards")


@jit
def check_use(state: State, seat: Seat, after: bool) -> Any:
    """NY-POWER-FRUGAL-1, -2: after the action, if nothing was delivered, played or used."""
    if not after or not hands.has_in_play(state, seat, t.Power.FRUGAL_SHOPPER.value) or state.served:
        return Rule.NY_POWER_FRUGAL_1
    if (int(state.late) >> t.Power.FRUGAL_SHOPPER.value) & 1:
        return Rule.NY_TURN_8
    if state.used != 0 or (state.played != NONE and state.played != t.Power.FRUGAL_SHOPPER):
        return Rule.NY_POWER_FRUGAL_2
    return Rule.OK


use = asks(Phase.TAKE, FRUGAL_CARDS, s.FRUGAL)


@jit
def after_delivery(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-FRUGAL-3: a delivery ends it."""
    if hands.has_in_play(state, seat, t.Power.FRUGAL_SHOPPER.value):
        state.slot[seat, t.EVENT] = NONE
        state.power_at[t.Power.FRUGAL_SHOPPER] = t.Place.DISCARD
        tell(log, Event.LEFT, seat, EVERYONE, t.Power.FRUGAL_SHOPPER.value)
