"""Pizzerias: their disks, their permanent ingredients, the card on top."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell


@jit
def n_perm(state: State, seat: Seat, village: int) -> int:
    """How many permanent ingredients a pizzeria has."""
    count = 0
    while count < t.MAX_CARDS and state.perm[seat, village, count] != NONE:
        count += 1
    return count


@jit
def place_of(state: State, seat: Seat, village: int, card: int) -> int:
    """The place of a permanent ingredient in a pizzeria, or NONE."""
    for place in range(t.MAX_CARDS):
        if state.perm[seat, village, place] == card:
            return place
    return NONE


@jit
def reputation(state: State, seat: Seat, village: int) -> int:
    """NY-REP-2: disks and permanent ingredients."""
    return int(state.disks[seat, village]) + n_perm(state, seat, village)


@jit
def own_villages(state: State, seat: Seat) -> int:
    """Where a player has a pizzeria, a bit each."""
    villages = 0
    for village in range(t.BUILDABLE):
        villages |= int(state.lot[seat, village] != NONE) << village
    return villages


@jit
def is_open(state: State, seat: Seat, village: int) -> bool:
    """NY-DELIVER-1, NY-POWER-CRASH-4: at least one disk and one card."""
    return bool((state.disks[seat, village] > 0) & (state.perm[seat, village, 0] != NONE))


@jit
def open_villages(state: State, seat: Seat) -> int:
    """The villages a player can deliver from, a bit each."""
    bits = 0
    for village in range(t.BUILDABLE):
        bits |= int(is_open(state, seat, village)) << village
    return bits


@jit
def is_wild(state: State, seat: Seat, village: int) -> bool:
    """NY-REP-4: whether the only card of a pizzeria is Any Ingredient."""
    top = int(state.perm[seat, village, 0])
    return top != NONE and t.kind_of(top) == t.ANY_INGREDIENT


@jit
def top_card(state: State, seat: Seat, village: int) -> int:
    """NY-TERM-8, NY-POWER-CRASH-6: a pizzeria's top card; NONE if only Central Park cards are left."""
    top = int(state.perm[seat, village, 0])
    return top if top != NONE and t.village_of(top) == village else NONE


@jit
def remove_perm(state: State, seat: Seat, village: int, place: int) -> None:
    """Move a permanent ingredient to the sewer; those after it move up."""
    hands.to_sewer(state, int(state.perm[seat, village, place]))
    for k in range(place, t.MAX_CARDS - 1):
        state.perm[seat, village, k] = state.perm[seat, village, k + 1]
    state.perm[seat, village, t.MAX_CARDS - 1] = NONE


@jit
def raise_top(state: State, seat: Seat, village: int, place: int) -> None:
    """Make a card of a pizzeria its top card."""
    card = state.perm[seat, village, place]
    for k in range(place, 0, -1):
        state.perm[seat, village, k] = state.perm[seat, village, k - 1]
    state.perm[seat, village, 0] = card


@jit
def settle_top(state: State, seat: Seat, village: int, among: int, log: Log) -> None:
    """NY-UPGRADE-6, NY-ANY-10: after losing the top card, the only candidate follows, or the owner chooses.

    Only the first `among` cards are candidates.
    """
    found, count = NONE, 0
    for k in range(among):
        card = int(state.perm[seat, village, k])
        if card != NONE and t.village_of(card) == village:
            count += 1
            if found == NONE:
                found = k
    if count == 1:
        raise_top(state, seat, village, found)
        tell(log, Event.TOPPED, seat, EVERYONE, village, int(state.perm[seat, village, 0]))
    elif count > 1:
        stack.push(state, Phase.NEW_TOP.value, seat, village, among)


@jit
def to_supply(state: State, seat: Seat, village: int, disks: int, log: Log) -> None:
    """Return disks of a pizzeria to their owner's supply."""
    state.disks[seat, village] -= disks
    state.supply[seat] += disks
    tell(log, Event.LOST_DISK, seat, EVERYONE, village, disks)


@jit
def same_class(kind: int, other: int) -> bool:
    """Whether two kinds are both meats or both vegetables."""
    return t.class_of(kind) == t.class_of(other) and (
        t.class_of(kind) == t.MEAT or t.class_of(kind) == t.VEGETABLE
    )
