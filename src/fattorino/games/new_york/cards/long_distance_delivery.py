"""Long Distance Delivery: more for a delivery from one end of Manhattan to the other."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules.power_card import Card
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State

DOLLARS = t.printed(t.POWERS, "long_distance_delivery", "dollars")


@jit
def earns(state: State, seat: Seat, owner: Seat) -> int:
    """NY-POWER-LONGDISTANCE-1: from Harlem to the Financial District or back."""
    village, zone = int(state.d_at), int(state.d_zone)
    south = village == t.HARLEM and zone == t.FINANCIAL
    north = village == t.FINANCIAL and zone == t.HARLEM
    return DOLLARS if seat == owner and (south or north) else 0


POWER_CARD = Card(t.Power.LONG_DISTANCE_DELIVERY, earns=earns)
