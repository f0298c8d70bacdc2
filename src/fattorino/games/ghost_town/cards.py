"""Psychic cards: the deck, the used pile, and who holds what."""

from fattorino.games.ghost_town import effects
from fattorino.games.ghost_town import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import draw


@jit
def deal(state: State) -> None:
    """GT-SETUP-1, GT-SETUP-2: two white-framed cards each, the black-framed ones make the deck."""
    for card in range(s.N_CARDS):
        white = s.is_white(card)
        state.card_at[card] = s.Place.LEFT_OUT if white else s.Place.DECK
        state.batch[card] = 0 if white else 1
    state.batches = 2
    for k in range(int(state.n)):
        for dealt in range(s.DEALT):
            nth = draw(state, s.N_WHITE - s.DEALT * k - dealt)
            give(state, nth_card(state, s.Place.LEFT_OUT.value, nth), k)


@jit
def nth_card(state: State, place: int, nth: int) -> int:
    """The nth card that is at a place."""
    for card in range(s.N_CARDS):
        if state.card_at[card] == place:
            if nth == 0:
                return card
            nth -= 1
    return NONE


@jit
def cards_at(state: State, place: int) -> int:
    """How many cards are at a place."""
    count = 0
    for card in range(s.N_CARDS):
        if state.card_at[card] == place:
            count += 1
    return count


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
    if cards_at(state, s.Place.DECK.value) == 0:  # GT-DECK-2
        for card in range(s.N_CARDS):
            if state.card_at[card] == s.Place.USED:
                state.card_at[card] = s.Place.DECK
                state.batch[card] = state.batches
        state.batches = int(state.batches) + 1
    left = cards_at(state, s.Place.DECK.value)
    if left == 0:
        state.batches = int(state.batches) - 1
        effects.say(state, s.Report.NO_CARD.value)
        return
    card = nth_card(state, s.Place.DECK.value, draw(state, left))
    give(state, card, seat)
    state.drawn = s.kind_of(card)
    effects.say(state, s.Report.CARD_DRAWN.value)
