"""East Village Mogul: market cards for the owner on a delivery to the East Village."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, State

MOGUL_CARDS = t.printed(t.POWERS, "east_village_mogul", "cards")


@jit
def run_mogul(state: State) -> None:
    """NY-POWER-EVMOGUL-1: up to two market cards on a delivery to the East Village."""
    stack.pop(state)
    owner = hands.owner_in_play(state, t.Power.EAST_VILLAGE_MOGUL.value)
    if owner == NONE or state.d_zone != t.EAST_VILLAGE or (state.mogul_own and owner != state.d_seat):
        return
    stack.push(state, Phase.TAKE.value, owner, MOGUL_CARDS, s.OPTIONAL)
