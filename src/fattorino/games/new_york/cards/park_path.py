"""Park Path: a crossing of Central Park for everybody; opponents who use it pay a toll."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules.power_card import Card, own_or_toll
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State


@jit
def earns(state: State, seat: Seat, owner: Seat) -> int:
    """NY-POWER-PARKPATH-3: on a delivery whose route uses it."""
    if state.d_route != s.FOOT_PATH and state.d_route != s.RIDE_PATH:
        return 0
    return own_or_toll(state, seat, owner, t.Power.PARK_PATH.value)


POWER_CARD = Card(t.Power.PARK_PATH, earns=earns)
