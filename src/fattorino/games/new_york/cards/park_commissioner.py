"""Park Commissioner: beyond the printed dollars, one more from the bank while the Park Path is open."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

DOLLARS = t.printed(t.POWERS, "park_commissioner", "dollars")


@jit
def path_bonus(state: State) -> int:
    """NY-POWER-PARKCOMM-2: on a delivery to Central Park, whether or not it uses the Park Path."""
    path = hands.owner_in_play(state, t.Power.PARK_PATH.value)
    return DOLLARS if path != NONE and state.d_zone == t.PARK else 0


@jit
def earns(state: State, seat: Seat, owner: Seat) -> int:
    """NY-POWER-PARKCOMM-2, NY-COOP-33: on the owner's delivery, and on those of a team."""
    return path_bonus(state) if seat == owner or state.coop else 0


@jit
def after_delivery(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-PARKCOMM-2: the owner gets the bonus for an opponent's delivery, too."""
    owner = hands.owner_in_play(state, t.Power.PARK_COMMISSIONER.value)
    if owner == NONE or owner == seat or state.coop:
        return
    dollars = path_bonus(state)
    if dollars > 0:
        state.money[owner] += dollars
        tell(log, Event.GAINED, owner, EVERYONE, dollars)


POWER_CARD = Card(t.Power.PARK_COMMISSIONER, earns=earns)
