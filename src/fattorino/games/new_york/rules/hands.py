"""Money and cards: who has what, and how it moves."""

from typing import Any

import numpy as np

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import memory, stack
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, only, tell
from fattorino.kernel.rng import draw_at, draw_counted

# -- money -----------------------------------------------------------------------------------------------


@jit
def purse(state: State, seat: Seat) -> int:
    """Whose money a player spends: their own, or in co-op the team's (NY-COOP-2)."""
    return 0 if state.coop else seat


@jit
def money_of(state: State, seat: Seat) -> int:
    """The money a player can spend."""
    return int(state.money[purse(state, seat)])


@jit
def pay(state: State, seat: Seat, dollars: int, log: Log) -> None:
    """Pay money to the bank."""
    at = purse(state, seat)
    state.money[at] = int(state.money[at]) - dollars
    tell(log, Event.PAID, seat, EVERYONE, dollars)


# -- cards -----------------------------------------------------------------------------------------------


@jit
def hand_size(state: State, seat: Seat) -> int:
    """NY-TERM-5: blue cards and Power Cards together."""
    return int(state.n_hand[seat]) + int(state.n_power[seat])


@jit
def hand_limit(state: State, seat: Seat) -> int:
    """NY-TURN-11, NY-POWER-LIBERTY-1."""
    return t.LIBERTY_LIMIT if has_in_play(state, seat, t.Power.LIBERTY_STORAGE.value) else t.HAND_LIMIT


@jit
def holds(state: State, seat: Seat, card: int) -> bool:
    """Whether a card type, blue or Power, is in a hand."""
    if card < t.N_BLUE:
        return bool(state.hand[seat, card] > 0)
    return bool(state.power_at[card - t.N_BLUE] == seat)


@jit
def check_any_card(state: State, seat: Seat, action: Action, rule: Any) -> Any:
    """Allow any card from hand; anything else is forbidden by the given rule."""
    if action < s.CARD:
        return rule
    return Rule.OK if holds(state, seat, action - s.CARD) else Rule.NY_TERM_5


WORD = 6 * t.N_VILLAGES  # card types in one word of bits: those of six kinds
POWER_WORD = 2  # the first two words are for blue cards, this one is for Power Cards
ALL = (1 << WORD) - 1
EVERY_KIND = sum(1 << place for place in range(0, WORD, t.N_VILLAGES))
_PLACES = np.zeros(67, np.int8)  # powers of two below 2 ** 66 have distinct remainders
for _place in range(WORD):
    _PLACES[(1 << _place) % 67] = _place


@jit
def card_bits(state: State, seat: Seat, word: int) -> int:
    """The card types in a hand (of NONE: in the Open Market), a bit each.

    Loops of fixed length are vectorised.
    """
    bits = 0
    if seat == NONE:
        if word == 0:
            for card in range(WORD):
                bits |= int(state.market[card] > 0) << card
        else:
            for card in range(WORD, t.N_BLUE):
                bits |= int(state.market[card] > 0) << (card - WORD)
    elif word == 0:
        for card in range(WORD):
            bits |= int(state.hand[seat, card] > 0) << card
    elif word == POWER_WORD:
        for power in range(t.N_POWERS if state.n_power[seat] > 0 else 0):
            bits |= int(state.power_at[power] == seat) << power
    else:
        for card in range(WORD, t.N_BLUE):
            bits |= int(state.hand[seat, card] > 0) << (card - WORD)
    return bits


@jit
def showing(villages: int) -> int:
    """The card types of a word that show one of these villages, a bit each."""
    return villages * EVERY_KIND


@jit
def lowest(bits: int) -> int:
    """The place of the lowest bit."""
    return int(_PLACES[np.uint64(bits & -bits) % np.uint64(67)])


@jit
def first_card(bits: int, word: int) -> int:
    """The card type of the lowest bit."""
    return (t.N_BLUE if word == POWER_WORD else WORD * word) + lowest(bits)


@jit
def has_in_play(state: State, seat: Seat, power: int) -> bool:
    """Whether a Power Card is in a player's tableau."""
    return bool(state.power_at[power] == t.Place.TABLEAU + seat)


@jit
def owner_in_play(state: State, power: int) -> int:
    """The player with a Power Card in their tableau, or NONE."""
    place = int(state.power_at[power])
    return place - t.Place.TABLEAU if t.Place.TABLEAU <= place < t.Place.TABLEAU + t.MAX_SEATS else NONE


