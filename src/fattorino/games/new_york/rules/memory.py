"""What the players have seen: cards taken openly, cards laid on the deck openly, tips looked at, gifts.

Nobody forgets at a real table, so a world that a seat imagines has to keep all this (belief.py). What is kept
here follows from what everybody saw; `tip_seen` and `gift` belong to one seat each.
"""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State


@jit
def clear_memory(state: State) -> None:
    """Nobody has seen anything yet."""
    for seat in range(t.MAX_SEATS):
        for k in range(s.SHOWN):
            state.shown[seat, k] = NONE
        for k in range(s.GIFTS_SEEN):
            state.gift_to[seat, k] = NONE


@jit
def remember(state: State, seat: Seat, card: int) -> None:
    """Everybody saw which card went into a hand."""
    for k in range(s.SHOWN):
        if state.shown[seat, k] == NONE:
            state.shown[seat, k] = card
            return


@jit
def forget(state: State, seat: Seat, card: int) -> None:
    """Everybody saw a card leave a hand: it is taken for one that was seen going there, if there is any."""
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
    """NY-COOP-22: a card changed hands unseen; only the giver still knows where it is."""
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
    """A card everybody knows was put on top of the Market Deck, its place among the others unseen."""
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
    """The top card of the Market Deck was turned up."""
    if state.n_laid > 0:
        state.n_laid -= 1
        if state.laid[card] > 0:
            state.laid[card] -= 1


@jit
def draw_unseen(state: State, seat: Seat) -> None:
    """The top card of the Market Deck went into a hand unseen."""
    if state.n_laid > 0:
        state.n_laid -= 1
        state.blind[seat] += 1


@jit
def remember_tip(state: State, seat: Seat, slot: int, value: int) -> None:
    """A tip token that some have looked at (NY-TOP-HAM-1) goes from an order to a player."""
    for viewer in range(int(state.n)):
        if (int(state.tip_known[slot]) >> viewer) & 1:
            state.tip_seen[viewer, seat, value - 1] += 1
