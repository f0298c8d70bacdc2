"""Psychic cards: the deck, the used pile, and who holds what."""

from fattorino.games.ghost_town import effects
from fattorino.games.ghost_town import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import draw_at


@jit
def deal(state: State) -> None:
    """GT-SETUP-1, GT-SETUP-2: two white-framed cards each, the black-framed ones make the deck."""
    for card in range(s.N_CARDS):
        white = s.is_white(card)
        state.card_at[card] = s.Place.LEFT_OUT if white else s.Place.DECK
        state.batch[card] = 0 if white else 1
    state.batches = 2
    for k in range(int(state.n)):
        for _ in range(s.DEALT):
            give(state, draw_at(state, state.card_at, s.Place.LEFT_OUT.value), k)


@jit
def card_in_hand(state: State, seat: Seat, kind: int) -> int:
    """A card of a kind in a hand, or NONE."""
    for card in range(s.first_card(kind), s.first_card(kind + 1)):
        if state.card_at[card] == seat:
            return card
    return NONE


@jit
def give(state: State, card: int, seat: Seat) -> None:
    """Put a card into a hand."""
    state.card_at[card] = seat
    state.held[seat, int(state.batch[card])] += 1


@jit
def reveal_card(state: State, seat: Seat, kind: int) -> None:
    """GT-CARD-1: use up a card, whether or not it has an effect."""
    card = card_in_hand(state, seat, kind)
    state.card_at[card] = s.Place.IN_PLAY
    state.held[seat, int(state.batch[card])] -= 1


@jit
def draw_card(state: State, seat: Seat) -> None:
    """Draw from the deck, or from the reshuffled used pile; there is no hand limit (GT-DECK-3)."""
    drawn = draw_at(state, state.card_at, s.Place.DECK.value)
    if drawn == NONE:  # GT-DECK-2
        for card in range(s.N_CARDS):
            if state.card_at[card] == s.Place.USED:
                state.card_at[card] = s.Place.DECK
                state.batch[card] = state.batches
        drawn = draw_at(state, state.card_at, s.Place.DECK.value)
        if drawn == NONE:
            effects.say(state, s.Report.NO_CARD.value)
            return
        state.batches = int(state.batches) + 1
    give(state, drawn, seat)
    state.drawn = s.kind_of(drawn)
    effects.say(state, s.Report.CARD_DRAWN.value)
