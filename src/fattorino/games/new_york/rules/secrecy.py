"""Secret questions, which only the asked player may know of, and cards chosen but not yet placed."""

from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Place
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State


@jit
def is_secret(what: int) -> bool:
    """NY-INSTANT-4: whether a question is secret."""
    return what == Phase.TAX_WINDOW or what == Phase.WINDOW or what == Phase.ROTARY


@jit
def is_laid_out(what: int) -> bool:
    """Whether a question has a card of the hand beside it, which nobody else sees before it is placed."""
    return what == Phase.BUILD_LOT or what == Phase.UPGRADE_AT or what == Phase.UPGRADE_MODE


@jit
def suspects(state: State, but: Seat, power: int) -> int:
    """NY-INSTANT-5: the seats (except one) that may hold a Power Card, by public information, as bits."""
    bits = 0
    if state.power_at[power] <= Place.DECK:
        for seat in range(int(state.n)):
            if seat != but and state.n_power[seat] > 0:
                bits |= 1 << seat
    return bits
