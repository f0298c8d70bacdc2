"""That's My Spot: a disk on a delivery zone; deliveries there pay the owner."""

from fattorino.games.new_york import names, state as s, tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.power_card import Card, asks, own_or_toll
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-MYSPOT-3: return the disk."""
    if state.spot != NONE:
        state.spot = NONE
        state.supply[seat] += 1


@jit
def earns(state: State, seat: Seat, owner: Seat) -> int:
    """NY-POWER-MYSPOT-2: on a delivery to the zone with the disk."""
    if state.spot != state.d_zone:
        return 0
    return own_or_toll(state, seat, owner, t.Power.THATS_MY_SPOT.value)


@jit
def apply_spot(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Place the disk."""
    stack.pop(state)
    state.spot = action - s.VILLAGE
    state.supply[seat] -= 1
    tell(log, Event.ZONE, seat, EVERYONE, action - s.VILLAGE)


ASK_SPOT = Question(
    Phase.SPOT,
    jit(lambda state, seat, action: Rule.OK if s.VILLAGE <= action < s.SEAT else Rule.NY_POWER_MYSPOT_1),
    apply_spot,
    prompt=lambda view: _("Which zone is yours?"),
    runs=((s.VILLAGE, t.N_VILLAGES),),
    labels=lambda: {"VILLAGE": _("Claim the zone of {village}")},
    targets={"VILLAGE": "zone"},
)
POWER_CARD = Card(
    t.Power.THATS_MY_SPOT,
    # NY-POWER-MYSPOT-1: it takes a disk.
    check=jit(lambda state, seat, after: Rule.OK if state.supply[seat] > 0 else Rule.NY_POWER_MYSPOT_1),
    play=asks(Phase.SPOT),
    leave=leave,
    earns=earns,
    under=lambda view: [names.village_name(int(view.spot))] if view.spot >= 0 else [],
)
