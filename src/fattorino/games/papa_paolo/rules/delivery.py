"""A delivery, by delivery tile or express: its beginning, its end, and the experience it brings."""

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.state import Colour, Event, Phase, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def begin(state: State, seat: Seat, pizzas: int, distance: int) -> None:
    """PP-DELIVER-2, PP-XP-6: begin a delivery; experience it brings does not change its limits."""
    state.tours_left = t.track_value(Colour.GREEN.value, int(state.track[seat, Colour.GREEN]))
    state.pizzas_left = pizzas
    state.distance = distance
    state.tour_from = NONE
    state.tour_at = NONE
    state.phase = Phase.TOUR


@jit
def end(state: State, seat: Seat, log: Log) -> bool:
    """End a delivery; an express delivery brings experience at once (PP-EXPRESS-5, PP-XP-3)."""
    tell(log, Event.DELIVERED, seat, EVERYONE, int(state.pizzas_left))
    state.tours_left = 0
    state.pizzas_left = 0
    if state.stage != Stage.DELIVER:
        learn(state, seat, log)
    return True


@jit
def learn(state: State, seat: Seat, log: Log) -> None:
    """PP-XP-2, PP-XP-5: a marker moves a column for each tile completed; at column 5 the rest is lost."""
    for colour in range(s.N_COLOURS):
        column = min(int(state.track[seat, colour]) + int(state.gained[seat, colour]), s.LAST_COLUMN)
        state.gained[seat, colour] = 0
        if column > state.track[seat, colour]:
            state.track[seat, colour] = column
            tell(log, Event.LEARNED, seat, EVERYONE, colour, column)
