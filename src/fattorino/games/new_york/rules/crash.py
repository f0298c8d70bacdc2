"""Stock Market Crash: every player loses reputation."""

from typing import Any

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import pizzerias, table
from fattorino.games.new_york.state import Event, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_loss(state: State, seat: Seat, village: int, card: int) -> Any:
    """NY-POWER-CRASH-1, -2: whether a pizzeria can lose this card (NONE: a disk)."""
    if card == NONE:
        return Rule.OK if state.disks[seat, village] > 0 else Rule.NY_POWER_CRASH_1
    for place in range(t.MAX_CARDS):
        if state.perm[seat, village, place] == card:
            return Rule.OK
    return Rule.NY_POWER_CRASH_1


@jit
def can_lose(state: State, seat: Seat) -> bool:
    """NY-POWER-CRASH-3: whether a player has any reputation to lose."""
    for village in range(t.BUILDABLE):
        if state.lot[seat, village] != NONE and pizzerias.reputation(state, seat, village) > 0:
            return True
    return False


@jit
def check_crash_at(state: State, seat: Seat, action: Action) -> Any:
    """The pizzeria that loses."""
    village = action - s.VILLAGE
    if village < 0 or village >= t.BUILDABLE or state.lot[seat, village] == NONE:
        return Rule.NY_POWER_CRASH_1
    return Rule.OK if pizzerias.reputation(state, seat, village) > 0 else Rule.NY_POWER_CRASH_3


@jit
def check_crash_what(state: State, seat: Seat, action: Action) -> Any:
    """What it loses: a disk or a card."""
    if action == s.MODE:
        return check_loss(state, seat, table.argument(state, 2), NONE)
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_POWER_CRASH_1
    return check_loss(state, seat, table.argument(state, 2), action - s.CARD)


@jit
def apply_crash(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-CRASH-1: one disk to the supply, or one card to the sewer."""
    village = table.argument(state, 2)
    table.pop(state)
    if action == s.MODE:
        pizzerias.to_supply(state, seat, village, 1, log)
        return
    for place in range(t.MAX_CARDS):
        if state.perm[seat, village, place] == action - s.CARD:
            pizzerias.remove_perm(state, seat, village, place)
            tell(log, Event.LOST_CARD, seat, EVERYONE, village, action - s.CARD)
            if place == 0:
                pizzerias.settle_top(state, seat, village, t.MAX_CARDS, log)
            break
