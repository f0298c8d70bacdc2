"""What players have seen: cards taken face up, cards put on the deck face up, tips looked at, gifts.

Players are assumed to remember everything, so `imagine` must respect it (belief.py). The fields here follow
from public information, except `tip_seen` and `gift`, which belong to one seat each.
"""

from fattorino.games.new_york import state as s, tables as t
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def clear_memory(state: State) -> None:
    """Forget everything."""
    for seat in range(t.MAX_SEATS):
        for k in range(s.SHOWN):
            state.shown[seat, k] = NONE
        for k in range(s.GIFTS_SEEN):
            state.gift_to[seat, k] = NONE


@jit
def remember(state: State, seat: Seat, card: int) -> None:
    """Note a card that went into a hand face up."""
    for k in range(s.SHOWN):
        if state.shown[seat, k] == NONE:
            state.shown[seat, k] = card
            return


@jit
def forget(state: State, seat: Seat, card: int) -> None:
    """Note a card that left a hand face up: one that was seen to go there, if there is any."""
    for giver in range(int(state.n) if state.coop else 0):
        for k in range(s.GIFTS_SEEN):
            if state.gift_to[giver, k] == seat and state.gift[giver, k] == card:
                state.gift_to[giver, k] = NONE
                break
    for k in range(s.SHOWN):
        if state.shown[seat, k] == card:
            for after in range(k, s.SHOWN - 1):
                state.shown[seat, after] = state.shown[seat, after + 1]
            state.shown[seat, s.SHOWN - 1] = NONE
            return
    if card < t.N_BLUE and state.blind[seat] > 0 and state.laid[card] > 0:
        state.blind[seat] -= 1
        state.laid[card] -= 1


@jit
def remember_gift(state: State, seat: Seat, other: Seat, card: int) -> None:
    """NY-COOP-22: note a gift; only the giver still knows where the card is."""
    for k in range(s.SHOWN):
        state.shown[seat, k] = NONE
    state.blind[seat] = 0
    for giver in range(t.MAX_SEATS):
        for k in range(s.GIFTS_SEEN):
            if state.gift_to[giver, k] == seat:
                state.gift_to[giver, k] = NONE
    for k in range(s.GIFTS_SEEN - 1):
        state.gift[seat, k] = state.gift[seat, k + 1]
        state.gift_to[seat, k] = state.gift_to[seat, k + 1]
    state.gift[seat, s.GIFTS_SEEN - 1] = card
    state.gift_to[seat, s.GIFTS_SEEN - 1] = other


@jit
def lay(state: State, card: int) -> None:
    """Note a known card put on top of the Market Deck; its place among others put there is unknown."""
    blind = int(state.n_laid)
    for seat in range(t.MAX_SEATS):
        blind += int(state.blind[seat])
    if blind == 0:
        for other in range(t.N_BLUE):
            state.laid[other] = 0
    state.laid[card] += 1
    state.n_laid += 1


@jit
def uncover(state: State, card: int) -> None:
    """Note that the top card of the Market Deck was turned up."""
    if state.n_laid > 0:
        state.n_laid -= 1
        if state.laid[card] > 0:
            state.laid[card] -= 1


@jit
def draw_unseen(state: State, seat: Seat) -> None:
    """Note that the top card of the Market Deck went into a hand face down."""
    if state.n_laid > 0:
        state.n_laid -= 1
        state.blind[seat] += 1


@jit
def remember_tip(state: State, seat: Seat, slot: int, value: int) -> None:
    """Note that a tip token some players have seen (NY-TOP-HAM-1) went from an order to a player."""
    for viewer in range(int(state.n)):
        if (int(state.tip_known[slot]) >> viewer) & 1:
            state.tip_seen[viewer, seat, value - 1] += 1