@jit
def to_hand(state: State, seat: Seat, card: int) -> None:
    """Put a blue card into a hand."""
    state.hand[seat, card] += 1
    state.n_hand[seat] += 1


@jit
def lay_out(state: State, seat: Seat, card: int) -> None:
    """Take a blue card out of a hand, unseen by the others until it is placed."""
    state.hand[seat, card] -= 1
    state.n_hand[seat] -= 1


@jit
def from_hand(state: State, seat: Seat, card: int) -> None:
    """Take a blue card out of a hand."""
    lay_out(state, seat, card)
    memory.forget(state, seat, card)


@jit
def to_sewer(state: State, card: int) -> None:
    """NY-TERM-14: put a blue card into the sewer."""
    state.sewer[card] += 1
    state.n_sewer += 1


@jit
def spend(state: State, seat: Seat, card: int, log: Log) -> None:
    """NY-TERM-14: discard a card from hand, a blue one into the sewer, a Power Card onto its own pile."""
    if card < t.N_BLUE:
        from_hand(state, seat, card)
        to_sewer(state, card)
    else:
        state.power_at[card - t.N_BLUE] = t.Place.DISCARD
        state.n_power[seat] -= 1
    tell(log, Event.SPENT, seat, EVERYONE, card)


@jit
def spend_cold(state: State, seat: Seat, place: int, log: Log) -> int:
    """NY-POWER-COLDSTORAGE-2: spend a card under Cold Storage; returns its type."""
    card = int(state.cold[place])
    state.cold[place] = NONE
    state.cold_used = 1
    to_sewer(state, card)
    tell(log, Event.SPENT, seat, EVERYONE, card)
    return card


@jit
def random_sewer(state: State) -> int:
    """NY-TERM-15: take a random card out of the sewer; NONE if it is empty."""
    if state.n_sewer == 0:
        return NONE
    state.reveals = int(state.reveals) + 1
    card = draw_counted(state, state.sewer, int(state.n_sewer))
    state.n_sewer -= 1
    return card


@jit
def swap(state: State, one: int, other: int) -> None:
    """Swap two cards of the Market Deck."""
    card = state.deck[one]
    state.deck[one] = state.deck[other]
    state.deck[other] = card


@jit
def take_top(state: State) -> int:
    """Take the top card off the Market Deck."""
    left = int(state.n_deck) - 1
    card = int(state.deck[left])
    state.deck[left] = NONE
    state.n_deck = left
    return card


@jit
def next_card(state: State, log: Log) -> int:
    """The top card of the Market Deck, or NONE if it was a Health Inspector: then the fines come first.

    NY-INSPECT-2: for whatever purpose; NY-INSPECT-8: the deck always holds the inspectors not yet shown;
    NY-INSPECT-7: the global slot is left alone.
    """
    state.reveals = int(state.reveals) + 1
    card = take_top(state)
    state.bottom = min(int(state.bottom), int(state.n_deck))
    if card != t.INSPECTOR:
        return card
    shown = int(state.inspectors) + 1  # NY-INSPECT-1: set aside for good
    state.inspectors = shown
    tell(log, Event.INSPECTOR, int(state.active), EVERYONE, shown)
    if shown == t.INSPECTORS:
        stack.push(state, Phase.STOP.value)  # NY-INSPECT-6
    if shown < t.INSPECTORS or not state.coop:
        stack.push(state, Phase.FINES.value, 0)
    return NONE


@jit
def draw_power(state: State, seat: Seat, log: Log) -> int:
    """NY-TERM-4: a random card of the Power Deck, refilled from the discards; NONE if none is left."""
    state.reveals = int(state.reveals) + 1
    drawn = draw_at(state, state.power_at, t.Place.DECK.value)
    if drawn == NONE:
        for power in range(t.N_POWERS):
            if state.power_at[power] == t.Place.DISCARD:
                state.power_at[power] = t.Place.DECK
        drawn = draw_at(state, state.power_at, t.Place.DECK.value)
        if drawn != NONE:
            tell(log, Event.SHUFFLED, NONE, EVERYONE, s.POWER_PILE)
    return drawn


@jit
def gain_power(state: State, seat: Seat, power: int, log: Log) -> None:
    """Put a Power Card into a hand; only its owner sees which."""
    state.power_at[power] = seat
    state.n_power[seat] += 1
    tell(log, Event.POWER_DRAWN, seat, EVERYONE)
    tell(log, Event.DREW, seat, only(seat), t.N_BLUE + power)
